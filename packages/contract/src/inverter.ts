import * as z from 'zod/mini';
import { itemCount, lenientUnsigned, serial, text, wireObject } from './constraints.ts';
import {
  INVERTER_NAME_MAX_LENGTH,
  INVERTER_NAME_MIN_LENGTH,
  INVERTER_STRING_COUNT_MAX,
  INVERTER_STRING_COUNT_MIN,
  STRING_NAME_MAX_LENGTH,
} from './limits.ts';

/**
 * Settings of one string: its own name (may be empty) and its panels' peak power in W (0: not set). The original has
 * no code for a string name that is too long; the inverter name's says the same.
 */
export const StringConfigSchema = wireObject({
  name: text({ max: STRING_NAME_MAX_LENGTH, fail: 'InverterNameLength' }),
  max_power: lenientUnsigned(16),
});
export type StringConfig = z.infer<typeof StringConfigSchema>;

/** What is configured for one inverter. Source: device contract, sections 1.8 to 1.10. */
export const InverterConfigSchema = wireObject({
  serial: serial('InverterSerialZero'),
  name: text({ min: INVERTER_NAME_MIN_LENGTH, max: INVERTER_NAME_MAX_LENGTH, fail: 'InverterNameLength' }),
  channel: itemCount(z.array(StringConfigSchema), {
    min: INVERTER_STRING_COUNT_MIN,
    max: INVERTER_STRING_COUNT_MAX,
    fail: 'InverterInvalidChannelCount',
  }),
});
export type InverterConfig = z.infer<typeof InverterConfigSchema>;
