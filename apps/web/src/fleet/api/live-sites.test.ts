import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { FakeFleet, siteOf, viewOf } from '../../../test/fake-fleet.ts';
import { createEventReader, type StreamEvent } from './event-stream.ts';
import { createLiveSites } from './live-sites.ts';

async function follow(server = new FakeFleet()) {
  const clock = createVirtualClock();
  const live = createLiveSites({ fetch: server.fetch, clock, random: () => 0.5 });
  live.restart();
  await clock.advanceAsync(0);
  const says = async (...event: Parameters<FakeFleet['says']>) => {
    server.says(...event);
    await clock.advanceAsync(0);
  };
  return { clock, live, server, says };
}

describe('the live stream', () => {
  it('begins with everything and goes on with what changes', async () => {
    const { live, says } = await follow();
    expect(live.snapshot().phase).toBe('starting');
    await says('view', viewOf([siteOf('a'), siteOf('b'), siteOf('c')]));
    const before = live.snapshot().fleet?.sites;
    await says('change', { sites: [siteOf('b', { state: 'silent' }), siteOf('d')], gone: ['c'], parts: {} });
    const { phase, fleet } = live.snapshot();
    expect(phase).toBe('live');
    expect(fleet?.sites.map(({ id, state }) => `${id} ${state}`)).toEqual(['a ok', 'b silent', 'd ok']);
    expect(fleet?.sites[0]).toBe(before?.[0]); // what has not changed is not drawn again
  });

  it('tells ages by its own clock, which goes on while nothing comes', async () => {
    const { clock, live, says } = await follow();
    await clock.advanceAsync(5000);
    await says('view', viewOf([siteOf('a', { heard: 3 })], { parts: { broker: 4 } }));
    const { fleet } = live.snapshot();
    expect(fleet?.sites[0]?.heardAtMs).toBe(clock.elapsedMs() - 3000);
    expect(fleet?.partsAway).toEqual({ broker: clock.elapsedMs() - 4000 });
  });

  it('is lost within 15 s of silence, though nobody hangs up, and keeps what it knew', async () => {
    const { clock, live, server, says } = await follow();
    await says('view', viewOf([siteOf('a')]));
    for (let beat = 0; beat < 3; beat += 1) {
      await clock.advanceAsync(10_000);
      server.sends(': still here\n\n');
      await clock.advanceAsync(0);
    }
    expect(live.snapshot().phase).toBe('live');
    server.isReachable = false;
    await clock.advanceAsync(15_000);
    expect(live.snapshot()).toMatchObject({ phase: 'lost', lostAtMs: 30_000 });
    expect(live.snapshot().fleet?.sites).toHaveLength(1);
  });

  it('comes back by itself, however long it was gone', async () => {
    const { clock, live, server, says } = await follow();
    await says('view', viewOf([siteOf('a')]));
    server.isReachable = false;
    server.endsStream();
    await clock.advanceAsync(3_600_000);
    expect(live.snapshot().phase).toBe('lost');
    server.isReachable = true;
    await clock.advanceAsync(12_000);
    await says('view', viewOf([siteOf('a'), siteOf('b')]));
    expect(live.snapshot()).toMatchObject({ phase: 'live', lostAtMs: undefined });
    expect(live.snapshot().fleet?.sites).toHaveLength(2);
  });

  it('asks at once when the network is there again', async () => {
    const { clock, live, server, says } = await follow();
    await says('view', viewOf([]));
    server.isReachable = false;
    server.endsStream();
    await clock.advanceAsync(60_000);
    server.isReachable = true;
    const before = server.streams;
    live.wake();
    await clock.advanceAsync(0);
    expect(server.streams).toBe(before + 1);
  });

  it('asks no more where nobody is logged in, and forgets what was shown', async () => {
    const { clock, live, server, says } = await follow();
    await says('view', viewOf([siteOf('a')]));
    server.refusesStream = { status: 401, body: { refusal: 'login' } };
    server.endsStream();
    await clock.advanceAsync(0);
    await clock.advanceAsync(5000);
    expect(live.snapshot()).toMatchObject({ phase: 'login', fleet: undefined });
    const before = server.streams;
    await clock.advanceAsync(60_000);
    expect(server.streams).toBe(before);
  });

  it('goes on trying where a proxy answers for a server that is away', async () => {
    const server = new FakeFleet();
    server.refusesStream = { status: 502, body: 'bad gateway' };
    const { clock, live } = await follow(server);
    expect(live.snapshot().phase).toBe('lost');
    server.refusesStream = undefined;
    await clock.advanceAsync(10_000);
    server.says('view', viewOf([siteOf('a')]));
    await clock.advanceAsync(0);
    expect(live.snapshot().phase).toBe('live');
  });
});

describe('the reader of events', () => {
  it('puts together what comes in pieces, and passes over comments', () => {
    const events: StreamEvent[] = [];
    const read = createEventReader((event) => events.push(event));
    for (const piece of [
      ': hello\n\nev',
      'ent: view\r\nda',
      'ta: {"a":\ndata: 1}\n',
      '\nevent: change\ndata:2\n\n',
    ])
      read(piece);
    expect(events).toEqual([
      { name: 'view', data: '{"a":\n1}' },
      { name: 'change', data: '2' },
    ]);
  });
});
