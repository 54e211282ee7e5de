import {
  getEventLog,
  type ReceivedEvent,
  type ReceivedEventLog,
  type ReceivedEventLogs,
} from '@heliograph/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useServices } from '../../../shared/api/services.ts';
import { type Loaded, useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { LoadFailure, mayPass } from '../../../shared/form/load-failure.tsx';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../../shared/lib/paths.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { markEventsSeen, seenEvents } from '../seen-events.ts';
import styles from './event-log-dialog.module.css';
import { eventKey, newerThan, newestFirst } from './event-log-order.ts';
import { EventLogTable } from './event-log-table.tsx';

/** The end of an event, or a new one in a full log, does not change the count that the live data tells. */
const ASK_AGAIN_MS = 15_000;
const SKELETON_ROWS = ['first', 'second', 'third', 'fourth'];

interface EventLogDialogProps {
  readonly serial: string;
  /** The inverter's title. */
  readonly name: string;
  /** How many entries the live data has; the log is read anew when it changes. */
  readonly eventCount: number | undefined;
  /** false: the inverter never sent a reading, so that its log is empty means nothing. */
  readonly hasReading?: boolean;
  readonly onClose: () => void;
}

/** What happened to an inverter, newest first. What it has shown counts as seen in this browser. */
export function EventLogDialog({
  serial,
  name,
  eventCount,
  hasReading = true,
  onClose,
}: EventLogDialogProps) {
  const {
    common,
    events: { eventLog: texts },
  } = useTexts('common', 'events');
  const { answer, failure, reload } = useEndpoint(getEventLog, { inv: serial }, repeatMs);
  useEffectOnChange(eventCount, reload);
  const log = answer?.get(serial);
  const entries = useMemo(() => newestFirst(log?.events ?? []), [log]);
  const { newCount, isFirstLook } = useNewEntries(serial, log, entries);
  return (
    <Dialog title={texts.title} subtitle={name} closeLabel={common.close} onClose={onClose} readingOnly>
      {failure !== undefined && (
        <LoadFailure
          failure={failure}
          staleNote={log === undefined ? undefined : texts.stale}
          onRetry={reload}
        />
      )}
      {answer !== undefined && log === undefined && <Alert kind="info">{texts.notThere}</Alert>}
      {/* There from the beginning, so that a change is read out. */}
      <div className={styles.status} role="status">
        {answer === undefined && failure === undefined && <LogSkeleton />}
        {log !== undefined && (
          <Summary log={log} newCount={newCount} isFirstLook={isFirstLook} hasReading={hasReading} />
        )}
      </div>
      {entries.length > 0 && (
        <>
          <EventLogTable entries={entries} newCount={newCount} stale={failure !== undefined} />
          <p className={styles.note}>
            {texts.note} {!__FOR_DEVICE__ && <Link href={PATHS.events}>{texts.withDates}</Link>}
          </p>
        </>
      )}
    </Dialog>
  );
}

function repeatMs({ failure }: Loaded<ReceivedEventLogs>): number | undefined {
  return failure === undefined || mayPass(failure) ? ASK_AGAIN_MS : undefined;
}

function useEffectOnChange(value: number | undefined, effect: () => void): void {
  const last = useRef(value);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    effect();
  }, [value, effect]);
}

/**
 * How many entries, newest first, were not there when the log was last opened in this browser, so that they can be
 * told from the others; when it never was, all are new and none is told from the others. What is shown is remembered
 * as seen.
 */
function useNewEntries(
  serial: string,
  log: ReceivedEventLog | undefined,
  entries: readonly ReceivedEvent[],
): { readonly newCount: number; readonly isFirstLook: boolean } {
  const { preferences } = useServices();
  const [before] = useState(() => seenEvents(preferences, serial));

  useEffect(() => {
    if (log === undefined) return;
    const [newest] = entries;
    markEventsSeen(preferences, serial, {
      count: log.events.length + log.refusedEvents,
      newest: newest === undefined ? '' : eventKey(newest),
    });
  }, [preferences, serial, log, entries]);

  return before === undefined
    ? { newCount: 0, isFirstLook: true }
    : { newCount: newerThan(entries, before.newest), isFirstLook: false };
}

interface SummaryProps {
  readonly log: ReceivedEventLog;
  readonly newCount: number;
  readonly isFirstLook: boolean;
  readonly hasReading: boolean;
}

/** What there is before one reads it: how many, how many of them go on, how many are new. */
function Summary({ log: { events, refusedEvents }, newCount, isFirstLook, hasReading }: SummaryProps) {
  const { format } = useI18n();
  const texts = useTexts('events').events.eventLog;
  const active = events.filter(({ endS }) => endS === undefined).length;
  return (
    <>
      {refusedEvents > 0 && <Alert kind="warning">{format.count(refusedEvents, texts.refused)}</Alert>}
      {events.length === 0 && refusedEvents === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{hasReading ? texts.empty : texts.noneKnown}</p>
          <p>{hasReading ? texts.emptyNext : texts.noneKnownNext}</p>
        </div>
      )}
      {events.length > 0 && (
        <ul className={styles.summary}>
          <li>{format.count(events.length, texts.events)}</li>
          {active > 0 && <li className={styles.active}>{format.count(active, texts.activeEvents)}</li>}
          {isFirstLook && <li>{texts.allNew}</li>}
          {newCount > 0 && <li>{format.count(newCount, texts.newEvents)}</li>}
        </ul>
      )}
    </>
  );
}

function LogSkeleton() {
  const texts = useTexts('events').events.eventLog;
  return (
    <div className={styles.skeleton}>
      <p className="visually-hidden">{texts.loading}</p>
      {SKELETON_ROWS.map((row) => (
        <Skeleton key={row} height="2.5rem" />
      ))}
    </div>
  );
}
