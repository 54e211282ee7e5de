/**
 * What an inverter measures (RealTimeRunData). The picture of the bytes is in models/, one per family.
 *
 * All arithmetic is IEEE single precision, step by step in the order written here, so that the values agree to the
 * last bit with those of the original device. Source: radio protocol, section 5.
 */

import { readInt16, readUint16, readUint32 } from '../bytes/byte-reader.ts';
import { writeInt16, writeUint16, writeUint32 } from '../bytes/byte-writer.ts';
import { type ChannelNumber, FIELDS, type FieldName, type Reading } from '../fields.ts';
import { MODEL_FAMILIES } from '../models/index.ts';
import type { AcLayout, ModelFamily, StringLayout } from '../models/model-family.ts';
import { alarmRecordCount, looksLikeAlarmLog } from './payload-shape.ts';

export interface StringData {
  readonly voltageV: number;
  readonly currentA: number;
  readonly powerW: number;
  readonly yieldDayWh: number;
  readonly yieldTotalKWh: number;
}

export interface AcData {
  readonly voltageV: number;
  readonly frequencyHz: number;
  readonly powerW: number;
  readonly reactivePowerVar: number;
  readonly currentA: number;
  readonly powerFactor: number;
  readonly temperatureC: number;
}

/** The measured values; what can be calculated from them is not on the air. */
export interface RealTimeData {
  readonly strings: readonly StringData[];
  readonly ac: AcData;
  readonly eventCount: number;
}

/** Steps per unit on the air. */
const VOLTAGE_STEPS = 10;
const CURRENT_STEPS = 100;
const POWER_STEPS = 10;
const YIELD_TOTAL_STEPS = 1000;
const FREQUENCY_STEPS = 100;
const POWER_FACTOR_STEPS = 1000;
const TEMPERATURE_STEPS = 10;

const STRING_CHANNELS: readonly ChannelNumber[] = [1, 2, 3, 4];
const f32 = Math.fround;

/**
 * The payload of `data`. Values are rounded to the steps of the wire. Strings that share a tracker have one voltage:
 * that of the first of them is sent. Throws a RangeError when the number of strings is not that of the family.
 */
export function encodeRealTimeData(family: ModelFamily, data: RealTimeData): Uint8Array {
  if (data.strings.length !== family.stringCount) {
    throw new RangeError(`${family.name} has ${family.stringCount} strings, not ${data.strings.length}`);
  }
  const payload = new Uint8Array(family.payloadLength);
  const { strings, ac, eventCount } = family.layout;
  writeUint16(payload, 0, 0x0001);
  // From the last string to the first, so that the first one's voltage is what remains of a shared one.
  for (let index = strings.length - 1; index >= 0; index--) {
    const layout = strings[index];
    const values = data.strings[index];
    if (layout !== undefined && values !== undefined) writeString(payload, layout, values);
  }
  writeAc(payload, ac, data.ac);
  writeUint16(payload, eventCount, data.eventCount);
  return payload;
}

function writeString(payload: Uint8Array, layout: StringLayout, values: StringData): void {
  writeUint16(payload, layout.voltage, Math.round(values.voltageV * VOLTAGE_STEPS));
  writeUint16(payload, layout.current, Math.round(values.currentA * CURRENT_STEPS));
  writeUint16(payload, layout.power, Math.round(values.powerW * POWER_STEPS));
  writeUint16(payload, layout.yieldDay, Math.round(values.yieldDayWh));
  writeUint32(payload, layout.yieldTotal, Math.round(values.yieldTotalKWh * YIELD_TOTAL_STEPS));
}

function writeAc(payload: Uint8Array, layout: AcLayout, values: AcData): void {
  writeUint16(payload, layout.voltage, Math.round(values.voltageV * VOLTAGE_STEPS));
  writeUint16(payload, layout.frequency, Math.round(values.frequencyHz * FREQUENCY_STEPS));
  writeUint16(payload, layout.power, Math.round(values.powerW * POWER_STEPS));
  writeUint16(payload, layout.reactivePower, Math.round(values.reactivePowerVar * POWER_STEPS));
  writeUint16(payload, layout.current, Math.round(values.currentA * CURRENT_STEPS));
  writeUint16(payload, layout.powerFactor, Math.round(values.powerFactor * POWER_FACTOR_STEPS));
  writeInt16(payload, layout.temperature, Math.round(values.temperatureC * TEMPERATURE_STEPS));
}

