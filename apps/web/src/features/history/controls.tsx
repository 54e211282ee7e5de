import type { ReceivedLiveData } from '@heliograph/contract';
import { ChevronLeft, ChevronRight } from 'lucide';
import { type ReactNode, useId, useMemo } from 'react';
import { Link } from 'wouter';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createDateNames } from '../../shared/i18n/plant-time.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { dateAfter, isDate, PERIODS } from '../../shared/lib/periods.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './history.module.css';
import {
  type Comparison,
  type HistoryView,
  historyQuery,
  readSubject,
  subjectText,
} from './history-address.ts';
import { type NamedInverter, removedPlaces, subjectOf, subjectOfPlace } from './subjects.ts';
import type { Kept } from './use-history.ts';
import { type ShowView, stepped } from './use-view.ts';

interface ControlsProps {
  readonly view: HistoryView;
  readonly kept: Kept;
  readonly live: ReceivedLiveData | undefined;
  readonly onShow: ShowView;
}

/** What to show: which period, of whom, and beside what. */
export function Controls(props: ControlsProps) {
  const { view } = props;
  const { history: t } = useTexts('history');
  return (
    <div className={styles.controls}>
      <nav aria-label={t.period} className={styles.periods}>
        {PERIODS.map((period) => (
          <Link
            key={period}
            href={PATHS.history + historyQuery({ ...view, period })}
            aria-current={period === view.period ? 'true' : undefined}
          >
            {t.periods[period]}
          </Link>
        ))}
      </nav>
      {view.period !== 'all' && <Steps {...props} />}
      <div className={styles.choices}>
        <SubjectChoice {...props} />
        {view.period !== 'all' && <ComparisonChoice {...props} />}
      </div>
    </div>
  );
}

function Steps({ view, kept, onShow }: ControlsProps) {
  const { history: t } = useTexts('history');
  const period = view.period === 'all' ? 'day' : view.period;
  const { today } = kept.day;
  const date = view.date ?? today;
  const isLast = dateAfter(period, date, 1).slice(0, LENGTHS[period]) > today.slice(0, LENGTHS[period]);
  return (
    <div className={styles.steps}>
      <Button
        aria-label={t.previous[period]}
        title={t.previous[period]}
        onClick={() => onShow(stepped(view, kept, -1))}
      >
        <Icon of={ChevronLeft} size={20} />
      </Button>
      <DateField view={view} kept={kept} onShow={onShow} />
      <Button
        aria-label={t.next[period]}
        title={t.next[period]}
        aria-disabled={isLast}
        onClick={() => !isLast && onShow(stepped(view, kept, 1))}
      >
        <Icon of={ChevronRight} size={20} />
      </Button>
      {date.slice(0, LENGTHS[period]) !== today.slice(0, LENGTHS[period]) && (
        <Button className={styles.today} onClick={() => onShow({ date: undefined })}>
          {t.now[period]}
        </Button>
      )}
    </div>
  );
}

/** So much of a date names the period. */
const LENGTHS = { day: 10, month: 7, year: 4 } as const;

