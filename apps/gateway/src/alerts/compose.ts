import {
  ALERT_SEVERITIES,
  ALERT_SEVERITY_OF,
  type AlertLanguage,
  type AlertRule,
  type AlertSeverity,
} from '@heliograph/contract';
import type { AlertFacts, AlertMessage, AlertRecord } from './alert.ts';
import { de } from './alert-texts-de.ts';
import { en } from './alert-texts-en.ts';
import { fr } from './alert-texts-fr.ts';
import type { AlertTexts, AlertWords, NumberText } from './alert-wording.ts';

const TEXTS: Readonly<Record<AlertLanguage, AlertTexts>> = { en, de, fr };

/** What a channel is to hear, and has not heard. */
export type Notice =
  | { readonly kind: 'opened' | 'solved'; readonly alert: string; readonly atS: number }
  | { readonly kind: 'example'; readonly rule: AlertRule; readonly atS: number }
  | { readonly kind: 'summary'; readonly atS: number; readonly words: AlertWords };

/** Puts alerts into words of one language, with times as the clock of the plant shows them. */
export interface Composer {
  words(record: Pick<AlertRecord, 'rule' | 'facts'>): AlertWords;
  /** One message of everything that is to be heard. */
  message(notices: readonly Notice[], recordOf: (id: string) => AlertRecord | undefined): AlertMessage;
  enough(atS: number): AlertMessage;
  test(atS: number): AlertMessage;
  summary(facts: SummaryFacts): AlertWords;
}

export interface SummaryFacts {
  readonly isWeekly: boolean;
  /** Wh; undefined: nobody knows. */
  readonly energyWh: number | undefined;
  readonly best: { readonly atS: number; readonly energyWh: number } | undefined;
  readonly answering: number;
  readonly all: number;
  readonly open: readonly AlertRecord[];
}

/** More lines than these nobody reads on a phone. */
const LINES_MAX = 8;
const TITLE_MAX_LENGTH = 160;
const TEXT_MAX_LENGTH = 1000;

