import {
  getEventsCsv,
  getHistory,
  HISTORY_CSV_ROWS_HEADER,
  type HistoryPlace,
  type HistoryStatus,
  type PlantEvent,
  timezoneOf,
} from '@heliograph/contract';
import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { downloadText } from '../../shared/api/download-text.ts';
import { useServices } from '../../shared/api/services.ts';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';
import { bound } from '../../shared/form/form-dialog.tsx';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { knownEventText } from '../../shared/i18n/event-text.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createDateNames } from '../../shared/i18n/plant-time.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { isDate, spanOf } from '../../shared/lib/periods.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { saveTextFile } from '../../shared/ui/save-text-file.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from './events.module.css';
import { useEvents } from './use-events.ts';

const NO_QUERY: readonly Asked[] = [{}];

/** Which events are to be shown; empty: whichever. */
interface Filter {
  readonly find: string;
  readonly serial: string;
  /** Days, as `2026-06-21`. */
  readonly from: string;
  readonly to: string;
}

/** What the address says, so that a reload and the way back show the same. */
function useFilter(): readonly [filter: Filter, choose: (some: Partial<Filter>) => void] {
  const [, navigate] = useLocation();
  useSearch(); // tells of a change; what it gives is decoded already
  const written = globalThis.window?.location.search ?? '';
  const filter = useMemo(() => filterOf(written), [written]);
  return [
    filter,
    (some) => {
      const chosen = Object.entries({ ...filter, ...some }).filter(([, value]) => value !== '');
      const query = new URLSearchParams(chosen).toString();
      navigate(PATHS.events + (query && `?${query}`), { replace: true });
    },
  ];
}

function filterOf(search: string): Filter {
  const said = new URLSearchParams(search);
  const of = (name: keyof Filter) => said.get(name) ?? '';
  return { find: of('find'), serial: of('serial'), from: of('from'), to: of('to') };
}

/** What all inverters have reported, with its date: the newest first, day by day. */
export function EventsPage() {
  const { t: frame } = useI18n();
  const { common, eventPage: t } = useTexts('common', 'eventPage');
  const history = useAnswers<HistoryStatus>(getHistory, NO_QUERY);
  const [status] = history.answers ?? [];
  const [filter, choose] = useFilter();
  const found = useFound(filter, status);
  const failure = history.failure ?? found.list.failure;
  return (
    <section className={styles.page}>
      <h1 tabIndex={-1}>{frame.titles.events}</h1>
      <p className={styles.quiet}>{t.intro}</p>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure
          failure={failure}
          staleNote={found.list.events === undefined ? undefined : common.outOfDate}
          onRetry={() => {
            history.reload();
            found.list.reload();
          }}
        />
      )}
      {status !== undefined && (
        <>
          {isNotKept(status) && <Alert kind="warning">{t.notKept}</Alert>}
          <Filters filter={filter} places={status.places} onChange={choose} />
        </>
      )}
      <FoundEvents found={found} isPart={isFiltered(filter)} isWaiting={failure === undefined} />
    </section>
  );
}

const isNotKept = ({ problem }: HistoryStatus) => problem !== undefined && problem !== 'giving-way';

/** What is found by a filter. */
interface Found {
  readonly list: ReturnType<typeof useEvents>;
  /** Undefined: nothing is, or it is not known yet what there is. */
  readonly asked: Asked | undefined;
  /** Nobody has to be asked to know that there is nothing. */
  readonly isNothing: boolean;
  readonly nameOf: NameOf;
  readonly utcOffsetS: (unixS: number) => number;
}

function useFound(filter: Filter, status: HistoryStatus | undefined): Found {
  const { utcOffsetS } = useMemo(() => timezoneOf(status?.timezone ?? ''), [status?.timezone]);
  const nameOf = useEventNames();
  // What is found by a word depends on what there is.
  const [codes, setCodes] = useState<readonly number[]>([]);
  const asked = status && queryOf(filter, utcOffsetS, codes, nameOf);
  const list = useEvents(asked);
  if (list.codes !== undefined && list.codes.length !== codes.length) setCodes(list.codes);
  return { list, asked, nameOf, utcOffsetS, isNothing: status !== undefined && asked === undefined };
}

