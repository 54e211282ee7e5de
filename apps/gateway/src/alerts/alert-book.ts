import { ALERT_RULES, type AlertRule } from '@heliograph/contract';
import { type AlertFacts, type AlertRecord, type Condition, type Delivery, plainText } from './alert.ts';
import type { RuleFindings } from './conditions.ts';

/** What is so and what was, each thing once however often it flaps. Pure but for what it keeps; it knows no clock. */
export interface AlertBook {
  /** The newest first. */
  all(): readonly AlertRecord[];
  /** Looks at what the rules find now, and tells what is new. */
  look(moment: BookMoment, findings: RuleFindings, isOn: (rule: AlertRule) => boolean): BookNews;
  noteSent(id: string, delivery: Delivery): void;
  noteGivenUp(id: string, channel: string): void;
}

export interface BookMoment {
  /** On the monotonic clock: a jump of the other one opens and ends nothing. */
  readonly nowMs: number;
  /** Unix seconds. */
  readonly nowS: number;
}

export interface BookNews {
  readonly opened: readonly AlertRecord[];
  readonly solved: readonly AlertRecord[];
  /** Ended without a word: nobody wants to hear of them any more. */
  readonly dropped: readonly AlertRecord[];
  readonly isChanged: boolean;
}

/** So long it must be over before anybody is told so. Where the finding has its own patience it is short. */
const CLEAR_S: Readonly<Record<AlertRule, number>> = {
  silent: 300,
  weak: 300,
  dead: 300,
  order: 60,
  event: 0,
  restarts: 300,
  voltage: 900,
  frequency: 900,
  device: 300,
  updated: 0,
  meter: 300,
  disk: 900,
  backup: 60,
};
/** What comes back within this is the same again; it then has to be over for longer, up to the longest. */
const RETURNS_WITHIN_S = 4 * 3600;
const CLEAR_FACTOR = 4;
const CLEAR_LONGEST_S = 4 * 3600;
/** After a start hardly anything is known, so nothing that was so is over yet. */
const GRACE_MS = 10 * 60_000;
/** What has happened is not told again for so long. */
const MOMENT_AGAIN_S = 7 * 86_400;
const KEPT_S = 30 * 86_400;
const KEPT_MAX = 200;
const DELIVERIES_MAX = 12;

