import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';

/** Base64 of UTF-8 `user:password`, the `authdata` of the stored user record. */
export function encodeCredentials(userName: string, password: string): string {
  const bytes = new TextEncoder().encode(`${userName}:${password}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The value of the Authorization header for encoded credentials. */
export function basicAuthorization(authdata: string): string {
  return `Basic ${authdata}`;
}

/** Reads an Authorization header of the Basic scheme; undefined when it is none or does not decode. */
export function decodeAuthorization(header: string): { userName: string; password: string } | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(header) ?? [];
  if (encoded === undefined || encoded.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { userName: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Asks whether the credentials are good. If so, a cookie comes along that opens the sockets and nothing else. */
export const authenticate: Endpoint<ApiResult, ReceivedApiResult> = {
  method: 'GET',
  path: '/api/security/authenticate',
  access: 'admin',
  query: [],
  read: readApiResult,
};
