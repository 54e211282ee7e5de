import { describe, expect, it } from 'vitest';
import { createRandom } from '../../packages/simulator/src/seeded-random.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { openPageCrowd } from '../tools/browser/page-crowd.ts';

/** F14, F17, F18 and F19 for the live link of many pages, in hours that pass in a moment. */

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const STALE_AFTER_MS = 15_000;

describe('F18: 50 pages of a gateway that restarts', { timeout: 240_000 }, () => {
  const row = openRow('F18');
  const goal = { atMost: 12 };

  /** It is away for as long as a restart takes, or for longer, and then for so long that sockets are refused. */
  async function restart(times: number) {
    const crowd = await openPageCrowd(50, row.seed);
    const random = createRandom(row.seed + 1);
    let slowestMs = 0;
    for (let time = 0; time < times; time++) {
      crowd.killGateway();
      await crowd.pass(time % 5 === 1 ? 40 * SECOND_MS : 300 + random() * 5 * SECOND_MS);
      crowd.set({ isUp: true });
      slowestMs = Math.max(slowestMs, await crowd.passUntilLive(30 * SECOND_MS));
      await crowd.pass(random() * 8 * SECOND_MS);
    }
    return { ...crowd.figures(), slowestMs };
  }

  it('is not run down by them', async () => {
    const found = await restart(row.scale(2, 20));
    const what = 'tries of 50 pages in any second';
    row.figure({ what, value: found.mostTriesInASecond, goal });
    const unit = 's';
    row.figure({ what: 'sockets of a page at once', value: found.mostSocketsOfAPage, goal: { exactly: 1 } });
    row.figure({ what: 'back after', value: found.slowestMs / 1000, unit, goal: { atMost: 16 } });
    row.figure({
      what: 'oldest shown as live',
      value: found.oldestLiveMs / 1000,
      unit,
      goal: { atMost: 15 },
    });
    expect(found.triesInAll).toBeGreaterThanOrEqual(50);

    const { mostTriesInASecond: value } = await without(['pageTurns'], () => restart(1));
    row.counterProof({ what, without: SEAMS.pageTurns, value, goal });
  });
});

describe('F17: pages cut off from the gateway', { timeout: 120_000 }, () => {
  const row = openRow('F17');
  const goal = { atMost: 15 };
  const CUTS_S = [3, 30, 600];

  async function cut(seconds: number) {
    const crowd = await openPageCrowd(row.scale(5, 50), row.seed);
    crowd.set({ isBlackHole: true });
    await crowd.pass(seconds * SECOND_MS);
    const phases = new Set(crowd.links.map((link) => link.snapshot().phase));
    crowd.set({ isBlackHole: false });
    const backMs = await crowd.passUntilLive(60 * SECOND_MS);
    await crowd.pass(20 * SECOND_MS);
    return { ...crowd.figures(), phases, backMs };
  }

  it('say so, and are back in time', async () => {
    const what = 'oldest shown as live while cut off';
    for (const seconds of CUTS_S) {
      const { phases, backMs, oldestLiveMs } = await cut(seconds);
      expect(phases).toEqual(new Set([seconds === 3 ? 'live' : 'offline']));
      const back = { what: `back after a cut of ${seconds} s`, value: backMs / 1000, unit: 's' };
      row.figure({ ...back, goal: { atMost: 16 } });
      row.figure({ what: `${what} for ${seconds} s`, value: oldestLiveMs / 1000, unit: 's', goal });
    }
    const { oldestLiveMs } = await without(['staleValues'], () => cut(30));
    row.counterProof({ what, without: SEAMS.staleValues, value: oldestLiveMs / 1000, unit: 's', goal });
  });

  it('ask for values where sockets do not get through', async () => {
    const crowd = await openPageCrowd(row.scale(5, 50), row.seed);
    crowd.killGateway();
    crowd.set({ isUp: true, hasNoSockets: true });
    const backMs = await crowd.passUntilLive(60 * SECOND_MS);
    row.figure({ what: 'asking begins after', value: backMs / 1000, unit: 's', goal: { atMost: 16 } });
    await crowd.pass(120 * SECOND_MS);
    expect(crowd.links.every((link) => link.snapshot().phase === 'live')).toBe(true);
    const oldest = { what: 'oldest shown as live by asking', value: crowd.figures().oldestLiveMs / 1000 };
    row.figure({ ...oldest, unit: 's', goal });
  });
});

describe('F14: pages with a connection that is half open', { timeout: 120_000 }, () => {
  const row = openRow('F14');
  const goal = { atMost: 20 };
  /** For something that may never come. */
  const WAIT_MS = 60 * SECOND_MS;

  async function wait() {
    const crowd = await openPageCrowd(1, row.seed);
    const before = crowd.figures().triesInAll;
    crowd.set({ isBlackHole: true });
    let staleMs = WAIT_MS;
    for (let passedMs = 0; passedMs < WAIT_MS; passedMs += 100) {
      if (crowd.links.some((link) => link.snapshot().stale)) staleMs = Math.min(staleMs, passedMs);
      if (crowd.figures().triesInAll > before) return { tryMs: passedMs, staleMs };
      await crowd.pass(100);
    }
    return { tryMs: WAIT_MS, staleMs };
  }

  it('mark their values and try again', async () => {
    const { tryMs, staleMs } = await wait();
    row.figure({ what: 'stale after', value: staleMs / 1000, unit: 's', goal: { atMost: 15 } });
    const what = 'new try of the page after';
    row.figure({ what, value: tryMs / 1000, unit: 's', goal });
    const { tryMs: laterMs } = await without(['silentSockets'], wait);
    row.counterProof({ what, without: SEAMS.silentSockets, value: laterMs / 1000, unit: 's', goal });
  });
});

describe('F19: pages whose computer slept', { timeout: 120_000 }, () => {
  const row = openRow('F19');
  const goal = { exactly: 0 };

  /** The old messages come before anything that would wake the page. */
  async function sleep(ms: number) {
    const crowd = await openPageCrowd(row.scale(5, 50), row.seed);
    crowd.set({ isBlackHole: true });
    await crowd.pass(5 * SECOND_MS);
    crowd.sleep(ms);
    crowd.set({ isBlackHole: false });
    const { oldestLiveMs } = crowd.figures();
    for (const link of crowd.links) link.wake();
    const backMs = await crowd.passUntilLive(60 * SECOND_MS);
    return { oldShown: Number(oldestLiveMs > STALE_AFTER_MS), backMs };
  }

  it('show nothing old as live, and are back at once', async () => {
    const what = 'sleeps after which old messages were shown as live';
    for (const [name, ms] of [['2 h', 2 * HOUR_MS] as const, ['8 h', 8 * HOUR_MS] as const]) {
      const { oldShown, backMs } = await sleep(ms);
      row.figure({ what: `${what}, of ${name}`, value: oldShown, goal });
      row.figure({ what: `back after ${name}`, value: backMs / 1000, unit: 's', goal: { atMost: 3 } });
    }
    const { oldShown } = await without(['frozenMessages'], () => sleep(8 * HOUR_MS));
    row.counterProof({ what, without: SEAMS.frozenMessages, value: oldShown, goal });
  });
});
