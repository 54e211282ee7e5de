import type { SiteState } from '@heliograph/fleet-contract';
import { List, Map as MapIcon, Plus, Sun } from 'lucide';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { bound } from '../../shared/form/form-dialog.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Message } from '../../shared/ui/message.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useTitle } from '../../shared/ui/use-title.ts';
import type { KnownSite } from '../api/live-sites.ts';
import { managePath } from '../paths.ts';
import { useFleet, useFleetServices, useKept } from '../services.ts';
import { CurvesPart } from './curves-part.tsx';
import { STATES_BY_NEED } from './site-facts.ts';
import {
  addressOfChoice,
  beginsDown,
  byGroup,
  type ChangeChoice,
  choiceOf,
  countStates,
  FIRST_CHOICE,
  type GroupOfSites,
  inOrder,
  type ListChoice,
  SORT_KEYS,
  type SortKey,
  sitesThatFit,
  WITHOUT_GROUP,
} from './site-list.ts';
import { SiteRows } from './site-rows.tsx';
import styles from './sites-page.module.css';
import { STATE_LOOKS } from './state-badge.tsx';
import { Totals } from './totals.tsx';
import { useMedia, WIDE } from './use-window.ts';

const SiteMap = lazy(async () => ({ default: (await import('../map/site-map.tsx')).SiteMap }));

/** All sites that one may see, in a list or on a map. */
export function SitesPage() {
  const { fleet: t } = useTexts('fleet');
  const { sites, me } = useFleet();
  useTitle(t.sites);
  if (sites.length > 0) return <Sites />;
  return (
    <Message icon={Sun} title={t.list.emptyTitle}>
      <p>{me.admin ? t.list.emptyAdmin : t.list.emptyOthers}</p>
      {me.admin && (
        <ButtonLink variant="primary" href={managePath('sites')}>
          <Icon of={Plus} size={18} />
          {t.list.addFirst}
        </ButtonLink>
      )}
    </Message>
  );
}

function Sites() {
  const { fleet: t } = useTexts('fleet');
  const { locale, format } = useI18n();
  const { sites, groups } = useFleet();
  const { choice, change } = useChoice();
  const isWide = useMedia(WIDE);
  // The field shows what is typed at once; the list follows when there is time for it.
  const wanted = useDeferredValue(choice);
  const shown = useMemo(() => sitesThatFit(sites, groups, wanted), [sites, groups, wanted]);
  const ordered = useOrdered(shown, wanted, locale);
  const parts = useMemo<readonly GroupOfSites[]>(
    () => (wanted.isGrouped ? byGroup(ordered, groups, locale) : [{ id: '', name: '', sites: ordered }]),
    [ordered, groups, locale, wanted.isGrouped],
  );
  const isAll = shown.length === sites.length;

  return (
    <>
      <h1 className="visually-hidden">{t.list.title}</h1>
      <Totals sites={shown} />
      <CurvesPart choice={wanted} />
      {isWide && <StateChips choice={choice} change={change} />}
      <div className={styles.tools}>
        <Tools choice={choice} change={change} isWide={isWide} />
      </div>
      <p role="status" className={styles.found}>
        {isAll ? '' : format.count(shown.length, t.list.found)}
      </p>
      {shown.length === 0 ? (
        <div className={styles.nothing}>
          <p>{t.list.nothingFound}</p>
          <Button onClick={() => change({ search: '', state: undefined, group: '' })}>
            {t.list.showAll}
          </Button>
        </div>
      ) : wanted.view === 'map' ? (
        <ErrorBoundary fallback={<p role="alert">{t.map.failed}</p>} resetKey={wanted.view}>
          <Suspense fallback={<Skeleton height="60vh" />}>
            <SiteMap sites={ordered} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <SiteRows parts={parts} choice={choice} change={change} isGrouped={wanted.isGrouped} />
      )}
    </>
  );
}

const ADDRESS_AFTER_MS = 300;

/** What is to be seen: as the address says, else as it was when one left this page. */
function useChoice(): { readonly choice: ListChoice; readonly change: ChangeChoice } {
  const { clock } = useFleetServices();
  const { value, set } = useKept('list', FIRST_CHOICE);
  const [choice, setChoice] = useState(() =>
    window.location.search === '' ? value : choiceOf(window.location.search),
  );
  useEffect(() => {
    // A browser takes only so many new addresses in a while, and somebody types.
    return clock.after(ADDRESS_AFTER_MS, () => {
      const { pathname, search } = window.location;
      const wanted = addressOfChoice(choice);
      if (search !== wanted && pathname === '/')
        window.history.replaceState(window.history.state, '', pathname + wanted);
    });
  }, [choice, clock]);
  return {
    choice,
    change(part) {
      const next = { ...choice, ...part };
      setChoice(next);
      set(next);
    },
  };
}

/** So long what is ordered by a number that always changes stays as it is: rows must not jump under a finger. */
const REORDER_AFTER_MS = 10_000;

