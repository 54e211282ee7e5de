import * as z from 'zod/mini';
import { PA_LEVEL_MAX, PA_LEVEL_MIN, POLL_INTERVAL_MAX_S, POLL_INTERVAL_MIN_S } from './constants.ts';
import { keysPresent, serial, unsigned, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFields, readSettings } from './read-settings.ts';
import type { ApiResult } from './results.ts';

const SERIAL = serial('DtuSerialZero');
const POLL_INTERVAL = unsigned({ min: POLL_INTERVAL_MIN_S, max: POLL_INTERVAL_MAX_S, fail: 'DtuPollZero' });
const PA_LEVEL = z.pipe(
  unsigned({ min: PA_LEVEL_MIN, max: PA_LEVEL_MAX, fail: 'DtuInvalidPowerLevel' }),
  z.literal([0, 1, 2, 3]),
);

/** DTU settings. Source: docs/reference/original-device.md#dtu-settings. */
export const DtuConfigSchema = wireObject({
  dtu_serial: SERIAL,
  dtu_pollinterval: POLL_INTERVAL,
  dtu_palevel: PA_LEVEL,
});
export type DtuConfig = z.infer<typeof DtuConfigSchema>;

/** The limits of the frequency of the other radio in a country, in Hz. */
export interface RadioCountry {
  readonly freq_default: number;
  readonly freq_min: number;
  readonly freq_max: number;
  readonly freq_legal_min: number;
  readonly freq_legal_max: number;
}

/**
 * What original devices have come to tell of themselves as a station on the air: the three values under other names, and a
 * radio of another kind (CMT), which the gateway has not. Source: docs/reference/api-generations.md#settings and
 * docs/reference/api-for-other-programs.md#dtu.
 */
export interface NewerDtuConfig {
  readonly serial: string;
  readonly pollinterval: number;
  readonly nrf_enabled: boolean;
  readonly nrf_palevel: number;
  readonly cmt_enabled: boolean;
  readonly cmt_palevel: number;
  readonly cmt_frequency: number;
  readonly cmt_country: number;
  readonly cmt_chan_width: number;
  readonly country_def: readonly RadioCountry[];
}

/** The keys of 2023, and behind them those of today. */
export interface DtuSettings extends DtuConfig, NewerDtuConfig {}

/**
 * DTU settings as posted: each value by its name of 2023, by that of today, or by both. Of two that are not the same the one
 * counts that is not what is stored.
 */
export const DtuUpdateSchema = z.pipe(
  keysPresent(
    (has) =>
      (has('dtu_serial') || has('serial')) &&
      (has('dtu_pollinterval') || has('pollinterval')) &&
      (has('dtu_palevel') || has('nrf_palevel')),
  ),
  z.object({
    ...{ dtu_serial: z.optional(SERIAL), dtu_pollinterval: z.optional(POLL_INTERVAL) },
    ...{ dtu_palevel: z.optional(PA_LEVEL), serial: z.optional(SERIAL) },
    ...{ pollinterval: z.optional(POLL_INTERVAL), nrf_palevel: z.optional(PA_LEVEL) },
  }),
);
export type DtuUpdate = z.infer<typeof DtuUpdateSchema>;

const DTU_FIELDS = { dtu_serial: 'text', dtu_pollinterval: 'number', dtu_palevel: 'number' } as const;

/** As a client gets it: the serial as text, a level that an original device may have taken wrongly. */
export type ReceivedDtuConfig = ReceivedFields<typeof DTU_FIELDS>;

/** The gateway as a station on the air. */
export const getDtuConfig: Endpoint<DtuSettings, ReceivedDtuConfig> = {
  method: 'GET',
  path: '/api/dtu/config',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, DTU_FIELDS),
};

/**
 * Saves the settings of the gateway as a station. They take effect on the running poll loop. Two names of one value that
 * are both changed, and not to the same, are answered with 1005.
 */
export const setDtuConfig: Endpoint<ApiResult, ReceivedApiResult, DtuUpdate> = {
  method: 'POST',
  path: '/api/dtu/config',
  access: 'admin',
  query: [],
  read: readApiResult,
};
