import { ChevronRight } from 'lucide';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { useLiveWhileShown } from '../../shared/api/live-while-shown.ts';
import { useContact, useLinkSnapshot } from '../../shared/api/services.ts';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Controls } from './controls.tsx';
import styles from './history.module.css';
import type { HistoryView } from './history-address.ts';
import { PeriodView } from './period-view.tsx';
import { type Kept, useKept } from './use-history.ts';
import { type ShowView, stepped, useView } from './use-view.ts';

/** What the plant has done: a day, a month, a year or all of it, in words, as a chart and as a table. */
export function HistoryPage() {
  const { t: frame } = useI18n();
  const { common, history: t } = useTexts('common', 'history');
  const { live } = useLinkSnapshot();
  const { kept, failure, reload } = useKept();
  const { lostAtMs } = useContact();
  const { view, show } = useView();

  useLiveWhileShown();
  useStepKeys(view, kept, show);

  return (
    <section className={styles.page}>
      <h1 tabIndex={-1}>{frame.titles.history}</h1>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure
          failure={failure}
          staleNote={kept === undefined ? undefined : common.outOfDate}
          onRetry={reload}
        />
      )}
      {kept?.status.problem !== undefined && <Alert kind="warning">{t.problems[kept.status.problem]}</Alert>}
      {kept !== undefined && (
        <>
          <Controls view={view} kept={kept} live={live} onShow={show} />
          <PeriodView view={view} kept={kept} live={live} isLost={lostAtMs !== undefined} onShow={show} />
          <Data view={view} kept={kept} />
        </>
      )}
      {kept === undefined && failure === undefined && (
        <Waiting>
          <Skeleton height="7rem" />
          <Skeleton height="34rem" />
        </Waiting>
      )}
    </section>
  );
}

/** Most come to look; who wants the data loads what is needed for it. */
const DataPart = lazy(async () => ({ default: (await import('./data-part.tsx')).DataPart }));

function Data({ view, kept }: { readonly view: HistoryView; readonly kept: Kept }) {
  const { t: frame } = useI18n();
  const { history: t } = useTexts('history');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.more}>
      <Link href={PATHS.events}>{frame.titles.events}</Link>
      <Button
        variant="bare"
        className={styles.disclose}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={ChevronRight} size={18} />
        {t.data.title}
      </Button>
      {isOpen && (
        <ErrorBoundary fallback={<Alert kind="warning">{frame.failure.chunk}</Alert>}>
          <Suspense fallback={<Skeleton height="20rem" />}>
            <DataPart kept={kept} period={view.period} date={view.date} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

/** Left and right lead to the period before and after, wherever no field and no chart has a use for them. */
function useStepKeys(view: HistoryView, kept: Kept | undefined, show: ShowView): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (steps === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (kept === undefined || view.period === 'all' || event.defaultPrevented || hasOwnKeys(event.target))
      return;
    // A key that is held down is one way, at whose beginning Back arrives.
    show(stepped(view, kept, steps), event.repeat);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function hasOwnKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, select, textarea, dialog, [role="application"], section[tabindex]') !== null
  );
}
