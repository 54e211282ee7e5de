import { type AnyEndpoint, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { RefreshCw } from 'lucide';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useContact, useElapsedSince, useServices } from '../api/services.ts';
import { type Loaded, useEndpoint } from '../api/use-endpoint.ts';
import { useHydrated } from '../api/use-hydrated.ts';
import { PageTitle } from '../form/field-help.tsx';
import { askAgainMs, LoadFailure, mayPass } from '../form/load-failure.tsx';
import { Waiting } from '../form/waiting.tsx';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { InfoList, type InfoRow } from '../ui/info-list.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './info-page.module.css';

/** A card of an info page. */
export type InfoSection = readonly [title: string, rows: readonly InfoRow[]];

interface InfoPageProps<Received extends object> {
  readonly title: string;
  readonly endpoint: AnyEndpoint<unknown, Received>;
  /** How many rows the sections will have, roughly, while nothing is known yet; each another number. */
  readonly rowCounts: readonly number[];
  /** What stands behind the facts. */
  readonly more?: ReactNode;
  /** `receivedAtMs` is when the answer came, in the clock's elapsed milliseconds. */
  readonly sections: (answer: Received, receivedAtMs: number) => readonly InfoSection[];
  /** Whether something is under way: then it is read again soon. */
  readonly isUnderWay?: (answer: Received) => boolean | undefined;
}

/** A page of facts that it reads, and reads again while somebody looks; what could not be read again shows its age. */
export function InfoPage<Received extends object>({
  title,
  endpoint,
  rowCounts,
  more,
  sections,
  isUnderWay,
}: InfoPageProps<Received>) {
  const { common, info: t } = useTexts('common', 'info');
  const { answer, failure, isLoading, reload } = useEndpoint(endpoint, NO_QUERY, (loaded) =>
    repeatMs(loaded, loaded.answer && isUnderWay?.(loaded.answer) ? SOON_MS : REPEAT_MS),
  );
  const receipt = useReceipt(answer);
  const isStale = useContact().lostAtMs !== undefined || failure !== undefined;
  const shown = failure ?? answer;
  const [reloadedAfter, setReloadedAfter] = useState<object>();
  const isReloading = isLoading && shown === reloadedAfter;

  function reloadNow(): void {
    if (isReloading) return;
    setReloadedAfter(shown);
    reload();
  }

  return (
    <section className={styles.page}>
      <div className={styles.head}>
        {__FOR_DEVICE__ ? <h1 tabIndex={-1}>{title}</h1> : <PageTitle title={title} />}
        <p>{answer !== undefined && <AsOf receipt={receipt} isStale={isStale} />}</p>
        {answer !== undefined && (
          <Button onClick={reloadNow} aria-busy={isReloading} aria-disabled={isReloading}>
            <Icon of={RefreshCw} size={18} />
            {isReloading ? common.loading : t.reload}
          </Button>
        )}
      </div>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure
          failure={failure}
          staleNote={answer === undefined ? undefined : common.outOfDate}
          onRetry={reload}
        />
      )}
      <div className={styles.sections}>
        {answer !== undefined
          ? sections(answer, receipt.elapsedMs).map(([heading, rows]) => (
              <Card key={heading} title={heading}>
                <InfoList rows={rows.map(withoutMask)} stale={isStale} />
              </Card>
            ))
          : failure === undefined && (
              <Waiting>
                {rowCounts.map((rows) => (
                  <Skeleton key={rows} height={`${2.6 * rows + 5.5}rem`} />
                ))}
              </Waiting>
            )}
        {answer !== undefined && more}
      </div>
    </section>
  );
}

/** What the gateway tells only whoever is logged in. */
function withoutMask([label, value, below]: InfoRow): InfoRow {
  const shown = value === SECRET_PLACEHOLDER ? <AfterLogin /> : value;
  return [label, shown, below];
}

function AfterLogin() {
  return <span className={styles.afterLogin}>{useTexts('info').info.afterLogin}</span>;
}

const NO_QUERY = {};
const REPEAT_MS = 10_000;
const SOON_MS = 3000;

function repeatMs(loaded: Loaded<unknown>, usualMs: number): number | undefined {
  if (loaded.failure !== undefined && !mayPass(loaded.failure)) return undefined;
  return askAgainMs(loaded) ?? usualMs;
}

/** When the values were told; how long ago only where that is long. */
function AsOf({ receipt, isStale }: { readonly receipt: Receipt; readonly isStale: boolean }) {
  const { format } = useI18n();
  const { info: t } = useTexts('info');
  const ageMs = useElapsedSince(receipt.elapsedMs);
  const moment = format.dateTime(receipt.unixMs);
  return isStale ? t.asOfAgo(moment, format.duration(ageMs)) : t.asOf(moment);
}

interface Receipt {
  readonly elapsedMs: number;
  readonly unixMs: number;
}

/** When the newest answer came, in both of the clock's times. */
function useReceipt(answer: object | undefined): Receipt {
  const { clock, first } = useServices();
  const isHydrated = useHydrated();
  const came = isHydrated ? undefined : first; // with the page
  const now = () => ({
    answer,
    elapsedMs: came?.atMs ?? clock.elapsedMs(),
    unixMs: came?.page.unixMs ?? clock.unixMs(),
  });
  const [receipt, setReceipt] = useState(now);
  if (receipt.answer === answer) return receipt;
  const next = now();
  setReceipt(next);
  return next;
}