function useOrdered(sites: readonly KnownSite[], choice: ListChoice, locale: string): readonly KnownSite[] {
  const { clock } = useFleetServices();
  const last = useRef<{ atMs: number; key: string; ids: ReadonlyMap<string, number> }>(undefined);
  return useMemo(() => {
    const key = `${choice.sort} ${choice.isDown} ${locale} ${sites.length} ${choice.search} ${choice.state} ${choice.group}`;
    const nowMs = clock.elapsedMs();
    const { current } = last;
    const isFresh = current !== undefined && current.key === key && nowMs - current.atMs < REORDER_AFTER_MS;
    if (isFresh && (choice.sort === 'power' || choice.sort === 'today')) {
      const place = ({ id }: KnownSite) => current.ids.get(id) ?? Number.POSITIVE_INFINITY;
      if (sites.every(({ id }) => current.ids.has(id)))
        return sites.toSorted((one, other) => place(one) - place(other));
    }
    const ordered = inOrder(sites, choice, locale);
    last.current = { atMs: nowMs, key, ids: new Map(ordered.map(({ id }, index) => [id, index])) };
    return ordered;
  }, [sites, choice, locale, clock]);
}

interface ToolProps {
  readonly choice: ListChoice;
  readonly change: ChangeChoice;
}

/** How many there are of each state; each is a way to see only these. */
function StateChips({ choice, change }: ToolProps) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { sites } = useFleet();
  const counts = useMemo(() => countStates(sites), [sites]);
  const states = STATES_BY_NEED.filter((state) => counts[state] > 0 || choice.state === state);
  const chip = (state: SiteState | undefined, word: string, count: number) => (
    <button
      key={word}
      type="button"
      className={styles.chip}
      data-tone={state && STATE_LOOKS[state].tone}
      aria-pressed={choice.state === state}
      onClick={() => change({ state: choice.state === state ? undefined : state })}
    >
      {state !== undefined && <Icon of={STATE_LOOKS[state].icon} size={16} />}
      {word} <b>{format.noDigits(count)}</b>
    </button>
  );
  return (
    <fieldset className={styles.chips} aria-label={t.list.filter}>
      {chip(undefined, t.list.all, sites.length)}
      {states.map((state) => chip(state, t.states[state], counts[state]))}
    </fieldset>
  );
}

/** The same where several rows of signs would leave no room for what one came for. */
function StateSelect({ choice, change }: ToolProps) {
  const { fleet: t } = useTexts('fleet');
  const { format } = useI18n();
  const { sites } = useFleet();
  const counts = useMemo(() => countStates(sites), [sites]);
  const states = STATES_BY_NEED.filter((state) => counts[state] > 0 || choice.state === state);
  const counted = (word: string, count: number) => `${word} (${format.noDigits(count)})`;
  return (
    <SelectField
      label={t.list.filter}
      help=""
      options={[
        { value: '', label: counted(t.list.all, sites.length) },
        ...states.map((state) => ({ value: state, label: counted(t.states[state], counts[state]) })),
      ]}
      field={bound('state', choice.state ?? '', (value) =>
        change({ state: states.find((state) => state === value) }),
      )}
    />
  );
}

function Tools({ choice, change, isWide }: ToolProps & { readonly isWide: boolean }) {
  const { fleet: t } = useTexts('fleet');
  const { groups, me } = useFleet();
  // Only admins see sites without a group; an address may ask for them all the same.
  const mayLackGroup = me.admin || choice.group === WITHOUT_GROUP;
  const groupOptions = [
    { value: '', label: t.list.allGroups },
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
    ...(mayLackGroup ? [{ value: WITHOUT_GROUP, label: t.list.noGroup }] : []),
  ];
  const sortOptions = SORT_KEYS.map((key) => ({ value: key, label: t.list.columns[key] }));
  return (
    <>
      <div className={styles.search}>
        <TextField
          label={t.list.search}
          type="search"
          field={bound('search', choice.search, (search) => change({ search }))}
        />
      </div>
      {!isWide && <StateSelect choice={choice} change={change} />}
      {groups.length > 0 && (
        <SelectField
          label={t.list.group}
          help=""
          options={groupOptions}
          field={bound('group', choice.group, (group) => change({ group }))}
        />
      )}
      <div className={choice.view === 'map' ? styles.gone : styles.sort}>
        <SelectField
          label={t.list.sortBy}
          help=""
          options={sortOptions}
          field={bound('sort', choice.sort, (value) => {
            const sort: SortKey = SORT_KEYS.find((key) => key === value) ?? 'state';
            change({ sort, isDown: beginsDown(sort) });
          })}
        />
      </div>
      <div className={styles.buttons}>
        {groups.length > 0 && choice.view === 'list' && (
          <Button aria-pressed={choice.isGrouped} onClick={() => change({ isGrouped: !choice.isGrouped })}>
            {t.list.byGroup}
          </Button>
        )}
        <fieldset className={styles.views} aria-label={t.list.view}>
          <Button aria-pressed={choice.view === 'list'} onClick={() => change({ view: 'list' })}>
            <Icon of={List} size={18} />
            {t.list.asList}
          </Button>
          <Button aria-pressed={choice.view === 'map'} onClick={() => change({ view: 'map' })}>
            <Icon of={MapIcon} size={18} />
            {t.list.asMap}
          </Button>
        </fieldset>
      </div>
    </>
  );
}
