import { constants, gunzipSync } from 'node:zlib';
import type { PartFailures } from '@heliograph/fleet-contract';
import { describe, expect, it } from 'vitest';
import type { Viewer } from './access.ts';
import { createLive, type NewStream } from './live.ts';
import { createSiteBook } from './site-book.ts';
import type { Snapshot } from './store.ts';

const START_MS = 1_790_000_000_000;

function setUp() {
  let nowMs = START_MS;
  let snapshot = {
    groups: [
      { id: 'north', name: 'North' },
      { id: 'south', name: 'South' },
    ],
  } as unknown as Snapshot;
  let parts: PartFailures = {};
  const viewers = new Map<string, Viewer>();
  const book = createSiteBook(() => nowMs);
  const registered = (id: string, group: string) => ({ id, name: '', group, place: undefined });
  book.setRegistered([registered('barn', 'north'), registered('mill', 'south')]);
  book.takeChanges();
  const live = createLive({
    ...{ store: { snapshot: () => snapshot }, book, version: '0.2.0', failures: () => parts },
    ...{ viewerOf: (session) => viewers.get(session), nowMs: () => nowMs },
    limits: { all: 4, ofAddress: 3, ofSession: 2, waitingBytes: 100 },
  });
  const viewerOf = (...groups: string[]): Viewer => ({
    ...{ me: { name: 'vera', admin: false, manages: [] }, scope: new Set(groups) },
    ...{ scopeKey: groups.join(' '), until: START_MS / 1000 + 3600 },
  });

  function watch(session: string, viewer: Viewer, isPacked = false) {
    viewers.set(session, viewer);
    const seen = {
      events: [] as { event: string; data: unknown }[],
      texts: [] as string[],
      packs: [] as Buffer[],
      ended: '',
      waiting: 0,
    };
    const response = {
      write(text: string | Buffer) {
        if (typeof text !== 'string') {
          seen.packs.push(text);
          return true;
        }
        seen.texts.push(text);
        const [, event, data] = /^(?:retry: 2000\n\n)?event: (\w+)\ndata: (.*)\n\n$/.exec(text) ?? [];
        if (event !== undefined && data !== undefined) seen.events.push({ event, data: JSON.parse(data) });
        return true;
      },
      end: () => {
        seen.ended = 'end';
      },
      destroy: () => {
        seen.ended = 'destroy';
      },
      on: () => undefined,
      get writableLength() {
        return seen.waiting;
      },
    } as unknown as NewStream['response'];
    live.add({ response, viewer, session, address: '192.0.2.1', isPacked });
    return seen;
  }

  return {
    ...{ book, live, viewers, viewerOf, watch, registered },
    say: (id: string, power: number) =>
      book.takeSummary(
        id,
        Buffer.from(
          JSON.stringify({
            ...{ name: id, version: '0.2.0', day: true, power, inverters: 1, reachable: 1, producing: 1 },
            ...{ findings: 0, alerts: 0 },
          }),
        ),
      ),
    second: () => {
      nowMs += 1000;
      live.tick();
    },
    change: (values: Partial<Snapshot>) => {
      snapshot = { ...snapshot, ...values };
    },
    fail: (failing: PartFailures) => {
      parts = failing;
    },
  };
}

