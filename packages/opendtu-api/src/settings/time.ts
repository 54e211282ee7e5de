import type { SettingKey } from './setting-key.ts';

/**
 * Time server, zone and place. Source: docs/reference/original-device.md#time and
 * docs/reference/api-generations.md#settings.
 */
export const TIME_KEYS: readonly SettingKey[] = [
  { key: 'ntp_server', kind: 'text', first: 'pool.ntp.org', until: 24_03_31 },
  { key: 'ntp_server', kind: 'text', first: 'opendtu.pool.ntp.org', since: 24_03_31 },
  { key: 'ntp_timezone', kind: 'text', first: 'CET-1CEST,M3.5.0,M10.5.0/3', until: 26_03_28 },
  { key: 'ntp_timezone_descr', kind: 'text', first: 'Europe/Berlin' },
  { key: 'longitude', kind: 'number', since: 23_04_04 },
  { key: 'latitude', kind: 'number', since: 23_04_04 },
  { key: 'sunsettype', kind: 'number', since: 23_05_31 },
];
