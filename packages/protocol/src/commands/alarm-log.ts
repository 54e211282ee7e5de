/**
 * The event log (AlarmData).
 *
 *     payload    0    2         14        26
 *               | id | record 1 | record 2 | ...                    at most 15 records
 *
 *     record     0      2        4           6         8       11
 *               | code | number | start (2) | end (2) | data (4) |
 *
 * Bits 7 to 0 of `code` are the event; bit 13 adds 12 hours to `start`, bit 12 to `end`. Both count seconds of the
 * inverter's (UTC) day. An end of 0 means that the event is still going on. Source:
 * docs/reference/radio-protocol.md#event-log-payload.
 */

import type { InverterEvent } from '@heliograph/domain';
import { readUint16 } from '../bytes/byte-reader.ts';
import { writeUint16 } from '../bytes/byte-writer.ts';
import {
  ALARM_LOG,
  alarmRecordCount,
  hasPayloadId,
  looksLikeRealTimeData,
  looksLikeSystemConfig,
} from './payload-shape.ts';

const EVENT_CODE_MASK = 0x00ff;
const START_SECOND_HALF = 0x2000;
const END_SECOND_HALF = 0x1000;
/** Set in most records of real devices; the event does not depend on it. */
const CODE_FLAG = 0x8000;
const HALF_DAY_S = 12 * 3600;
const PAYLOAD_ID = 0x0001;

/**
 * The payload of an event log; `utcOffsetS` is the offset that the entries' times already contain.
 * Throws a RangeError for more than 15 entries.
 */
export function encodeAlarmLog(entries: readonly InverterEvent[], utcOffsetS = 0): Uint8Array {
  if (entries.length > ALARM_LOG.recordsMax)
    throw new RangeError(`${entries.length} events do not fit one answer`);
  const payload = new Uint8Array(ALARM_LOG.headerBytes + entries.length * ALARM_LOG.recordBytes);
  writeUint16(payload, 0, PAYLOAD_ID);
  entries.forEach((entry, index) => {
    const offset = ALARM_LOG.headerBytes + index * ALARM_LOG.recordBytes;
    const start = entry.startS - utcOffsetS;
    const end = entry.endS === 0 ? 0 : entry.endS - utcOffsetS;
    const startFlag = start > HALF_DAY_S ? START_SECOND_HALF : 0;
    const endFlag = end > HALF_DAY_S ? END_SECOND_HALF : 0;
    writeUint16(payload, offset, CODE_FLAG | startFlag | endFlag | (entry.code & EVENT_CODE_MASK));
    writeUint16(payload, offset + 2, index + 1);
    writeUint16(payload, offset + 4, startFlag === 0 ? start : start - HALF_DAY_S);
    writeUint16(payload, offset + 6, endFlag === 0 ? end : end - HALF_DAY_S);
  });
  return payload;
}

/**
 * The events in the order in which the inverter sent them; `utcOffsetS` is added to their times. Undefined when this
 * cannot be an event log.
 */
export function decodeAlarmLog(payload: Uint8Array, utcOffsetS = 0): readonly InverterEvent[] | undefined {
  const count = alarmRecordCount(payload.length);
  if (count === undefined || !hasPayloadId(payload)) return undefined;
  if (looksLikeSystemConfig(payload) || looksLikeRealTimeData(payload)) return undefined;
  return Array.from({ length: count }, (_, index) => {
    const offset = ALARM_LOG.headerBytes + index * ALARM_LOG.recordBytes;
    const code = readUint16(payload, offset);
    const start = readUint16(payload, offset + 4) + ((code & START_SECOND_HALF) === 0 ? 0 : HALF_DAY_S);
    const end = readUint16(payload, offset + 6);
    const endHalf = (code & END_SECOND_HALF) === 0 ? 0 : HALF_DAY_S;
    return {
      code: code & EVENT_CODE_MASK,
      startS: start + utcOffsetS,
      endS: end === 0 ? 0 : end + endHalf + utcOffsetS,
    };
  });
}
