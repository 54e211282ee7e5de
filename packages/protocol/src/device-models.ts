/**
 * Models by hardware part number.
 *
 *      31      24 23      16 15       8 7        0
 *     |        model group             | variant |
 *
 * A whole number decides first, then the upper three bytes alone. Source:
 * docs/reference/radio-protocol.md#device-information and docs/reference/original-device.md#device-info.
 */

import type { DeviceModel } from '@heliograph/domain';

const BY_PART_NUMBER: ReadonlyMap<number, DeviceModel> = new Map([
  // Limited to 210 W in the factory.
  [0x10_10_10_15, { name: 'HM-300', maxPowerW: 210 }],
]);

const BY_MODEL_GROUP: ReadonlyMap<number, DeviceModel> = new Map([
  [0x10_10_10, { name: 'HM-300', maxPowerW: 300 }],
  [0x10_10_20, { name: 'HM-350', maxPowerW: 350 }],
  // Not known to the original; reported in https://github.com/tbnobody/OpenDTU/issues/644
  [0x10_10_30, { name: 'HM-400', maxPowerW: 400 }],
  [0x10_10_40, { name: 'HM-400', maxPowerW: 400 }],
  [0x10_11_10, { name: 'HM-600', maxPowerW: 600 }],
  [0x10_11_20, { name: 'HM-700', maxPowerW: 700 }],
  [0x10_11_30, { name: 'HM-800', maxPowerW: 800 }],
  [0x10_11_40, { name: 'HM-800', maxPowerW: 800 }],
  [0x10_12_10, { name: 'HM-1200', maxPowerW: 1200 }],
  [0x10_02_30, { name: 'MI-1500 Gen3', maxPowerW: 1500 }],
  [0x10_12_30, { name: 'HM-1500', maxPowerW: 1500 }],

  [0x10_20_11, { name: 'HMS-300-1T', maxPowerW: 300 }],
  [0x10_20_21, { name: 'HMS-350-1T', maxPowerW: 350 }],
  [0x10_20_41, { name: 'HMS-400-1T', maxPowerW: 400 }],
  [0x10_10_51, { name: 'HMS-450-1T', maxPowerW: 450 }],
  [0x10_20_51, { name: 'HMS-450-1T', maxPowerW: 450 }],
  [0x10_10_71, { name: 'HMS-500-1T', maxPowerW: 500 }],
  [0x10_20_71, { name: 'HMS-500-1T v2', maxPowerW: 500 }],
  [0x10_21_11, { name: 'HMS-600-2T', maxPowerW: 600 }],
  [0x10_21_21, { name: 'HMS-700-2T', maxPowerW: 700 }],
  [0x10_21_41, { name: 'HMS-800-2T', maxPowerW: 800 }],
  [0x10_11_41, { name: 'HMS-800-2T-LV', maxPowerW: 800 }],
  [0x10_11_51, { name: 'HMS-900-2T', maxPowerW: 900 }],
  [0x10_21_51, { name: 'HMS-900-2T', maxPowerW: 900 }],
  [0x10_11_71, { name: 'HMS-1000-2T', maxPowerW: 1000 }],
  [0x10_21_71, { name: 'HMS-1000-2T', maxPowerW: 1000 }],
  [0x10_22_41, { name: 'HMS-1600-4T', maxPowerW: 1600 }],
  [0x10_12_51, { name: 'HMS-1800-4T', maxPowerW: 1800 }],
  [0x10_22_51, { name: 'HMS-1800-4T', maxPowerW: 1800 }],
  [0x10_12_71, { name: 'HMS-2000-4T', maxPowerW: 2000 }],
  [0x10_22_71, { name: 'HMS-2000-4T', maxPowerW: 2000 }],

  [0x10_32_41, { name: 'HMT-1600-4T', maxPowerW: 1600 }],
  [0x10_32_51, { name: 'HMT-1800-4T', maxPowerW: 1800 }],
  [0x10_32_71, { name: 'HMT-2000-4T', maxPowerW: 2000 }],
  [0x10_33_11, { name: 'HMT-1800-6T', maxPowerW: 1800 }],
  [0x10_33_31, { name: 'HMT-2250-6T', maxPowerW: 2250 }],

  [0xf1_01_10, { name: 'HERF-600', maxPowerW: 600 }],
  [0xf1_01_14, { name: 'HERF-800', maxPowerW: 800 }],
  [0xf1_01_24, { name: 'HERF-1600', maxPowerW: 1600 }],
  [0xf1_01_22, { name: 'HERF-1800', maxPowerW: 1800 }],
]);

/** The model with this part number (an unsigned 32-bit number); undefined when nobody has told us of it. */
export function deviceModelOf(hardwarePartNumber: number): DeviceModel | undefined {
  return BY_PART_NUMBER.get(hardwarePartNumber) ?? BY_MODEL_GROUP.get(hardwarePartNumber >>> 8);
}
