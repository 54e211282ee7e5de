import { HM_PERSISTENT_LIMIT_TYPES } from './limit-types.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of inverters with four strings. Strings 1 and 2 hang on one tracker and share its voltage, strings 3
 * and 4 share that of the other. Source: docs/reference/radio-protocol.md#real-time-data and #families.
 *
 *      0         2         4         6         8         10        12
 *     | id      | U dc 12 | I dc 1  | I dc 2  | P dc 1  | P dc 2  | yield total 1     |
 *      16                  20        22        24        26        28        30
 *     | yield total 2     | yield 1 | yield 2 | U dc 34 | I dc 3  | I dc 4  | P dc 3  |
 *      32        34                  38                  42        44        46
 *     | P dc 4  | yield total 3     | yield total 4     | yield 3 | yield 4 | U ac    |
 *      48        50        52        54        56        58        60      61
 *     | f       | P ac    | Q       | I ac    | cos phi | temp    | events  |
 */
export const HM_4CH: ModelFamily = {
  name: 'hm-4ch',
  typeText: 'HM-1000, HM-1200, HM-1500',
  stringCount: 4,
  phaseCount: 1,
  radio: 'nrf24',
  persistentLimitTypes: HM_PERSISTENT_LIMIT_TYPES,
  payloadLength: 62,
  layout: {
    strings: [
      { voltage: 2, current: 4, power: 8, yieldTotal: 12, yieldDay: 20 },
      { voltage: 2, current: 6, power: 10, yieldTotal: 16, yieldDay: 22 },
      { voltage: 24, current: 26, power: 30, yieldTotal: 34, yieldDay: 42 },
      { voltage: 24, current: 28, power: 32, yieldTotal: 38, yieldDay: 44 },
    ],
    ac: {
      phases: [{ voltage: 46, current: 54 }],
      lineVoltages: [],
      frequency: 48,
      power: 50,
      reactivePower: 52,
      isReactivePowerSigned: false,
      powerFactor: 56,
      temperature: 58,
    },
    eventCount: 60,
  },
  serials: { prefixes: ['1062', '1161'], digits2And3: '16' },
};
