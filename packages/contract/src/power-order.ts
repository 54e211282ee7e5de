import * as z from 'zod/mini';
import { keysPresent, lenientBoolean, serial } from './constraints.ts';

/**
 * An order to switch an inverter. `power` (true: on) goes before `restart`; `restart: false` is accepted and means
 * nothing. Source: device contract, section 1.7; quirk 09.
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
