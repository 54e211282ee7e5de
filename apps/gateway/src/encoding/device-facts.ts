import type { DeviceInfo } from '@heliograph/contract';
import type { DeviceInfoState } from '../fleet/device-info.ts';

/**
 * What the wire says of a part that was not told yet. The original formats an undefined date there
 * (docs/reference/original-device.md#quirk-7). Source: docs/reference/original-device.md#device-info.
 */
const UNKNOWN_FIRMWARE = {
  bootloaderVersion: 0,
  firmwareBuildVersion: 0,
  firmwareBuildDateTime: '1970-01-01 00:00:00',
} as const;
const UNKNOWN_HARDWARE = { hardwarePartNumber: 0, hardwareVersion: '00.00', model: undefined } as const;

/** What an inverter has said about itself, as the wire tells it. */
export function deviceFacts(state: DeviceInfoState): DeviceInfo {
  const firmware = state.firmware ?? UNKNOWN_FIRMWARE;
  const hardware = state.hardware ?? UNKNOWN_HARDWARE;
  const { model } = hardware;
  return {
    valid_data: state.firmware !== undefined || state.hardware !== undefined,
    fw_bootloader_version: firmware.bootloaderVersion,
    fw_build_version: firmware.firmwareBuildVersion,
    hw_part_number: hardware.hardwarePartNumber,
    hw_version: hardware.hardwareVersion,
    hw_model_name: model?.name ?? '',
    max_power: model?.maxPowerW ?? 0,
    fw_build_datetime: firmware.firmwareBuildDateTime,
  };
}
