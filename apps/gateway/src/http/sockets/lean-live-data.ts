import {
  type LiveChannel,
  type LiveData,
  type LiveInverter,
  SHOWN_STRINGS,
  WHOLE_INVERTERS_MAX,
} from '@heliograph/contract';
import { channelJson, inverterJson } from '../../encoding/live-data-json.ts';

/**
 * Live data for a page that shows one of many inverters: all that is known of that one, and of each other one what the list
 * beside it shows. A page may show the strings of all of them instead. Pure.
 */

/** Whether pages get all of every inverter. */
export function isWhole({ inverters }: LiveData): boolean {
  return inverters.length <= WHOLE_INVERTERS_MAX;
}

/** Everything at once: what a page begins with. Where nobody knows the inverter that is shown, it is the first. */
export function leanLiveData(data: LiveData, shownSerial: string): LiveData {
  if (isWhole(data)) return data;
  if (shownSerial === SHOWN_STRINGS) return { ...data, inverters: data.inverters.map(stringsOf) };
  const shown = shownIn(data, shownSerial);
  return {
    ...data,
    inverters: data.inverters.map((inverter) => (inverter === shown ? inverter : summaryOf(inverter))),
  };
}

export function shownIn({ inverters }: LiveData, serial: string): LiveInverter | undefined {
  if (serial === SHOWN_STRINGS) return undefined;
  return inverters.find((inverter) => inverter.serial === serial) ?? inverters[0];
}

/** What the list shows of an inverter. */
export function summaryOf({ channels, radio_quality, ...inverter }: LiveInverter): LiveInverter {
  const { 0: ac, ...strings } = channels;
  // One that delivers nothing beside others that do is named in the list.
  const powers = Object.values(strings).map((string) => string?.Power?.v ?? 0);
  const isOdd = powers.some((powerW) => powerW < 1) && powers.some((powerW) => powerW >= 1);
  const told = isOdd ? Object.entries(strings).map(([number, string]) => [number, powerOf(string)]) : [];
  return {
    ...inverter,
    channels: { ...(ac && { 0: acOf(ac) }), ...Object.fromEntries(told) },
    // The list knows weak and not weak: a step of ten changes seldom.
    ...(radio_quality !== undefined && { radio_quality: Math.floor(radio_quality / 10) * 10 }),
  };
}

/** What is shown of an inverter where all strings are: the power of each, and how hard it works. */
export function stringsOf({ channels, ...inverter }: LiveInverter): LiveInverter {
  const { 0: ac, ...strings } = channels;
  const told = Object.entries(strings).map(([number, string]) => {
    const { Irradiation } = string;
    const load = Irradiation && { ...Irradiation, v: roundedTenths(Irradiation.v) };
    return [number, { ...powerOf(string), ...(load && { Irradiation: load }) }];
  });
  return {
    ...summaryOf({ ...inverter, channels: ac === undefined ? {} : { 0: ac } }),
    channels: { ...(ac && { 0: acOf(ac) }), ...Object.fromEntries(told) },
  };
}

/** Without power the total yield stands beside it: an inverter with nothing but zeros was never heard. */
function acOf(ac: LiveChannel): LiveChannel {
  const { YieldTotal } = ac;
  return { ...(ac.Power?.v === 0 && YieldTotal && { YieldTotal }), ...powerOf(ac) };
}

function powerOf({ name, Power }: LiveChannel): LiveChannel {
  return {
    ...(name && { name }),
    ...(Power && { Power: { ...Power, v: roundedTenths(Power.v) } }),
  };
}

function roundedTenths(value: number | null): number | null {
  return value && Math.round(value * 10) / 10;
}

/** Of a summary that is known already, a power that is new. */
export function powerRowJson({ serial, channels }: LiveInverter): string {
  const ac = channels[0];
  return `{"serial":${JSON.stringify(serial)}${ac === undefined ? '' : `,"0":${channelJson(ac)}`}}`;
}

/** Of an inverter whose strings are known already, what they do now. */
export function stringsRowJson({ serial, channels }: LiveInverter): string {
  const told = Object.entries(channels).map(([number, channel]) => `,"${number}":${channelJson(channel)}`);
  return `{"serial":${JSON.stringify(serial)}${told.join('')}}`;
}

/** Of the inverter that is shown and has told nothing new: how old that is. */
export function agesRowJson({ serial, data_age, added_age }: LiveInverter): string {
  return JSON.stringify({ serial, data_age, added_age });
}

/** What changes of an inverter while nothing happens. */
const AGES = /"(?:data|added)_age":\d+,?/g;
const POWER = /"0":\{(?:"\w+":\{[^}]*\},?)+\},/;

/** What of a row is news: the texts change when it does. */
export interface RowNews {
  readonly status: string;
  readonly power: string;
}

/** Of a row with all strings. */
export function newsOfStrings(short: LiveInverter): RowNews {
  return {
    status: inverterJson({ ...short, channels: {} }).replaceAll(AGES, ''),
    power: stringsRowJson(short),
  };
}

export function newsOfRow(row: string): RowNews {
  const text = row.replaceAll(AGES, '');
  return { status: text.replace(POWER, ''), power: POWER.exec(text)?.[0] ?? '' };
}
