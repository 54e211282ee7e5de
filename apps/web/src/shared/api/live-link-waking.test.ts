import { describe, expect, it } from 'vitest';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { createTestLiveLink, HOUR_MS, message, unreachable } from '../../../test/test-live-link.ts';

describe('waking up', () => {
  it('after a sleep marks values stale and reconnects at once', async () => {
    const { link, sockets, run, clock, phase } = createTestLiveLink();
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
    const { link, sockets, run, clock } = createTestLiveLink();
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
    const { link, sockets, run, clock } = createTestLiveLink({ random: 0 });
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
    const { link, sockets, run, clock, world } = createTestLiveLink({ random: 1 });
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
    const { link, sockets, run, pass, phase } = createTestLiveLink();
    await run();
    link.networkLost();
    expect([phase(), sockets.inUse]).toEqual(['reconnecting', 0]);
    await pass(9000);
    expect(sockets.inUse).toBe(1);
    link.networkLost(); // it is being made already
    expect(sockets.inUse).toBe(1);
  });

  it('puts the page away with nothing open and comes back', async () => {
    const { link, sockets, run, clock, phase } = createTestLiveLink();
    await run();
    link.suspend();
    expect(sockets.inUse).toBe(0);
    clock.advance(HOUR_MS);
    expect(sockets.all).toHaveLength(1);
    link.wake();
    expect([link.snapshot().stale, phase(), sockets.inUse]).toEqual([true, 'reconnecting', 1]);
  });

  it('of a link that is not running opens nothing', () => {
    const { link, sockets, world } = createTestLiveLink();
    link.wake();
    expect([sockets.all.length, world.fetches]).toEqual([0, 0]);
  });
});
