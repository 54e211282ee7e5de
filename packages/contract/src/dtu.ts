import * as z from 'zod/mini';
import { serial, unsigned, wireObject } from './constraints.ts';
import { PA_LEVEL_MAX, PA_LEVEL_MIN, POLL_INTERVAL_MAX_S, POLL_INTERVAL_MIN_S } from './limits.ts';

/** DTU settings. Source: docs/reference/original-device.md#dtu-settings. */
export const DtuConfigSchema = wireObject({
  dtu_serial: serial('DtuSerialZero'),
  dtu_pollinterval: unsigned({ min: POLL_INTERVAL_MIN_S, max: POLL_INTERVAL_MAX_S, fail: 'DtuPollZero' }),
  dtu_palevel: z.pipe(
    unsigned({ min: PA_LEVEL_MIN, max: PA_LEVEL_MAX, fail: 'DtuInvalidPowerLevel' }),
    z.literal([0, 1, 2, 3]),
  ),
});
export type DtuConfig = z.infer<typeof DtuConfigSchema>;
