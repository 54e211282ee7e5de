import * as z from 'zod/mini';
import type { AccountRemoval } from './accounts.ts';
import { PASSKEY_NAME_MAX_LENGTH } from './constants.ts';
import { exactText, exactTextLike, wireObject } from './constraints.ts';
import type { Endpoint, Role } from './endpoint.ts';
import { type ReceivedAuthentication, readAuthentication } from './login.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * Logins without a password: a key that a device keeps, and that it uses once its owner has shown a finger, a face or a PIN. All of it is
 * ours, no original device has it (docs/decisions/0060-passkeys.md).
 */

/** What a passkey may sign with: Ed25519, P-256 and RSA, each with SHA-256. Source: RFC 9053 and RFC 8812. */
export const PASSKEY_ALGORITHMS: readonly number[] = [-8, -7, -257];

/** Bytes as base64url. */
const bytes = (max: number) => exactTextLike(new RegExp(`^[\\w-]{1,${max}}$`), 'PasskeyRefused');
/** A credential id has 1023 bytes at most. Source: Web Authentication Level 3, section 5.1. */
const ID_MAX_LENGTH = 1364;
const CLIENT_DATA_MAX_LENGTH = 2048;

export const PasskeyBeginSchema = /* @__PURE__ */ wireObject({
  name: /* @__PURE__ */ exactText({ min: 1, max: PASSKEY_NAME_MAX_LENGTH, fail: 'EntryName' }),
});
export type PasskeyBegin = z.infer<typeof PasskeyBeginSchema>;

export const PasskeyAdditionSchema = /* @__PURE__ */ wireObject({
  /** Of the new credential, and what the browser and the authenticator say of it: each as base64url. */
  id: /* @__PURE__ */ bytes(ID_MAX_LENGTH),
  client_data: /* @__PURE__ */ bytes(CLIENT_DATA_MAX_LENGTH),
  attestation: /* @__PURE__ */ bytes(6000),
});
export type PasskeyAddition = z.infer<typeof PasskeyAdditionSchema>;

export const PasskeyRemovalSchema = /* @__PURE__ */ wireObject({
  id: /* @__PURE__ */ exactTextLike(/^[\w-]{1,32}$/, 'PasskeyRefused'),
});
export type PasskeyRemoval = z.infer<typeof PasskeyRemovalSchema>;

export const PasskeyQuestionSchema = /* @__PURE__ */ wireObject({
  ask: /* @__PURE__ */ z.boolean().check(/* @__PURE__ */ z.refine(Boolean)),
});
export type PasskeyQuestionBody = z.infer<typeof PasskeyQuestionSchema>;

export const PasskeyLoginSchema = /* @__PURE__ */ wireObject({
  /** What the browser and the authenticator answered: each as base64url. */
  id: /* @__PURE__ */ bytes(ID_MAX_LENGTH),
  client_data: /* @__PURE__ */ bytes(CLIENT_DATA_MAX_LENGTH),
  authenticator_data: /* @__PURE__ */ bytes(2048),
  signature: /* @__PURE__ */ bytes(2048),
  user_handle: /* @__PURE__ */ bytes(128),
});
export type PasskeyLogin = z.infer<typeof PasskeyLoginSchema>;

export interface PasskeyFacts {
  readonly id: string;
  /** What its owner calls it. */
  readonly name: string;
  /** The name of the gateway that it was made for: it is good only where the page was opened by this one. */
  readonly host: string;
  /** Unix seconds; 0: the clock of the gateway was not set. */
  readonly made_at: number;
  /** The same, of the last login by it; 0: none that is known. */
  readonly used_at: number;
}

/** Where passkeys are good. */
export interface PasskeyPlace {
  /** The name that the gateway was asked by, and that a passkey would be made for; empty: an address, which can have none. */
  readonly host: string;
}

export interface PasskeyList extends PasskeyPlace {
  /** The login of now began within the last five minutes: passkeys can be added and removed. */
  readonly fresh: boolean;
  readonly passkeys: readonly PasskeyFacts[];
}

