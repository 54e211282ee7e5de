import { INVERTER_COUNT_MAX, type ListedInverter, type ReceivedInverterList } from '@heliograph/contract';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CallFailure } from '../../shared/api/call.ts';
import { useServices } from '../../shared/api/services.ts';
import type { LoadedEndpoint } from '../../shared/api/use-endpoint.ts';
import { callFailureText } from '../../shared/form/call-failure.ts';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './inverter-settings.module.css';
import { InverterTable } from './inverter-table.tsx';

interface InverterListCardProps {
  readonly list: LoadedEndpoint<ReceivedInverterList>;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  readonly onEdit: (inverter: ListedInverter) => void;
  readonly onDelete: (inverter: ListedInverter) => void;
}

/** Every configured inverter, or why none can be shown. */
export function InverterListCard({ list, headingRef, onEdit, onDelete }: InverterListCardProps) {
  const { format } = useI18n();
  const { inverters: t } = useAreaTexts();
  const { answer, failure } = list;
  const count = answer === undefined ? undefined : answer.inverter.length + answer.refusedInverters;
  return (
    <Card title={t.list} aside={useCountText(count)} headingRef={headingRef}>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <ListFailure list={list} failure={failure} headingRef={headingRef} />
      )}
      {answer !== undefined && answer.refusedInverters > 0 && (
        <Alert kind="warning">{format.count(answer.refusedInverters, t.refused)}</Alert>
      )}
      {answer === undefined && (failure === undefined || failure.kind === 'unauthorized') && <ListSkeleton />}
      {count === 0 && (
        <div className={styles.empty}>
          <p>{t.empty}</p>
          <p className={styles.quiet}>{t.emptyNext}</p>
        </div>
      )}
      {answer !== undefined && answer.inverter.length > 0 && (
        <InverterTable inverters={answer.inverter} onEdit={onEdit} onDelete={onDelete} />
      )}
    </Card>
  );
}

/** How many there are, and of how many; a gateway that has room for more than ours gives no maximum. */
function useCountText(count: number | undefined): string | undefined {
  const { format } = useI18n();
  const { inverters: t } = useAreaTexts();
  if (count === undefined) return undefined;
  const text = format.noDigits(count);
  return count > INVERTER_COUNT_MAX ? text : t.count(text, format.noDigits(INVERTER_COUNT_MAX));
}

interface ListFailureProps extends Pick<InverterListCardProps, 'list' | 'headingRef'> {
  readonly failure: CallFailure;
}

/** The newest attempt failed: why, and, above an older list, that it is older. A 401 leads to the login instead. */
function ListFailure({ list: { answer, isLoading, reload }, failure, headingRef }: ListFailureProps) {
  const { format } = useI18n();
  const area = useAreaTexts();
  const place = useFocusPassedOn(headingRef);
  const [isAsked, setAsked] = useState(false);
  // Only while it was asked for: what the page tries by itself is no news.
  const isRetrying = isAsked && isLoading;
  useEffect(() => {
    if (!isLoading) setAsked(false);
  }, [isLoading]);

  function retry(): void {
    if (isRetrying) return;
    setAsked(true);
    reload();
  }

  return (
    <div ref={place}>
      <Alert kind="danger" announced>
        <p>{callFailureText(area, format, failure)}</p>
        {answer !== undefined && <p>{area.inverters.stale}</p>}
        <Button className={styles.inAlert} onClick={retry} aria-disabled={isRetrying}>
          {isRetrying ? area.common.loading : area.common.reload}
        </Button>
      </Alert>
    </div>
  );
}

/** Hands the focus on when what holds it goes. */
function useFocusPassedOn(next: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement)) next.current?.focus({ preventScroll: true });
    };
  }, [next]);
  return place;
}

// Longer than this nobody should look at grey blocks without a word.
const SILENT_FOR_MS = 5000;

function ListSkeleton() {
  const { clock } = useServices();
  const { inverters: t } = useAreaTexts();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => clock.after(SILENT_FOR_MS, () => setSlow(true)), [clock]);
  return (
    <>
      {isSlow ? <p>{t.loading}</p> : <p className="visually-hidden">{t.loading}</p>}
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height="3.25rem" />
      ))}
    </>
  );
}