/**
 * All readings of one answer: channel 0 first, then the strings, each in the order of the live data.
 * `stringMaxPowerW` holds the configured maximum of each string; a missing one or 0 makes its Irradiation 0.
 *
 * Undefined when this cannot be an answer of the family. Too short ones do occur with a good checksum: an inverter
 * that has nothing to say sends a few bytes (seen in https://github.com/tbnobody/OpenDTU/issues/1314), which must
 * not be read as a plant without power. More bytes than expected are left unread.
 */
export function decodeRealTimeData(
  family: ModelFamily,
  payload: Uint8Array,
  stringMaxPowerW: readonly number[],
): readonly Reading[] | undefined {
  if (!isRealTimeData(family, payload)) return undefined;
  const stringReadings: Reading[] = [];
  let powerDc = 0;
  let yieldDay = 0;
  let yieldTotal = 0;
  for (let index = 0; index < family.stringCount; index++) {
    const layout = family.layout.strings[index];
    const channel = STRING_CHANNELS[index];
    if (layout === undefined || channel === undefined) continue;
    const power = f32(readUint16(payload, layout.power) / POWER_STEPS);
    const day = readUint16(payload, layout.yieldDay);
    const total = f32(f32(readUint32(payload, layout.yieldTotal)) / YIELD_TOTAL_STEPS);
    powerDc = f32(powerDc + power);
    yieldDay = f32(yieldDay + day);
    yieldTotal = f32(yieldTotal + total);
    stringReadings.push(
      reading(channel, 'Power', power),
      reading(channel, 'Voltage', f32(readUint16(payload, layout.voltage) / VOLTAGE_STEPS)),
      reading(channel, 'Current', f32(readUint16(payload, layout.current) / CURRENT_STEPS)),
      reading(channel, 'YieldDay', day),
      reading(channel, 'YieldTotal', total),
      reading(channel, 'Irradiation', percentOf(power, stringMaxPowerW[index] ?? 0)),
    );
  }
  const { ac, eventCount } = family.layout;
  const power = f32(readUint16(payload, ac.power) / POWER_STEPS);
  return [
    reading(0, 'Power', power),
    reading(0, 'Voltage', f32(readUint16(payload, ac.voltage) / VOLTAGE_STEPS)),
    reading(0, 'Current', f32(readUint16(payload, ac.current) / CURRENT_STEPS)),
    reading(0, 'Power DC', powerDc),
    reading(0, 'YieldDay', yieldDay),
    reading(0, 'YieldTotal', yieldTotal),
    reading(0, 'Frequency', f32(readUint16(payload, ac.frequency) / FREQUENCY_STEPS)),
    reading(0, 'Temperature', f32(readInt16(payload, ac.temperature) / TEMPERATURE_STEPS)),
    reading(0, 'PowerFactor', f32(readUint16(payload, ac.powerFactor) / POWER_FACTOR_STEPS)),
    reading(0, 'ReactivePower', f32(readUint16(payload, ac.reactivePower) / POWER_STEPS)),
    reading(0, 'Efficiency', percentOf(power, powerDc)),
    reading(0, 'EventLogCount', readUint16(payload, eventCount)),
    ...stringReadings,
  ];
}

function isRealTimeData(family: ModelFamily, payload: Uint8Array): boolean {
  const { length } = payload;
  if (length === family.payloadLength) return !looksLikeAlarmLog(payload);
  const isOfOtherCommand = alarmRecordCount(length) !== undefined;
  const isOfOtherFamily = MODEL_FAMILIES.some(({ payloadLength }) => payloadLength === length);
  return length > family.payloadLength && !isOfOtherCommand && !isOfOtherFamily;
}

/** Single precision `part / whole * 100`; 0 when there is nothing to relate to. */
function percentOf(part: number, whole: number): number {
  return whole > 0 ? f32(f32(part / whole) * 100) : 0;
}

function reading(channel: ChannelNumber, field: FieldName, value: number): Reading {
  const { unit, digits } = FIELDS[field];
  return { channel, field, value, unit, digits };
}
