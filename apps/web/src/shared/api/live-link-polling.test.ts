import type { ReceivedLiveData } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { FakeSockets } from '../../../test/fake-socket.ts';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { answered, createTestLiveLink, message, unreachable } from '../../../test/test-live-link.ts';
import type { CallResult } from './call.ts';
import { createLiveLink } from './live-link.ts';

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

describe('where sockets do not get through', () => {
  it('polls every 10 s after two failed sockets, and goes on trying sockets', async () => {
    const { link, sockets, settle, pass, world, phase } = createTestLiveLink({ random: 1 });
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
    const { link, sockets, run, pass, world, phase } = createTestLiveLink();
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
    const { link, sockets, settle, pass, world, phase } = createTestLiveLink({ random: 0.01 });
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
    const { link, sockets, settle, pass, world, phase } = createTestLiveLink({ random: 1 });
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
