import { HMS_PERSISTENT_LIMIT_TYPES } from './limit-types.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of HMT inverters with six strings, on three phases. Strings 1 and 2 hang on one tracker and share its
 * voltage, and so do 3 and 4, 5 and 6. Source: docs/reference/radio-protocol.md#families.
 *
 *      0         2         4         6         8         10        12
 *     | id      | U dc 12 | I dc 1  | I dc 2  | P dc 1  | P dc 2  | yield total 1     |
 *      16                  20        22        24        26        28        30
 *     | yield total 2     | yield 1 | yield 2 | U dc 34 | I dc 3  | I dc 4  | P dc 3  |
 *      32        34                  38                  42        44        46
 *     | P dc 4  | yield total 3     | yield total 4     | yield 3 | yield 4 | U dc 56 |
 *      48        50        52        54        56                  60
 *     | I dc 5  | I dc 6  | P dc 5  | P dc 6  | yield total 5     | yield total 6     |
 *      64        66        68        70        72        74        76        78
 *     | yield 5 | yield 6 | U 1-N   | U 2-N   | U 3-N   | U 1-2   | U 2-3   | U 3-1   |
 *      80        82        84        86        88        90        92        94        96      97
 *     | f       | P ac    | Q       | I ac 1  | I ac 2  | I ac 3  | cos phi | temp    | events  |
 */
export const HMT_6CH: ModelFamily = {
  name: 'hmt-6ch',
  typeText: 'HMT-1800, HMT-2250',
  stringCount: 6,
  phaseCount: 3,
  radio: 'sub-ghz',
  persistentLimitTypes: HMS_PERSISTENT_LIMIT_TYPES,
  payloadLength: 98,
  layout: {
    strings: [
      { voltage: 2, current: 4, power: 8, yieldTotal: 12, yieldDay: 20 },
      { voltage: 2, current: 6, power: 10, yieldTotal: 16, yieldDay: 22 },
      { voltage: 24, current: 26, power: 30, yieldTotal: 34, yieldDay: 42 },
      { voltage: 24, current: 28, power: 32, yieldTotal: 38, yieldDay: 44 },
      { voltage: 46, current: 48, power: 52, yieldTotal: 56, yieldDay: 64 },
      { voltage: 46, current: 50, power: 54, yieldTotal: 60, yieldDay: 66 },
    ],
    ac: {
      phases: [
        { voltage: 68, current: 86 },
        { voltage: 70, current: 88 },
        { voltage: 72, current: 90 },
      ],
      lineVoltages: [74, 76, 78],
      frequency: 80,
      power: 82,
      reactivePower: 84,
      isReactivePowerSigned: true,
      powerFactor: 92,
      temperature: 94,
    },
    eventCount: 96,
  },
  serials: { prefixes: ['1382'] },
};
