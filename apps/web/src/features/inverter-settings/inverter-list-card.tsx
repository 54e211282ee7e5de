import { INVERTER_COUNT_MAX, type ListedInverter, type ReceivedInverterList } from '@heliograph/contract';
import { type Ref, useEffect, useState } from 'react';
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
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onEdit: (inverter: ListedInverter) => void;
  readonly onDelete: (inverter: ListedInverter) => void;
}

/** Every configured inverter, or why none can be shown. */
export function InverterListCard({ list, headingRef, onEdit, onDelete }: InverterListCardProps) {
  const { format } = useI18n();
  const { inverters: t } = useAreaTexts();
  const { answer } = list;
  const count = answer === undefined ? undefined : answer.inverter.length + answer.refusedInverters;
  return (
    <Card
      title={t.list}
      aside={
        count === undefined ? undefined : t.count(format.noDigits(count), format.noDigits(INVERTER_COUNT_MAX))
      }
      headingRef={headingRef}
    >
      <ListFailure list={list} />
      {answer !== undefined && answer.refusedInverters > 0 && (
        <Alert kind="warning">{format.count(answer.refusedInverters, t.refused)}</Alert>
      )}
      {answer === undefined && <ListSkeleton />}
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

/** The newest attempt failed: why, and, above an older list, that it is older. A 401 leads to the login instead. */
function ListFailure({ list: { failure, answer, reload } }: Pick<InverterListCardProps, 'list'>) {
  const { format } = useI18n();
  const area = useAreaTexts();
  if (failure === undefined || failure.kind === 'unauthorized') return null;
  return (
    <Alert kind="danger" announced>
      <p>{callFailureText(area, format, failure)}</p>
      {answer !== undefined && <p>{area.inverters.stale}</p>}
      <Button className={styles.inAlert} onClick={reload}>
        {area.common.reload}
      </Button>
    </Alert>
  );
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
