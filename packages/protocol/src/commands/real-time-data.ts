/**
 * What an inverter measures (RealTimeRunData). The picture of the bytes is in models/, one per family.
 *
 * All arithmetic is IEEE single precision, step by step in the order written here, so that the values agree to the last
 * bit with those of the original device. Source: docs/reference/radio-protocol.md#real-time-data.
 */

import type { PhaseReading, Reading, StringReading } from '@heliograph/domain';
import { readInt16, readUint16, readUint32 } from '../bytes/byte-reader.ts';
import { writeInt16, writeUint16, writeUint32 } from '../bytes/byte-writer.ts';
import { MODEL_FAMILIES } from '../models/index.ts';
import type { AcLayout, ModelFamily, PhaseLayout, StringLayout } from '../models/model-family.ts';
import { alarmRecordCount, looksLikeAlarmLog } from './payload-shape.ts';

export interface StringData {
  readonly voltageV: number;
  readonly currentA: number;
  readonly powerW: number;
  readonly yieldDayWh: number;
  readonly yieldTotalKWh: number;
}

export interface AcData {
  /** As many as the family has. */
  readonly phases: readonly PhaseReading[];
  /** Between phases 1 and 2, 2 and 3, 3 and 1; empty with one phase. */
  readonly lineVoltagesV: readonly number[];
  readonly frequencyHz: number;
  readonly powerW: number;
  readonly reactivePowerVar: number;
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

const f32 = Math.fround;

/**
 * The payload of `data`. Values are rounded to the steps of the wire. Strings that share a tracker have one voltage:
 * that of the first of them is sent. Throws a RangeError when the number of strings, of phases or of voltages between
 * phases is not that of the family.
 */
export function encodeRealTimeData(family: ModelFamily, data: RealTimeData): Uint8Array {
  if (data.strings.length !== family.stringCount) {
    throw new RangeError(`${family.name} has ${family.stringCount} strings, not ${data.strings.length}`);
  }
  const { phases, lineVoltages } = family.layout.ac;
  if (data.ac.phases.length !== phases.length || data.ac.lineVoltagesV.length !== lineVoltages.length) {
    throw new RangeError(`${family.name} has ${phases.length} phases, not ${data.ac.phases.length}`);
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
  layout.phases.forEach(({ voltage, current }, index) => {
    const { voltageV = 0, currentA = 0 } = values.phases[index] ?? {};
    writeUint16(payload, voltage, Math.round(voltageV * VOLTAGE_STEPS));
    writeUint16(payload, current, Math.round(currentA * CURRENT_STEPS));
  });
  layout.lineVoltages.forEach((offset, index) => {
    writeUint16(payload, offset, Math.round((values.lineVoltagesV[index] ?? 0) * VOLTAGE_STEPS));
  });
  writeUint16(payload, layout.frequency, Math.round(values.frequencyHz * FREQUENCY_STEPS));
  writeUint16(payload, layout.power, Math.round(values.powerW * POWER_STEPS));
  const writeReactivePower = layout.isReactivePowerSigned ? writeInt16 : writeUint16;
  writeReactivePower(payload, layout.reactivePower, Math.round(values.reactivePowerVar * POWER_STEPS));
  writeUint16(payload, layout.powerFactor, Math.round(values.powerFactor * POWER_FACTOR_STEPS));
  writeInt16(payload, layout.temperature, Math.round(values.temperatureC * TEMPERATURE_STEPS));
}

/**
 * What one answer says, with the sums over all strings and the efficiency, which are not on the air.
 *
 * Undefined when this cannot be an answer of the family. Too short ones do occur with a good checksum: an inverter
 * that has nothing to say sends a few bytes (seen in https://github.com/tbnobody/OpenDTU/issues/1314), which must
 * not be read as a plant without power. More bytes than expected are left unread.
 */
export function decodeRealTimeData(family: ModelFamily, payload: Uint8Array): Reading | undefined {
  if (!isRealTimeData(family, payload)) return undefined;
  const { ac, eventCount } = family.layout;
  const strings = family.layout.strings.map((layout) => readString(payload, layout));
  let dcPowerW = 0;
  let yieldTodayWh = 0;
  let yieldTotalKWh = 0;
  for (const string of strings) {
    dcPowerW = f32(dcPowerW + string.powerW);
    yieldTodayWh = f32(yieldTodayWh + string.yieldTodayWh);
    yieldTotalKWh = f32(yieldTotalKWh + string.yieldTotalKWh);
  }
  const powerW = f32(readUint16(payload, ac.power) / POWER_STEPS);
  const readReactivePower = ac.isReactivePowerSigned ? readInt16 : readUint16;
  return {
    powerW,
    dcPowerW,
    yieldTodayWh,
    yieldTotalKWh,
    frequencyHz: f32(readUint16(payload, ac.frequency) / FREQUENCY_STEPS),
    temperatureC: f32(readInt16(payload, ac.temperature) / TEMPERATURE_STEPS),
    powerFactor: f32(readUint16(payload, ac.powerFactor) / POWER_FACTOR_STEPS),
    reactivePowerVar: f32(readReactivePower(payload, ac.reactivePower) / POWER_STEPS),
    efficiencyPercent: dcPowerW > 0 ? f32(f32(powerW / dcPowerW) * 100) : 0,
    eventCount: readUint16(payload, eventCount),
    phases: ac.phases.map((layout) => readPhase(payload, layout)),
    lineVoltagesV: ac.lineVoltages.map((offset) => f32(readUint16(payload, offset) / VOLTAGE_STEPS)),
    strings,
  };
}

function readPhase(payload: Uint8Array, { voltage, current }: PhaseLayout): PhaseReading {
  return {
    voltageV: f32(readUint16(payload, voltage) / VOLTAGE_STEPS),
    currentA: f32(readUint16(payload, current) / CURRENT_STEPS),
  };
}

function readString(payload: Uint8Array, layout: StringLayout): StringReading {
  return {
    voltageV: f32(readUint16(payload, layout.voltage) / VOLTAGE_STEPS),
    currentA: f32(readUint16(payload, layout.current) / CURRENT_STEPS),
    powerW: f32(readUint16(payload, layout.power) / POWER_STEPS),
    yieldTodayWh: readUint16(payload, layout.yieldDay),
    yieldTotalKWh: f32(f32(readUint32(payload, layout.yieldTotal)) / YIELD_TOTAL_STEPS),
  };
}

function isRealTimeData(family: ModelFamily, payload: Uint8Array): boolean {
  const { length } = payload;
  const { payloadLength, leastPayloadLength = payloadLength } = family;
  if (length >= leastPayloadLength && length <= payloadLength) return !looksLikeAlarmLog(payload);
  const isOfOtherCommand = alarmRecordCount(length) !== undefined;
  const isOfOtherFamily = MODEL_FAMILIES.some((other) => other.payloadLength === length);
  return length > payloadLength && !isOfOtherCommand && !isOfOtherFamily;
}
