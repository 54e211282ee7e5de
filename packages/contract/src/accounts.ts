import * as z from 'zod/mini';
import { ACCOUNT_NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, TOKEN_NAME_MAX_LENGTH } from './constants.ts';
import { exactText, exactTextLike, oneOfTexts, wireObject } from './constraints.ts';
import { type Endpoint, ROLES, type Role } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * Who may log in beside the one user of the original, and which programs may call without a password. All of it is ours, no original
 * device has it (docs/decisions/0052-accounts-and-roles.md).
 */

/** No colon, which ends the name in a Basic header, and nothing that cannot be seen. */
const NAME = new RegExp(`^(?! )[^:\\p{C}\\p{Zl}\\p{Zp}]{1,${ACCOUNT_NAME_MAX_LENGTH}}(?<! )$`, 'u');

const accountName = () => exactTextLike(NAME, 'AccountName');
const role = () => oneOfTexts({ texts: ROLES, fail: 'AccountRole' });

export const AccountUpdateSchema = /* @__PURE__ */ wireObject({
  name: /* @__PURE__ */ accountName(),
  role: /* @__PURE__ */ role(),
  /** Empty: that of an account which is there already stays. Otherwise 8 to 64 bytes. */
  password: /* @__PURE__ */ exactText({ min: 0, max: PASSWORD_MAX_LENGTH, fail: 'PasswordLength' }),
  /** It must not be there yet. */
  is_new: /* @__PURE__ */ z.boolean(),
});
export type AccountUpdate = z.infer<typeof AccountUpdateSchema>;

export const AccountRemovalSchema = /* @__PURE__ */ wireObject({ name: /* @__PURE__ */ accountName() });
export type AccountRemoval = z.infer<typeof AccountRemovalSchema>;

export const OwnPasswordSchema = /* @__PURE__ */ wireObject({
  current_password: /* @__PURE__ */ exactText({ min: 0, max: PASSWORD_MAX_LENGTH, fail: 'PasswordLength' }),
  password: /* @__PURE__ */ exactText({ min: 0, max: PASSWORD_MAX_LENGTH, fail: 'PasswordLength' }),
});
export type OwnPassword = z.infer<typeof OwnPasswordSchema>;

export const TokenCreationSchema = /* @__PURE__ */ wireObject({
  name: /* @__PURE__ */ exactText({ min: 1, max: TOKEN_NAME_MAX_LENGTH, fail: 'EntryName' }),
  role: /* @__PURE__ */ role(),
});
export type TokenCreation = z.infer<typeof TokenCreationSchema>;

export const TokenEndSchema = /* @__PURE__ */ wireObject({
  id: /* @__PURE__ */ exactTextLike(/^[\w-]{1,32}$/, 'TokenUnknown'),
});
export type TokenEnd = z.infer<typeof TokenEndSchema>;

export interface AccountFacts {
  readonly name: string;
  readonly role: Role;
  /** Without one nobody gets in: it was taken over from a backup or put back, and needs a new password. */
  readonly has_password: boolean;
  /** How many it has. */
  readonly passkeys: number;
}

export interface TokenFacts {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Unix seconds; 0: the clock of the gateway was not set. */
  readonly made_at: number;
  /** The same, of the last call; 0: none that is known. */
  readonly used_at: number;
}

export interface AccountList {
  /** `admin` first. */
  readonly accounts: readonly AccountFacts[];
  readonly tokens: readonly TokenFacts[];
}

const recordsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);
const roleOf = (value: unknown): Role => ROLES.find((known) => known === value) ?? 'viewer';

/** Who may log in, and the tokens of programs. */
export const getAccounts: Endpoint<AccountList, AccountList> = {
  method: 'GET',
  path: '/api/heliograph/accounts',
  access: 'owner',
  query: [],
  read: (value) =>
    isRecord(value) && Array.isArray(value.accounts)
      ? {
          accounts: recordsOf(value.accounts).map((one) => ({
            ...{ name: textOf(one.name), role: roleOf(one.role), has_password: one.has_password === true },
            passkeys: numberOf(one.passkeys),
          })),
          tokens: recordsOf(value.tokens).map((one) => ({
            ...{ id: textOf(one.id), name: textOf(one.name), role: roleOf(one.role) },
            ...{ made_at: numberOf(one.made_at), used_at: numberOf(one.used_at) },
          })),
        }
      : undefined,
};

/** Adds an account, or changes role and password of one; `admin` has its password among the security settings. A new password ends its logins. */
export const saveAccount: Endpoint<ApiResult, ReceivedApiResult, AccountUpdate> = {
  method: 'POST',
  path: '/api/heliograph/account-save',
  access: 'owner',
  query: [],
  read: readApiResult,
};

/** Removes an account; its logins end. `admin` stays. */
export const removeAccount: Endpoint<ApiResult, ReceivedApiResult, AccountRemoval> = {
  method: 'POST',
  path: '/api/heliograph/account-remove',
  access: 'owner',
  query: [],
  read: readApiResult,
};

/** Changes the password of whoever calls, who has to tell the one of now as well. All logins of the old one end. */
export const setOwnPassword: Endpoint<ApiResult, ReceivedApiResult, OwnPassword> = {
  method: 'POST',
  path: '/api/heliograph/own-password',
  access: 'login',
  query: [],
  read: readApiResult,
};

/** A token was made. */
export interface TokenCreated extends ApiResult {
  /** What the program sends in place of a password, with any user name; it is told this once. */
  readonly token?: string;
}

export interface ReceivedTokenCreated extends ReceivedApiResult {
  readonly token?: string;
}

/** Makes a token for a program: it may read (`viewer`), give orders (`operator`) or change settings (`admin`), and never log in to pages or manage accounts. */
export const createToken: Endpoint<TokenCreated, ReceivedTokenCreated, TokenCreation> = {
  method: 'POST',
  path: '/api/heliograph/token-create',
  access: 'owner',
  query: [],
  read: (value) => {
    const token = isRecord(value) ? value.token : undefined;
    const answer = readApiResult(value);
    return answer && (typeof token === 'string' ? { ...answer, token } : answer);
  },
};

/** Ends a token: it is worth nothing from the next call on. */
export const endToken: Endpoint<ApiResult, ReceivedApiResult, TokenEnd> = {
  method: 'POST',
  path: '/api/heliograph/token-end',
  access: 'owner',
  query: [],
  read: readApiResult,
};
