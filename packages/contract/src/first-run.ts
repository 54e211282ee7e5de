import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './constants.ts';
import { exactText, exactTextLike, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isRecord } from './unknown-values.ts';

/**
 * How a fresh gateway is set up. All of it is ours, no original device has it (docs/decisions/0057-first-run.md).
 */

/** In a browser that does not want to be led to the guide when it opens the gateway; `later` is its value. */
export const FIRST_RUN_COOKIE = 'heliograph-welcome';

/** Why a change is refused (403) while the first password is missing. */
export const NO_FIRST_PASSWORD =
  'Until a password is set, only the machine of the gateway may change anything. Open the page /welcome to set one, with the code that the gateway printed at its start.';

export const FirstPasswordSchema = /* @__PURE__ */ wireObject({
  /** As the start has printed it, with or without its dash; empty on the own machine. */
  code: /* @__PURE__ */ exactTextLike(/^[\w -]{0,32}$/, 'FirstCodeWrong'),
  password: /* @__PURE__ */ exactText({
    ...{ min: PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_LENGTH, fail: 'PasswordLength' },
  }),
});
export type FirstPassword = z.infer<typeof FirstPasswordSchema>;

export const FirstRunEndSchema = /* @__PURE__ */ wireObject({ done: /* @__PURE__ */ z.boolean() });
export type FirstRunEnd = z.infer<typeof FirstRunEndSchema>;

export interface FirstRun {
  /** The guide opens by itself: nobody has said yet that it is done. */
  readonly open: boolean;
  /** No password was chosen yet: until then nothing else can be changed from another machine. */
  readonly locked: boolean;
  /** The call comes from the machine of the gateway, which needs no code. */
  readonly own_machine: boolean;
  /** The admin still has the password that everybody knows; nobody but admins is told so. */
  readonly default_password: boolean;
}

/** Whether the gateway still waits to be set up, and what it takes from whoever asks. */
export const getFirstRun: Endpoint<FirstRun, FirstRun> = {
  method: 'GET',
  path: '/api/heliograph/first-run',
  access: 'open',
  query: [],
  read: (value) =>
    isRecord(value)
      ? {
          open: value.open === true,
          locked: value.locked === true,
          own_machine: value.own_machine === true,
          default_password: value.default_password === true,
        }
      : undefined,
};

/** Sets the first password of the admin on a fresh gateway: with the code that its start has printed, or from its own machine without. It needs no login. */
export const setFirstPassword: Endpoint<ApiResult, ReceivedApiResult, FirstPassword> = {
  method: 'POST',
  path: '/api/heliograph/first-password',
  access: 'open',
  query: [],
  read: readApiResult,
};

/** Says that the gateway is set up, or that its owner was asked to: the guide does not open by itself any more; or that it is to do so again. */
export const endFirstRun: Endpoint<ApiResult, ReceivedApiResult, FirstRunEnd> = {
  method: 'POST',
  path: '/api/heliograph/first-run-done',
  access: 'admin',
  query: [],
  read: readApiResult,
};
