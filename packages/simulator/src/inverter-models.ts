/** What the simulated models say of themselves. Part numbers: docs/reference/radio-protocol.md#device-information. */

import type { FirmwareInfo, HardwareInfo } from '@heliograph/domain';
import { deviceModelOf } from '@heliograph/protocol';
import type { InverterModel } from './scenarios/scenario.ts';

export interface Nameplate {
  readonly maxPowerW: number;
  readonly firmware: FirmwareInfo;
  readonly hardware: HardwareInfo;
}

const PART_NUMBERS: Readonly<Record<InverterModel, number>> = {
  'HM-300': 0x10_10_10_10,
  'HM-400': 0x10_10_40_10,
  'HM-600': 0x10_11_10_10,
  'HM-800': 0x10_11_40_10,
  'HM-1200': 0x10_12_10_10,
  'HM-1500': 0x10_12_30_10,
};

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
    maxPowerW: known?.maxPowerW ?? 0,
    firmware: FIRMWARE,
    hardware: { hardwarePartNumber, hardwareVersion: '01.00', model: known },
  };
}
