import type { ReceivedLiveData } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { FakeSockets } from '../../../test/fake-socket.ts';
import { liveData, wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { createVirtualClock } from '../../../test/virtual-clock.ts';
import type { CallResult } from './call.ts';
import { createLiveLink } from './live-link.ts';

const message = wireMessage([wireInverter()]);
const answered: CallResult<ReceivedLiveData> = { kind: 'answered', answer: liveData([wireInverter()]) };
const unreachable: CallResult<ReceivedLiveData> = { kind: 'unreachable' };
const HOUR_MS = 3_600_000;

function createLink(options: { answer?: CallResult<ReceivedLiveData>; random?: number } = {}) {
  const clock = createVirtualClock();
  const sockets = new FakeSockets();
  const world = {
    answer: options.answer ?? answered,
    fetches: 0,
    renewals: 0,
    random: options.random ?? 1,
    changes: 0,
  };
  const link = createLiveLink({
    clock,
    random: () => world.random,
    openSocket: sockets.open,
    fetchLiveData: async () => {
      world.fetches += 1;
      return world.answer;
    },
    renewLogin: () => {
      world.renewals += 1;
    },
  });
  link.subscribe(() => {
    world.changes += 1;
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    clock,
    sockets,
    world,
    link,
    settle,
    phase: () => link.snapshot().phase,
    /** Lets time pass with answers arriving in between. */
    async pass(ms: number, stepMs = 100) {
      for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
        clock.advance(Math.min(stepMs, ms - passedMs));
        await settle();
      }
    },
    /** A link that runs: data was fetched, the socket is open and has pushed, longer ago than a flapping one. */
    async run() {
      link.start();
      await settle();
      sockets.last.opens();
      sockets.last.says(message);
      clock.advance(6000);
      sockets.last.says(message);
    },
  };
}

/** A link whose first question is answered when the test says so. */
function createSlowlyAnswered() {
  const clock = createVirtualClock();
  const sockets = new FakeSockets();
  const answers: ((result: CallResult<ReceivedLiveData>) => void)[] = [];
  const link = createLiveLink({
    clock,
    random: () => 0,
    openSocket: sockets.open,
    fetchLiveData: () => new Promise((resolve) => answers.push(resolve)),
    renewLogin: () => undefined,
  });
  const answer = async () => {
    answers[0]?.(answered);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, sockets, link, answer };
}

describe('the start', () => {
  it('asks over HTTP first and opens the socket when the answer came', async () => {
    const { link, sockets, settle, phase, world } = createLink();
    expect(phase()).toBe('connecting');
    link.start();
    expect([sockets.all.length, world.fetches]).toEqual([0, 1]);
    await settle();
    expect([sockets.all.length, phase()]).toEqual([1, 'live']);
    expect(link.snapshot().live?.inverters).toHaveLength(1);
    expect(link.snapshot().stale).toBe(false);
  });

  it('does not wait for a slow answer longer than 2 s', async () => {
    const { link, sockets, clock } = createLink();
    link.start();
    clock.advance(1999);
    expect(sockets.all).toHaveLength(0);
    clock.advance(1);
    expect(sockets.all).toHaveLength(1);
  });

  it('twice is once', async () => {
    const { link, settle, sockets, world } = createLink();
    link.start();
    link.start();
    await settle();
    expect([sockets.all.length, world.fetches]).toEqual([1, 1]);
  });

  it('without a gateway is offline since the start, and says why', async () => {
    const { link, sockets, pass, phase } = createLink({ answer: unreachable });
    await pass(4000);
    link.start();
    await pass(100);
    sockets.last.breaks();
    expect(phase()).toBe('offline');
    expect(link.snapshot()).toMatchObject({ live: undefined, problem: 'unreachable', sinceMs: 4000 });
  });

  it('at a login that is missing rests until the login is made', async () => {
    const { link, sockets, pass, world } = createLink({ answer: { kind: 'unauthorized' } });
    link.start();
    await pass(120_000, 1000);
    expect([sockets.all.length, world.fetches]).toEqual([0, 1]);
    world.answer = answered;
    link.wake();
    await pass(100);
    expect(link.snapshot().live).toBeDefined();
  });
});

describe('a running link', () => {
  it('shows every push, and nothing that the socket says after the link was stopped', async () => {
    const { link, sockets, run, clock } = createLink();
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
    const { sockets, run, clock } = createLink();
    await run();
    for (let second = 6; second < 178; second++) {
      clock.advance(1000);
      sockets.last.says(message);
    }
    expect(sockets.last.sent).toEqual(['ping', 'ping', 'ping']);
    expect(sockets.all).toHaveLength(1);
  });

  it('marks values stale 15 s after the last push and replaces the silent socket', async () => {
    const { link, sockets, run, clock, phase } = createLink({ random: 0.5 });
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
    const { link, sockets, run, clock } = createLink();
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
    const { link, sockets, run } = createLink();
    await run();
    sockets.last.onmessage?.({ data: new ArrayBuffer(8) } as MessageEvent);
    expect(link.snapshot().problem).toBe('unreadable');
  });

  it('keeps its snapshot as long as nothing changes', async () => {
    const { link, run, clock } = createLink();
    await run();
    const before = link.snapshot();
    clock.advance(5000);
    link.wake();
    expect(link.snapshot()).toBe(before);
  });
});

describe('a lost socket', () => {
  it('is reconnecting at once, offline when values are stale and an attempt failed', async () => {
    const { sockets, run, pass, phase, world } = createLink({ random: 0.6 });
    await run();
    world.answer = unreachable;
    sockets.last.breaks(1012);
    expect(phase()).toBe('reconnecting');
    await pass(14_900);
    expect([sockets.all.length, phase()]).toEqual([1, 'reconnecting']);
    await pass(100);
    expect(sockets.all).toHaveLength(2);
    sockets.last.breaks();
    await pass(100);
    expect(phase()).toBe('offline');
  });

  it('is tried again for ever, in a turn of its own, one socket at a time', async () => {
    const { sockets, run, clock, world } = createLink({ random: 0.1 });
    await run();
    world.answer = unreachable;
    const startedMs = [clock.elapsedMs()];
    let known = sockets.all.length;
    world.random = 0.5;
    sockets.last.breaks();
    for (let tick = 0; tick < HOUR_MS / 250; tick++) {
      clock.advance(250);
      expect(sockets.inUse).toBeLessThanOrEqual(1);
      if (sockets.all.length === known) continue;
      known = sockets.all.length;
      startedMs.push(clock.elapsedMs());
      sockets.last.breaks();
    }
    const waits = startedMs.slice(1).map((ms, index) => ms - (startedMs[index] ?? 0));
    expect(waits.slice(0, 3)).toEqual([7500, 15_000, 15_000]);
    expect(waits.length).toBeGreaterThan(200);
    expect(new Set(waits.slice(3))).toEqual(new Set([15_000]));
  });

  it('that never opened is tried again with growing waits', async () => {
    const { link, sockets, settle, clock, world } = createLink({ random: 1 });
    link.start();
    await settle();
    world.answer = unreachable;
    const waits: number[] = [];
    for (let failures = 0; failures < 8; failures++) {
      const brokenMs = clock.elapsedMs();
      const known = sockets.all.length;
      sockets.last.breaks();
      while (sockets.all.length === known) clock.advance(250);
      waits.push(clock.elapsedMs() - brokenMs);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it('counts a handshake that hangs as failed after 5 s, and its time as waited', async () => {
    const { link, sockets, settle, clock } = createLink({ random: 1 });
    link.start();
    await settle();
    clock.advance(5000);
    expect(sockets.all[0]?.isClosed).toBe(true);
    clock.advance(1);
    expect([sockets.all.length, sockets.inUse]).toEqual([2, 1]);
  });

  it('that opens and breaks again and again is tried less and less', async () => {
    const { sockets, run, clock } = createLink({ random: 1 });
    await run();
    for (let tick = 0; tick < 600; tick++) {
      const socket = sockets.last;
      if (!socket.isClosed) {
        socket.opens();
        socket.says(message);
        socket.breaks(1013);
      }
      clock.advance(100);
    }
    expect(sockets.all.length).toBeLessThan(12);
  });

  it('comes back within 16 s of the gateway, whenever that is', async () => {
    for (const random of [0, 0.3, 0.99]) {
      const { link, sockets, run, clock, world } = createLink({ random });
      await run();
      world.answer = unreachable;
      sockets.last.breaks();
      for (let tick = 0; tick < 600; tick++) {
        clock.advance(1000); // ten minutes in which handshakes hang
      }
      const healedAtMs = clock.elapsedMs();
      const before = sockets.all.length;
      while (sockets.all.length === before) clock.advance(100);
      sockets.last.opens();
      sockets.last.says(message);
      expect(link.snapshot().phase).toBe('live');
      expect(clock.elapsedMs() - healedAtMs).toBeLessThanOrEqual(16_000);
    }
  });

  it('that the gateway closed for lack of a login leads to the question whether the login is good', async () => {
    const { sockets, run, settle, world } = createLink();
    await run();
    const before = world.fetches;
    sockets.last.breaks(4401);
    await settle();
    expect(world.fetches).toBe(before + 1);
  });
});

describe('where sockets do not get through', () => {
  it('polls every 10 s after two failed sockets, and goes on trying sockets', async () => {
    const { link, sockets, settle, pass, world, phase } = createLink({ random: 1 });
    link.start();
    await settle();
    expect(world.fetches).toBe(1);
    sockets.last.breaks();
    await pass(500);
    sockets.last.breaks();
    await settle();
    expect(world.fetches).toBe(2);
    let known = sockets.all.length;
    for (let second = 0; second < 60; second++) {
      await pass(1000);
      expect([phase(), link.snapshot().stale]).toEqual(['live', false]);
      expect(link.snapshot().polled).toBe(true);
      if (sockets.all.length > known) sockets.last.breaks();
      known = sockets.all.length;
    }
    expect(world.fetches).toBe(8);
    expect(known).toBeGreaterThan(4);
    expect(world.renewals).toBe(1);
  });

  it('polls after two sockets that open and stay silent, and shows those values as live', async () => {
    const { link, sockets, run, pass, world, phase } = createLink();
    await run();
    const before = world.fetches;
    let known = sockets.all.length;
    for (let second = 0; second < 120; second++) {
      await pass(1000);
      if (sockets.all.length > known) sockets.last.opens(); // and says nothing
      known = sockets.all.length;
      if (second === 28) expect([phase(), world.fetches]).toEqual(['reconnecting', before]);
      if (second > 31) expect([second, phase(), link.snapshot().stale]).toEqual([second, 'live', false]);
    }
    expect(world.fetches - before).toBeGreaterThanOrEqual(9);
    expect(known).toBeGreaterThanOrEqual(6);
  });

  it('stops polling when a socket delivers', async () => {
    const { link, sockets, settle, pass, world, phase } = createLink({ random: 0.01 });
    link.start();
    await settle();
    sockets.last.breaks();
    await pass(100);
    sockets.last.breaks();
    await pass(100);
    const fetches = world.fetches;
    sockets.last.opens();
    expect(world.fetches).toBe(fetches);
    sockets.last.says(message);
    for (let second = 0; second < 60; second++) {
      await pass(1000);
      sockets.last.says(message);
    }
    expect([world.fetches, phase(), link.snapshot().polled]).toEqual([fetches, 'live', false]);
  });

  it('goes stale when polling fails too, and recovers with it', async () => {
    const { link, sockets, settle, pass, world, phase } = createLink({ random: 1 });
    link.start();
    await settle();
    const breakAll = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        if (!sockets.last.isClosed) sockets.last.breaks();
        await pass(1000);
      }
    };
    await breakAll(20);
    expect(phase()).toBe('live');
    world.answer = unreachable;
    await breakAll(30);
    expect([phase(), link.snapshot().stale, link.snapshot().problem]).toEqual([
      'offline',
      true,
      'unreachable',
    ]);
    world.answer = answered;
    await breakAll(11);
    expect([phase(), link.snapshot().stale]).toEqual(['live', false]);
  });

  it('does not let a late answer replace a push that overtook it', async () => {
    const { link, clock, sockets, answer } = createSlowlyAnswered();
    link.start();
    clock.advance(2000);
    sockets.last.opens();
    sockets.last.says(wireMessage([wireInverter({ name: 'newer' })]));
    await answer();
    expect(link.snapshot().live?.inverters[0]?.name).toBe('newer');
  });

  it('takes an answer for as old as its question', async () => {
    const { link, clock, answer } = createSlowlyAnswered();
    link.start();
    clock.advance(9000);
    await answer();
    expect(link.snapshot()).toMatchObject({ stale: false, sinceMs: 0 });
    clock.advance(5999);
    expect(link.snapshot().stale).toBe(false);
    clock.advance(1);
    expect(link.snapshot().stale).toBe(true);
  });
});

describe('waking up', () => {
  it('after a sleep marks values stale and reconnects at once', async () => {
    const { link, sockets, run, clock, phase } = createLink();
    await run();
    clock.sleep(8 * HOUR_MS);
    link.wake();
    expect([link.snapshot().stale, phase(), sockets.all.length, sockets.inUse]).toEqual([
      true,
      'reconnecting',
      2,
      1,
    ]);
  });

  it('does not take the burst of old messages after a freeze for live ones', async () => {
    const { link, sockets, run, clock } = createLink();
    await run();
    const frozen = sockets.last;
    clock.sleep(2 * HOUR_MS);
    for (let count = 0; count < 100; count++) frozen.says(wireMessage([wireInverter({ name: 'old' })]));
    expect(link.snapshot()).toMatchObject({ stale: true, phase: 'reconnecting' });
    expect(link.snapshot().live?.inverters[0]?.name).toBe('Garage');
    sockets.last.opens();
    sockets.last.says(message);
    expect(link.snapshot().stale).toBe(false);
  });

  it('leaves a healthy socket and a young handshake alone', async () => {
    const { link, sockets, run, clock } = createLink({ random: 0 });
    await run();
    link.wake();
    expect(sockets.all).toHaveLength(1);
    sockets.last.breaks();
    clock.advance(9000);
    expect(sockets.all).toHaveLength(2);
    clock.advance(900);
    link.wake();
    expect(sockets.all).toHaveLength(2);
    clock.advance(200);
    link.wake();
    expect([sockets.all.length, sockets.inUse]).toEqual([3, 1]);
  });

  it('does not wait for the back-off', async () => {
    const { link, sockets, run, clock, world } = createLink({ random: 1 });
    await run();
    world.answer = unreachable;
    sockets.last.breaks();
    for (let tick = 0; tick < 60; tick++) {
      clock.advance(1000);
      if (!sockets.last.isClosed) sockets.last.breaks();
    }
    const before = sockets.all.length;
    link.wake();
    expect(sockets.all).toHaveLength(before + 1);
  });

  it('does not trust an open socket when the browser says that there is no network', async () => {
    const { link, sockets, run, pass, phase } = createLink();
    await run();
    link.networkLost();
    expect([phase(), sockets.inUse]).toEqual(['reconnecting', 0]);
    await pass(9000);
    expect(sockets.inUse).toBe(1);
    link.networkLost(); // it is being made already
    expect(sockets.inUse).toBe(1);
  });

  it('puts the page away with nothing open and comes back', async () => {
    const { link, sockets, run, clock, phase } = createLink();
    await run();
    link.suspend();
    expect(sockets.inUse).toBe(0);
    clock.advance(HOUR_MS);
    expect(sockets.all).toHaveLength(1);
    link.wake();
    expect([link.snapshot().stale, phase(), sockets.inUse]).toEqual([true, 'reconnecting', 1]);
  });

  it('of a link that is not running opens nothing', () => {
    const { link, sockets, world } = createLink();
    link.wake();
    expect([sockets.all.length, world.fetches]).toEqual([0, 0]);
  });
});

describe('leaving and coming back', () => {
  it('shows the values again if they are fresh, and drops them if not', async () => {
    const { link, run, clock } = createLink();
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

describe('a browser that forbids sockets', () => {
  it('is served by polling', async () => {
    const clock = createVirtualClock();
    let fetches = 0;
    const link = createLiveLink({
      clock,
      random: () => 0,
      openSocket: () => {
        throw new Error('forbidden');
      },
      fetchLiveData: async () => {
        fetches += 1;
        return answered;
      },
      renewLogin: () => undefined,
    });
    link.start();
    for (let second = 0; second < 60; second++) {
      clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(fetches).toBeGreaterThan(4);
    expect(link.snapshot()).toMatchObject({ phase: 'live', stale: false });
  });
});
