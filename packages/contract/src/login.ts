import { type Endpoint, ROLES, type Role } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

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

/** Credentials are good. */
export interface Authenticated extends ApiResult {
  /** For a page that has logged in with the password: from now on it is good in its place. Never from an original device. */
  readonly token?: string;
  /** What somebody who is no admin may do. Never from an original device. */
  readonly role?: Role;
  /** To a page that has logged in: how many logins were refused since the one before of this account. */
  readonly refused?: number;
  /** To a page in which the admin has logged in: the password is the one that everybody knows, and nobody was asked about that. */
  readonly ask_password?: boolean;
  /** To a page in which an admin has logged in: nobody has been through the guide of this fresh gateway yet. */
  readonly open_guide?: boolean;
}

export interface ReceivedAuthentication extends ReceivedApiResult {
  readonly token?: string;
  readonly role?: Role;
  readonly refused?: number;
  readonly ask_password?: boolean;
  readonly open_guide?: boolean;
}

export function readAuthentication(value: unknown): ReceivedAuthentication | undefined {
  const { token, role: told, refused, ask_password, open_guide } = isRecord(value) ? value : {};
  const answer = readApiResult(value);
  const role = ROLES.find((known) => known === told);
  return (
    answer && {
      ...answer,
      ...(typeof token === 'string' && { token }),
      ...(role && { role }),
      ...(isNumber(refused) && { refused }),
      ...(ask_password === true && { ask_password }),
      ...(open_guide === true && { open_guide }),
    }
  );
}

/**
 * Asks whether the credentials are good. If so, a cookie comes along that opens the sockets and nothing else, and to a page of our
 * gateway a token, so that it need not keep the password.
 */
export const authenticate: Endpoint<Authenticated, ReceivedAuthentication> = {
  method: 'GET',
  path: '/api/security/authenticate',
  access: 'login',
  query: [],
  read: readAuthentication,
};

/** Which session is to end. Its schema stands apart, so that the first page carries none. */
export interface SessionEnd {
  /** Empty: the one of the call. */
  readonly id: string;
}

/** Ends a login: its token is worth nothing from the next call on, and its sockets are closed. With an empty id that of the call. */
export const endSession: Endpoint<ApiResult, ReceivedApiResult, SessionEnd> = {
  method: 'POST',
  path: '/api/heliograph/session-end',
  access: 'login',
  query: [],
  read: readApiResult,
};
