import { HMS_PERSISTENT_LIMIT_TYPES } from './limit-types.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of HMS inverters with one string, second version: those of two strings, in which the second is missing
 * and leaves its place empty; the event counter and the reactive power stand where its total yield would be. Source:
 * docs/reference/radio-protocol.md#families.
 *
 *      0         2         4         6         8         10        12
 *     | id      | U dc    | unused  | I dc    | unused  | P dc    | unused  |
 *      14                  18        20        22        24        26
 *     | yield total       | events  | Q       | yield d | unused  | U ac    |
 *      28        30        32        34        36        38        40      41
 *     | f       | P ac    | unused  | I ac    | cos phi | temp    | unused  |
 */
export const HMS_1CH_V2: ModelFamily = {
  name: 'hms-1ch-v2',
  typeText: 'HMS-450 v2, HMS-500 v2',
  stringCount: 1,
  phaseCount: 1,
  radio: 'sub-ghz',
  persistentLimitTypes: HMS_PERSISTENT_LIMIT_TYPES,
  payloadLength: 42,
  leastPayloadLength: 40,
  layout: {
    strings: [{ voltage: 2, current: 6, power: 10, yieldTotal: 14, yieldDay: 22 }],
    ac: {
      phases: [{ voltage: 26, current: 34 }],
      lineVoltages: [],
      frequency: 28,
      power: 30,
      reactivePower: 20,
      isReactivePowerSigned: true,
      powerFactor: 36,
      temperature: 38,
    },
    eventCount: 18,
  },
  serials: { prefixes: ['1125', '1400'] },
};
