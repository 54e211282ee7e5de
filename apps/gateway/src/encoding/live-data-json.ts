import {
  CHANNEL_NUMBERS,
  type LiveChannel,
  type LiveData,
  type LiveHints,
  type LiveInverter,
  type LivePlant,
  type LiveValue,
  PHASE_PROPERTY_NAMES,
  PROPERTY_NAMES,
} from '@heliograph/contract';

/**
 * Live data as text, byte for byte as the original device sends it.
 *
 * By hand and not by JSON.stringify: JavaScript would put the keys "0" to "6" first, and the device prints its numbers
 * in a way of its own. Source: docs/reference/original-device.md#json-that-the-device-sends and #live-data.
 */
export function liveDataJson(data: LiveData): string {
  return `{"inverters":[${data.inverters.map(inverterJson).join(',')}],${plantMembersJson(data)}}`;
}

/** The members that are not of single inverters. */
export function plantMembersJson({ total, hints, plant, orders, sources }: LiveData): string {
  return (
    `"total":{"Power":${valueJson(total.Power)},"YieldDay":${valueJson(total.YieldDay)},` +
    `"YieldTotal":${valueJson(total.YieldTotal)}},` +
    `"hints":{"time_sync":${hints.time_sync},"radio_problem":${hints.radio_problem},` +
    `"default_password":${hints.default_password}${storageJson(hints)}}` +
    `${plant === undefined ? '' : `,"plant":${plantJson(plant)}`}` +
    `${orders === undefined ? '' : `,"orders":${JSON.stringify(orders)}`}` +
    (sources === undefined ? '' : `,"sources":${JSON.stringify(sources)}`)
  );
}

/** Originals have no such hint: where there is nothing to say it is not there. */
function storageJson({ storage_problem }: LiveHints): string {
  return storage_problem === undefined ? '' : `,"storage_problem":"${storage_problem}"`;
}

/** One inverter as it stands in the list. */
export function inverterJson(inverter: LiveInverter): string {
  let channels = '';
  for (const number of CHANNEL_NUMBERS) {
    const channel = inverter.channels[number];
    if (channel !== undefined) channels += `"${number}":${channelJson(channel)},`;
  }
  return (
    `{"serial":${JSON.stringify(inverter.serial)},"name":${JSON.stringify(inverter.name)},` +
    `"data_age":${inverter.data_age},"reachable":${inverter.reachable},"producing":${inverter.producing},` +
    `"limit_relative":${numberJson(inverter.limit_relative)},` +
    `"limit_absolute":${numberJson(inverter.limit_absolute)},${channels}"events":${inverter.events}` +
    `${extensionsJson(inverter)}}`
  );
}

/** What the originals of 2023 do not tell stands behind what they do; what is not there is left out. */
function extensionsJson(inverter: LiveInverter): string {
  const { order, poll_enabled, data_age_ms, radio_stats } = inverter;
  const { switched_off, added_age, radio_quality, limit_state, answering } = inverter;
  const { yield_day_counts, silence, source, AC, DC, INV } = inverter;
  const text = JSON.stringify({
    ...{ order, poll_enabled, data_age_ms, radio_stats },
    ...{ switched_off, added_age, radio_quality },
    ...{ limit_state, answering, yield_day_counts, silence, source },
    ...{ AC, DC, INV },
  });
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
}

function plantJson({ last_power, ...plant }: LivePlant): string {
  const { all, answering, producing, night, asleep_until, utc_offset, day, yield_total_known, lean } = plant;
  const text = JSON.stringify({
    ...{ all, answering, producing, night, asleep_until, utc_offset, day, yield_total_known, lean },
  });
  if (last_power === undefined) return text;
  const { at, utc_offset: offset } = last_power;
  const value = valueJson(last_power).slice(0, -1);
  return `${text.slice(0, -1)},"last_power":${value},"at":${at},"utc_offset":${offset}}}`;
}

export function channelJson(channel: LiveChannel): string {
  let text = channel.name === undefined ? '' : `"name":{"u":${JSON.stringify(channel.name.u)}}`;
  for (const property of FIELD_NAMES) {
    const value = channel[property];
    if (value !== undefined) text += `${text === '' ? '' : ','}"${property}":${valueJson(value)}`;
  }
  return `{${text}}`;
}

const FIELD_NAMES = [...PROPERTY_NAMES, ...PHASE_PROPERTY_NAMES];

function valueJson(value: LiveValue): string {
  return `{"v":${numberJson(value.v)},"u":${JSON.stringify(value.u)},"d":${value.d}}`;
}

/** Digits of the whole part plus decimals are never more than this. */
const DIGITS_MAX = 10;
/** From here up, and below 1e-5, numbers are printed with an exponent. */
const EXPONENT_FROM = 1e7;
const EXPONENT_BELOW = 1e-5;

/**
 * A number as the device prints it: at most 10 digits less the whole part's number of digits as decimals, rounded half
 * up, without trailing zeros. Source: docs/reference/original-device.md#json-that-the-device-sends.
 */
export function numberJson(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return 'null';
  if (value === 0) return '0';
  if (value < 0) return `-${numberJson(-value)}`;
  if (value < EXPONENT_FROM && value >= EXPONENT_BELOW) return decimalJson(value);
  let exponent = Math.floor(Math.log10(value));
  let mantissa = decimalJson(value / 10 ** exponent);
  if (mantissa === '10') {
    mantissa = '1';
    exponent += 1;
  }
  return `${mantissa}e${exponent}`;
}

/** `value` is above 0 and below 1e7. */
function decimalJson(value: number): string {
  if (Number.isInteger(value)) return String(value);
  let whole = Math.floor(value);
  let decimals = DIGITS_MAX - 1;
  for (let rest = whole; rest >= 10; rest = Math.floor(rest / 10)) decimals -= 1;
  const steps = 10 ** decimals;
  let fraction = Math.floor((value - whole) * steps + 0.5);
  if (fraction >= steps) {
    whole += 1;
    fraction = 0;
  }
  if (fraction === 0) return String(whole);
  while (fraction % 10 === 0) {
    fraction /= 10;
    decimals -= 1;
  }
  return `${whole}.${String(fraction).padStart(decimals, '0')}`;
}
