import { HM_1CH } from './hm-1ch.ts';
import { HM_2CH } from './hm-2ch.ts';
import { HM_4CH } from './hm-4ch.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * All supported families, in the order in which their serial rules are tried. Source:
 * docs/reference/radio-protocol.md#families.
 */
export const MODEL_FAMILIES: readonly ModelFamily[] = [HM_4CH, HM_2CH, HM_1CH];
