import {
  type DryRunFacts,
  type DryRunProblem,
  dryRunRule,
  getDryRun,
  type RecordedDryRun,
  type RuleUpdate,
} from '@heliograph/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { amountText } from '../../shared/i18n/amount-text.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createDateNames } from '../../shared/i18n/plant-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './dry-run.module.css';
import { limitOutcome } from './limit-outcome.ts';
import type { LimitsView } from './use-limits.ts';

/** Thirty days take some seconds, on a small machine a minute. */
const ANSWER_WAIT_MS = 120_000;
const LIVE_EVERY_MS = 10_000;
const NO_QUERY = {};
const NOT_ANSWERED = { recorded: undefined, problem: undefined };
/** Of what was there is no such number. */
const NONE = '–';

type Tried =
  | { readonly kind: 'running' }
  | { readonly kind: 'problem'; readonly problem: DryRunProblem }
  | { readonly kind: 'done'; readonly facts: RecordedDryRun }
  | { readonly kind: 'failed'; readonly failure: FormFailure };

/** Asks what a rule would have done with what was recorded. */
function useTrial(): {
  readonly tried: Tried | undefined;
  readonly run: (rule: RuleUpdate) => Promise<void>;
} {
  const { call } = useServices();
  const texts = useTexts('limits');
  const [tried, setTried] = useState<Tried>();

  async function run(rule: RuleUpdate): Promise<void> {
    setTried({ kind: 'running' });
    const answer = await call(dryRunRule, { body: rule, waitMs: ANSWER_WAIT_MS });
    const { recorded, problem } = answer.kind === 'answered' ? answer.answer : NOT_ANSWERED;
    const outcome = limitOutcome(texts, answer, () => undefined);
    if (recorded !== undefined) setTried({ kind: 'done', facts: recorded });
    else if (problem !== undefined) setTried({ kind: 'problem', problem });
    else if (typeof outcome !== 'function') setTried({ kind: 'failed', failure: outcome });
    else setTried(undefined);
  }

  return { tried, run };
}

interface DryRunPartProps {
  /** As it is saved, or as it stands in a form; undefined: not all of it is right yet. */
  readonly rule: RuleUpdate | undefined;
}

/** What a rule would have done, at the press of a button. */
export function DryRunTrial({ rule }: DryRunPartProps) {
  const t = useTexts('house').house.rule.dry;
  const { tried, run } = useTrial();
  const isOff = rule === undefined || tried?.kind === 'running';
  return (
    <div className={styles.part}>
      <div>
        <Button aria-disabled={isOff} onClick={() => rule !== undefined && !isOff && void run(rule)}>
          {t.run}
        </Button>
      </div>
      <Outcome tried={tried} />
    </div>
  );
}

/** The same at once, before somebody decides. */
export function DryRunNumbers({ rule, view }: { readonly rule: RuleUpdate; readonly view: LimitsView }) {
  const { tried, run } = useTrial();
  const runOnce = useEffectEvent(() => run(rule));
  useEffect(() => {
    void runOnce();
  }, []);
  return (
    <div className={styles.part}>
      <Outcome tried={tried} />
      <DryRunLive view={view} />
    </div>
  );
}

function Outcome({ tried }: { readonly tried: Tried | undefined }) {
  const { format } = useI18n();
  const t = useTexts('house').house.rule.dry;
  return (
    <div aria-live="polite">
      {tried?.kind === 'running' && <p>{t.running}</p>}
      {tried?.kind === 'problem' && <p>{t.problems[tried.problem]}</p>}
      {tried?.kind === 'failed' && <FailureAlert failure={tried.failure} />}
      {tried?.kind === 'done' && (
        <>
          <Facts
            facts={tried.facts}
            days={tried.facts.days}
            caption={t.recorded(tried.facts.days, lengthText(format, tried.facts.hours))}
          />
          <p className={styles.note}>{t.note}</p>
        </>
      )}
    </div>
  );
}

/** What the rule would have done since it is as it is, as long as it is not armed. */
export function DryRunLive({ view }: { readonly view: LimitsView }) {
  const { format } = useI18n();
  const t = useTexts('house').house.rule.dry;
  const { answer } = useEndpoint(getDryRun, NO_QUERY, () => LIVE_EVERY_MS);
  const live = answer?.live;
  if (live === undefined) return null;
  const day = view.time.dayOf(live.from);
  const parts = [day !== view.today && createDateNames(format.tag).shortDay(day), view.time.time(live.from)];
  const caption = t.live(parts.filter(Boolean).join(' '), lengthText(format, live.hours));
  return <Facts facts={live} caption={caption} />;
}

/** As precisely as somebody wants to know it. */
function lengthText(format: Formats, hours: number): string {
  if (hours < 1) return `${format.noDigits(hours * 60)} min`;
  return `${format.digits(hours, hours < 10 ? 1 : 0)} h`;
}

interface FactsProps {
  readonly facts: DryRunFacts;
  /** Of so many; undefined: the orders are told as they are. */
  readonly days?: number;
  readonly caption: string;
}

function Facts({ facts, days, caption }: FactsProps) {
  const { format } = useI18n();
  const t = useTexts('house').house.rule.dry;
  const energy = (wh: number) => amountText(format, wh, 'Wh');
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t.was}</th>
          <th scope="col">{t.withRule}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t.exported}</th>
          <td>{energy(facts.exported)}</td>
          <td>{energy(facts.exported_with_rule)}</td>
        </tr>
        <tr>
          <th scope="row">{t.thrownAway}</th>
          <td>{NONE}</td>
          <td>{energy(facts.thrown_away)}</td>
        </tr>
        <tr>
          <th scope="row">{days === undefined ? t.orders : t.ordersADay}</th>
          <td>{NONE}</td>
          <td>{format.noDigits(facts.orders / (days ?? 1))}</td>
        </tr>
      </tbody>
    </table>
  );
}
