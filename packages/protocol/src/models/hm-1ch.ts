import { HM_PERSISTENT_LIMIT_TYPES } from './limit-types.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of inverters with one string. Source: docs/reference/radio-protocol.md#real-time-data and #families.
 *
 *      0         2         4         6         8                   12        14
 *     | id      | U dc    | I dc    | P dc    | yield total       | yield d | U ac    |
 *      16        18        20        22        24        26        28      29
 *     | f       | P ac    | Q       | I ac    | cos phi | temp    | events  |
 */
export const HM_1CH: ModelFamily = {
  name: 'hm-1ch',
  typeText: 'HM-300, HM-350, HM-400',
  stringCount: 1,
  phaseCount: 1,
  radio: 'nrf24',
  persistentLimitTypes: HM_PERSISTENT_LIMIT_TYPES,
  payloadLength: 30,
  layout: {
    strings: [{ voltage: 2, current: 4, power: 6, yieldTotal: 8, yieldDay: 12 }],
    ac: {
      phases: [{ voltage: 14, current: 22 }],
      lineVoltages: [],
      frequency: 16,
      power: 18,
      reactivePower: 20,
      isReactivePowerSigned: false,
      powerFactor: 24,
      temperature: 26,
    },
    eventCount: 28,
  },
  serials: { prefixes: ['1022', '1121'], digits2And3: '12' },
};
