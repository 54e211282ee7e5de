/** What the simulated models say of themselves. Part numbers: docs/reference/radio-protocol.md#device-information. */

import type { FirmwareInfo, HardwareInfo } from '@heliograph/domain';
import { deviceModelOf } from '@heliograph/protocol';
import type { InverterModel } from './scenarios/scenario.ts';

export interface Nameplate {
  readonly maxPowerW: number;
  readonly firmware: FirmwareInfo;
  readonly hardware: HardwareInfo;
}

/** That of the HERF-300 has not been published: the one here is made up, and names no model. */
const PART_NUMBERS: Readonly<Record<InverterModel, number>> = {
  'HM-300': 0x10_10_10_10,
  'HM-400': 0x10_10_40_10,
  'HM-600': 0x10_11_10_10,
  'HM-800': 0x10_11_40_10,
  'HM-1200': 0x10_12_10_10,
  'HM-1500': 0x10_12_30_10,
  'HMS-500': 0x10_10_71_02,
  'HMS-500 v2': 0x10_20_71_02,
  'HMS-800': 0x10_21_41_00,
  'HMS-2000': 0x10_22_71_10,
  'HMT-2000': 0x10_32_71_00,
  'HMT-2250': 0x10_33_31_01,
  'HERF-300': 0xf1_01_00_00,
  'HERF-800': 0xf1_01_14_00,
  'HERF-1800': 0xf1_01_22_00,
};

/** Of the only one whose part number says nothing. */
const HERF_300_MAX_POWER_W = 300;

/** Firmware 1.0.12, bootloader 0.1.4: of the kind that documented answers carry. */
const FIRMWARE: FirmwareInfo = {
  firmwareBuildVersion: 10012,
  firmwareBuildDateTime: '2021-10-25 18:37:00',
  bootloaderVersion: 104,
};

export function nameplateOf(model: InverterModel): Nameplate {
  const hardwarePartNumber = PART_NUMBERS[model];
  const known = deviceModelOf(hardwarePartNumber);
  return {
    maxPowerW: known?.maxPowerW ?? HERF_300_MAX_POWER_W,
    firmware: FIRMWARE,
    hardware: { hardwarePartNumber, hardwareVersion: '01.00', model: known },
  };
}
