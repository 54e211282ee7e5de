import type { Endpoint } from './endpoint.ts';
import { type ReceivedFacts, type ReceivedFields, readFacts } from './read-settings.ts';

const STATUS_FIELDS = {
  hostname: 'text',
  sdkversion: 'text',
  cpufreq: 'number',
  heap_total: 'number',
  heap_used: 'number',
  sketch_total: 'number',
  sketch_used: 'number',
  littlefs_total: 'number',
  littlefs_used: 'number',
  chiprevision: 'number',
  chipmodel: 'text',
  chipcores: 'number',
  resetreason_0: 'text',
  resetreason_1: 'text',
  cfgsavecount: 'number',
  config_version: 'text',
  git_hash: 'text',
  uptime: 'number',
  radio_connected: 'flag',
  radio_pvariant: 'flag',
} as const;

/**
 * The machine and what runs on it: sizes in bytes, `cpufreq` in MHz, `uptime` in seconds, `git_hash` usually `g` and 7
 * hex digits. Keys in the order of the wire. Source: device contract, section 1.17.
 */
export type SystemStatus = ReceivedFields<typeof STATUS_FIELDS>;
export type ReceivedSystemStatus = ReceivedFacts<typeof STATUS_FIELDS>;

/** What the gateway runs on, and as which version. */
export const getSystemStatus: Endpoint<SystemStatus, ReceivedSystemStatus> = {
  method: 'GET',
  path: '/api/system/status',
  access: 'readonly',
  query: [],
  read: (value) => readFacts(value, STATUS_FIELDS),
};
