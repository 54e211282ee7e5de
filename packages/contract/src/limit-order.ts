import type * as z from 'zod/mini';
import { oneOfNumbers, serial, tenthsWithMax, wireObject } from './constraints.ts';
import { LIMIT_TYPE_NUMBERS } from './limit-types.ts';
import { LIMIT_VALUE_MAX, LIMIT_VALUE_MIN } from './limits.ts';

/**
 * An order to limit an inverter. The value is watts (types 0, 2 and 256) or percent (1, 3 and 257) in steps of 0.1,
 * what is finer is cut off; percents above 100 are accepted and cut when they are sent (the original does the same).
 * The inverter forgets limits of the types 0 and 1 when it restarts and keeps the others. Source:
 * docs/reference/original-device.md#limit and #quirk-8.
 */
export const LimitOrderSchema = wireObject({
  serial: serial('LimitSerialZero'),
  limit_value: tenthsWithMax({ min: LIMIT_VALUE_MIN, max: LIMIT_VALUE_MAX, fail: 'LimitInvalidValue' }),
  limit_type: oneOfNumbers({ numbers: LIMIT_TYPE_NUMBERS, fail: 'LimitInvalidType' }),
});
export type LimitOrder = z.infer<typeof LimitOrderSchema>;
