import { HERF_2CH } from './herf-2ch.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of HERF inverters with one string: those of two strings, in which the places of the second stay empty.
 * Source: docs/reference/radio-protocol.md#families.
 */
export const HERF_1CH: ModelFamily = {
  ...HERF_2CH,
  name: 'herf-1ch',
  typeText: 'HERF-300',
  stringCount: 1,
  layout: { ...HERF_2CH.layout, strings: HERF_2CH.layout.strings.slice(0, 1) },
  serials: { prefixes: ['2841'] },
};