export function createComposer(language: AlertLanguage, utcOffsetAtS: (unixMs: number) => number): Composer {
  const texts = TEXTS[language];
  const number: NumberText = (value, decimals = 0) =>
    new Intl.NumberFormat(texts.tag, { maximumFractionDigits: decimals }).format(value ?? 0);
  const local = (unixS: number) => new Date(unixS * 1000 + utcOffsetAtS(unixS * 1000) * 1000);
  const time = (unixS: number) =>
    new Intl.DateTimeFormat(texts.tag, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(
      local(unixS),
    );
  const day = (unixS: number) =>
    new Intl.DateTimeFormat(texts.tag, { weekday: 'long', timeZone: 'UTC' }).format(local(unixS));
  const energy = (wh: number) => (wh < 1000 ? `${number(wh)} Wh` : `${number(wh / 1000, 2)} kWh`);
  const words: Composer['words'] = ({ rule, facts }) => texts.rules[rule](facts, number);

  /** What is said of one alert: that it is so, that it is over, or both where the first was never said. */
  function ofAlert(record: AlertRecord, kinds: ReadonlySet<Notice['kind']>): Said {
    const { title, text } = words(record);
    const severity = ALERT_SEVERITY_OF[record.rule];
    const { solvedAtS, isMoment } = record;
    const isOver = solvedAtS !== undefined && !isMoment;
    const base = { severity, rule: record.rule };
    if (!kinds.has('opened')) return { ...base, title: texts.over(title), text: '', state: 'solved' };
    if (isOver) {
      const whole = texts.wasSo(title, time(record.sinceS), time(solvedAtS));
      return { ...base, title: whole, text: '', state: 'solved' };
    }
    const since = isMoment ? '' : ` ${texts.since(time(record.sinceS))}`;
    return { ...base, title, text: `${text}${since}`, state: isMoment ? 'note' : 'open' };
  }

  function sayings(
    notices: readonly Notice[],
    recordOf: Parameters<Composer['message']>[1],
  ): readonly Said[] {
    const kinds = new Map<string, Set<Notice['kind']>>();
    const others: Said[] = [];
    for (const notice of notices) {
      if (notice.kind === 'summary') {
        others.push({ ...notice.words, severity: 'note', rule: 'summary', state: 'note' });
      } else if (notice.kind === 'example') {
        others.push(example(notice.rule));
      } else {
        kinds.set(notice.alert, (kinds.get(notice.alert) ?? new Set()).add(notice.kind));
      }
    }
    const alerts = [...kinds].flatMap(([id, of]) => {
      const record = recordOf(id);
      return record === undefined ? [] : [ofAlert(record, of)];
    });
    return [...alerts.sort(byUrgency), ...others];
  }

  function example(rule: AlertRule): Said {
    const { title, text } = words({ rule, facts: sampleFacts(rule, texts) });
    return {
      ...{ title: texts.example(title), text: `${text} ${texts.exampleNote}` },
      ...{ severity: 'note', rule, state: 'note' },
    };
  }

  return {
    words,
    message(notices, recordOf) {
      const said = sayings(notices, recordOf);
      const atS = notices.at(-1)?.atS ?? 0;
      const [only] = said;
      if (only !== undefined && said.length === 1)
        return cut({ ...only, text: only.text || only.title, atS });
      const further = said.length - LINES_MAX;
      const lines = said
        .slice(0, LINES_MAX)
        .map(({ title, text, rule }) => (rule === 'summary' ? `${title}\n${text}` : `• ${title}`));
      const isOpen = said.some(({ state }) => state === 'open');
      return cut({
        title: texts.several(said.length),
        text: [...lines, ...(further > 0 ? [texts.further(further)] : [])].join('\n'),
        severity: [...said].sort(byUrgency)[0]?.severity ?? 'note',
        ...{ rule: 'several', state: isOpen ? 'open' : 'note', atS },
      });
    },
    enough: (atS) => ({ ...texts.enough, severity: 'note', rule: 'several', state: 'note', atS }),
    test: (atS) => ({ ...texts.test, severity: 'note', rule: 'test', state: 'note', atS }),
    summary({ isWeekly, energyWh, best, answering, all, open }) {
      const lines = texts.summary.lines({
        energy: energyWh === undefined ? undefined : energy(energyWh),
        best: best && `${day(best.atS)}, ${energy(best.energyWh)}`,
        answering: `${number(answering)} / ${number(all)}`,
        open: open.slice(0, LINES_MAX).map((record) => words(record).title),
      });
      return { title: isWeekly ? texts.summary.weekly : texts.summary.daily, text: lines.join('\n') };
    },
  };
}

type Said = Omit<AlertMessage, 'atS'>;

const rank = (severity: AlertSeverity) => ALERT_SEVERITIES.indexOf(severity);
/** What is so comes before what is over, and the worst first. */
const byUrgency = (one: Said, other: Said) =>
  Number(other.state === 'open') - Number(one.state === 'open') || rank(other.severity) - rank(one.severity);

function cut(message: AlertMessage): AlertMessage {
  const shorter = (text: string, max: number) => {
    const letters = Array.from(text);
    return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text;
  };
  return {
    ...message,
    title: shorter(message.title.replace(/\s+/g, ' '), TITLE_MAX_LENGTH),
    text: shorter(message.text, TEXT_MAX_LENGTH),
  };
}

/** Facts that show what a rule says. */
function sampleFacts(rule: AlertRule, { sample }: AlertTexts): AlertFacts {
  const name = sample.inverter;
  const facts: Readonly<Record<AlertRule, AlertFacts>> = {
    silent: { name },
    weak: { name, string: '2', value: 62 },
    dead: { name, string: '2' },
    order: { name, reason: 'limit-open' },
    event: { name, value: 999 },
    restarts: { name, value: 6 },
    voltage: { name, value: 256.4 },
    frequency: { name, value: 50.71 },
    device: { name: sample.device, reason: 'unreachable' },
    updated: { name: sample.device, from: 'v24.2.12', to: 'v25.5.10' },
    meter: {},
    disk: { reason: 'low', value: 4 },
    backup: {},
  };
  return facts[rule];
}
