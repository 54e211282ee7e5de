import { INVERTER_COUNT_MAX, type ListedInverter, type ReceivedInverterList } from '@heliograph/contract';
import type { RefObject } from 'react';
import type { LoadedEndpoint } from '../../shared/api/use-endpoint.ts';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
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
  const { inverters: t } = useTexts('inverters');
  const { answer, failure } = list;
  const count = answer === undefined ? undefined : answer.inverter.length + answer.refusedInverters;
  return (
    <Card title={t.list} aside={useCountText(count)} headingRef={headingRef}>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} staleNote={answer && t.stale} onRetry={list.reload} />
      )}
      {answer !== undefined && answer.refusedInverters > 0 && (
        <Alert kind="warning">{format.count(answer.refusedInverters, t.refused)}</Alert>
      )}
      {answer === undefined && (failure === undefined || failure.kind === 'unauthorized') && (
        <Waiting text={t.loading}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height="3.25rem" />
          ))}
        </Waiting>
      )}
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
  const { inverters: t } = useTexts('inverters');
  if (count === undefined) return undefined;
  const text = format.noDigits(count);
  return count > INVERTER_COUNT_MAX ? text : t.count(text, format.noDigits(INVERTER_COUNT_MAX));
}