/** A day is chosen in the browser's own calendar, a month and a year from a list: not every browser has one of months. */
function DateField({ view, kept, onShow }: Pick<ControlsProps, 'view' | 'kept' | 'onShow'>) {
  const { format } = useI18n();
  const { history: t } = useTexts('history');
  const names = useMemo(() => createDateNames(format.tag), [format]);
  const { today } = kept.day;
  const date = view.date ?? today;
  const first = kept.status.first_day ?? today;
  const choose = (chosen: string) => onShow({ date: chosen === today ? undefined : chosen });
  if (view.period === 'day') {
    return (
      <label className={styles.date}>
        <span className="visually-hidden">{t.date}</span>
        <input
          type="date"
          value={date}
          max={today}
          onChange={({ target }) => isDate(target.value) && choose(target.value)}
        />
      </label>
    );
  }
  const length = LENGTHS[view.period === 'year' ? 'year' : 'month'];
  const options = periodsBetween(
    view.period === 'year' ? 'year' : 'month',
    min(first, date),
    max(today, date),
  );
  return (
    <label className={styles.date}>
      <span className="visually-hidden">{t.date}</span>
      <select
        value={date.slice(0, length)}
        onChange={({ target }) => choose(sameDayIn(target.value, date, today))}
      >
        {options.map((name) => (
          <option key={name} value={name}>
            {length === LENGTHS.year ? name : names.month(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

const min = (one: string, other: string) => (one < other ? one : other);
const max = (one: string, other: string) => (one > other ? one : other);

/** The newest first: `2026-06`, `2026-05` and so on. */
function periodsBetween(period: 'month' | 'year', first: string, last: string): string[] {
  const length = LENGTHS[period];
  const names: string[] = [];
  for (let date = last; date.slice(0, length) >= first.slice(0, length); date = dateAfter(period, date, -1)) {
    names.push(date.slice(0, length));
  }
  return names;
}

function sameDayIn(name: string, date: string, today: string): string {
  if (today.startsWith(name)) return today;
  return name.length === LENGTHS.year
    ? dateAfter('year', date, Number(name) - Number(date.slice(0, 4)))
    : `${name}-01`;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        {children}
      </select>
    </div>
  );
}

function SubjectChoice({ view, kept, live, onShow }: ControlsProps) {
  const { history: t } = useTexts('history');
  const inverters = live?.inverters ?? [];
  const removed = removedPlaces(kept.status.places, inverters);
  const value = subjectText(view.subject);
  const isDay = view.period === 'day';
  const subjects = [...inverters.map(subjectOf), ...removed.map(subjectOfPlace)];
  const isKnown =
    value === '' || value === 'each' || subjects.some(({ serial }) => serial === view.subject.serial);
  return (
    <Choice label={t.of} value={value} onChoose={(chosen) => onShow({ subject: readSubject(chosen) })}>
      <option value="">{t.plant}</option>
      {isDay && inverters.length > 1 && <option value="each">{t.eachInverter}</option>}
      {inverters.map((inverter) => (
        <InverterOptions key={inverter.serial} inverter={subjectOf(inverter)} isDay={isDay} />
      ))}
      {removed.length > 0 && (
        <optgroup label={t.removed}>
          {removed.map((place) => (
            <InverterOptions key={place.serials[0]} inverter={subjectOfPlace(place)} isDay={isDay} />
          ))}
        </optgroup>
      )}
      {!isKnown && <option value={value}>{view.subject.serial}</option>}
    </Choice>
  );
}

function InverterOptions({
  inverter: { serial, name, strings },
  isDay,
}: {
  readonly inverter: NamedInverter;
  readonly isDay: boolean;
}) {
  const { history: t } = useTexts('history');
  return (
    <>
      <option value={serial}>{name}</option>
      {isDay && strings.length > 1 && <option value={`${serial}-each`}>{t.eachString(name)}</option>}
      {strings.length > 1 &&
        strings.map((string, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: strings are told apart by their place
          <option key={place} value={`${serial}-${place + 1}`}>
            {t.stringOf(name, string || t.string(place + 1))}
          </option>
        ))}
    </>
  );
}

function ComparisonChoice({ view, kept, onShow }: ControlsProps) {
  const { history: t } = useTexts('history');
  const period = view.period === 'all' ? 'day' : view.period;
  const { comparison } = view;
  const value = typeof comparison === 'object' ? 'date' : (comparison ?? '');
  const date = view.date ?? kept.day.today;
  const ofWord = (word: string): Comparison => {
    if (word === 'before' || word === 'last-year') return word;
    return word === 'date' ? { date: dateAfter(period, date, -1) } : undefined;
  };
  return (
    <>
      <Choice label={t.compare} value={value} onChoose={(word) => onShow({ comparison: ofWord(word) })}>
        <option value="">{t.compareWith.nothing}</option>
        <option value="before">{t.compareWith.before[period]}</option>
        {period !== 'year' && (
          <option value="last-year">
            {period === 'day' ? t.compareWith.lastYear : t.compareWith.sameMonth}
          </option>
        )}
        <option value="date">{t.compareWith.chosen}</option>
      </Choice>
      {typeof comparison === 'object' && (
        <label className={styles.choice}>
          <span>{t.comparedDate}</span>
          <input
            type="date"
            value={comparison.date}
            max={kept.day.today}
            onChange={({ target }) => isDate(target.value) && onShow({ comparison: { date: target.value } })}
          />
        </label>
      )}
    </>
  );
}
