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
]);

/** The model with this part number (an unsigned 32-bit number); undefined when nobody has told us of it. */
export function deviceModelOf(hardwarePartNumber: number): DeviceModel | undefined {
  return BY_PART_NUMBER.get(hardwarePartNumber) ?? BY_MODEL_GROUP.get(hardwarePartNumber >>> 8);
}
