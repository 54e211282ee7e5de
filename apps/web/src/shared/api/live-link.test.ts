import { describe, expect, it } from 'vitest';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { answered, createTestLiveLink, message, unreachable } from '../../../test/test-live-link.ts';

describe('the start', () => {
  it('asks over HTTP first and opens the socket when the answer came', async () => {
    const { link, sockets, settle, phase, world } = createTestLiveLink();
    expect(phase()).toBe('connecting');
    link.start();
    expect([sockets.all.length, world.fetches]).toEqual([0, 1]);
    await settle();
    expect([sockets.all.length, phase()]).toEqual([1, 'live']);
    expect(link.snapshot().live?.inverters).toHaveLength(1);
    expect(link.snapshot().stale).toBe(false);
  });

  it('does not wait for a slow answer longer than 2 s', async () => {
    const { link, sockets, clock } = createTestLiveLink();
    link.start();
    clock.advance(1999);
    expect(sockets.all).toHaveLength(0);
    clock.advance(1);
    expect(sockets.all).toHaveLength(1);
  });

  it('twice is once', async () => {
    const { link, settle, sockets, world } = createTestLiveLink();
    link.start();
    link.start();
    await settle();
    expect([sockets.all.length, world.fetches]).toEqual([1, 1]);
  });

  it('without a gateway is offline since the start, and says why', async () => {
    const { link, sockets, pass, phase } = createTestLiveLink({ answer: unreachable });
    await pass(4000);
    link.start();
    await pass(100);
    sockets.last.breaks();
    expect(phase()).toBe('offline');
    expect(link.snapshot()).toMatchObject({ live: undefined, problem: 'unreachable', sinceMs: 4000 });
  });

  it('at a login that is missing rests until the login is made', async () => {
    const { link, sockets, pass, world } = createTestLiveLink({ answer: { kind: 'unauthorized' } });
    link.start();
    await pass(120_000, 1000);
    expect([sockets.all.length, world.fetches]).toEqual([0, 1]);
    world.answer = answered;
    link.wake();
    await pass(100);
    expect(link.snapshot().live).toBeDefined();
  });
});

describe('values that came with the page', () => {
  it('are shown at once, but do not pass for a link: that is there when the gateway has said something', () => {
    const { link, sockets, clock, phase, world } = createTestLiveLink({ seedAgeMs: 2000 });
    link.start();
    expect(link.snapshot()).toMatchObject({ phase: 'connecting', stale: false, sinceMs: 0 });
    expect(link.snapshot().live?.inverters).toHaveLength(1);
    expect([sockets.all.length, world.fetches]).toEqual([1, 0]);
    clock.advance(1000);
    expect(phase()).toBe('connecting');
    sockets.last.opens();
    expect(phase()).toBe('live');
  });

  it('stay as stale ones where they are too old, until newer ones come', async () => {
    const { link, settle, world } = createTestLiveLink({ seedAgeMs: 40_000 });
    link.start();
    expect(link.snapshot()).toMatchObject({ phase: 'connecting', stale: true, sinceMs: 0 });
    expect(link.snapshot().live?.inverters).toHaveLength(1);
    expect(world.fetches).toBe(1);
    await settle();
    expect(link.snapshot()).toMatchObject({ phase: 'live', stale: false, sinceMs: 40_000 });
  });

  it('stay as stale ones also where the gateway is gone', async () => {
    const { link, sockets, settle } = createTestLiveLink({ seedAgeMs: 40_000, answer: unreachable });
    link.start();
    await settle();
    sockets.last.breaks();
    expect(link.snapshot()).toMatchObject({ phase: 'offline', stale: true, sinceMs: 0 });
    expect(link.snapshot().live?.inverters).toHaveLength(1);
  });
});

describe('a running link', () => {
  it('shows every push, and nothing that the socket says after the link was stopped', async () => {
    const { link, sockets, run, clock } = createTestLiveLink();
    await run();
    sockets.last.says(wireMessage([wireInverter(), wireInverter({ serial: '2' })]));
    expect(link.snapshot().live?.inverters).toHaveLength(2);
    expect(link.snapshot().sinceMs).toBe(clock.elapsedMs());
    link.stop();
    expect(sockets.inUse).toBe(0);
    sockets.last.says(message);
    expect(link.snapshot().live?.inverters).toHaveLength(2);
    expect(link.snapshot().running).toBe(false);
  });

  it('pings every 59 s', async () => {
    const { sockets, run, clock } = createTestLiveLink();
    await run();
    for (let second = 6; second < 178; second++) {
      clock.advance(1000);
      sockets.last.says(message);
    }
    expect(sockets.last.sent).toEqual(['ping', 'ping', 'ping']);
    expect(sockets.all).toHaveLength(1);
  });

  it('marks values stale 15 s after the last push and replaces the silent socket', async () => {
    const { link, sockets, run, clock, phase } = createTestLiveLink({ random: 0.5 });
    await run();
    clock.advance(14_999);
    expect([link.snapshot().stale, phase(), sockets.all.length]).toEqual([false, 'live', 1]);
    clock.advance(1);
    expect([link.snapshot().stale, phase()]).toEqual([true, 'reconnecting']);
    clock.advance(250);
    expect([sockets.all.length, sockets.inUse]).toEqual([2, 1]);
    sockets.last.opens();
    expect(phase()).toBe('reconnecting');
    sockets.last.says(message);
    expect([link.snapshot().stale, phase()]).toEqual([false, 'live']);
  });

  it('ignores a message that makes no sense: the last good one stays and goes stale', async () => {
    const { link, sockets, run, clock } = createTestLiveLink();
    await run();
    const before = link.snapshot().live;
    for (let second = 0; second < 20; second++) {
      clock.advance(1000);
      sockets.last.says(second % 2 === 0 ? '{"inverters":' : { inverters: 7 });
    }
    expect(link.snapshot()).toMatchObject({
      live: before,
      stale: true,
      problem: 'unreadable',
      phase: 'unreadable',
    });
    expect(sockets.all).toHaveLength(1);
    sockets.last.says(message);
    expect(link.snapshot()).toMatchObject({ stale: false, problem: undefined, phase: 'live' });
  });

  it('refuses binary messages', async () => {
    const { link, sockets, run } = createTestLiveLink();
    await run();
    sockets.last.onmessage?.({ data: new ArrayBuffer(8) } as MessageEvent);
    expect(link.snapshot().problem).toBe('unreadable');
  });

  it('keeps its snapshot as long as nothing changes', async () => {
    const { link, run, clock } = createTestLiveLink();
    await run();
    const before = link.snapshot();
    clock.advance(5000);
    link.wake();
    expect(link.snapshot()).toBe(before);
  });
});

describe('leaving and coming back', () => {
  it('shows the values again if they are fresh, and drops them if not', async () => {
    const { link, run, clock } = createTestLiveLink();
    await run();
    link.stop();
    clock.advance(5000);
    link.start();
    expect(link.snapshot().live).toBeDefined();
    clock.advance(10_000);
    expect(link.snapshot().stale).toBe(true);
    link.stop();
    clock.advance(60_000);
    link.start();
    expect(link.snapshot()).toMatchObject({ live: undefined, phase: 'connecting' });
  });
});
