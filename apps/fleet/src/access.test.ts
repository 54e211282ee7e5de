import { FLEET_CALLS, type FleetCallName } from '@heliograph/fleet-contract';
import { describe, expect, it } from 'vitest';
import { GROUP_OF, refusalFor, refusalForSubject, type Subjects, viewerOf } from './access.ts';
import type { Session, Snapshot } from './store.ts';

const NOW_S = 1_790_000_000;
const UNTIL_S = NOW_S + 1000;

const snapshot: Snapshot = {
  ...{ sites: [], siteHashes: new Map(), siteNews: [], sessions: new Map() },
  groups: [
    { id: 'north', name: 'North' },
    { id: 'south', name: 'South' },
  ],
  accounts: new Map([
    ['anna', { name: 'anna', admin: true, groups: [] }],
    ['mona', { name: 'mona', admin: false, groups: [{ group: 'north', role: 'manager' }] }],
    ['vera', { name: 'vera', admin: false, groups: [{ group: 'north', role: 'viewer' }] }],
    [
      'both',
      {
        ...{ name: 'both', admin: false },
        groups: [
          { group: 'north', role: 'manager' },
          { group: 'south', role: 'viewer' },
        ],
      },
    ],
  ]),
  shares: new Map([
    ['link', { id: 'link', name: 'For Eve', group: 'north', until: NOW_S + 500, by: 'mona' }],
    ['over', { id: 'over', name: 'Old', group: 'north', until: NOW_S, by: 'mona' }],
  ]),
};
const of = (account: string): Session => ({ account, share: '', until: UNTIL_S });
const by = (share: string): Session => ({ account: '', share, until: UNTIL_S });
const viewer = (session: Session) => viewerOf(session, snapshot, NOW_S);
const subjects: Subjects = {
  book: { groupOf: (id) => ({ barn: 'north', mill: 'south', alone: '' })[id] },
  snapshot: () => snapshot,
};

describe('who looks', () => {
  it('is nobody where the session, the link or the account is over', () => {
    expect(viewerOf(of('anna'), snapshot, UNTIL_S)).toBeUndefined();
    expect(viewer(of('gone'))).toBeUndefined();
    expect(viewer(by('over'))).toBeUndefined();
    expect(viewer(by('gone'))).toBeUndefined();
  });

  it('sees all, the groups of an account, or that of a link, for as long as this is good', () => {
    expect(viewer(of('anna'))).toMatchObject({ scope: 'all', me: { admin: true } });
    expect(viewer(of('both'))).toMatchObject({
      ...{ scope: new Set(['north', 'south']), me: { manages: ['north'] } },
    });
    expect(viewer(by('link'))).toMatchObject({
      ...{ scope: new Set(['north']), until: NOW_S + 500 },
      me: { name: '', admin: false, manages: [], share: { name: 'For Eve', until: NOW_S + 500 } },
    });
  });
});

describe('the table of calls', () => {
  const WHO = { nobody: undefined, link: by('link'), vera: of('vera'), mona: of('mona'), anna: of('anna') };
  it.each<[string, Record<keyof typeof WHO, string>]>([
    ['open', { nobody: '', link: '', vera: '', mona: '', anna: '' }],
    ['see', { nobody: 'login', link: '', vera: '', mona: '', anna: '' }],
    ['own', { nobody: 'login', link: 'forbidden', vera: '', mona: '', anna: '' }],
    ['manage', { nobody: 'login', link: 'forbidden', vera: 'forbidden', mona: '', anna: '' }],
    ['admin', { nobody: 'login', link: 'forbidden', vera: 'forbidden', mona: 'forbidden', anna: '' }],
  ])('lets in to %s', (access, expected) => {
    const calls = (Object.keys(FLEET_CALLS) as FleetCallName[]).filter(
      (call) => FLEET_CALLS[call].access === access,
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      for (const [name, session] of Object.entries(WHO)) {
        const refusal = refusalFor(call, session && viewer(session)) ?? '';
        expect(`${call} ${name}: ${refusal}`).toBe(`${call} ${name}: ${expected[name as keyof typeof WHO]}`);
      }
    }
  });

  it('says of each call of managers which group it is about, but for the list of links', () => {
    const managed = (Object.keys(FLEET_CALLS) as FleetCallName[]).filter(
      (call) => FLEET_CALLS[call].access === 'manage',
    );
    expect(Object.keys(GROUP_OF).concat('getShares').sort()).toEqual(managed.sort());
  });

  it.each<[string, FleetCallName, object, string]>([
    ['mona', 'changeSite', { id: 'barn' }, ''],
    ['mona', 'changeSite', { id: 'mill' }, 'unknown'],
    ['mona', 'changeSite', { id: 'alone' }, 'unknown'],
    ['mona', 'changeSite', { id: 'nothing' }, 'unknown'],
    ['both', 'changeSite', { id: 'mill' }, 'forbidden'],
    ['anna', 'changeSite', { id: 'alone' }, ''],
    ['anna', 'changeSite', { id: 'nothing' }, 'unknown'],
    ['mona', 'renameGroup', { id: 'north' }, ''],
    ['mona', 'renameGroup', { id: 'south' }, 'unknown'],
    ['mona', 'renameGroup', { id: '__proto__' }, 'unknown'],
    ['both', 'addShare', { group: 'south' }, 'forbidden'],
    ['mona', 'addShare', { group: 'south' }, 'unknown'],
    ['mona', 'endShare', { id: 'link' }, ''],
    ['mona', 'endShare', { id: 'nothing' }, 'unknown'],
  ])('%s is let in to %s of %j: %s', (who, call, body, refusal) => {
    expect(refusalForSubject(call, body, viewer(of(who)), subjects) ?? '').toBe(refusal);
  });
});