describe('a stream', () => {
  it('begins with all that one may see, and goes on with what changes of it', () => {
    const { watch, viewerOf, say, second } = setUp();
    const seen = watch('a', viewerOf('north'));
    expect(seen.events).toMatchObject([
      {
        event: 'view',
        data: { groups: [{ id: 'north' }], sites: [{ id: 'barn', state: 'never' }], parts: {} },
      },
    ]);
    second();
    say('mill', 1);
    second();
    expect(seen.events.length).toBe(1);
    say('barn', 2);
    second();
    second();
    expect(seen.events.slice(1)).toMatchObject([
      { event: 'change', data: { sites: [{ id: 'barn', summary: { power: 2 } }], gone: [], parts: {} } },
    ]);
    expect(JSON.stringify(seen.texts)).not.toMatch(/mill|south/i);
  });

  it('says that a site is gone to who has seen it, and to nobody else', () => {
    const { watch, viewerOf, book, registered, second } = setUp();
    const [north, south] = [watch('a', viewerOf('north')), watch('b', viewerOf('south'))];
    second();
    book.setRegistered([registered('barn', 'south'), registered('mill', 'south')]);
    second();
    expect(north.events.at(-1)).toMatchObject({ event: 'change', data: { sites: [], gone: ['barn'] } });
    expect(south.events.at(-1)).toMatchObject({ data: { sites: [{ id: 'barn' }], gone: [] } });
    book.setRegistered([]);
    second();
    expect(north.events.at(-1)).toMatchObject({ data: { gone: ['barn'] } });
    expect(north.texts.join('')).not.toContain('mill');
    expect(south.events.at(-1)).toMatchObject({ data: { gone: ['barn', 'mill'] } });
  });

  it('says at once that a part has gone, and that it is back', () => {
    const { watch, viewerOf, fail, second } = setUp();
    const seen = watch('a', viewerOf('south'));
    second();
    fail({ broker: 3 });
    second();
    expect(seen.events.at(-1)).toMatchObject({ event: 'change', data: { parts: { broker: 3 } } });
    fail({});
    second();
    expect(seen.events.at(-1)).toMatchObject({ event: 'change', data: { sites: [], parts: {} } });
  });

  it('says every ten seconds that it is there', () => {
    const { watch, viewerOf, second } = setUp();
    const seen = watch('a', viewerOf('south'));
    second();
    const before = seen.texts.length;
    for (let at = 0; at < 30; at += 1) second();
    expect(seen.texts.slice(before)).toEqual(Array.from({ length: 3 }, () => ': here\n\n'));
  });

  it('ends within a second where the session is over, or its time', () => {
    const { watch, viewerOf, viewers, change, second } = setUp();
    const [gone, late] = [
      watch('a', viewerOf('north')),
      watch('b', { ...viewerOf('north'), until: START_MS / 1000 + 2 }),
    ];
    viewers.delete('a');
    change({});
    second();
    expect([gone.ended, late.ended]).toEqual(['end', '']);
    second();
    expect(late.ended).toBe('end');
  });

  it('begins anew where one may see something else, or a group has another name', () => {
    const { watch, viewerOf, viewers, change, second } = setUp();
    const seen = watch('a', viewerOf('north'));
    second();
    viewers.set('a', viewerOf('south'));
    change({});
    second();
    expect(seen.events.at(-1)).toMatchObject({ event: 'view', data: { sites: [{ id: 'mill' }] } });
    change({ groups: [{ id: 'south', name: 'Far south' }] });
    second();
    expect(seen.events.at(-1)).toMatchObject({ event: 'view', data: { groups: [{ name: 'Far south' }] } });
    const before = seen.events.length;
    change({});
    second();
    expect(seen.events.length).toBe(before);
  });

  it('is one stream of gzip for who takes that, whenever it was begun', () => {
    const { watch, viewerOf, say, second } = setUp();
    const plain = watch('a', viewerOf('north'));
    const early = watch('b', viewerOf('north'), true);
    say('barn', 1);
    second();
    const late = watch('b', viewerOf('north'), true);
    say('barn', 2);
    second();
    second();
    const unpacked = (packs: readonly Buffer[]) =>
      gunzipSync(Buffer.concat(packs), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    expect(unpacked(early.packs)).toBe(plain.texts.join(''));
    expect(unpacked(late.packs)).toMatch(/^retry: 2000\n\nevent: view\n.*\n\nevent: change\n/);
    // The same bytes for both: packed once.
    expect(late.packs.at(-1)).toBe(early.packs.at(-1));
  });

  it('is dropped where nobody reads it', () => {
    const { watch, viewerOf, say, second, live } = setUp();
    const seen = watch('a', viewerOf('north'));
    second();
    seen.waiting = 1_000_000;
    say('barn', 5);
    second();
    expect(seen.ended).toBe('destroy');
    expect(live.count()).toBe(0);
  });

  it('is one of so many', () => {
    const { watch, viewerOf, live } = setUp();
    watch('a', viewerOf('north'));
    watch('a', viewerOf('north'));
    expect(live.refusalFor('192.0.2.9', 'a')?.refusal).toBe('throttled');
    expect(live.refusalFor('192.0.2.1', 'b')).toBeUndefined();
    watch('b', viewerOf('north'));
    expect(live.refusalFor('192.0.2.1', 'c')?.refusal).toBe('throttled');
    expect(live.refusalFor('192.0.2.9', 'c')).toBeUndefined();
  });
});
