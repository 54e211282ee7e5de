import { HM_PERSISTENT_LIMIT_TYPES } from './limit-types.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of inverters with two strings. Source: docs/reference/radio-protocol.md#real-time-data and #families.
 *
 *      0         2         4         6         8         10        12
 *     | id      | U dc 1  | I dc 1  | P dc 1  | U dc 2  | I dc 2  | P dc 2  |
 *      14                  18                  22        24        26
 *     | yield total 1     | yield total 2     | yield 1 | yield 2 | U ac    |
 *      28        30        32        34        36        38        40      41
 *     | f       | P ac    | Q       | I ac    | cos phi | temp    | events  |
 */
export const HM_2CH: ModelFamily = {
  name: 'hm-2ch',
  typeText: 'HM-600, HM-700, HM-800',
  stringCount: 2,
  phaseCount: 1,
  radio: 'nrf24',
  persistentLimitTypes: HM_PERSISTENT_LIMIT_TYPES,
  payloadLength: 42,
  layout: {
    strings: [
      { voltage: 2, current: 4, power: 6, yieldTotal: 14, yieldDay: 22 },
      { voltage: 8, current: 10, power: 12, yieldTotal: 18, yieldDay: 24 },
    ],
    ac: {
      phases: [{ voltage: 26, current: 34 }],
      lineVoltages: [],
      frequency: 28,
      power: 30,
      reactivePower: 32,
      isReactivePowerSigned: false,
      powerFactor: 36,
      temperature: 38,
    },
    eventCount: 40,
  },
  serials: { prefixes: ['1042', '1141'], digits2And3: '14' },
};
