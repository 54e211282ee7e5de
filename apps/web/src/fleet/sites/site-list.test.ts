import { describe, expect, it } from 'vitest';
import { siteOf } from '../../../test/fake-fleet.ts';
import type { KnownSite } from '../api/live-sites.ts';
import { addressOf, compareVersions, isLive, midnightOf, totalsOf } from './site-facts.ts';
import {
  addressOfChoice,
  byGroup,
  choiceOf,
  countStates,
  FIRST_CHOICE,
  inOrder,
  type ListChoice,
  sitesThatFit,
} from './site-list.ts';
import { partNear } from './use-window.ts';

const NOW_MS = 1_000_000;
function known(id: string, about: Parameters<typeof siteOf>[1] = {}): KnownSite {
  const site = siteOf(id, about);
  return { ...site, heardAtMs: site.heard === undefined ? undefined : NOW_MS - site.heard * 1000 };
}
const summaryWith = (about: object) =>
  ({ ...siteOf('x').summary, ...about }) as KnownSite['summary'] & object;
const ids = (sites: readonly KnownSite[]) => sites.map(({ id }) => id);
const { summary: _, ...NEVER } = siteOf('never', { state: 'never' });
const never: KnownSite = { ...NEVER, heardAtMs: undefined };

describe('the totals', () => {
  it('sum the power of sites that are live, and tell of how many nobody knows it', () => {
    const sites = [
      known('a', { summary: summaryWith({ power: 700 }) }),
      known('b', { state: 'night', summary: summaryWith({ power: 0 }) }),
      known('c', { state: 'alert', summary: summaryWith({ power: 300 }) }),
      known('d', { state: 'silent', summary: summaryWith({ power: 9000 }) }),
      known('e', { state: 'offline', summary: summaryWith({ power: 9000 }) }),
      known('f', { state: 'refused', summary: summaryWith({ power: 9000 }) }),
      known('g', { summary: summaryWith({ power: undefined }) }),
      never,
    ];
    expect(totalsOf(sites, 0)).toMatchObject({ sites: 8, power: 1000, unknown: 5 });
  });

  it('sum the energy of those that have said something today, also where they are silent now', () => {
    const sites = [
      known('a', { heard: 1, summary: summaryWith({ today: 10 }) }),
      known('b', { heard: 100, state: 'silent', summary: summaryWith({ today: 20 }) }),
      known('c', { heard: 900, state: 'offline', summary: summaryWith({ today: 4000 }) }),
      never,
    ];
    expect(totalsOf(sites, NOW_MS - 500_000)).toMatchObject({ today: 30, unknownToday: 2 });
  });

  it('begin the day at midnight of the zone of this browser', () => {
    const unixMs = new Date(2026, 5, 21, 7, 30).getTime();
    expect(midnightOf({ elapsedMs: () => NOW_MS, unixMs: () => unixMs })).toBe(NOW_MS - 7.5 * 3_600_000);
  });
});

describe('what fits', () => {
  const groups = [{ id: 'g1', name: 'Köln Süd' }];
  const sites = [
    known('barn-1', { name: 'Scheune Müller' }),
    known('barn-2', { name: 'École', group: 'g1', state: 'silent' }),
    known('hall', { name: 'Town hall', group: 'g1' }),
  ];
  const fitting = (part: Partial<typeof FIRST_CHOICE>) =>
    ids(sitesThatFit(sites, groups, { ...FIRST_CHOICE, ...part }));

  it.each([
    ['', ['barn-1', 'barn-2', 'hall']],
    ['muller', ['barn-1']],
    ['ECOLE', ['barn-2']],
    ['barn', ['barn-1', 'barn-2']],
    ['koln sud', ['barn-2', 'hall']],
    ['koln town', ['hall']],
    ['plant hall', ['hall']],
    ['nothing like it', []],
  ])('is searched by words of name, id and group: %s', (search, expected) => {
    expect(fitting({ search })).toEqual(expected);
  });

  it('is of one state, of one group, or of none', () => {
    expect(fitting({ state: 'silent' })).toEqual(['barn-2']);
    expect(fitting({ group: 'g1' })).toEqual(['barn-2', 'hall']);
    expect(fitting({ group: '-' })).toEqual(['barn-1']);
  });
});

