import type { MeterModbusPreset } from '@heliograph/contract';
import type { MeterWord } from './meter-source.ts';
import { power, problem } from './meter-source.ts';
import type { ModbusTalk } from './modbus.ts';

/** Where the power of a meter stands. */
type Place =
  | { readonly kind: 'place'; readonly read: (talk: ModbusTalk) => Promise<MeterWord> }
  | { readonly kind: 'word'; readonly word: MeterWord };

/** Finds out where the power stands; once for each connection. */
export function findPower(talk: ModbusTalk, preset: MeterModbusPreset): Promise<Place> {
  return preset === 'sdm' ? Promise.resolve({ kind: 'place', read: readSdm }) : findSunspec(talk);
}

/** Total system power, single precision. Source: Eastron SDM630 and SDM72 Modbus protocol, input register 30053. */
const SDM_POWER = 52;

async function readSdm(talk: ModbusTalk): Promise<MeterWord> {
  const answer = await talk.read(4, SDM_POWER, 2);
  if (answer.kind !== 'registers') return problem(answer.kind === 'refused' ? 'no-meter' : answer.problem);
  const watts = answer.bytes.readFloatBE(0);
  if (!Number.isFinite(watts)) return problem('no-value');
  return Math.abs(watts) > PLAUSIBLE_W ? problem('implausible') : power(watts);
}

/** Source: SunSpec Device Information Model Specification, "Device Modbus Map": it begins at one of these. */
const STARTS = [40_000, 50_000, 0];
const SUNSPEC = 'SunS';
/** One to three phases; all have their total power at the same place. */
const METER_MODELS = [201, 202, 203, 204];
const POWER_OFFSET = 16;
const SCALE_OFFSET = 20;
const END_MODEL = 0xffff;
/** A map is never that long. */
const MODELS_MAX = 64;
/** What stands where there is no value. */
const NO_VALUE = -32_768;
const SCALE_MAX = 10;
const PLAUSIBLE_W = 1_000_000;

async function findSunspec(talk: ModbusTalk): Promise<Place> {
  for (const start of STARTS) {
    const head = await talk.read(3, start, 2);
    if (head.kind === 'problem') return { kind: 'word', word: problem(head.problem) };
    if (head.kind === 'registers' && head.bytes.toString('latin1') === SUNSPEC) return walk(talk, start + 2);
  }
  return NO_METER;
}

const NO_METER: Place = { kind: 'word', word: problem('no-meter') };

async function walk(talk: ModbusTalk, start: number): Promise<Place> {
  let at = start;
  for (let count = 0; count < MODELS_MAX && at < 65_000; count += 1) {
    const head = await talk.read(3, at, 2);
    if (head.kind === 'problem') return { kind: 'word', word: problem(head.problem) };
    if (head.kind === 'refused') return NO_METER;
    const [model, length] = [head.bytes.readUInt16BE(0), head.bytes.readUInt16BE(2)];
    if (model === END_MODEL) return NO_METER;
    if (METER_MODELS.includes(model) && length > SCALE_OFFSET) return placeAt(at + 2);
    at += 2 + length;
  }
  return NO_METER;
}

function placeAt(first: number): Place {
  const count = SCALE_OFFSET - POWER_OFFSET + 1;
  return {
    kind: 'place',
    async read(talk) {
      const answer = await talk.read(3, first + POWER_OFFSET, count);
      if (answer.kind !== 'registers')
        return problem(answer.kind === 'refused' ? 'no-meter' : answer.problem);
      const value = answer.bytes.readInt16BE(0);
      const scale = answer.bytes.readInt16BE((count - 1) * 2);
      if (value === NO_VALUE || Math.abs(scale) > SCALE_MAX) return problem('no-value');
      const watts = value * 10 ** scale;
      return Math.abs(watts) > PLAUSIBLE_W ? problem('implausible') : power(watts);
    },
  };
}
