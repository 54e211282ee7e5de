import {
  type Finding,
  type Findings,
  getFindings,
  type ReceivedInverter,
  type ReceivedLiveData,
} from '@heliograph/contract';
import { ChevronRight, Circle, CircleCheck, TriangleAlert } from 'lucide';
import { Link } from 'wouter';
import { type Asked, useAnswers } from '../api/use-answers.ts';
import type { Formats, PluralForms } from '../i18n/format.ts';
import { type I18n, useI18n, useTexts } from '../i18n/i18n-context.ts';
import type { Texts } from '../i18n/texts.ts';
import { PATHS } from '../lib/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { deadStrings, type InverterState, inverterState } from './inverter-state.ts';
import styles from './well-line.module.css';

const NO_QUERY: readonly Asked[] = [{}];
const REPEAT_MS = 60_000;

type FindingTexts = Texts['history']['findings'];

interface WellLineProps {
  readonly live: ReceivedLiveData;
  /** What inverters do at the moment stands beside it already. */
  readonly isBesideStates?: boolean;
}

/** `unsure`: nothing is wrong, and nobody can say yet that all is well. */
type Wellness = 'well' | 'unsure' | 'trouble';

const ICONS = { well: CircleCheck, unsure: Circle, trouble: TriangleAlert } as const;

/**
 * All well, or what is not, in one line that leads to the findings. Nothing where nobody may read these, or where there is no
 * inverter; all is well only where every inverter is known to be and strings were ever judged, and a first start or a night is no trouble.
 */
export function WellLine({ live, isBesideStates = false }: WellLineProps) {
  const i18n = useI18n();
  const { findings: t } = useTexts('history').history;
  const { answers, before } = useAnswers<Findings>(getFindings, NO_QUERY, REPEAT_MS);
  const [found] = answers ?? before ?? [];
  if (found === undefined) return null;
  const said = wellnessOf(i18n, t, { live, found, isBesideStates });
  if (said === undefined) return null;
  const icon = ICONS[said.wellness];
  return (
    <Link href={PATHS.findings} className={styles.line} data-well={said.wellness}>
      <Icon of={icon} size={18} />
      <span>{said.parts.join(' · ')}</span>
      <Icon of={ChevronRight} size={16} />
    </Link>
  );
}

interface Known extends Required<WellLineProps> {
  readonly found: Findings;
}

/** The worst counts; beside the states of all inverters only what these do not say. */
function wellnessOf(i18n: I18n, t: FindingTexts, { live, found, isBesideStates }: Known) {
  const open = found.findings.filter(({ state }) => state === 'open');
  const news = open.length === 0 ? [] : [foundText(i18n, t, open)];
  const troubles = troublesOf(i18n, live, open);
  if (news.length + troubles.length > 0) {
    return saidOf('trouble', isBesideStates ? news : [...news, ...troubles]);
  }
  const unsure = unsureOf(i18n, t, live);
  if (unsure.length > 0) return saidOf('unsure', isBesideStates ? [] : unsure);
  // A warning that stands above says itself what is wrong.
  const { storageProblem, hasRadioProblem } = live.hints;
  if (storageProblem !== undefined || hasRadioProblem || live.inverters.length === 0) return undefined;
  return found.has_judged ? saidOf('well', [t.allWellShort]) : saidOf('unsure', [t.noneYet]);
}

const saidOf = (wellness: Wellness, parts: readonly string[]) =>
  parts.length === 0 ? undefined : { wellness, parts };

function foundText({ format }: I18n, t: FindingTexts, open: readonly Finding[]): string {
  const count = format.count(open.length, t.count);
  const [only] = open;
  if (only === undefined || open.length > 1) return count;
  const inverter = only.name === '' ? only.serial : only.name;
  const { string } = only;
  const who = string === undefined ? inverter : t.stringOf(inverter, only.string_name ?? t.string(string));
  return t.countOf(count, who);
}

/** What the message itself says is wrong, and no finding tells. */
function troublesOf(
  { t, format }: I18n,
  { inverters }: ReceivedLiveData,
  open: readonly Finding[],
): string[] {
  const isNews = (serial: string, number?: number) =>
    !open.some((one) => one.serial === serial && one.string === number);
  const dead = inverters.flatMap((one) =>
    deadStrings(one).filter(({ number }) => isNews(one.serial, number)),
  );
  const unreachable = inState(inverters, 'unreachable').filter(({ serial }) => isNews(serial));
  return countTexts(format, [
    [unreachable.length, t.totals.unreachable],
    [dead.length, t.totals.deadStrings],
  ]);
}

/**
 * What nobody knows: of some inverters how many these are. Where nothing is heard of any, the gateway has just begun to ask,
 * or, as far as anybody can tell, it is night.
 */
function unsureOf(
  { t, format }: I18n,
  texts: FindingTexts,
  { inverters, plant }: ReceivedLiveData,
): string[] {
  const unknown = inState(inverters, 'unknown');
  const silent = inState(inverters, 'silent');
  const isNoneHeard = plant.answering === 0 && unknown.length + silent.length > 0;
  if (!isNoneHeard) {
    return countTexts(format, [
      [silent.length, t.totals.noAnswer],
      [unknown.length, t.totals.noData],
    ]);
  }
  const isNew = silent.length === 0 && unknown.every(({ silence }) => silence === undefined);
  return [isNew ? texts.waiting : texts.nothingHeard];
}

const inState = (inverters: readonly ReceivedInverter[], state: InverterState) =>
  inverters.filter((inverter) => inverterState(inverter, false) === state);

const countTexts = (format: Formats, counted: readonly (readonly [number, PluralForms])[]) =>
  counted.filter(([count]) => count > 0).map(([count, forms]) => format.count(count, forms));
