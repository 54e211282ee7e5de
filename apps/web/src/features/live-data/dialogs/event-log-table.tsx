import type { ReceivedEvent } from '@heliograph/contract';
import { TriangleAlert } from 'lucide';
import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { eventText } from './event-log-message.ts';
import { eventKey, timeOfDay } from './event-log-order.ts';
import styles from './event-log-table.module.css';

// On a phone each row is laid out as a card, and some browsers then no longer tell a table; the roles hold it together.
const TABLE = { role: 'table' } as const;
const ROW_GROUP = { role: 'rowgroup' } as const;
const ROW = { role: 'row' } as const;
const COLUMN_HEADER = { role: 'columnheader', scope: 'col' } as const;
const CELL = { role: 'cell' } as const;

interface EventLogTableProps {
  /** Newest first. */
  readonly entries: readonly ReceivedEvent[];
  /** So many at the top are marked as new. */
  readonly newCount: number;
  /** The entries are old. */
  readonly stale: boolean;
}

/** The entries of an event log: a table, and on a phone one card for each. */
export function EventLogTable({ entries, newCount, stale }: EventLogTableProps) {
  const texts = useTexts('events').events.eventLog;
  return (
    <table {...TABLE} className={`${styles.table} ${stale ? styles.stale : ''}`} aria-label={texts.title}>
      <thead {...ROW_GROUP} className={styles.head}>
        <tr {...ROW}>
          <th {...COLUMN_HEADER}>{texts.start}</th>
          <th {...COLUMN_HEADER}>{texts.stop}</th>
          <th {...COLUMN_HEADER}>{texts.id}</th>
          <th {...COLUMN_HEADER}>{texts.message}</th>
        </tr>
      </thead>
      <tbody {...ROW_GROUP}>
        {withKeys(entries).map(([key, entry], index) => (
          <EventRow key={key} entry={entry} isNew={index < newCount} />
        ))}
      </tbody>
    </table>
  );
}

/** Two entries may be the same to the letter; the later of them in the list gets a number. */
function withKeys(entries: readonly ReceivedEvent[]): readonly [string, ReceivedEvent][] {
  const keys = entries.map(eventKey);
  return entries.map((entry, index) => {
    const key = eventKey(entry);
    return [`${key}/${keys.slice(index).filter((later) => later === key).length}`, entry];
  });
}

function EventRow({ entry, isNew }: { readonly entry: ReceivedEvent; readonly isNew: boolean }) {
  const { events } = useTexts('events');
  const texts = events.eventLog;
  const { text, isFromDevice } = eventText(events, entry);
  const { startS, endS } = entry;
  const isActive = endS === undefined;
  return (
    <tr {...ROW} className={`${styles.row} ${isActive ? styles.active : ''}`}>
      <td {...CELL} className={styles.start}>
        <time>{timeOfDay(startS)}</time>
      </td>
      <td {...CELL} className={styles.stop}>
        {isActive ? (
          <span className={styles.stillActive}>
            <Icon of={TriangleAlert} size={16} />
            {texts.stillActive}
          </span>
        ) : (
          <time>{timeOfDay(endS)}</time>
        )}
      </td>
      <td {...CELL} className={styles.id}>
        <span className={styles.idLabel} aria-hidden="true">
          {texts.id}
        </span>
        {entry.id}
      </td>
      <td {...CELL} className={styles.message}>
        {/* The device speaks English only. */}
        <span lang={isFromDevice ? 'en' : undefined}>{text}</span>
        {isNew && <span className={styles.new}>{texts.isNew}</span>}
      </td>
    </tr>
  );
}
