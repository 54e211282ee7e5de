import type { FirmwareInfo, HardwareInfo } from '@heliograph/domain';
import { sentOf } from './by-serial.ts';
import { capabilitiesOfRelease } from './capabilities.ts';
import type { Release } from './release.ts';
import { countIn, flagIn, objectIn, textIn, valueIn, type WireObject } from './untrusted-values.ts';

/** What an inverter has said of itself. */
export interface DeviceInverterInfo {
  /** At least one of two answers has come since the device has started; until then the rest means nothing. */
  readonly isValid: boolean;
  /** Undefined while that answer has not come. */
  readonly firmware: FirmwareInfo | undefined;
  /** Undefined while that answer has not come. */
  readonly hardware: HardwareInfo | undefined;
  /** It shares a limit among its strings by itself; undefined where it was not told. */
  readonly sharesLimit: boolean | undefined;
}

/**
 * Reads `GET /api/devinfo/status` for one inverter, from an object of all inverters as from that of one; undefined where it
 * is not there. An older device tells all of them at once, so one answer can be read for each. Source:
 * docs/reference/original-device.md#device-info and docs/reference/api-generations.md#facts-of-inverters.
 */
export function decodeDeviceInfo(document: unknown, serial: string): DeviceInverterInfo | undefined {
  const object = objectIn(document);
  if (object === undefined) return undefined;
  const keyed = sentOf(object, serial);
  const sent = Array.isArray(keyed) ? objectIn(keyed[0]) : (objectIn(keyed) ?? object);
  const isValid = flagIn(valueIn(sent, 'valid_data'));
  if (sent === undefined || isValid === undefined) return undefined;
  return {
    isValid,
    firmware: isValid ? decodeFirmware(sent) : undefined,
    hardware: isValid ? decodeHardware(sent) : undefined,
    sharesLimit: flagIn(valueIn(sent, 'pdl_supported')),
  };
}

/** Zeros stand for an answer that has not come (docs/reference/original-device.md#device-info). */
function decodeFirmware(sent: WireObject): FirmwareInfo | undefined {
  const firmwareBuildVersion = countIn(valueIn(sent, 'fw_build_version')) ?? 0;
  if (firmwareBuildVersion === 0) return undefined;
  return {
    firmwareBuildVersion,
    firmwareBuildDateTime: textIn(valueIn(sent, 'fw_build_datetime')) ?? '',
    bootloaderVersion: countIn(valueIn(sent, 'fw_bootloader_version')) ?? 0,
  };
}

function decodeHardware(sent: WireObject): HardwareInfo | undefined {
  const hardwarePartNumber = countIn(valueIn(sent, 'hw_part_number')) ?? 0;
  if (hardwarePartNumber === 0) return undefined;
  const name = textIn(valueIn(sent, 'hw_model_name')) ?? '';
  const maxPowerW = countIn(valueIn(sent, 'max_power')) ?? 0;
  return {
    hardwarePartNumber,
    hardwareVersion: textIn(valueIn(sent, 'hw_version')) ?? '',
    model: name === '' ? undefined : { name, maxPowerW },
  };
}

/** What a device says that knows nothing yet; the date is the one that we send (docs/reference/original-device.md#quirk-7). */
const NO_FIRMWARE: FirmwareInfo = {
  ...{ firmwareBuildVersion: 0, firmwareBuildDateTime: '1970-01-01 00:00:00', bootloaderVersion: 0 },
};
const NO_HARDWARE: HardwareInfo = { hardwarePartNumber: 0, hardwareVersion: '00.00', model: undefined };

/**
 * As a device of that release answers `GET /api/devinfo/status`: the older ones with all inverters, the newer ones with
 * that of `serial` only, and with nothing where they do not know it.
 */
export function encodeDeviceInfo(
  release: Release,
  infos: ReadonlyMap<string, DeviceInverterInfo>,
  serial: string | undefined,
): object {
  const { flatDeviceInfo, limitSharing } = capabilitiesOfRelease(release);
  const encode = (info: DeviceInverterInfo) => encodeInfo(info, limitSharing);
  if (!flatDeviceInfo) return Object.fromEntries([...infos].map(([key, info]) => [key, [encode(info)]]));
  const info = serial === undefined ? undefined : infos.get(serial);
  return info === undefined ? {} : encode(info);
}

function encodeInfo(info: DeviceInverterInfo, limitSharing: boolean): object {
  const { firmware = NO_FIRMWARE, hardware = NO_HARDWARE } = info;
  return {
    valid_data: info.isValid,
    fw_bootloader_version: firmware.bootloaderVersion,
    fw_build_version: firmware.firmwareBuildVersion,
    hw_part_number: hardware.hardwarePartNumber,
    hw_version: hardware.hardwareVersion,
    hw_model_name: hardware.model?.name ?? '',
    max_power: hardware.model?.maxPowerW ?? 0,
    fw_build_datetime: firmware.firmwareBuildDateTime,
    ...(limitSharing ? { pdl_supported: info.sharesLimit ?? false } : {}),
  };
}
