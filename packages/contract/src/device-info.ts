import { type BySerial, readBySerial } from './by-serial.ts';
import type { Endpoint } from './endpoint.ts';
import { isRecord } from './is-record.ts';

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

/** The wire wraps each inverter's facts into a list of one. */
export type DeviceInfos = BySerial<readonly [DeviceInfo]>;

/**
 * As a client gets it; an original device drops fields from about five inverters up
 * (docs/reference/original-device.md#quirk-5).
 */
export type ReceivedDeviceInfo = Pick<DeviceInfo, 'valid_data'> & {
  readonly [K in Exclude<keyof DeviceInfo, 'valid_data'>]: DeviceInfo[K] | undefined;
};

export type ReceivedDeviceInfos = ReadonlyMap<string, ReceivedDeviceInfo>;

function readDeviceInfo(sent: unknown): ReceivedDeviceInfo | undefined {
  const value: unknown = Array.isArray(sent) ? sent[0] : sent;
  if (!isRecord(value)) return undefined;
  return {
    valid_data: value.valid_data === true,
    fw_bootloader_version: numberOf(value.fw_bootloader_version),
    fw_build_version: numberOf(value.fw_build_version),
    hw_part_number: numberOf(value.hw_part_number),
    hw_version: textOf(value.hw_version),
    hw_model_name: textOf(value.hw_model_name),
    max_power: numberOf(value.max_power),
    fw_build_datetime: textOf(value.fw_build_datetime),
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** What every inverter says about itself, or with `inv` that one. */
export const getDeviceInfo: Endpoint<DeviceInfos, ReceivedDeviceInfos, undefined, never, 'inv'> = {
  method: 'GET',
  path: '/api/devinfo/status',
  access: 'readonly',
  query: [],
  optionalQuery: ['inv'],
  read: (value) => readBySerial(value, readDeviceInfo),
};