export interface PasskeyHosts extends PasskeyPlace {
  /** The names that there are passkeys for. */
  readonly hosts: readonly string[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);
const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The passkeys of whoever calls. */
export const getPasskeys: Endpoint<PasskeyList, PasskeyList> = {
  method: 'GET',
  path: '/api/heliograph/passkeys',
  access: 'login',
  query: [],
  read: (value) =>
    isRecord(value) && Array.isArray(value.passkeys)
      ? {
          ...{ host: textOf(value.host), fresh: value.fresh === true },
          passkeys: value.passkeys.filter(isRecord).map((one) => ({
            ...{ id: textOf(one.id), name: textOf(one.name), host: textOf(one.host) },
            ...{ made_at: numberOf(one.made_at), used_at: numberOf(one.used_at) },
          })),
        }
      : undefined,
};

/** What a new passkey is to be made of. */
export interface PasskeyBegun extends ApiResult {
  /** What the authenticator signs, as base64url; it is good once and for five minutes, in the browser that asked. */
  readonly challenge?: string;
  /** The name of the gateway that the passkey is for. */
  readonly host?: string;
  /** By which a passkey tells the gateway whose it is, as base64url; it says nothing to anybody else. */
  readonly user_handle?: string;
  /** The credentials that there are already, as base64url: one device gets no second one. */
  readonly exclude?: readonly string[];
}

export interface ReceivedPasskeyBegun extends ReceivedApiResult {
  readonly challenge?: string;
  readonly host?: string;
  readonly user_handle?: string;
  readonly exclude?: readonly string[];
}

/** The texts among these keys of an answer. */
function textsAmong<Key extends string>(
  value: unknown,
  keys: readonly Key[],
): { readonly [K in Key]?: string } {
  const of: Readonly<Record<string, unknown>> = isRecord(value) ? value : {};
  const told = keys.flatMap((key) => (typeof of[key] === 'string' ? [[key, of[key]] as const] : []));
  return Object.fromEntries(told) as { readonly [K in Key]?: string };
}

/** Begins to make a passkey for whoever calls, who must have logged in within the last five minutes. A cookie comes along that binds it to this browser. */
export const beginPasskey: Endpoint<PasskeyBegun, ReceivedPasskeyBegun, PasskeyBegin> = {
  method: 'POST',
  path: '/api/heliograph/passkey-begin',
  access: 'login',
  query: [],
  read: (value) => {
    const answer = readApiResult(value);
    const { exclude } = isRecord(value) ? value : {};
    return (
      answer && {
        ...answer,
        ...textsAmong(value, ['challenge', 'host', 'user_handle']),
        ...(Array.isArray(exclude) && { exclude: textsOf(exclude) }),
      }
    );
  },
};

/** Takes the passkey that the browser has made. */
export const addPasskey: Endpoint<ApiResult, ReceivedApiResult, PasskeyAddition> = {
  method: 'POST',
  path: '/api/heliograph/passkey-add',
  access: 'login',
  query: [],
  read: readApiResult,
};

/** Removes a passkey of whoever calls, who must have logged in within the last five minutes. The logins that were made with it end. */
export const removePasskey: Endpoint<ApiResult, ReceivedApiResult, PasskeyRemoval> = {
  method: 'POST',
  path: '/api/heliograph/passkey-remove',
  access: 'login',
  query: [],
  read: readApiResult,
};

/** Removes all passkeys of an account. The logins that were made with them end. */
export const removePasskeysOf: Endpoint<ApiResult, ReceivedApiResult, AccountRemoval> = {
  method: 'POST',
  path: '/api/heliograph/passkeys-remove',
  access: 'owner',
  query: [],
  read: readApiResult,
};

/** Whether somebody can log in with a passkey where the page was opened, and by which names else. */
export const getPasskeyHosts: Endpoint<PasskeyHosts, PasskeyHosts> = {
  method: 'GET',
  path: '/api/heliograph/passkey-hosts',
  access: 'open',
  query: [],
  read: (value) =>
    isRecord(value) && Array.isArray(value.hosts)
      ? { host: textOf(value.host), hosts: textsOf(value.hosts) }
      : undefined,
};

/** What a passkey has to sign. */
export interface PasskeyQuestion extends ApiResult {
  readonly challenge?: string;
  readonly host?: string;
}

export interface ReceivedPasskeyQuestion extends ReceivedApiResult {
  readonly challenge?: string;
  readonly host?: string;
}

/** Asks for a login with a passkey. A cookie comes along that binds it to this browser. */
export const askForPasskey: Endpoint<PasskeyQuestion, ReceivedPasskeyQuestion, PasskeyQuestionBody> = {
  method: 'POST',
  path: '/api/heliograph/passkey-question',
  access: 'open',
  query: [],
  read: (value) => {
    const answer = readApiResult(value);
    return answer && { ...answer, ...textsAmong(value, ['challenge', 'host']) };
  },
};

/** Somebody has logged in with a passkey. */
export interface PasskeyAuthenticated extends ApiResult {
  readonly user?: string;
  readonly token?: string;
  readonly role?: Role;
  readonly refused?: number;
}

export interface ReceivedPasskeyAuthentication extends ReceivedAuthentication {
  /** Who it is. */
  readonly user?: string;
}

/** Logs in with a passkey: the answer is that of a login with the password, and says whose the passkey is. */
export const logInWithPasskey: Endpoint<PasskeyAuthenticated, ReceivedPasskeyAuthentication, PasskeyLogin> = {
  method: 'POST',
  path: '/api/heliograph/passkey-login',
  access: 'open',
  query: [],
  read: (value) => {
    const answer = readAuthentication(value);
    return answer && { ...answer, ...textsAmong(value, ['user']) };
  },
};
