import { HMS_PERSISTENT_LIMIT_TYPES } from './limit-types.ts';
import type { ModelFamily } from './model-family.ts';

/**
 * Real-time data of HMS inverters with four strings, each with a voltage of its own. Source:
 * docs/reference/radio-protocol.md#families.
 *
 *      0         2         4         6         8         10        12
 *     | id      | U dc 1  | U dc 2  | I dc 1  | I dc 2  | P dc 1  | P dc 2  |
 *      14                  18                  22        24        26        28
 *     | yield total 1     | yield total 2     | yield 1 | yield 2 | U dc 3  | U dc 4  |
 *      30        32        34        36        38                  42
 *     | I dc 3  | I dc 4  | P dc 3  | P dc 4  | yield total 3     | yield total 4     |
 *      46        48        50        52        54        56        58
 *     | yield 3 | yield 4 | U ac    | f       | P ac    | Q       | I ac    |
 *      60        62        64      65
 *     | cos phi | temp    | events  |
 */
export const HMS_4CH: ModelFamily = {
  name: 'hms-4ch',
  typeText: 'HMS-1600, HMS-1800, HMS-2000',
  stringCount: 4,
  phaseCount: 1,
  radio: 'sub-ghz',
  persistentLimitTypes: HMS_PERSISTENT_LIMIT_TYPES,
  payloadLength: 66,
  layout: {
    strings: [
      { voltage: 2, current: 6, power: 10, yieldTotal: 14, yieldDay: 22 },
      { voltage: 4, current: 8, power: 12, yieldTotal: 18, yieldDay: 24 },
      { voltage: 26, current: 30, power: 34, yieldTotal: 38, yieldDay: 46 },
      { voltage: 28, current: 32, power: 36, yieldTotal: 42, yieldDay: 48 },
    ],
    ac: {
      phases: [{ voltage: 50, current: 58 }],
      lineVoltages: [],
      frequency: 52,
      power: 54,
      reactivePower: 56,
      isReactivePowerSigned: true,
      powerFactor: 60,
      temperature: 62,
    },
    eventCount: 64,
  },
  serials: { prefixes: ['1164', '1166', '1420'] },
};
