import type * as z from 'zod/mini';
import { oneOfNumbers, serial, unsignedWithMax, wireObject } from './constraints.ts';
import { LIMIT_TYPE_NUMBERS } from './limit-types.ts';
import { LIMIT_VALUE_MAX, LIMIT_VALUE_MIN } from './limits.ts';

/**
 * An order to limit an inverter. The value is watts or percent as the type says; percents above 100 are accepted and
 * cut when they are sent (the original does the same). Source: device contract, section 1.5; quirk 08.
 */
export const LimitOrderSchema = wireObject({
  serial: serial('LimitSerialZero'),
  limit_value: unsignedWithMax({ min: LIMIT_VALUE_MIN, max: LIMIT_VALUE_MAX, fail: 'LimitInvalidValue' }),
  limit_type: oneOfNumbers({ numbers: LIMIT_TYPE_NUMBERS, fail: 'LimitInvalidType' }),
});
export type LimitOrder = z.infer<typeof LimitOrderSchema>;
