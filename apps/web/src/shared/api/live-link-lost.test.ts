import { describe, expect, it } from 'vitest';
import { createTestLiveLink, HOUR_MS, message, unreachable } from '../../../test/test-live-link.ts';

describe('a lost socket', () => {
  it('is reconnecting at once, offline when values are stale and an attempt failed', async () => {
    const { sockets, run, pass, phase, world } = createTestLiveLink({ random: 0.6 });
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
    const { sockets, run, clock, world } = createTestLiveLink({ random: 0.1 });
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
    const { link, sockets, settle, clock, world } = createTestLiveLink({ random: 1 });
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
    const { link, sockets, settle, clock } = createTestLiveLink({ random: 1 });
    link.start();
    await settle();
    clock.advance(5000);
    expect(sockets.all[0]?.isClosed).toBe(true);
    clock.advance(1);
    expect([sockets.all.length, sockets.inUse]).toEqual([2, 1]);
  });

  it('that opens and breaks again and again is tried less and less', async () => {
    const { sockets, run, clock } = createTestLiveLink({ random: 1 });
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
      const { link, sockets, run, clock, world } = createTestLiveLink({ random });
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
    const { sockets, run, settle, world } = createTestLiveLink();
    await run();
    const before = world.fetches;
    sockets.last.breaks(4401);
    await settle();
    expect(world.fetches).toBe(before + 1);
  });
});
