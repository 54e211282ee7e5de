/**
 * Which command a payload can be the answer to. An answer does not name its command, so that one which belongs to
 * another request can turn up with a good checksum (two DTUs, a late answer). The length tells most of them apart:
 *
 *     14             DevInfoAll, DevInfoSimple, SystemConfigPara
 *     30, 42, 62     RealTimeRunData of 1, 2, 4 strings
 *     2 + 12 * n     AlarmData with n records: 14 for one and 62 for five are the two that clash
 *
 * Where lengths clash, a payload is refused when its content has the mark of another command. Source:
 * docs/reference/radio-protocol.md#real-time-data, #event-log-payload, #device-information, #system-configuration and
 * #exchanges.
 */

import { EVENT_MESSAGES } from '@heliograph/domain';
import { readUint16 } from '../bytes/byte-reader.ts';

/** Length of the device info and system configuration payloads. */
export const SHORT_PAYLOAD_BYTES = 14;

export const ALARM_LOG = { headerBytes: 2, recordBytes: 12, recordsMax: 15 } as const;

/** Alarm logs and system configurations begin with this id; in a device info the firmware version stands there. */
const PAYLOAD_ID = 0x0001;

const EVENT_ID_MASK = 0x00ff;
const ALARM_CODE_UNUSED_MASK = 0x0f00;
const ALARM_CODE_FLAGS_MASK = 0xf000;

/** The power factor setting of a system configuration, in thousandths: 1.000. */
const POWER_FACTOR_ONE = 1000;
/** All known part numbers begin with this byte. */
const PART_NUMBER_FIRST_BYTE = 0x10;
/** Bytes 10 and 11 of every DevInfoSimple seen; their meaning is not known. */
const DEVICE_INFO_SIMPLE_END = 0x2001;

export function hasPayloadId(payload: Uint8Array): boolean {
  return readUint16(payload, 0) === PAYLOAD_ID;
}

/** How many alarm records a payload of this length holds; undefined when it cannot be an alarm log. */
export function alarmRecordCount(payloadLength: number): number | undefined {
  const count = (payloadLength - ALARM_LOG.headerBytes) / ALARM_LOG.recordBytes;
  return Number.isInteger(count) && count >= 0 && count <= ALARM_LOG.recordsMax ? count : undefined;
}

/** The mark of real alarm records: flags in the top four bits of the code, nothing in the next four, a known event. */
export function looksLikeAlarmLog(payload: Uint8Array): boolean {
  const count = alarmRecordCount(payload.length);
  if (count === undefined || count === 0 || !hasPayloadId(payload)) return false;
  for (let record = 0; record < count; record++) {
    const code = readUint16(payload, ALARM_LOG.headerBytes + record * ALARM_LOG.recordBytes);
    const hasFlags = (code & ALARM_CODE_FLAGS_MASK) !== 0 && (code & ALARM_CODE_UNUSED_MASK) === 0;
    if (!hasFlags || EVENT_MESSAGES[code & EVENT_ID_MASK] === undefined) return false;
  }
  return true;
}

/** The mark of a system configuration: no reactive power set, power factor 1.000. */
export function looksLikeSystemConfig(payload: Uint8Array): boolean {
  return (
    payload.length === SHORT_PAYLOAD_BYTES &&
    hasPayloadId(payload) &&
    (readUint16(payload, 2) & ALARM_CODE_FLAGS_MASK) === 0 &&
    readUint16(payload, 4) === 0 &&
    readUint16(payload, 6) === POWER_FACTOR_ONE
  );
}

/** The mark of a DevInfoSimple: a part number where DevInfoAll has the year, or its constant end. */
export function looksLikeDeviceInfoSimple(payload: Uint8Array): boolean {
  return (
    payload.length === SHORT_PAYLOAD_BYTES &&
    (payload[2] === PART_NUMBER_FIRST_BYTE || readUint16(payload, 10) === DEVICE_INFO_SIMPLE_END)
  );
}

/** The mark of a DevInfoAll: a calendar date of this century and zeros at the end. */
export function looksLikeDeviceInfoAll(payload: Uint8Array): boolean {
  if (payload.length !== SHORT_PAYLOAD_BYTES) return false;
  const year = readUint16(payload, 2);
  const monthAndDay = readUint16(payload, 4);
  const hourAndMinute = readUint16(payload, 6);
  const month = Math.trunc(monthAndDay / 100);
  const day = monthAndDay % 100;
  return (
    year >= 2000 &&
    year < 2100 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 31 &&
    hourAndMinute < 2400 &&
    hourAndMinute % 100 < 60 &&
    readUint16(payload, 10) === 0 &&
    readUint16(payload, 12) === 0
  );
}

/**
 * The mark of real-time data of 4 strings, which are as long as five alarm records: a string voltage where the
 * first code would stand, and a grid that is either plausible or absent.
 */
export function looksLikeFourStringData(payload: Uint8Array): boolean {
  if (payload.length !== 62 || (readUint16(payload, 2) & ALARM_CODE_FLAGS_MASK) !== 0) return false;
  const gridDeciVolts = readUint16(payload, 46);
  const gridCentiHertz = readUint16(payload, 48);
  const isAbsent = gridDeciVolts === 0 && gridCentiHertz === 0;
  const isPlausible =
    gridDeciVolts >= 800 && gridDeciVolts < 4000 && gridCentiHertz >= 4000 && gridCentiHertz < 7000;
  return isAbsent || isPlausible;
}
