import { type Finding, type Findings, getFindings, type ReceivedLiveData } from '@heliograph/contract';
import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { type Asked, useAnswers } from '../api/use-answers.ts';
import { type I18n, useI18n, useTexts } from '../i18n/i18n-context.ts';
import { PATHS } from '../lib/paths.ts';
import { deadStrings, inverterState } from './inverter-state.ts';
import styles from './well-line.module.css';

const NO_QUERY: readonly Asked[] = [{}];
const REPEAT_MS = 60_000;

interface WellLineProps {
  readonly live: ReceivedLiveData;
  /** What inverters do at the moment stands beside it already. */
  readonly isBesideStates?: boolean;
}

/**
 * All well, or what is not, in one line that leads to the findings. Nothing where nobody may read these; and all is well only
 * where every inverter answers, too.
 */
export function WellLine({ live, isBesideStates = false }: WellLineProps) {
  const i18n = useI18n();
  const { findings: t } = useTexts('history').history;
  const { answers, before } = useAnswers<Findings>(getFindings, NO_QUERY, REPEAT_MS);
  const [found] = answers ?? before ?? [];
  if (found === undefined) return null;
  const open = found.findings.filter(({ state }) => state === 'open');
  const troubles = troublesOf(i18n, live);
  const isWell = open.length === 0 && troubles.length === 0;
  const parts = [
    ...(open.length === 0 ? [] : [foundText(open)]),
    ...(isBesideStates ? [] : troubles),
    ...(isWell ? [t.allWellShort] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <Link href={PATHS.findings} className={styles.line} data-well={isWell}>
      {isWell ? <CircleCheck size={18} aria-hidden="true" /> : <TriangleAlert size={18} aria-hidden="true" />}
      <span>{parts.join(' · ')}</span>
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  );

  function foundText(list: readonly Finding[]): string {
    const count = i18n.format.count(list.length, t.count);
    const [only] = list;
    if (only === undefined || list.length > 1) return count;
    const inverter = only.name === '' ? only.serial : only.name;
    const { string } = only;
    const who = string === undefined ? inverter : t.stringOf(inverter, only.string_name ?? t.string(string));
    return t.countOf(count, who);
  }
}

/** What the message itself says is wrong. */
function troublesOf({ t, format }: I18n, { inverters }: ReceivedLiveData): string[] {
  const states = inverters.map((inverter) => inverterState(inverter, false));
  const dead = inverters.reduce((sum, inverter) => sum + deadStrings(inverter).length, 0);
  const countOf = (wanted: (typeof states)[number]) => states.filter((state) => state === wanted).length;
  const parts = [
    [countOf('unreachable'), t.totals.unreachable],
    [countOf('silent'), t.totals.noAnswer],
    [countOf('unknown'), t.totals.noData],
    [dead, t.totals.deadStrings],
  ] as const;
  return parts.filter(([count]) => count > 0).map(([count, forms]) => format.count(count, forms));
}
