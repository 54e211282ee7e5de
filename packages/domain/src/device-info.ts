/** What an inverter says of its software. Versions read major * 10000 + minor * 100 + patch. */
export interface FirmwareInfo {
  readonly firmwareBuildVersion: number;
  /** `'YYYY-MM-DD HH:MM:SS'`, without any zone. */
  readonly firmwareBuildDateTime: string;
  readonly bootloaderVersion: number;
}

/** What an inverter says of its hardware. */
export interface HardwareInfo {
  /** Unsigned 32-bit number. */
  readonly hardwarePartNumber: number;
  /** Two digits each: `'04.10'`. */
  readonly hardwareVersion: string;
  /** Undefined where nobody knows the part number. */
  readonly model: DeviceModel | undefined;
}

/** A model as its maker sells it. */
export interface DeviceModel {
  readonly name: string;
  readonly maxPowerW: number;
}
