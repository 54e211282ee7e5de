import { type HeldLimit, LIMIT_OWNERS, RESULT_CODES, releaseLimit, WHOLE_PLANT } from '@heliograph/contract';
import { Hand, Pencil } from 'lucide';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import { PageTitle } from '../../shared/form/field-help.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { GroupsCard } from './groups-card.tsx';
import { isNoLimit, isSameHeld, type LimitedInverter } from './limit-words.ts';
import styles from './limits.module.css';
import { ScheduleCard } from './schedule-card.tsx';
import { TakeOverDialog } from './take-over-dialog.tsx';
import { type LimitsView, useLimits } from './use-limits.ts';

/** Who holds the limits now, and all that the gateway keeps up of them. */
export function LimitsPage() {
  const { t: frame } = useI18n();
  const { common, limits: t } = useTexts('common', 'limits');
  const { view, failure, reload, change } = useLimits();
  return (
    <section className={styles.page}>
      <PageTitle title={frame.titles.limits} />
      <p className={styles.quiet}>{t.intro}</p>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} staleNote={view && common.outOfDate} onRetry={reload} />
      )}
      {view === undefined ? (
        failure === undefined && (
          <Waiting text={t.loading}>
            <Skeleton height="16rem" />
            <Skeleton height="12rem" />
          </Waiting>
        )
      ) : (
        <>
          {!view.mayOrder && <Alert kind="info">{t.logIn}</Alert>}
          <div className={styles.columns}>
            <NowCard view={view} onChanged={reload} />
            <div className={styles.side}>
              <GroupsCard view={view} change={change} />
              <ScheduleCard view={view} change={change} />
            </div>
          </div>
          <ErrorBoundary fallback={<Alert kind="warning">{frame.failure.chunk}</Alert>}>
            <Suspense fallback={<Skeleton height="24rem" />}>
              <RulePart view={view}>
                <PermanentCard view={view} />
              </RulePart>
              <OrderListCard view={view} />
            </Suspense>
          </ErrorBoundary>
        </>
      )}
    </section>
  );
}

/** Comes after what can be done here: with its chart it is more than all the rest. */
const OrderListCard = lazy(() =>
  import('./order-list.tsx').then((part) => ({ default: part.OrderListCard })),
);

const RulePart = lazy(() => import('./rule-part.tsx').then((part) => ({ default: part.RulePart })));

interface NowCardProps {
  readonly view: LimitsView;
  readonly onChanged: () => void;
}

function NowCard({ view, onChanged }: NowCardProps) {
  const t = useTexts('limits').limits;
  const { announce } = useNotices();
  const [target, setTarget] = useState<string>();
  const { mayOrder, inverters, state, words } = view;
  const active = state.held.filter((held) => inverters.some(({ state: of }) => isSameHeld(held, of?.holder)));
  const waiting = state.held.filter((held) => !active.includes(held));
  const [only] = active;
  const later = inverters.filter(hearsLater).length;
  const isOne = only !== undefined && inverters.every(({ state: of }) => isSameHeld(only, of?.holder));

  return (
    <Card title={t.now.title}>
      <p role="status" className={styles.status}>
        {statusText()}
      </p>
      {inverters.length > FEW_ROWS && later > 0 && (
        <p className={styles.note}>{view.format.count(later, t.now.later)}</p>
      )}
      {!isOne && active.length > 0 && (
        <ul className={styles.list}>
          {active.map((held) => (
            <HeldRow key={`${held.owner} ${held.target}`} {...{ held, view, onChanged }} />
          ))}
        </ul>
      )}
      {mayOrder && inverters.length > 0 && (
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => setTarget(WHOLE_PLANT)}>
            <Icon of={Hand} size={18} />
            {t.take.action}
          </Button>
          {isOne && only.owner === 'person' && <GiveBack held={only} view={view} onChanged={onChanged} />}
        </div>
      )}
      <Unfolded count={inverters.length}>
        <ul className={styles.inverters}>
          {inverters.map((inverter) => (
            <InverterRow
              key={inverter.serial}
              {...{ inverter, view }}
              onTake={mayOrder ? () => setTarget(inverter.serial) : undefined}
            />
          ))}
        </ul>
      </Unfolded>
      {waiting.length > 0 && (
        <div>
          <p className={styles.quiet}>{t.now.waiting}</p>
          <ul className={styles.list}>
            {waiting.map((held) => (
              <HeldRow key={`${held.owner} ${held.target}`} {...{ held, view, onChanged }} />
            ))}
          </ul>
        </div>
      )}
      <Ranks />
      {target !== undefined && (
        <TakeOverDialog
          view={view}
          target={target}
          onClose={() => setTarget(undefined)}
          onTaken={(result) => {
            setTarget(undefined);
            announce(t.results[RESULT_CODES[result].code]);
            onChanged();
          }}
        />
      )}
    </Card>
  );

  function statusText(): string {
    if (inverters.length === 0) return t.now.noInverter;
    if (isOne) return words.held(only);
    const heldCount = inverters.filter(({ state: of }) => of?.holder !== undefined).length;
    if (heldCount > 0)
      return t.now.some(view.format.noDigits(heldCount), view.format.noDigits(inverters.length));
    return inverters.some(({ state: of }) => of?.capped_by !== undefined) ? t.now.capsOnly : t.now.nobody;
  }
}

/** So much may what is kept up and what the inverter reports differ: it keeps tenths of a percent. */
const SAME_PERCENT = 0.6;

