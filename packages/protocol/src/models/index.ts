import { HERF_1CH } from './herf-1ch.ts';
import { HERF_2CH } from './herf-2ch.ts';
import { HERF_4CH } from './herf-4ch.ts';
import { HM_1CH } from './hm-1ch.ts';
import { HM_2CH } from './hm-2ch.ts';
import { HM_4CH } from './hm-4ch.ts';
import { HMS_1CH } from './hms-1ch.ts';
import { HMS_1CH_V2 } from './hms-1ch-v2.ts';
import { HMS_2CH } from './hms-2ch.ts';
import { HMS_4CH } from './hms-4ch.ts';
import { HMT_4CH } from './hmt-4ch.ts';
import { HMT_6CH } from './hmt-6ch.ts';
import type { ModelFamily } from './model-family.ts';

/** All supported families. Source: docs/reference/radio-protocol.md#families. */
export const MODEL_FAMILIES: readonly ModelFamily[] = [
  HM_1CH,
  HM_2CH,
  HM_4CH,
  HMS_1CH,
  HMS_1CH_V2,
  HMS_2CH,
  HMS_4CH,
  HMT_4CH,
  HMT_6CH,
  HERF_1CH,
  HERF_2CH,
  HERF_4CH,
];
