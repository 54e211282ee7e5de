import { HMT_6CH } from './hmt-6ch.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of HMT inverters with four strings: the bytes of those with six, where the picture is, of which the
 * places of strings 5 and 6 (46 to 67) stay empty. Source: docs/reference/radio-protocol.md#families.
 */
export const HMT_4CH: ModelFamily = {
  ...HMT_6CH,
  name: 'hmt-4ch',
  typeText: 'HMT-1600, HMT-1800, HMT-2000',
  stringCount: 4,
  layout: { ...HMT_6CH.layout, strings: HMT_6CH.layout.strings.slice(0, 4) },
  serials: { prefixes: ['1361'] },
};