/** Whether the inverter does what is kept up, as far as it has told; also where nothing is. */
function isHeldBy({ state, percent, maxW }: LimitedInverter): boolean {
  if (state?.watts === undefined) return true;
  if (percent === undefined || maxW === undefined) return false;
  return Math.abs(Math.min(100, (state.watts / maxW) * 100) - percent) <= SAME_PERCENT;
}

/** Nobody can tell an inverter that does not answer. */
function hearsLater(inverter: LimitedInverter): boolean {
  return !inverter.isAnswering && !isHeldBy(inverter);
}

/** More rows than these would push the rest of the page out of sight. */
const FEW_ROWS = 10;

/** The rows of all inverters, which a large plant shows when it is asked to. */
function Unfolded({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  const t = useTexts('limits').limits;
  const { format } = useI18n();
  if (count <= FEW_ROWS) return children;
  return (
    <details className={styles.ranks}>
      <summary>{`${t.all} (${format.noDigits(count)})`}</summary>
      {children}
    </details>
  );
}

interface HeldRowProps extends NowCardProps {
  readonly held: HeldLimit;
}

function HeldRow({ held, view, onChanged }: HeldRowProps) {
  return (
    <li className={styles.row}>
      <span>{view.words.held(held)}</span>
      {view.mayOrder && held.owner === 'person' && <GiveBack {...{ held, view, onChanged }} />}
    </li>
  );
}

function GiveBack({ held, view, onChanged }: HeldRowProps) {
  const { call } = useServices();
  const { limits } = useTexts('limits');
  const { announce } = useNotices();
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();

  async function giveBack(): Promise<void> {
    if (isWorking) return;
    setWorking(true);
    setFailure(undefined);
    const result = await call(releaseLimit, { body: { target: held.target } });
    setWorking(false);
    if (result.kind !== 'answered') setFailure(result);
    else if (result.answer.type !== 'success') setFailure({ kind: 'rejected', answer: result.answer });
    else announce(limits.results[RESULT_CODES.LimitReleased.code]);
    onChanged();
  }

  return (
    <>
      <Button
        aria-label={limits.take.giveBackOf(view.words.target(held.target))}
        aria-disabled={isWorking}
        onClick={() => void giveBack()}
      >
        {isWorking ? limits.take.givingBack : limits.take.giveBack}
      </Button>
      {failure !== undefined && <FailureAlert failure={failure} />}
    </>
  );
}

interface InverterRowProps {
  readonly inverter: LimitedInverter;
  readonly view: LimitsView;
  readonly onTake: (() => void) | undefined;
}

function InverterRow({ inverter, view, onTake }: InverterRowProps) {
  const { now: t, take } = useTexts('limits').limits;
  const { words, format } = view;
  const { name, maxW, percent, powerW, state, isAnswering } = inverter;
  const note = noteText();
  return (
    <li className={styles.inverter}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p className={styles.limit}>{limitText()}</p>
      {onTake !== undefined && (
        <Button
          variant="bare"
          className={styles.edit}
          aria-label={`${take.action}: ${name}`}
          title={`${take.action}: ${name}`}
          onClick={onTake}
        >
          <Icon of={Pencil} size={18} />
        </Button>
      )}
      <p className={styles.why}>
        {words.why(state)}
        {powerW !== undefined && <span className={styles.makes}>{t.makes(words.watts(powerW))}</span>}
      </p>
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </li>
  );

  function limitText(): string {
    if (state?.watts !== undefined) return words.amount(state.watts, maxW);
    return reported() ?? t.unknown;
  }

  function reported(): string | undefined {
    if (percent === undefined) return undefined;
    if (isNoLimit(percent)) return t.noLimit;
    return maxW === undefined ? format.percentTenths(percent) : words.amount((percent * maxW) / 100, maxW);
  }

  /** What is kept up, and what the inverter says, may differ until it has heard of it. */
  function noteText(): string | undefined {
    if (hearsLater(inverter)) return t.waits;
    if (!isAnswering || percent === undefined || isHeldBy(inverter)) return undefined;
    return t.pending(reported() ?? t.unknown);
  }
}

/** Who comes first, for whoever wonders. */
function Ranks() {
  const { now: t } = useTexts('limits').limits;
  return (
    <details className={styles.ranks}>
      <summary>{t.ranks}</summary>
      <ol>
        {LIMIT_OWNERS.map((owner) => (
          <li key={owner}>{t.rankList[owner]}</li>
        ))}
      </ol>
      <p>{t.rankNote}</p>
    </details>
  );
}

/** How often each inverter was asked to remember a limit. */
function PermanentCard({ view: { inverters, format } }: { readonly view: LimitsView }) {
  const { permanent: t } = useTexts('limits').limits;
  const countOf = ({ state }: LimitedInverter) => state?.permanent_count ?? 0;
  const mostFirst =
    inverters.length > FEW_ROWS ? inverters.toSorted((a, b) => countOf(b) - countOf(a)) : inverters;
  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.text}</p>
      <Unfolded count={inverters.length}>
        <ul className={styles.list}>
          {mostFirst.map(({ serial, name, state }) => (
            <li key={serial} className={styles.row}>
              <bdi>{name}</bdi>
              <span>{state?.permanent_count ? format.count(state.permanent_count, t.count) : t.none}</span>
            </li>
          ))}
        </ul>
      </Unfolded>
    </Card>
  );
}
