import type * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './constants.ts';
import { lenientBoolean, text, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFields, readSettings } from './read-settings.ts';
import type { ApiResult } from './results.ts';

/** Security settings as posted. Source: docs/reference/original-device.md#security. */
export const SecurityConfigSchema = wireObject({
  password: text({ min: PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_LENGTH, fail: 'PasswordLength' }),
  allow_readonly: lenientBoolean(),
});
export type SecurityConfig = z.infer<typeof SecurityConfigSchema>;

const SECURITY_FIELDS = { password: 'text', allow_readonly: 'flag' } as const;

/** The password is the placeholder (docs/decisions/0007-secrets-are-never-sent.md), of an original device its text. */
export type ReceivedSecurityConfig = ReceivedFields<typeof SECURITY_FIELDS>;

/** Whether everybody may read, and the placeholder of the password. */
export const getSecurityConfig: Endpoint<SecurityConfig, ReceivedSecurityConfig> = {
  method: 'GET',
  path: '/api/security/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, SECURITY_FIELDS),
};

/** Sets the password, and whether everybody may read. A new password counts from the very next call on: all logins and sockets of the old one end. */
export const setSecurityConfig: Endpoint<ApiResult, ReceivedApiResult, SecurityConfig> = {
  method: 'POST',
  path: '/api/security/config',
  access: 'owner',
  query: [],
  read: readApiResult,
};
