import * as z from 'zod/mini';
import { keysPresent, lenientBoolean, serial } from './constraints.ts';

/**
 * An order to switch an inverter. `power` (true: on) goes before `restart`; `restart: false` is accepted and means
 * nothing. Source: docs/reference/original-device.md#power and #quirk-9.
 */
export const PowerOrderSchema = z.pipe(
  keysPresent((has) => has('serial') && (has('power') || has('restart'))),
  z.object({
    serial: serial('PowerSerialZero'),
    power: z.optional(lenientBoolean()),
    restart: z.optional(lenientBoolean()),
  }),
);
export type PowerOrder = z.infer<typeof PowerOrderSchema>;
