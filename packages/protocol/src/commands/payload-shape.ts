/**
 * Which command a payload can be the answer to. An answer does not name its command, so that one which belongs to
 * another request can turn up with a good checksum (two DTUs, a late answer). The length tells most of them apart:
 *
 *     14             DevInfoAll, DevInfoSimple, SystemConfigPara
 *     30, 42, 62     RealTimeRunData of 1, 2, 4 strings
 *     66, 98         RealTimeRunData of 4 strings (HMS), of three phases
 *     2 + 12 * n     AlarmData with n records: 14 for one, 62 for five and 98 for eight are those that clash
 *
 * Where lengths clash, a payload is refused when its content has the mark of another command. Source:
 * docs/reference/radio-protocol.md#real-time-data, #event-log-payload, #device-information, #system-configuration and
 * #exchanges.
 */

import { EVENT_MESSAGES } from '@heliograph/domain';
import { readUint16 } from '../bytes/byte-reader.ts';
import { MODEL_FAMILIES } from '../models/index.ts';
import type { AcLayout } from '../models/model-family.ts';

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
/** All known part numbers begin with one of these bytes, those of HERF with the second. */
const PART_NUMBER_FIRST_BYTES: readonly (number | undefined)[] = [0x10, 0xf1];
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
    (PART_NUMBER_FIRST_BYTES.includes(payload[2]) || readUint16(payload, 10) === DEVICE_INFO_SIMPLE_END)
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
 * The mark of real-time data that are as long as some alarm records (of 4 strings, or of three phases): a string voltage
 * where the first code would stand, and a grid that is either plausible or absent.
 */
export function looksLikeRealTimeData(payload: Uint8Array): boolean {
  if ((readUint16(payload, 2) & ALARM_CODE_FLAGS_MASK) !== 0) return false;
  return MODEL_FAMILIES.some(
    ({ payloadLength, layout }) => payloadLength === payload.length && hasGrid(payload, layout.ac),
  );
}

function hasGrid(payload: Uint8Array, { phases, lineVoltages, frequency }: AcLayout): boolean {
  const deciVolts = phases.map(({ voltage }) => readUint16(payload, voltage));
  const lineDeciVolts = lineVoltages.map((offset) => readUint16(payload, offset));
  const centiHertz = readUint16(payload, frequency);
  if (centiHertz === 0) return [...deciVolts, ...lineDeciVolts].every((value) => value === 0);
  return (
    centiHertz >= 4000 &&
    centiHertz < 7000 &&
    deciVolts.every((value) => value >= 800 && value < 4000) &&
    lineDeciVolts.every((value) => value >= 800 && value < 7000)
  );
}
