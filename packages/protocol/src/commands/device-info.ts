/**
 * What an inverter is: two answers, each 14 bytes long.
 *
 *     DevInfoAll       0          2      4                 6                     8            10      13
 *                     | firmware | year | month * 100 + day | hour * 100 + minute | bootloader | unused |
 *
 *     DevInfoSimple    0          2               6       7       8      13
 *                     | firmware | part number (4) | major | minor | unused |
 *
 * Source: docs/reference/radio-protocol.md#device-information.
 */

import type { FirmwareInfo, HardwareInfo } from '@heliograph/domain';
import { readUint16, readUint32 } from '../bytes/byte-reader.ts';
import { writeUint16, writeUint32 } from '../bytes/byte-writer.ts';
import { deviceModelOf } from '../device-models.ts';
import {
  looksLikeAlarmLog,
  looksLikeDeviceInfoAll,
  looksLikeDeviceInfoSimple,
  looksLikeSystemConfig,
  SHORT_PAYLOAD_BYTES,
} from './payload-shape.ts';

const UNKNOWN_DATE_TIME = '1970-01-01 00:00:00';
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):\d{2}$/;
const HARDWARE_VERSION = /^(\d{2,3})\.(\d{2,3})$/;
/** Seen at the end of real DevInfoSimple answers; its meaning is not known. */
const SIMPLE_END = [0x0a, 0x00, 0x20, 0x01] as const;

/** Throws a RangeError when the build time is not of the form `'YYYY-MM-DD HH:MM:SS'`. */
export function encodeDeviceInfoAll(info: FirmwareInfo): Uint8Array {
  const parts = DATE_TIME.exec(info.firmwareBuildDateTime)?.slice(1).map(Number);
  if (parts === undefined) throw new RangeError(`'${info.firmwareBuildDateTime}' is not a date and time`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  const payload = new Uint8Array(SHORT_PAYLOAD_BYTES);
  writeUint16(payload, 0, info.firmwareBuildVersion);
  writeUint16(payload, 2, year);
  writeUint16(payload, 4, month * 100 + day);
  writeUint16(payload, 6, hour * 100 + minute);
  writeUint16(payload, 8, info.bootloaderVersion);
  return payload;
}

/** The seconds of the build time are not on the air. Undefined when this cannot be a DevInfoAll. */
export function decodeDeviceInfoAll(payload: Uint8Array): FirmwareInfo | undefined {
  if (payload.length !== SHORT_PAYLOAD_BYTES) return undefined;
  if (looksLikeDeviceInfoSimple(payload) || looksLikeSystemConfig(payload) || looksLikeAlarmLog(payload)) {
    return undefined;
  }
  return {
    firmwareBuildVersion: readUint16(payload, 0),
    firmwareBuildDateTime: readDateTime(payload, 2),
    bootloaderVersion: readUint16(payload, 8),
  };
}

/**
 * Year, month and day, hour and minute at `offset`. Parts beyond their range carry over (month 13 is January of the
 * next year) and the result is kept in 32 bits, as on the original. Without a month there is no date.
 */
function readDateTime(payload: Uint8Array, offset: number): string {
  const year = readUint16(payload, offset);
  const monthAndDay = readUint16(payload, offset + 2);
  const hourAndMinute = readUint16(payload, offset + 4);
  const month = Math.trunc(monthAndDay / 100);
  if (month === 0) return UNKNOWN_DATE_TIME;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, monthAndDay % 100);
  date.setUTCHours(Math.trunc(hourAndMinute / 100), hourAndMinute % 100);
  const seconds = (date.getTime() / 1000) | 0;
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Throws a RangeError when the version is not of the form `'04.10'`. */
export function encodeDeviceInfoSimple(
  info: Omit<HardwareInfo, 'model'>,
  firmwareBuildVersion = 0,
): Uint8Array {
  const version = HARDWARE_VERSION.exec(info.hardwareVersion);
  if (version === null) throw new RangeError(`'${info.hardwareVersion}' is not a hardware version`);
  const payload = new Uint8Array(SHORT_PAYLOAD_BYTES);
  writeUint16(payload, 0, firmwareBuildVersion);
  writeUint32(payload, 2, info.hardwarePartNumber);
  payload[6] = Number(version[1]);
  payload[7] = Number(version[2]);
  payload.set(SIMPLE_END, 8);
  return payload;
}

/** Undefined when this cannot be a DevInfoSimple. */
export function decodeDeviceInfoSimple(payload: Uint8Array): HardwareInfo | undefined {
  if (payload.length !== SHORT_PAYLOAD_BYTES) return undefined;
  if (looksLikeDeviceInfoAll(payload) || looksLikeSystemConfig(payload) || looksLikeAlarmLog(payload)) {
    return undefined;
  }
  const hardwarePartNumber = readUint32(payload, 2);
  return {
    hardwarePartNumber,
    hardwareVersion: `${twoDigits(payload[6])}.${twoDigits(payload[7])}`,
    model: deviceModelOf(hardwarePartNumber),
  };
}

function twoDigits(byte: number | undefined): string {
  return String(byte ?? 0).padStart(2, '0');
}
