import type { Endpoint } from './endpoint.ts';
import { type ReceivedFacts, type ReceivedFields, statusOf } from './read-settings.ts';

const STATUS_FIELDS = {
  hostname: 'privateText',
  sdkversion: 'publicText',
  cpufreq: 'number',
  heap_total: 'number',
  heap_used: 'number',
  sketch_total: 'number',
  sketch_used: 'number',
  littlefs_total: 'number',
  littlefs_used: 'number',
  chiprevision: 'number',
  chipmodel: 'publicText',
  chipcores: 'number',
  resetreason_0: 'publicText',
  resetreason_1: 'publicText',
  cfgsavecount: 'number',
  config_version: 'publicText',
  git_hash: 'publicText',
  uptime: 'number',
  radio_connected: 'flag',
  radio_pvariant: 'flag',
  heliograph_version: 'publicText',
  heliograph_commit: 'publicText',
  heliograph_installation: 'publicText',
  heliograph_image: 'publicText',
  heliograph_runtime_end_of_life: 'publicText',
} as const;

/** How the gateway was installed, and so is updated; `unknown` where that does not show. */
export type Installation = 'git' | 'docker' | 'systemd' | 'unknown';

/**
 * The machine and what runs on it: sizes in bytes, `cpufreq` in MHz, `uptime` in seconds, `git_hash` usually `g` and 7
 * hex digits. Keys in the order of the wire. The last five are ours, beside those of original devices: the gateway's
 * version, the commit it was built from and how it was installed (`git`, `docker`, `systemd` or `unknown`), the version
 * of the firmware image that it keeps and does not run, empty without one, and the day of the last security fixes for
 * what it runs on (`2026-04-30`), empty while it gets them. Source: docs/reference/original-device.md#system-status.
 */
export interface SystemStatus extends ReceivedFields<typeof STATUS_FIELDS> {
  readonly heliograph_installation: Installation;
}
export type ReceivedSystemStatus = ReceivedFacts<typeof STATUS_FIELDS>;

/** What the gateway runs on, and as which version. */
export const getSystemStatus: Endpoint<SystemStatus, ReceivedSystemStatus> = {
  method: 'GET',
  path: '/api/system/status',
  access: 'readonly',
  query: [],
  ...statusOf(STATUS_FIELDS),
};
