import { HMS_2CH } from './hms-2ch.ts';
import { HM_PERSISTENT_LIMIT_TYPES } from './limit-types.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of HERF inverters with two strings: the bytes of HMS with two, where the picture is, over the radio of
 * HM. Source: docs/reference/radio-protocol.md#families.
 */
export const HERF_2CH: ModelFamily = {
  name: 'herf-2ch',
  typeText: 'HERF-600, HERF-800',
  stringCount: 2,
  phaseCount: 1,
  radio: 'nrf24',
  persistentLimitTypes: HM_PERSISTENT_LIMIT_TYPES,
  payloadLength: HMS_2CH.payloadLength,
  layout: HMS_2CH.layout,
  serials: { prefixes: ['2821'] },
};
