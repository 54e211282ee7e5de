import { type Group, SITE_STATES, type SiteState } from '@heliograph/fleet-contract';
import type { KnownSite } from '../api/live-sites.ts';
import { compareVersions, isLive, nameOf, STATES_BY_NEED } from './site-facts.ts';

export const SORT_KEYS = ['name', 'state', 'power', 'today', 'findings', 'alerts', 'version'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** What is to be seen of all sites, and how. */
export interface ListChoice {
  readonly search: string;
  /** Undefined: all. */
  readonly state: SiteState | undefined;
  /** Id of a group; empty: all; `-`: those without one. */
  readonly group: string;
  readonly sort: SortKey;
  readonly isDown: boolean;
  readonly isGrouped: boolean;
  readonly view: 'list' | 'map';
}

export type ChangeChoice = (part: Partial<ListChoice>) => void;

/** No group has this id, which has letters. */
export const WITHOUT_GROUP = '-';

export const FIRST_CHOICE: ListChoice = {
  ...{
    search: '',
    state: undefined,
    group: '',
    sort: 'state',
    isDown: false,
    isGrouped: false,
    view: 'list',
  },
};

/** The choice as an address has it, which may say anything. */
export function choiceOf(search: string): ListChoice {
  const query = new URLSearchParams(search);
  const sort = SORT_KEYS.find((key) => key === query.get('sort')) ?? FIRST_CHOICE.sort;
  return {
    sort,
    search: query.get('q') ?? '',
    state: SITE_STATES.find((state) => state === query.get('state')),
    group: query.get('group') ?? '',
    isDown: query.has('down') ? query.get('down') === '1' : beginsDown(sort),
    isGrouped: query.get('grouped') === '1',
    view: query.get('view') === 'map' ? 'map' : 'list',
  };
}

/** What stands behind the question mark; empty for how it is at first. */
export function addressOfChoice(choice: ListChoice): string {
  const query = new URLSearchParams();
  if (choice.search !== '') query.set('q', choice.search);
  if (choice.state !== undefined) query.set('state', choice.state);
  if (choice.group !== '') query.set('group', choice.group);
  if (choice.sort !== FIRST_CHOICE.sort) query.set('sort', choice.sort);
  if (choice.isDown !== beginsDown(choice.sort)) query.set('down', choice.isDown ? '1' : '0');
  if (choice.isGrouped) query.set('grouped', '1');
  if (choice.view === 'map') query.set('view', 'map');
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whoever sorts by a number wants the most of it first. */
export const beginsDown = (sort: SortKey) => ['power', 'today', 'findings', 'alerts'].includes(sort);

/** Without capitals and accents: whoever types `mueller` or `Épinal` need not know how it was written. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** What is searched in of a site, which is the same object until something of it changes. */
const searched = new WeakMap<KnownSite, string>();
function searchedIn(site: KnownSite): string {
  const known = searched.get(site);
  if (known !== undefined) return known;
  const text = folded(`${nameOf(site)}\n${site.id}\n${site.summary?.name ?? ''}`);
  searched.set(site, text);
  return text;
}

/** The sites that fit: every word of the search is found in name, id or group. */
export function sitesThatFit(
  sites: readonly KnownSite[],
  groups: readonly Group[],
  choice: Pick<ListChoice, 'search' | 'state' | 'group'>,
): readonly KnownSite[] {
  const { state, group } = choice;
  const words = folded(choice.search).split(/\s+/).filter(Boolean);
  const groupNames = new Map(groups.map(({ id, name }) => [id, folded(name)]));
  const fits = (site: KnownSite) => {
    if (state !== undefined && site.state !== state) return false;
    if (group !== '' && site.group !== (group === WITHOUT_GROUP ? '' : group)) return false;
    if (words.length === 0) return true;
    const [text, groupName = ''] = [searchedIn(site), groupNames.get(site.group)];
    return words.every((word) => text.includes(word) || groupName.includes(word));
  };
  return words.length === 0 && state === undefined && group === '' ? sites : sites.filter(fits);
}

/** Numbers by which sites are put in order; undefined where nothing is known, which comes last whichever way round. */
const NUMBER_OF: {
  readonly [K in Exclude<SortKey, 'name' | 'version'>]: (site: KnownSite) => number | undefined;
} = {
  state: ({ state }) => STATES_BY_NEED.indexOf(state),
  power: (site) => (isLive(site) ? site.summary?.power : undefined),
  today: ({ summary }) => summary?.today,
  findings: ({ summary }) => summary?.findings,
  alerts: ({ summary }) => summary?.alerts,
};

/** By what was chosen, then by name, then by id: the same order for the same sites. */
export function inOrder(
  sites: readonly KnownSite[],
  { sort, isDown }: Pick<ListChoice, 'sort' | 'isDown'>,
  language: string,
): readonly KnownSite[] {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const named = sites.map((site) => ({ site, name: nameOf(site), by: orderedBy(site, sort) }));
  const sign = isDown ? -1 : 1;
  const byName = (one: (typeof named)[number], other: (typeof named)[number]) =>
    compare(one.name, other.name) || (one.site.id < other.site.id ? -1 : 1);
  named.sort((one, other) => {
    if (sort === 'name') return sign * byName(one, other);
    return compareValues(one.by, other.by, sign) || byName(one, other);
  });
  return named.map(({ site }) => site);
}

type OrderValue = number | string | undefined;

const orderedBy = (site: KnownSite, sort: SortKey): OrderValue => {
  if (sort === 'name') return undefined;
  return sort === 'version' ? site.summary?.version || undefined : NUMBER_OF[sort](site);
};

function compareValues(one: OrderValue, other: OrderValue, sign: number): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  if (typeof one === 'string' || typeof other === 'string')
    return sign * compareVersions(String(one), String(other));
  return sign * (one - other);
}

/** Sites of one group; those without a group come last. */
export interface GroupOfSites {
  readonly id: string;
  readonly name: string;
  readonly sites: readonly KnownSite[];
}

/** The same sites in the same order, group by group. */
export function byGroup(
  sites: readonly KnownSite[],
  groups: readonly Group[],
  language: string,
): readonly GroupOfSites[] {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const known = groups.toSorted((one, other) => compare(one.name, other.name));
  const ids = new Set(known.map(({ id }) => id));
  const of = (id: string) => sites.filter(({ group }) => (ids.has(group) ? group : '') === id);
  return [
    ...known.map(({ id, name }) => ({ id, name, sites: of(id) })),
    { id: '', name: '', sites: of('') },
  ].filter((group) => group.sites.length > 0);
}

/** How many there are of each state. */
export function countStates(sites: readonly KnownSite[]): Readonly<Record<SiteState, number>> {
  const counts = Object.fromEntries(SITE_STATES.map((state) => [state, 0])) as Record<SiteState, number>;
  for (const { state } of sites) counts[state] += 1;
  return counts;
}
