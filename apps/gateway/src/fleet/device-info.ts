import type { FirmwareInfo, HardwareInfo } from '@heliograph/domain';

/** What an inverter says about itself, in two answers; a missing part was not told yet. */
export interface DeviceInfoState {
  readonly firmware: FirmwareInfo | undefined;
  readonly hardware: HardwareInfo | undefined;
  /** It shares a limit among its strings by itself; undefined where nobody has told that. */
  readonly sharesLimit?: boolean | undefined;
}

export const INITIAL_DEVICE_INFO: DeviceInfoState = { firmware: undefined, hardware: undefined };

/** Both parts have been told. */
export function isComplete(info: DeviceInfoState): boolean {
  return info.firmware !== undefined && info.hardware !== undefined;
}

/** The maximum power of the model in W; 0 while it is not known. */
export function maxPowerOf(info: DeviceInfoState): number {
  return info.hardware?.model?.maxPowerW ?? 0;
}
