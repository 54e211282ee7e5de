import { HM_1CH } from './hm-1ch.ts';
import { HMS_PERSISTENT_LIMIT_TYPES } from './limit-types.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of HMS inverters with one string: the bytes of HM with one string, where the picture is; only the
 * reactive power has a sign. Source: docs/reference/radio-protocol.md#families.
 */
export const HMS_1CH: ModelFamily = {
  name: 'hms-1ch',
  typeText: 'HMS-300, HMS-350, HMS-400, HMS-450, HMS-500',
  stringCount: 1,
  phaseCount: 1,
  radio: 'sub-ghz',
  persistentLimitTypes: HMS_PERSISTENT_LIMIT_TYPES,
  payloadLength: HM_1CH.payloadLength,
  layout: { ...HM_1CH.layout, ac: { ...HM_1CH.layout.ac, isReactivePowerSigned: true } },
  serials: { prefixes: ['1124'] },
};
