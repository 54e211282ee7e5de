import * as z from 'zod/mini';
import { lenientText, lenientUnsigned, serial, text } from './constraints.ts';
import { INVERTER_NAME_MAX_LENGTH, INVERTER_NAME_MIN_LENGTH, INVERTER_STRING_COUNT_MAX } from './limits.ts';

/** Settings of one string: its own name (may be empty) and its panels' peak power in W (0: not set). */
export const StringConfigSchema = z.object({ name: lenientText(), max_power: lenientUnsigned(16) });
export type StringConfig = z.infer<typeof StringConfigSchema>;

/** What is configured for one inverter. Source: device contract, sections 1.8 to 1.10. */
export const InverterConfigSchema = z.object({
  serial: serial('InverterSerialZero'),
  name: text({ min: INVERTER_NAME_MIN_LENGTH, max: INVERTER_NAME_MAX_LENGTH, fail: 'InverterNameLength' }),
  channel: z.array(StringConfigSchema).check(z.maxLength(INVERTER_STRING_COUNT_MAX)),
});
export type InverterConfig = z.infer<typeof InverterConfigSchema>;
