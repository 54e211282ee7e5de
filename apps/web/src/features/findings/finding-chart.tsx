import { type Finding, type FindingCurve, getFindingCurve } from '@heliograph/contract';
import { useMemo } from 'react';
import { useAnswers } from '../../shared/api/use-answers.ts';
import { DayChart, type NamedCurve } from '../../shared/chart/day-chart.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { FindingWords } from './finding-words.ts';

const REPEAT_MS = 300_000;
const DAY_S = 86_400;

interface FindingChartProps {
  readonly finding: Finding;
  readonly words: FindingWords;
  readonly utcOffsetS: (unixS: number) => number;
}

/** What a string gave on the day on which something was found, and what it should have given. */
export function FindingChart({ finding, words, utcOffsetS }: FindingChartProps) {
  const t = useTexts('history').history.findings;
  const { answers } = useAnswers<FindingCurve>(getFindingCurve, [{ id: finding.id }], REPEAT_MS);
  const [curve] = answers ?? [];
  const lines = useMemo(
    () =>
      curve && [
        lineOf('measured', t.measured, curve.measured, curve),
        lineOf('expected', t.compared[curve.compared], curve.expected, curve),
      ],
    [curve, t],
  );
  if (curve === undefined || lines === undefined) return <Skeleton height="18rem" />;
  if (![...curve.measured, ...curve.expected].some((power) => power !== null)) return <p>{t.noCurve}</p>;
  const offsetS = utcOffsetS(curve.start);
  const fromS = Math.floor((curve.start + offsetS) / DAY_S) * DAY_S - offsetS;
  const [measured, expected] = lines;
  return (
    <DayChart
      label={t.chart(words.who(finding))}
      fromS={fromS}
      toS={fromS + DAY_S}
      utcOffsetS={utcOffsetS}
      curves={measured === undefined ? [] : [measured]}
      expected={expected}
    />
  );
}

function lineOf(
  key: string,
  label: string,
  values: readonly (number | null)[],
  { start, step }: FindingCurve,
): NamedCurve {
  const at = values.map((_, index) => start + index * step);
  return { key, label, curve: { at, mean: values, min: values, max: values } };
}
