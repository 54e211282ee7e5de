import { HM_4CH } from './hm-4ch.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of HERF inverters with four strings: the bytes of HM with four, where the picture is; only the reactive
 * power has a sign. Source: docs/reference/radio-protocol.md#families.
 */
export const HERF_4CH: ModelFamily = {
  ...HM_4CH,
  name: 'herf-4ch',
  typeText: 'HERF-1600, HERF-1800',
  layout: { ...HM_4CH.layout, ac: { ...HM_4CH.layout.ac, isReactivePowerSigned: true } },
  serials: { prefixes: ['2801'] },
};
