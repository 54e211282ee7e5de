import type * as z from 'zod/mini';
import { lenientBoolean, text, wireObject } from './constraints.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts';

/** Security settings as posted. Source: docs/reference/original-device.md#security. */
export const SecurityConfigSchema = wireObject({
  password: text({ min: PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_LENGTH, fail: 'PasswordLength' }),
  allow_readonly: lenientBoolean(),
});
export type SecurityConfig = z.infer<typeof SecurityConfigSchema>;
