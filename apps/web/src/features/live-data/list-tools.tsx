import { quantityOf, type ReceivedInverter } from '@heliograph/contract';
import { Search } from 'lucide';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import { useMay, useServices } from '../../shared/api/services.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { inverterState, inverterTitle } from '../../shared/page/inverter-state.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { inList, LIST_SORTS, type ListSort, sortedSerials } from './inverter-list.ts';
import styles from './inverter-list-tools.module.css';

interface InverterListToolsProps {
  readonly inverters: readonly ReceivedInverter[];
  readonly linkStale: boolean;
  /** Shows these, in this order; undefined: all, as they come. Always the same function. */
  readonly onList: (serials: readonly string[] | undefined) => void;
  readonly onChoose: (serial: string) => void;
}

/** A list that is sorted by what changes is sorted anew this often, and not while somebody is in it. */
const SORTED_EVERY_MS = 10_000;

/** Above a list of many inverters: search, and by what it is sorted. */
export function InverterListTools({ inverters, linkStale, onList, onChoose }: InverterListToolsProps) {
  const { format } = useI18n();
  const { modules: t } = useTexts('modules');
  const { clock } = useServices();
  const isAdmin = useMay('admin');
  const [query, setQuery] = useState('');
  const [sort, setSort] = useState<ListSort>('own');
  const [order, setOrder] = useState<readonly string[]>([]);
  const id = useId();
  const serials = inverters.map(({ serial }) => serial).join();
  const sortNow = useEffectEvent(() => {
    setOrder(
      sortedSerials(inverters, sort, {
        nameOf: inverterTitle,
        powerOf: ({ phase }) => quantityOf(phase, 'power')?.value ?? 0,
        stateOf: (inverter) => inverterState(inverter, linkStale),
        language: format.tag,
      }),
    );
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other inverters are sorted anew, and another sort does so
  useEffect(() => {
    let cancel: () => void = () => undefined;
    const next = () => {
      if (document.querySelector('[role="tablist"]:is(:hover, :focus-within)') === null) sortNow();
      cancel = clock.after(SORTED_EVERY_MS, next);
    };
    sortNow();
    cancel = clock.after(SORTED_EVERY_MS, next);
    return () => cancel();
  }, [clock, sort, serials]);

  const found = inList(inverters, order, query);
  const foundSerials = found.join();
  const list = useEffectEvent(() => onList(found));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is told
  useEffect(() => list(), [foundSerials]);
  useEffect(() => () => onList(undefined), [onList]);

  function onKeyDown(event: KeyboardEvent): void {
    const [first] = found;
    if (event.key === 'Enter' && first !== undefined) onChoose(first);
    if (event.key === 'Escape' && query !== '') setQuery('');
  }

  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <Icon of={Search} size={18} />
        <input
          type="search"
          value={query}
          aria-label={t.list.search}
          placeholder={t.list.placeholder}
          autoComplete="off"
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.row}>
        <label htmlFor={id}>{t.list.sort}</label>
        <select id={id} value={sort} onChange={(event) => setSort(event.currentTarget.value as ListSort)}>
          {LIST_SORTS.map((one) => (
            <option key={one} value={one}>
              {t.list.sorts[one]}
            </option>
          ))}
        </select>
        {isAdmin && <Link href={PATHS.inverterSettings}>{t.list.ownOrder}</Link>}
      </div>
      <p role="status" className={query === '' ? 'visually-hidden' : styles.found}>
        {query === '' ? '' : found.length === 0 ? t.list.none : format.count(found.length, t.list.found)}
      </p>
    </div>
  );
}
