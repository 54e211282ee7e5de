import type { MeterHttpPreset } from '@heliograph/contract';
import { type MeterWord, power, problem } from './meter-source.ts';

/** More than any house has; a value beyond is a mistake of the meter, or of whoever has set it up. */
const PLAUSIBLE_W = 1_000_000;
const NUMBER_MAX_LENGTH = 32;
const KEYS_MAX = 16;

/** The power in a text: the text is the number itself, or JSON with the number at `where`. */
export function readText(text: string, where: string): MeterWord {
  if (where === '') return wordOf(text.length > NUMBER_MAX_LENGTH ? undefined : numberOf(text));
  return readJson(text, (value) => numberOf(valueAt(value, keysOf(where))));
}

/** As `readText`, of what a device of this make answers. */
export function readPreset(text: string, preset: Exclude<MeterHttpPreset, 'own'>): MeterWord {
  return readJson(text, READERS[preset]);
}

/** Where it is asked. Source: the descriptions of the HTTP interfaces of Shelly and Tasmota. */
export const PRESET_PATHS = {
  'shelly-gen1': '/status',
  'shelly-em': '/rpc/EM.GetStatus?id=0',
  'shelly-switch': '/rpc/Switch.GetStatus?id=0',
  tasmota: '/cm?cmnd=Status%2010',
} as const;

const READERS: Readonly<Record<keyof typeof PRESET_PATHS, (value: unknown) => number | undefined>> = {
  'shelly-gen1': (value) =>
    numberOf(valueAt(value, ['total_power'])) ??
    sumOf(valueAt(value, ['emeters']), 'power') ??
    sumOf(valueAt(value, ['meters']), 'power'),
  'shelly-em': (value) =>
    numberOf(valueAt(value, ['total_act_power'])) ?? numberOf(valueAt(value, ['act_power'])),
  'shelly-switch': (value) => numberOf(valueAt(value, ['apower'])),
  tasmota: (value) => {
    const sensors = Object(valueAt(value, ['StatusSNS']));
    const found = [sensors.ENERGY, ...Object.values(sensors)].map(tasmotaPower);
    return found.find((one) => one !== undefined);
  },
};

/** Sockets have `Power`, of several phases a list; reading heads call it as their owner has written it down. */
const TASMOTA_NAMES = ['Power', 'Power_curr', 'power', 'power_curr', 'Power_cur', 'curr_w', 'Watt'];

function tasmotaPower(sensor: unknown): number | undefined {
  const found = TASMOTA_NAMES.map((name) => valueAt(sensor, [name])).find((one) => one !== undefined);
  return Array.isArray(found) ? totalOf(found.map(numberOf)) : numberOf(found);
}

function readJson(text: string, read: (value: unknown) => number | undefined): MeterWord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('no-json'); // whatever it was
  }
  return wordOf(read(value));
}

function wordOf(powerW: number | undefined): MeterWord {
  if (powerW === undefined) return problem('no-value');
  return Math.abs(powerW) > PLAUSIBLE_W ? problem('implausible') : power(powerW);
}

/** As a JSON pointer (RFC 6901) where it begins with a slash, else with dots and brackets. */
function keysOf(where: string): readonly string[] {
  const keys = where.startsWith('/')
    ? where
        .slice(1)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    : where
        .replace(/^\$\.?/, '')
        .split(/[.[\]]+/)
        .filter((key) => key !== '')
        .map((key) => key.replace(/^(["'])(.*)\1$/, '$2'));
  return keys.slice(0, KEYS_MAX);
}

/** Own keys only: `constructor` is no value of a meter. */
function valueAt(value: unknown, keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > NUMBER_MAX_LENGTH) return undefined;
  return NUMBER.test(value) ? numberOf(Number(value)) : undefined;
}

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

function sumOf(list: unknown, key: string): number | undefined {
  return Array.isArray(list) ? totalOf(list.map((one) => numberOf(valueAt(one, [key])))) : undefined;
}

/** Undefined where one is missing: a sum of some phases is none. */
function totalOf(parts: readonly (number | undefined)[]): number | undefined {
  if (parts.length === 0) return undefined;
  return parts.reduce<number | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
    0,
  );
}
