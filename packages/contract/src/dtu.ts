import * as z from 'zod/mini';
import { PA_LEVEL_MAX, PA_LEVEL_MIN, POLL_INTERVAL_MAX_S, POLL_INTERVAL_MIN_S } from './constants.ts';
import { serial, unsigned, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFields, readSettings } from './read-settings.ts';
import type { ApiResult } from './results.ts';

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

const DTU_FIELDS = { dtu_serial: 'text', dtu_pollinterval: 'number', dtu_palevel: 'number' } as const;

/** As a client gets it: the serial as text, a level that an original device may have taken wrongly. */
export type ReceivedDtuConfig = ReceivedFields<typeof DTU_FIELDS>;

/** The gateway as a station on the air. */
export const getDtuConfig: Endpoint<DtuConfig, ReceivedDtuConfig> = {
  method: 'GET',
  path: '/api/dtu/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, DTU_FIELDS),
};

/** Saves the settings of the gateway as a station. They take effect on the running poll loop. */
export const setDtuConfig: Endpoint<ApiResult, ReceivedApiResult, DtuConfig> = {
  method: 'POST',
  path: '/api/dtu/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};
