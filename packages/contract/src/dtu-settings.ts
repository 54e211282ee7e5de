import type { ApiResult } from './api-result.ts';
import type { DtuConfig } from './dtu.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFields, readSettings } from './read-settings.ts';

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
