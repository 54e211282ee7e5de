import { type DeviceInfoAll, type DeviceInfoSimple, deviceModelOf } from '@heliograph/protocol';

/** What an inverter says about itself, in two answers; a missing part was not told yet. */
export interface DeviceInfoState {
  readonly firmware: DeviceInfoAll | undefined;
  readonly hardware: DeviceInfoSimple | undefined;
}

export const INITIAL_DEVICE_INFO: DeviceInfoState = { firmware: undefined, hardware: undefined };

/** Both parts have been told. */
export function isComplete(info: DeviceInfoState): boolean {
  return info.firmware !== undefined && info.hardware !== undefined;
}

/** The maximum power of the model in W; 0 while it is not known. */
export function maxPowerOf(info: DeviceInfoState): number {
  if (info.hardware === undefined) return 0;
  return deviceModelOf(info.hardware.hardwarePartNumber)?.maxPowerW ?? 0;
}