describe('the order', () => {
  const sites = [
    known('a', {
      name: 'Plant 10',
      state: 'ok',
      summary: summaryWith({ power: 5, version: '0.10.0', alerts: 0 }),
    }),
    known('b', {
      name: 'Plant 9',
      state: 'silent',
      summary: summaryWith({ power: 900, version: '0.9.1', alerts: 3 }),
    }),
    known('c', {
      name: 'plant 1',
      state: 'alert',
      summary: summaryWith({ power: 70, version: '0.10.0-beta', alerts: 1 }),
    }),
    { ...never, id: 'd', name: 'Äpfel' },
  ];
  const order = (sort: (typeof FIRST_CHOICE)['sort'], isDown = false) =>
    ids(inOrder(sites, { sort, isDown }, 'de'));

  it('knows numbers in names and the letters of the language', () => {
    expect(order('name')).toEqual(['d', 'c', 'b', 'a']);
    expect(order('name', true)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('by state has first who needs somebody', () => {
    expect(order('state')).toEqual(['b', 'c', 'd', 'a']);
  });

  it('by power counts only what is live; what is not known comes last both ways', () => {
    expect(order('power', true)).toEqual(['c', 'a', 'd', 'b']);
    expect(order('power')).toEqual(['a', 'c', 'd', 'b']);
  });

  it('by version knows that ten is more than nine, and that a beta comes before', () => {
    expect(order('version')).toEqual(['b', 'c', 'a', 'd']);
  });

  it('by group keeps the order within, and has those without one last', () => {
    const grouped = byGroup(
      [known('x', { group: 'g2' }), known('y'), known('z', { group: 'g1' }), known('w', { group: 'g2' })],
      [
        { id: 'g2', name: 'Zoo' },
        { id: 'g1', name: 'Ahorn' },
        { id: 'g3', name: 'Empty' },
      ],
      'de',
    );
    expect(grouped.map(({ name, sites: own }) => [name, ids(own)])).toEqual([
      ['Ahorn', ['z']],
      ['Zoo', ['x', 'w']],
      ['', ['y']],
    ]);
  });
});

describe('the states', () => {
  it('are counted, and three of them are live', () => {
    const sites = [known('a'), known('b', { state: 'silent' }), known('c'), never];
    expect(countStates(sites)).toMatchObject({ ok: 2, silent: 1, never: 1, offline: 0 });
    expect(sites.map(isLive)).toEqual([true, false, true, false]);
  });
});

describe('versions', () => {
  it('are compared by their numbers', () => {
    expect(compareVersions('0.2.0', '0.10.0')).toBeLessThan(0);
    expect(compareVersions('1.0', '1.0.0')).toBe(0);
    expect(compareVersions('0.2.0-rc.1', '0.2.0')).toBeLessThan(0);
  });
});

describe('the address of a gateway', () => {
  it.each([
    ['http://192.168.1.20:8080/', 'http://192.168.1.20:8080/'],
    ['https://barn.example/', 'https://barn.example/'],
    ['javascript:alert(1)', undefined],
    ['//evil.example', undefined],
    ['http://', undefined],
    [undefined, undefined],
  ])('is followed only where it is one of the web: %s', (url, expected) => {
    expect(addressOf(known('a', { summary: summaryWith({ url }) }))).toBe(expected);
  });
});

describe('the choice in the address', () => {
  it('is as it is at first where the address says nothing, or nonsense', () => {
    expect(choiceOf('')).toEqual(FIRST_CHOICE);
    expect(choiceOf('?sort=magic&state=mad&view=3d')).toEqual(FIRST_CHOICE);
    expect(addressOfChoice(FIRST_CHOICE)).toBe('');
  });

  it('comes back as it went', () => {
    const choice: ListChoice = {
      search: 'müller & co',
      state: 'silent',
      group: 'g1',
      sort: 'power',
      isDown: false,
      isGrouped: true,
      view: 'map',
    };
    expect(choiceOf(addressOfChoice(choice))).toEqual(choice);
  });
});

describe('the part of a long list that is drawn', () => {
  const heights = Array.from({ length: 1000 }, () => 60);

  it('is what the window shows and some more, and the rest keeps its room', () => {
    const part = partNear(heights, 30_000, 900);
    expect(part.to - part.from).toBeLessThan(40);
    expect(part.beforePx).toBe(part.from * 60);
    expect(part.beforePx + part.afterPx + (part.to - part.from) * 60).toBe(60_000);
    expect(part.from * 60).toBeLessThanOrEqual(30_000);
    expect(part.to * 60).toBeGreaterThanOrEqual(30_900);
  });

  it('is all of a short one', () => {
    expect(partNear([60, 60, 60], 0, 900)).toEqual({ from: 0, to: 3, beforePx: 0, afterPx: 0 });
  });
});
