import type { SettingKey } from './setting-key.ts';

/**
 * The device as a station on the air; `cmt_frequency` is in kHz before v24.1.14 and in Hz since. Source:
 * docs/reference/original-device.md#dtu-settings and docs/reference/api-generations.md#settings.
 */
export const DTU_KEYS: readonly SettingKey[] = [
  { key: 'dtu_serial', kind: 'text', first: '199980112345', until: 23_04_15 },
  { key: 'dtu_pollinterval', kind: 'number', first: 5, until: 23_04_15 },
  { key: 'dtu_palevel', kind: 'number', until: 23_04_15 },
  { key: 'serial', name: 'dtu_serial', kind: 'text', first: '199980112345', since: 23_04_15 },
  { key: 'pollinterval', name: 'dtu_pollinterval', kind: 'number', first: 5, since: 23_04_15 },
  { key: 'nrf_enabled', kind: 'flag', first: true, since: 23_04_15 },
  { key: 'nrf_palevel', name: 'dtu_palevel', kind: 'number', since: 23_04_15 },
  { key: 'cmt_enabled', kind: 'flag', since: 23_04_15 },
  { key: 'cmt_palevel', kind: 'number', since: 23_04_15 },
  { key: 'cmt_frequency', kind: 'number', first: 865_000, since: 23_04_15, until: 24_01_14 },
  { key: 'cmt_frequency', kind: 'number', first: 865_000_000, since: 24_01_14 },
  { key: 'cmt_country', kind: 'number', since: 24_01_14 },
  { key: 'cmt_chan_width', kind: 'number', first: 250_000, since: 24_01_14 },
  {
    key: 'country_def',
    kind: 'list',
    first: [
      {
        ...{ freq_default: 865_000_000, freq_min: 860_000_000, freq_max: 870_000_000 },
        ...{ freq_legal_min: 863_000_000, freq_legal_max: 870_000_000 },
      },
    ],
    since: 24_01_14,
  },
];
