import type { ChangedValue } from '@heliograph/contract';
import type { Formats } from '../../../shared/i18n/format.ts';
import type { NamingTexts } from './change-names.ts';

/** What is longer says nothing more. */
const VALUE_MAX_LENGTH = 60;

/** A value in words. */
function valueWords(texts: NamingTexts, format: Formats, key: string, value: unknown): string {
  const { info, history } = texts;
  const { changes: t } = history;
  if (value === undefined || value === null || value === '') return t.emptyValue;
  if (Array.isArray(value) && value.length === 0) return t.emptyValue;
  if (typeof value === 'boolean') return value ? info.enabled : info.disabled;
  const choice = choices(texts, key)[String(value)];
  if (choice !== undefined) return choice;
  if (typeof value === 'number') return format.digits(value, decimalsOf(value));
  if (typeof value === 'string') return key === 'serial' ? inverterWords(texts, value) : short(value);
  return short(Array.isArray(value) ? listWords(texts, value) : itemWords(texts, value));
}

/** Both: of two that have been at a place the name may be the same. */
function inverterWords({ inverterNames }: NamingTexts, serial: string): string {
  const name = inverterNames[serial];
  return name === undefined || name === serial ? serial : `${name} (${serial})`;
}

/** Settings of which one of several is chosen. */
function choices(
  { device, gateway: { programs }, house: { meter } }: NamingTexts,
  key: string,
): Readonly<Record<string, string>> {
  if (key === 'dtu_palevel') return Object.fromEntries(device.dtu.paLevels.entries());
  if (key === 'api_generations') return programs.generations;
  if (key === 'kind') return meter.kinds;
  if (key === 'http_preset') return meter.httpPresets;
  if (key === 'modbus_preset') return meter.modbusPresets;
  return key === 'prometheus_labels' ? programs.labels : {};
}

const short = (text: string) =>
  text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH - 1)}…` : text;

/** Every decimal that was set: a price has four. */
const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0;

function listWords(texts: NamingTexts, list: readonly unknown[]): string {
  const nameOf = (item: unknown) => texts.inverterNames[String(item)] ?? String(item);
  return list.map((item) => (isRecord(item) ? itemWords(texts, item) : nameOf(item))).join(', ');
}

/** By what people know it. */
function itemWords({ inverters, inverterNames }: NamingTexts, item: unknown): string {
  if (!isRecord(item)) return String(item);
  const { name, serial, host, level, brightness, max_power: maxPower, string, watts } = item;
  // A row of the schedule has no name.
  if (watts !== undefined) return [`${watts} W`, ...clockTimes(item)].join(', ');
  // What has a name of its own may be called something else by now.
  const called = name === undefined ? inverterNames[String(serial)] : undefined;
  const known = [
    name,
    called ?? serial ?? host,
    typeof string === 'number' ? inverters.string(string) : undefined,
    level ?? brightness ?? maxPower,
  ];
  return known.filter((part) => part !== undefined && part !== '').join(' ');
}

/** From when until when, where the clock says it and not the sun. */
function clockTimes({
  from,
  from_minutes: begin,
  to,
  to_minutes: end,
}: Readonly<Record<string, unknown>>): readonly string[] {
  const time = (minutes: unknown) =>
    `${Math.floor(Number(minutes) / 60)}:${String(Number(minutes) % 60).padStart(2, '0')}`;
  return from === 'clock' && to === 'clock' ? [`${time(begin)}–${time(end)}`] : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An order by the numbers of slots, which say nothing to people. */
const isOfSlots = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((slot) => typeof slot === 'number');

/** Something that has several values: it came into a list or went from it. */
const isItem = (value: unknown) => isRecord(value);

/** What a change has made of a value. */
export function changeWords(
  texts: NamingTexts,
  format: Formats,
  { path, before, after, hidden = false }: ChangedValue,
): string {
  const { changes: t } = texts.history;
  const key = path.at(-1) ?? '';
  if (hidden || (key === 'order' && [before, after].some(isOfSlots))) return t.changed;
  const words = (value: unknown) => valueWords(texts, format, key, value);
  if (before === undefined && isItem(after)) return t.added(words(after));
  if (after === undefined && isItem(before)) return t.removed(words(before));
  return `${words(before)} → ${words(after)}`;
}

/** What taking it back would make of a value. */
export function backWords(texts: NamingTexts, format: Formats, value: ChangedValue): string {
  const { path, before, after, now } = value;
  const current = 'now' in value ? now : after;
  return changeWords(texts, format, {
    ...{ path, hidden: value.hidden ?? false },
    ...(current !== undefined && current !== null && { before: current }),
    ...(before !== undefined && { after: before }),
  });
}