interface FoundEventsProps {
  readonly found: Found;
  readonly isPart: boolean;
  readonly isWaiting: boolean;
}

function FoundEvents({ found, isPart, isWaiting }: FoundEventsProps) {
  const { eventPage: t } = useTexts('eventPage');
  const { list, asked } = found;
  const events = found.isNothing ? [] : list.events;
  if (events === undefined) {
    return isWaiting ? (
      <Waiting>
        <Skeleton height="20rem" />
      </Waiting>
    ) : null;
  }
  return (
    <>
      <Days events={events} isPart={isPart} utcOffsetS={found.utcOffsetS} nameOf={found.nameOf} />
      {list.hasFailed && <p role="alert">{t.olderFailed}</p>}
      <div className={styles.tools}>
        {list.hasOlder && <Button onClick={() => void list.loadOlder()}>{t.older}</Button>}
        {asked !== undefined && events.length > 0 && <Export asked={asked} />}
      </div>
    </>
  );
}

const isFiltered = (filter: Filter) => Object.values(filter).some((value) => value !== '');

type NameOf = (code: number) => string;

/** What an event is called, in the language of the page. */
function useEventNames(): NameOf {
  const { eventPage: t, events } = useTexts('eventPage', 'events');
  return (code) => knownEventText(events, code) ?? t.unknown(code);
}

/** Undefined: nothing can be found by that. */
function queryOf(
  { find, serial, from, to }: Filter,
  utcOffsetS: (unixS: number) => number,
  codes: readonly number[],
  nameOf: NameOf,
): Asked | undefined {
  const wanted = find.trim().toLowerCase();
  const found = codes.filter(
    (code) => String(code) === wanted || nameOf(code).toLowerCase().includes(wanted),
  );
  const fromS = isDate(from) ? spanOf('day', from, utcOffsetS).fromS : undefined;
  const toS = isDate(to) ? spanOf('day', to, utcOffsetS).toS : undefined;
  const isEmpty = (fromS !== undefined && fromS < 0) || (toS !== undefined && toS <= (fromS ?? 0));
  if (isEmpty || (wanted !== '' && found.length === 0)) return undefined;
  return {
    ...(serial !== '' && { inv: serial }),
    ...(wanted !== '' && { codes: found.join(',') }),
    ...(fromS !== undefined && { from: String(fromS) }),
    ...(toS !== undefined && { to: String(toS) }),
  };
}

interface FiltersProps {
  readonly filter: Filter;
  readonly places: readonly HistoryPlace[];
  readonly onChange: (some: Partial<Filter>) => void;
}

function Filters({ filter, places, onChange }: FiltersProps) {
  const { eventPage: t } = useTexts('eventPage');
  const options = [
    { value: '', label: t.all },
    ...places.map(({ serials: [serial = ''], name, present }) => ({
      value: serial,
      label: present ? name || serial : t.removed(name || serial),
    })),
  ];
  return (
    <form aria-label={t.filters} className={styles.filters} onSubmit={(event) => event.preventDefault()}>
      <TextField
        label={t.find}
        hint={t.findHint}
        type="search"
        field={bound('find', filter.find, (find) => onChange({ find }))}
      />
      <SelectField
        label={t.inverter}
        options={options}
        field={bound('inverter', filter.serial, (serial) => onChange({ serial }))}
      />
      <TextField
        label={t.from}
        type="date"
        field={bound('from', filter.from, (from) => onChange({ from }))}
      />
      <TextField label={t.to} type="date" field={bound('to', filter.to, (to) => onChange({ to }))} />
    </form>
  );
}