export function createAlertBook(remembered: readonly AlertRecord[], startMs: number): AlertBook {
  let records = remembered;
  /** Since when, on the monotonic clock: what is so and not told yet, and what was told and is not so now. */
  const holding = new Map<string, number>();
  const clearing = new Map<string, number>();
  let count = 0;

  function change(id: string, next: (record: AlertRecord) => AlertRecord): void {
    records = records.map((record) => (record.id === id ? next(record) : record));
  }

  function newId(nowS: number): string {
    count += 1;
    const id = `${nowS.toString(36)}-${count}`;
    return records.some((record) => record.id === id) ? newId(nowS) : id;
  }

  function open({ key, rule, facts, isMoment = false }: Condition, nowS: number): AlertRecord | undefined {
    const before = records.find((record) => record.key === key && record.rule === rule);
    const agoS = nowS - (before?.solvedAtS ?? Number.NEGATIVE_INFINITY);
    if (isMoment && agoS < MOMENT_AGAIN_S) return undefined;
    if (before !== undefined && agoS < RETURNS_WITHIN_S) {
      const again = { ...before, facts, solvedAtS: undefined, returns: before.returns + 1 };
      records = [again, ...records.filter(({ id }) => id !== before.id)];
      return again;
    }
    const opened: AlertRecord = {
      ...{ id: newId(nowS), key, rule, facts, sinceS: nowS, isMoment, returns: 0, sent: [], givenUp: [] },
      solvedAtS: isMoment ? nowS : undefined,
    };
    records = [opened, ...records];
    return opened;
  }

  const isOpenAlert = ({ key, rule }: Condition) =>
    records.some((record) => record.key === key && record.rule === rule && isOpen(record));

  /** It has been so for long enough. */
  function isDue({ key, holdS }: Condition, nowMs: number): boolean {
    const sinceMs = holding.get(key) ?? nowMs;
    holding.set(key, sinceMs);
    return nowMs - sinceMs >= holdS * 1000;
  }

  function openDue(conditions: readonly Condition[], { nowMs, nowS }: BookMoment): readonly AlertRecord[] {
    const keys = new Set(conditions.map(({ key }) => key));
    for (const key of [...holding.keys()]) if (!keys.has(key)) holding.delete(key);
    const due = conditions.filter((one) => !isOpenAlert(one) && isDue(one, nowMs));
    return due.flatMap((condition) => open(condition, nowS) ?? []);
  }

  function isClear({ key, rule, returns }: AlertRecord, nowMs: number): boolean {
    const sinceMs = clearing.get(key) ?? nowMs;
    clearing.set(key, sinceMs);
    const neededS = Math.min(CLEAR_LONGEST_S, CLEAR_S[rule] * CLEAR_FACTOR ** returns);
    return nowMs - sinceMs >= neededS * 1000;
  }

  /** Nobody wants it any more, or it has become something worse of the same string. */
  function isDropped(
    { key, rule }: AlertRecord,
    findings: RuleFindings,
    isOn: (rule: AlertRule) => boolean,
  ): boolean {
    const isOther = findings.conditions.some((other) => other.key === key && other.rule !== rule);
    return !isOn(rule) || findings.known.has(key) || isOther;
  }

  function tidy(nowS: number): void {
    const kept = records.filter(({ solvedAtS }) => solvedAtS === undefined || nowS - solvedAtS <= KEPT_S);
    let surplus = kept.length - KEPT_MAX;
    records = kept
      .toReversed()
      .filter((record) => isOpen(record) || surplus-- <= 0)
      .reverse();
  }

  return {
    all: () => records,
    look(moment, findings, isOn) {
      const { nowMs, nowS } = moment;
      const before = records;
      const wanted = findings.conditions.filter(({ rule }) => isOn(rule));
      const dropped: AlertRecord[] = [];
      const solved: AlertRecord[] = [];
      const isSo = new Set(wanted.map(({ key, rule }) => `${rule} ${key}`));
      const isEarly = nowMs - startMs < GRACE_MS;
      for (const record of records.filter(isOpen)) {
        const { id, key, rule } = record;
        const end = (into: AlertRecord[]) => {
          clearing.delete(key);
          change(id, (one) => ({ ...one, solvedAtS: nowS }));
          into.push({ ...record, solvedAtS: nowS });
        };
        if (isDropped(record, findings, isOn)) end(dropped);
        else if (isSo.has(`${rule} ${key}`)) clearing.delete(key);
        else if (!findings.unknown.has(rule) && !isEarly && isClear(record, nowMs)) end(solved);
      }
      const opened = openDue(wanted, moment);
      if (records !== before) tidy(nowS);
      return { opened, solved, dropped, isChanged: records !== before };
    },
    noteSent(id, delivery) {
      change(id, (record) => ({ ...record, sent: [...record.sent, delivery].slice(-DELIVERIES_MAX) }));
    },
    noteGivenUp(id, channel) {
      change(id, (record) => ({
        ...record,
        givenUp: [...record.givenUp.filter((other) => other !== channel), channel],
      }));
    },
  };
}

export const isOpen = ({ solvedAtS }: Pick<AlertRecord, 'solvedAtS'>) => solvedAtS === undefined;

const RULES: readonly unknown[] = ALERT_RULES;

/** The alerts of a file, as far as they make sense. */
export function readRecords(value: unknown): readonly AlertRecord[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((found): readonly AlertRecord[] => {
    const { id, key, rule, facts, sinceS, solvedAtS, isMoment, returns, sent, givenUp } = Object(found);
    const isOne = typeof id === 'string' && typeof key === 'string' && RULES.includes(rule);
    if (!isOne || !Number.isFinite(sinceS)) return [];
    return [
      {
        ...{ id, key, rule, sinceS, facts: readFacts(facts), isMoment: isMoment === true },
        solvedAtS: Number.isFinite(solvedAtS) ? solvedAtS : undefined,
        returns: Number.isFinite(returns) ? returns : 0,
        sent: Array.isArray(sent) ? sent.filter(isDelivery) : [],
        givenUp: Array.isArray(givenUp) ? givenUp.filter((one) => typeof one === 'string') : [],
      },
    ];
  });
}

function readFacts(value: unknown): AlertFacts {
  const found: Readonly<Record<string, unknown>> = Object(value);
  const text = (key: 'name' | 'string' | 'reason' | 'from' | 'to') =>
    typeof found[key] === 'string' ? { [key]: plainText(found[key]) } : {};
  return {
    ...{ ...text('name'), ...text('string'), ...text('reason'), ...text('from'), ...text('to') },
    ...(typeof found.value === 'number' && { value: found.value }),
  };
}

function isDelivery(value: unknown): value is Delivery {
  const { channel, atS } = Object(value);
  return typeof channel === 'string' && Number.isFinite(atS);
}
