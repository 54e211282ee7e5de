import { readBySerial } from './by-serial.ts';
import type { ReadersEndpoint } from './endpoint.ts';
import { isRecord } from './unknown-values.ts';

/**
 * What an inverter says about itself. Keys in the order of the wire. Source:
 * docs/reference/original-device.md#device-info.
 */
export interface DeviceInfo {
  /** At least one of its two answers has come since the gateway started. */
  readonly valid_data: boolean;
  /** major * 10000 + minor * 100 + patch. */
  readonly fw_bootloader_version: number;
  /** As the bootloader's. */
  readonly fw_build_version: number;
  /** Four bytes as one number; 0 while not known. */
  readonly hw_part_number: number;
  /** Two decimal numbers, such as `01.10`. */
  readonly hw_version: string;
  /** Empty when the part number is not known. */
  readonly hw_model_name: string;
  /** Watts; 0 when not known. */
  readonly max_power: number;
  /** `YYYY-MM-DD HH:MM:SS` without a zone. */
  readonly fw_build_datetime: string;
}

/** As original devices tell it since v23.4.17. Source: docs/reference/api-generations.md#facts-of-inverters. */
export interface DeviceInfoOfOne extends DeviceInfo {
  /** Whether the inverter shares a limit among its strings by itself; false where it is not known. */
  readonly pdl_supported: boolean;
}

/**
 * By serial, each wrapped into a list of one, as in 2023. Where `inv` names an inverter its facts stand beside that, as on
 * newer devices.
 */
export interface DeviceInfos extends Partial<DeviceInfoOfOne> {
  readonly [serial: string]: readonly [DeviceInfo] | DeviceInfoOfOne[keyof DeviceInfoOfOne] | undefined;
}

/**
 * As a client gets it; undefined is what did not come: an original device drops fields from about five inverters up
 * (docs/reference/original-device.md#quirk-5). What is zero or empty is not known yet.
 */
export interface ReceivedDeviceInfo {
  /** At least one of its two answers has come since the gateway started. */
  readonly isValid: boolean;
  /** major * 10000 + minor * 100 + patch, as that of the firmware. */
  readonly bootloaderVersion: number | undefined;
  readonly firmwareVersion: number | undefined;
  /** Four bytes as one number. */
  readonly partNumber: number | undefined;
  /** Two decimal numbers, such as `01.10`. */
  readonly hardwareVersion: string | undefined;
  readonly modelName: string | undefined;
  readonly maxPowerW: number | undefined;
  /** `YYYY-MM-DD HH:MM:SS` without a zone. */
  readonly firmwareBuiltAt: string | undefined;
}

export type ReceivedDeviceInfos = ReadonlyMap<string, ReceivedDeviceInfo>;

function readDeviceInfo(sent: unknown): ReceivedDeviceInfo | undefined {
  const value: unknown = Array.isArray(sent) ? sent[0] : sent;
  if (!isRecord(value)) return undefined;
  return {
    isValid: value.valid_data === true,
    bootloaderVersion: numberOf(value.fw_bootloader_version),
    firmwareVersion: numberOf(value.fw_build_version),
    partNumber: numberOf(value.hw_part_number),
    hardwareVersion: textOf(value.hw_version),
    modelName: textOf(value.hw_model_name),
    maxPowerW: numberOf(value.max_power),
    firmwareBuiltAt: textOf(value.fw_build_datetime),
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** What every inverter says about itself, or with `inv` that one. */
export const getDeviceInfo: ReadersEndpoint<DeviceInfos, ReceivedDeviceInfos, never, 'inv'> = {
  method: 'GET',
  path: '/api/devinfo/status',
  access: 'readonly',
  query: [],
  optionalQuery: ['inv'],
  read: (value) => readBySerial(value, readDeviceInfo),
};
