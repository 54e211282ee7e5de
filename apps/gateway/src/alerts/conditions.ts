import type { AlertRule, AlertRuleSettings, SourceStatus } from '@heliograph/contract';
import { EVENT_MESSAGES, isOpenOrder, type Order, orderState } from '@heliograph/domain';
import type { Finding } from '../findings/finding.ts';
import type { InverterStanding } from '../fleet/totals.ts';
import { type AlertFacts, type Condition, plainText } from './alert.ts';

/** Everything that rules look at, as of now. Undefined: nobody knows. */
export interface PlantView {
  /** Unix seconds. */
  readonly nowS: number;
  readonly findings: readonly Finding[];
  readonly standings: readonly InverterStanding[];
  /** The newest first. */
  readonly orders: readonly Order[];
  readonly sources: readonly SourceStatus[];
  /** `none`: there is no meter. */
  readonly meter: 'none' | 'tells' | 'silent';
  readonly disk: { readonly freePercent: number } | undefined;
  readonly obstacle: 'read-only' | 'full' | undefined;
  readonly hasBackupFailed: boolean;
  /** Of the gateway itself, in the last 24 hours. */
  readonly startCount: number;
  readonly updates: readonly DeviceUpdate[];
}

/** A device that runs another version than it did. */
export interface DeviceUpdate {
  readonly id: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

export interface RuleFindings {
  readonly conditions: readonly Condition[];
  /** Rules of which nobody can tell now whether they are true. */
  readonly unknown: ReadonlySet<AlertRule>;
  /** Keys of what is so, but known to its owner, who wants to hear nothing more of it. */
  readonly known: ReadonlySet<string>;
}

/** What all rules find, those that are off included. */
export function judge(view: PlantView, settings: AlertRuleSettings): RuleFindings {
  const unknown = new Set<AlertRule>();
  if (view.disk === undefined && view.obstacle === undefined) unknown.add('disk');
  if (!view.standings.some(({ isAnswering }) => isAnswering)) unknown.add('voltage').add('frequency');
  return {
    conditions: [
      ...ofFindings(view, ({ state }) => state === 'open'),
      ...ofOrders(view, settings, 'news'),
      ...ofEvents(view),
      ...ofRestarts(view, settings),
      ...ofGrid(view, settings),
      ...ofSources(view, settings),
      ...view.updates.map(ofUpdate),
      ...ofMeter(view, settings),
      ...ofDisk(view, settings),
      ...ofBackup(view),
    ],
    unknown,
    known: new Set([
      ...ofFindings(view, ({ state }) => state === 'known').map(({ key }) => key),
      ...ofOrders(view, settings, 'past').map(({ key }) => key),
    ]),
  };
}

/** Names of inverters may be anything, and none. */
const nameOf = (name: string, serial: string) => plainText(name) || serial;

const percentOf = (ratio: number) => Math.round(ratio * 100);

/** What was found of strings and inverters has its own patience, and knows day from night. */
function ofFindings(
  { findings, standings }: PlantView,
  isMeant: (finding: Finding) => boolean,
): readonly Condition[] {
  return findings.filter(isMeant).map(({ serial, string, kind, ratio }) => {
    const inverter = standings.find((one) => one.inverter.serial === serial)?.inverter;
    const own = string === undefined ? '' : plainText(inverter?.strings[string - 1]?.name ?? '');
    const facts: AlertFacts = {
      name: nameOf(inverter?.name ?? '', serial),
      ...(string !== undefined && { string: own || String(string) }),
      ...(kind === 'weak' && { value: percentOf(ratio) }),
    };
    return { key: `string ${serial} ${string ?? 0}`, rule: kind, facts, holdS: 0 };
  });
}

/** So long after its end an order that went wrong is worth a word; then nothing more comes of it. */
const ORDER_NEWS_S = 12 * 3600;

/** The newest order of each kind to each inverter counts: what came before it was replaced. */
function ofOrders(
  { orders, standings, nowS }: PlantView,
  { order_minutes: minutes }: AlertRuleSettings,
  age: 'news' | 'past',
): readonly Condition[] {
  const seen = new Set<string>();
  return orders.flatMap((order): readonly Condition[] => {
    const key = `order ${order.serial} ${order.action.kind}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const standing = standings.find(({ inverter }) => inverter.serial === order.serial);
    const reason = standing && whyUnconfirmed(order, nowS, minutes * 60, standing);
    if (standing === undefined || reason === undefined) return [];
    const isPast = reason !== 'open' && nowS - lastStepS(order) > ORDER_NEWS_S;
    if (isPast !== (age === 'past')) return [];
    const { inverter } = standing;
    const facts = { name: nameOf(inverter.name, inverter.serial), reason: `${order.action.kind}-${reason}` };
    return [{ key, rule: 'order', facts, holdS: 0 }];
  });
}

const lastStepS = ({ steps }: Order) => (steps.at(-1)?.atMs ?? 0) / 1000;

type Unconfirmed = 'open' | 'refused' | 'contradicted';

function whyUnconfirmed(
  order: Order,
  nowS: number,
  patienceS: number,
  { silence }: InverterStanding,
): Unconfirmed | undefined {
  if (isOpenOrder(order)) {
    // An inverter that sleeps hears nothing, and one that is waited for is known to be away. What was acknowledged is confirmed.
    const isPatient = ['waiting', 'acknowledged'].includes(orderState(order)) || silence === 'asleep';
    const ageS = nowS - (order.steps[0]?.atMs ?? 0) / 1000;
    return isPatient || ageS < patienceS ? undefined : 'open';
  }
  const last = order.steps.at(-1);
  if (last?.step === 'contradicted') return 'contradicted';
  // Where somebody of a higher rank has the say nothing is wrong.
  return last?.step === 'refused' && last.reason !== 'held' ? 'refused' : undefined;
}

function ofEvents({ standings }: PlantView): readonly Condition[] {
  return standings.flatMap(({ inverter: { serial, name, eventLog } }) => {
    const codes = new Set(eventLog.entries.map(({ code }) => code));
    return [...codes]
      .filter((code) => EVENT_MESSAGES[code] === undefined)
      .map(
        (code): Condition => ({
          ...{ key: `event ${serial} ${code}`, rule: 'event', isMoment: true, holdS: 0 },
          facts: { name: nameOf(name, serial), value: code },
        }),
      );
  });
}

/** The event of an inverter that has started. */
const STARTED = 1;

function ofRestarts({ standings, startCount }: PlantView, { restart_count: most }: AlertRuleSettings) {
  const ofInverters = standings.flatMap(({ inverter: { serial, name, eventLog } }): readonly Condition[] => {
    const value = eventLog.entries.filter(({ code }) => code === STARTED).length;
    const facts = { name: nameOf(name, serial), value };
    return value < most ? [] : [{ key: `restarts ${serial}`, rule: 'restarts', facts, holdS: 0 }];
  });
  const own: readonly Condition[] =
    startCount < most
      ? []
      : [{ key: 'restarts gateway', rule: 'restarts', facts: { value: startCount }, holdS: 0 }];
  return [...ofInverters, ...own];
}

/** A moment of a cloud or of a large motor is nothing. */
const GRID_HOLD_S = 120;
/** 0: an inverter that measures no grid, or a device that does not tell it. */
const isMeasured = (value: number) => Number.isFinite(value) && value > 0;

interface Measured {
  readonly name: string;
  readonly value: number;
}

/** All inverters hang on one grid: there is one alert, with what is farthest out. */
function ofGrid({ standings }: PlantView, settings: AlertRuleSettings): readonly Condition[] {
  const answering = standings.filter(({ isAnswering }) => isAnswering).map(({ inverter }) => inverter);
  const measured = (values: (inverter: (typeof answering)[number]) => readonly number[]): Measured[] =>
    answering.flatMap((inverter) =>
      values(inverter)
        .filter(isMeasured)
        .map((value) => ({ name: nameOf(inverter.name, inverter.serial), value })),
    );
  const { voltage_min: min, voltage_max: max, frequency_deviation: deviation } = settings;
  const volts = measured(({ reading }) => reading.phases.map(({ voltageV }) => voltageV));
  const hertz = measured(({ reading }) => [reading.frequencyHz]);
  return [
    ...farthest('voltage', volts, (value) => Math.max(value - max, min - value)),
    ...farthest('frequency', hertz, (value) => Math.abs(value - nominalHz(value)) - deviation),
  ];
}

const nominalHz = (frequencyHz: number) => (frequencyHz < 55 ? 50 : 60);

function farthest(
  rule: 'voltage' | 'frequency',
  measured: readonly Measured[],
  excess: (value: number) => number,
): readonly Condition[] {
  const out = measured
    .filter(({ value }) => excess(value) > 0)
    .sort((one, other) => excess(other.value) - excess(one.value));
  const [worst] = out;
  if (worst === undefined) return [];
  const value = Math.round(worst.value * 100) / 100;
  return [{ key: rule, rule, facts: { name: worst.name, value }, holdS: GRID_HOLD_S }];
}

/** With these its owner has to do something; all others mean that it is not there. */
const DEVICE_REASONS = ['login', 'certificate', 'redirect'] as const;

function ofSources({ sources }: PlantView, { device_minutes: minutes }: AlertRuleSettings) {
  return sources.flatMap(({ id, name, kind, state, problem, inverters }): readonly Condition[] => {
    const isRadio = kind === 'radio';
    // Whoever has devices only needs no radio.
    if (state === 'live' || state === 'off' || (isRadio && inverters === 0)) return [];
    const reason = isRadio
      ? 'radio'
      : (DEVICE_REASONS.find((known) => problem?.startsWith(known)) ?? 'unreachable');
    const facts = { ...(!isRadio && { name: nameOf(name, id) }), reason };
    return [{ key: `source ${id}`, rule: 'device', facts, holdS: minutes * 60 }];
  });
}

function ofUpdate({ id, name, from, to }: DeviceUpdate): Condition {
  const facts = { name: nameOf(name, id), from: plainText(from, 24), to: plainText(to, 24) };
  return { key: `updated ${id} ${to}`, rule: 'updated', facts, isMoment: true, holdS: 0 };
}

function ofMeter({ meter }: PlantView, { meter_minutes: minutes }: AlertRuleSettings): readonly Condition[] {
  return meter === 'silent' ? [{ key: 'meter', rule: 'meter', facts: {}, holdS: minutes * 60 }] : [];
}

const DISK_HOLD_S = 60;

function ofDisk(
  { disk, obstacle }: PlantView,
  { disk_percent: least }: AlertRuleSettings,
): readonly Condition[] {
  const base = { key: 'disk', rule: 'disk', holdS: DISK_HOLD_S } as const;
  if (obstacle !== undefined) return [{ ...base, facts: { reason: obstacle } }];
  if (disk === undefined || disk.freePercent >= least) return [];
  return [{ ...base, facts: { reason: 'low', value: Math.floor(disk.freePercent) } }];
}

function ofBackup({ hasBackupFailed }: PlantView): readonly Condition[] {
  return hasBackupFailed ? [{ key: 'backup', rule: 'backup', facts: {}, holdS: DISK_HOLD_S }] : [];
}