interface DaysProps {
  readonly events: readonly PlantEvent[];
  readonly isPart: boolean;
  readonly utcOffsetS: (unixS: number) => number;
  readonly nameOf: NameOf;
}

function Days({ events, isPart, utcOffsetS, nameOf }: DaysProps) {
  const { format } = useI18n();
  const { eventPage: t } = useTexts('eventPage');
  const names = useMemo(() => createDateNames(format.tag), [format]);
  if (events.length === 0) {
    return (
      <div role="status" className={styles.none}>
        <p>
          <b>{isPart ? t.notFound : t.none}</b>
        </p>
        {!isPart && <p>{t.noneNext}</p>}
      </div>
    );
  }
  const local = (atS: number) => new Date((atS + utcOffsetS(atS)) * 1000).toISOString();
  const dayOf = ({ at }: PlantEvent) => local(at).slice(0, 'yyyy-mm-dd'.length);
  const days = [...new Set(events.map(dayOf))];
  return (
    <>
      {days.map((day) => {
        const ofDay = events.filter((event) => dayOf(event) === day);
        // After a first start that is all of them: said once, it is easier to read past.
        const isLikely = ofDay.every(({ date }) => date === 'likely');
        return (
          <section key={day} className={styles.day}>
            <h2>{names.day(day)}</h2>
            {isLikely && <p className={styles.quiet}>{t.likely}</p>}
            <ul className={styles.list}>
              {ofDay.map((event) => (
                <Row
                  key={event.id}
                  event={event}
                  time={local(event.at).slice(11, 19)}
                  name={nameOf(event.code)}
                  isMarked={!isLikely && event.date === 'likely'}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {events.some(({ date }) => date === 'likely') && <p className={styles.quiet}>{t.likelyNote}</p>}
    </>
  );
}

interface RowProps {
  readonly event: PlantEvent;
  /** Of the local day. */
  readonly time: string;
  readonly name: string;
  /** Its day is assumed, and that of others of this day is not. */
  readonly isMarked: boolean;
}

function Row({ event, time, name, isMarked }: RowProps) {
  const { format } = useI18n();
  const { eventPage: t } = useTexts('eventPage');
  const { at, end, active, date, code, serial } = event;
  const facts = [event.name || serial, t.number(code), lasting(), isMarked ? t.likely : undefined];
  return (
    <li className={styles.row} data-active={active}>
      <time dateTime={new Date(at * 1000).toISOString()}>{date === 'unknown' ? '–' : time}</time>
      <div>
        <b>{name}</b>
        <p className={styles.quiet}>{facts.filter((fact) => fact !== undefined).join(' · ')}</p>
      </div>
    </li>
  );

  function lasting(): string | undefined {
    if (date === 'unknown') return t.undated(time);
    if (active === true) return t.active;
    if (end === undefined) return t.noEnd;
    return end > at ? t.lasted(format.duration((end - at) * 1000)) : undefined;
  }
}

/** All that is found, not only what is shown. */
function Export({ asked }: { readonly asked: Asked }) {
  const services = useServices();
  const { locale } = useI18n();
  const { eventPage: t } = useTexts('eventPage');
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');

  async function save(): Promise<void> {
    if (state === 'saving') return;
    setState('saving');
    const result = await downloadText(services, {
      path: getEventsCsv.path,
      query: { ...asked, locale },
      linesHeader: HISTORY_CSV_ROWS_HEADER,
      onPercent: () => undefined,
      signal: new AbortController().signal,
    });
    if (result.kind === 'loaded') saveTextFile(document, 'events.csv', result.text);
    setState(result.kind === 'loaded' ? 'idle' : 'failed');
  }

  return (
    <>
      <Button aria-disabled={state === 'saving'} onClick={() => void save()}>
        {state === 'saving' ? t.saving : t.save}
      </Button>
      {state === 'failed' && <p role="alert">{t.saveFailed}</p>}
    </>
  );
}
