import {
  type Finding,
  type Findings,
  getFindings,
  getPlantDay,
  type JudgedString,
  type PlantDay,
  type StringVerdict,
  setFinding,
  timezoneOf,
} from '@heliograph/contract';
import { Circle, CircleCheck, TriangleAlert } from 'lucide';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useMay, useServices } from '../../shared/api/services.ts';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import styles from '../../shared/form/settings-page.module.css';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createPlantTime } from '../../shared/i18n/plant-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { type FindingWords, findingWords } from './finding-words.ts';
import own from './findings.module.css';

const FindingChart = lazy(() =>
  import('./finding-chart.tsx').then(({ FindingChart: c }) => ({ default: c })),
);

const REPEAT_MS = 60_000;
const NO_QUERY: readonly Asked[] = [{}];

/** What is wrong with strings and inverters, why the gateway thinks so, and what it cannot judge. */
export function FindingsPage() {
  const { t: frame, format } = useI18n();
  const { common, history } = useTexts('common', 'history');
  const t = history.findings;
  const asked = useAnswers<Findings>(getFindings, NO_QUERY, REPEAT_MS);
  const day = useAnswers<PlantDay>(getPlantDay, NO_QUERY, REPEAT_MS);
  const [found] = asked.answers ?? [];
  const [dayNow] = day.answers ?? [];
  const rule = dayNow?.timezone ?? '';
  const zone = useMemo(() => timezoneOf(rule), [rule]);
  const failure = asked.failure ?? day.failure;
  const reload = () => {
    asked.reload();
    day.reload();
  };
  const words =
    dayNow &&
    findingWords({ t, format, time: createPlantTime(format.tag, zone.utcOffsetS), today: dayNow.today });
  return (
    <section className={`${styles.page} ${own.page}`}>
      <h1 tabIndex={-1}>{frame.titles.findings}</h1>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure
          failure={failure}
          staleNote={found === undefined ? undefined : common.outOfDate}
          onRetry={reload}
        />
      )}
      {found === undefined || words === undefined ? (
        failure === undefined && (
          <Waiting>
            <Skeleton height="4rem" />
            <Skeleton height="20rem" />
          </Waiting>
        )
      ) : (
        <Found found={found} words={words} utcOffsetS={zone.utcOffsetS} onChanged={reload} />
      )}
    </section>
  );
}

interface FoundProps extends Pick<FindingCardProps, 'words' | 'utcOffsetS' | 'onChanged'> {
  readonly found: Findings;
}

/** What was found, and what is watched. */
function Found({ found: { findings, strings }, ...shared }: FoundProps) {
  const { format } = useI18n();
  const t = useTexts('history').history.findings;
  const openCount = findings.filter(({ state }) => state === 'open').length;
  const over = findings.filter(({ state }) => state === 'over');
  return (
    <>
      <Status {...status()} />
      <div className={own.columns}>
        {findings.length > 0 && (
          <div className={own.list}>
            {findings
              .filter(({ state }) => state !== 'over')
              .map((finding) => (
                <FindingCard
                  key={finding.id}
                  finding={finding}
                  isNew={finding.state === 'open'}
                  {...shared}
                />
              ))}
            {over.length > 0 && (
              <Card title={t.over}>
                <ul>
                  {over.map((finding) => (
                    <li key={finding.id}>{shared.words.sentence(finding)}</li>
                  ))}
                </ul>
              </Card>
            )}
          </div>
        )}
        <Watched strings={strings} />
      </div>
    </>
  );

  /** Where nobody can judge anything, nobody can say that all is well; nor above what is known to be wrong. */
  function status(): StatusProps {
    if (openCount > 0) return { text: format.count(openCount, t.count), wellness: 'trouble' };
    const wellness = judgedOf(strings) === 0 ? 'unsure' : 'well';
    if (findings.some(({ state }) => state === 'known')) return { text: t.nothingNew, wellness };
    return { text: wellness === 'well' ? t.allWell : t.noneJudged, wellness };
  }
}

const JUDGED: readonly StringVerdict[] = ['good', 'weak', 'dead'];
const judgedOf = (strings: readonly JudgedString[]) =>
  strings.filter(({ verdict }) => JUDGED.includes(verdict)).length;

const ICONS = { well: CircleCheck, unsure: Circle, trouble: TriangleAlert } as const;

interface StatusProps {
  readonly text: string;
  readonly wellness: keyof typeof ICONS;
}

function Status({ text, wellness }: StatusProps) {
  const icon = ICONS[wellness];
  return (
    <p className={own.status} data-well={wellness}>
      <Icon of={icon} size={20} />
      <span role="status">{text}</span>
    </p>
  );
}

interface FindingCardProps {
  readonly finding: Finding;
  readonly words: FindingWords;
  readonly utcOffsetS: (unixS: number) => number;
  readonly isNew: boolean;
  readonly onChanged: () => void;
}

function FindingCard({ finding, words, utcOffsetS, isNew, onChanged }: FindingCardProps) {
  const t = useTexts('history').history.findings;
  const { call } = useServices();
  const mayNote = useMay('operator');
  const [isShown, setShown] = useState(isNew);
  const [hasFailed, setFailed] = useState(false);
  const { id, kind, state, sureness } = finding;

  async function setKnown(known: boolean): Promise<void> {
    const answer = await call(setFinding, { body: { id, known } });
    setFailed(answer.kind !== 'answered');
    onChanged();
  }

  return (
    <Card title={words.who(finding)} aside={state === 'known' ? t.isKnown : t.sureness[sureness]}>
      <p>
        <b>{words.sentence(finding)}</b>
      </p>
      <p>{t.advice[kind]}</p>
      {isShown && (
        <Suspense fallback={<Skeleton height="18rem" />}>
          <FindingChart finding={finding} words={words} utcOffsetS={utcOffsetS} />
        </Suspense>
      )}
      {hasFailed && <p role="alert">{t.notSaved}</p>}
      <p className={own.actions}>
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t.hideWhy : t.showWhy}
        </Button>
        {mayNote && (
          <Button onClick={() => void setKnown(state !== 'known')}>
            {state === 'known' ? t.tellAgain : t.know}
          </Button>
        )}
      </p>
    </Card>
  );
}

const UNJUDGED = ['learning', 'few', 'limited', 'off', 'unheard'] as const satisfies readonly StringVerdict[];

/** How many strings are watched, and why others are not. */
function Watched({ strings }: { readonly strings: readonly JudgedString[] }) {
  const { format } = useI18n();
  const t = useTexts('history').history.findings;
  const countOf = (verdict: StringVerdict) => strings.filter((one) => one.verdict === verdict).length;
  const unjudged = UNJUDGED.filter((verdict) => countOf(verdict) > 0);
  return (
    <Card title={t.watched}>
      <p>{summary()}</p>
      {unjudged.length > 0 && (
        <ul>
          {unjudged.map((verdict) => (
            <li key={verdict}>{t.countOf(format.count(countOf(verdict), t.strings), t.verdicts[verdict])}</li>
          ))}
        </ul>
      )}
    </Card>
  );

  function summary(): string {
    if (strings.length === 0) return t.noStrings;
    if (countOf('dark') === strings.length) return t.allDark;
    const all = t.judged(format.count(strings.length, t.strings), format.noDigits(strings.length));
    return format.count(judgedOf(strings), all);
  }
}
