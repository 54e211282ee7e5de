import type { Alert as AlertFacts, AlertList } from '@heliograph/contract';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide';
import type { LoadedEndpoint } from '../../shared/api/use-endpoint.ts';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './alerts.module.css';
import { type PlantTimes, usePlantTimes } from './use-alerts.ts';

/** What is so, then what was so. */
export function AlertListCard({ list }: { readonly list: LoadedEndpoint<AlertList> }) {
  const texts = useTexts('common', 'alerts');
  const { list: t, noClock } = texts.alerts;
  const { answer, failure, reload } = list;
  const open = answer?.alerts.filter(({ solved }) => solved === undefined) ?? [];
  const past = answer?.alerts.filter(({ solved }) => solved !== undefined) ?? [];
  return (
    <Card title={t.title}>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} staleNote={answer && texts.common.outOfDate} onRetry={reload} />
      )}
      {answer === undefined && failure === undefined && (
        <Waiting>
          <Skeleton height="6rem" />
        </Waiting>
      )}
      {answer?.has_clock === false && <Alert kind="warning">{noClock}</Alert>}
      {answer?.has_clock === true && open.length === 0 && (
        <p role="status" className={styles.well}>
          <Icon of={CircleCheck} size={20} />
          {past.length === 0 ? t.none : t.noneOpen}
        </p>
      )}
      <Rows alerts={open} />
      {past.length > 0 && (
        <details className={styles.past}>
          <summary>{`${t.past} (${past.length})`}</summary>
          <Rows alerts={past} />
        </details>
      )}
    </Card>
  );
}

function Rows({ alerts }: { readonly alerts: readonly AlertFacts[] }) {
  const { dateTime } = usePlantTimes();
  if (alerts.length === 0) return null;
  return (
    <ul className={styles.list}>
      {alerts.map((alert) => (
        <AlertRow key={alert.id} alert={alert} dateTime={dateTime} />
      ))}
    </ul>
  );
}

const ICONS = { note: Info, warning: TriangleAlert, urgent: CircleAlert } as const;

interface AlertRowProps {
  readonly alert: AlertFacts;
  readonly dateTime: PlantTimes['dateTime'];
}

function AlertRow({ alert, dateTime }: AlertRowProps) {
  const { alerts: t } = useTexts('alerts');
  const { severity, title, text, since, solved, moment, sent, waits } = alert;
  const time = (unixS: number) => dateTime(unixS, alert.utc_offset);
  const isOpen = solved === undefined;
  return (
    <li className={styles.alert} data-severity={isOpen ? severity : undefined}>
      <span className={styles.sign}>
        <Icon of={ICONS[severity]} size={20} />
        <span className="visually-hidden">{t.severities[severity]}</span>
      </span>
      <div>
        <h3>
          <bdi>{title}</bdi>
        </h3>
        <p>
          <bdi>{text}</bdi>
        </p>
        <p className={styles.quiet}>{[stateText(), whenText()].join(' · ')}</p>
        {facts().map((fact) => (
          <p key={fact} className={styles.quiet}>
            {fact}
          </p>
        ))}
      </div>
    </li>
  );

  function stateText(): string {
    if (moment) return t.list.noted;
    return isOpen ? t.list.open : t.list.solved;
  }

  function whenText(): string {
    if (moment) return t.list.at(time(since));
    return isOpen ? t.list.since(time(since)) : t.list.span(time(since), time(solved));
  }

  /** What became of telling it. */
  function facts(): readonly string[] {
    const told = sent.map(({ channel, at, solved: isOver }) =>
      isOver ? t.list.sentOver(channel, time(at)) : t.list.sent(channel, time(at)),
    );
    const waiting = waits.map(({ channel, reason }) => t.list.waits[reason](channel));
    const all = [...new Set([...told, ...waiting])];
    return all.length > 0 ? all : [t.list.toNobody];
  }
}
