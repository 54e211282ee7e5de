import { describe, expect, it } from 'vitest';
import { createTimeSyncTestbed, HOST_START } from '../../test/time-sync-testbed.ts';
import type { ServerAnswer } from './server-query.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const FAILED: ServerAnswer = { kind: 'failed', reason: 'no answer' };

describe('a server that answers', () => {
  it('sets the clock at once and is asked again every hour', async () => {
    const { sync, clock, asked, askedAtMs, errorMs, setRealOffset, deviceClock, settle } =
      createTimeSyncTestbed({
        startSet: false,
      });
    setRealOffset(90_061_001);
    expect(deviceClock.isSet()).toBe(false);
    sync.start();
    await settle();
    expect([deviceClock.isSet(), errorMs()]).toEqual([true, 0]);
    expect(sync.state()).toEqual({
      ...{ server: 'pool.example', state: 'synced', problem: undefined, failure: '', nextInMs: HOUR_MS },
      answer: { address: '192.0.2.1', atMs: 0, ageMs: 0, changeMs: expect.any(Number) },
    });
    setRealOffset(90_061_501);
    await clock.advanceAsync(HOUR_MS);
    expect(errorMs()).toBe(0);
    await clock.advanceAsync(2 * HOUR_MS);
    expect(askedAtMs()).toEqual([0, HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS]);
    expect(new Set(asked.map(({ server }) => server))).toEqual(new Set(['pool.example']));
  });

  it('may take its time: the clock is set for now, not for then', async () => {
    const { sync, clock, answerWith, right, errorMs, setRealOffset, settle } = createTimeSyncTestbed();
    setRealOffset(5000);
    let answerNow = () => {};
    answerWith(() => {
      const answer = right();
      return new Promise((resolve) => {
        answerNow = () => resolve(answer);
      });
    });
    sync.start();
    clock.advance(1700);
    expect(errorMs()).toBe(-5000);
    answerNow();
    await settle();
    expect(errorMs()).toBe(0);
  });

  it('is told about once, and when it changed the clock by more than a second', async () => {
    const { sync, clock, setRealOffset, logged, settle } = createTimeSyncTestbed();
    sync.start();
    await settle();
    expect(logged('info')).toBe(1);
    setRealOffset(1000);
    await clock.advanceAsync(HOUR_MS);
    expect(logged('info')).toBe(1);
    setRealOffset(2001);
    await clock.advanceAsync(HOUR_MS);
    expect(logged('info')).toBe(2);
    expect(logged('warn')).toBe(0);
  });

  it('has the last word over a time set by hand, and the hand until then', async () => {
    const { sync, clock, deviceClock, errorMs, settle } = createTimeSyncTestbed();
    sync.start();
    await settle();
    await clock.advanceAsync(10 * MINUTE_MS);
    deviceClock.set(deviceClock.unixMs() + 400_000);
    await clock.advanceAsync(49 * MINUTE_MS);
    expect(errorMs()).toBe(400_000);
    await clock.advanceAsync(MINUTE_MS);
    expect(errorMs()).toBe(0);
  });
});

describe('the state', () => {
  it('is late two hours after the last answer, and synced again with the next', async () => {
    const { sync, clock, answerWith, right, setRealOffset } = createTimeSyncTestbed();
    setRealOffset(1500);
    sync.start();
    await clock.advanceAsync(0);
    expect(sync.state().answer?.changeMs).toBe(1500);
    answerWith(() => FAILED);
    await clock.advanceAsync(2 * HOUR_MS);
    expect(sync.state()).toMatchObject({ state: 'synced', failure: 'no-answer' });
    await clock.advanceAsync(1);
    expect(sync.state()).toMatchObject({ state: 'late', answer: { ageMs: 2 * HOUR_MS + 1 } });
    expect(sync.state().nextInMs).toBeGreaterThan(0);
    answerWith(right);
    await clock.advanceAsync(HOUR_MS);
    expect(sync.state()).toMatchObject({ state: 'synced', failure: '' });
  });

  it('is never for a server that gives none, however right the host is', async () => {
    const { sync, clock, answerWith, deviceClock } = createTimeSyncTestbed();
    answerWith(() => ({ kind: 'failed', reason: 'its name leads nowhere' }));
    sync.start();
    await clock.advanceAsync(HOUR_MS);
    expect(deviceClock.isSet()).toBe(true);
    expect(sync.state()).toMatchObject({ state: 'never', failure: 'unknown-host', answer: undefined });
  });

  it('is manual from a time set by hand to the next answer', async () => {
    const { sync, clock } = createTimeSyncTestbed();
    sync.start();
    await clock.advanceAsync(0);
    await clock.advanceAsync(MINUTE_MS);
    sync.overruled();
    await clock.advanceAsync(58 * MINUTE_MS);
    expect(sync.state().state).toBe('manual');
    await clock.advanceAsync(MINUTE_MS);
    expect(sync.state().state).toBe('synced');
  });
});

describe('an answer far from a clock that is set', () => {
  it('is taken when a second one agrees', async () => {
    const { sync, clock, setRealOffset, errorMs, askedAtMs, settle } = createTimeSyncTestbed();
    setRealOffset(1_000_001);
    sync.start();
    await settle();
    expect(errorMs()).toBe(-1_000_001);
    await clock.advanceAsync(2000);
    expect([errorMs(), askedAtMs()]).toEqual([0, [0, 2000]]);
    await clock.advanceAsync(HOUR_MS);
    expect(askedAtMs()).toEqual([0, 2000, 2000 + HOUR_MS]);
  });

  it('is taken at once where it is no further than 1000 s', async () => {
    const { sync, setRealOffset, errorMs, settle } = createTimeSyncTestbed();
    setRealOffset(-1_000_000);
    sync.start();
    await settle();
    expect(errorMs()).toBe(0);
  });

  it('is never taken from a server that says something else each time', async () => {
    const { sync, clock, answerWith, right, errorMs, asked, logged } = createTimeSyncTestbed();
    answerWith(() => ({ ...right(), unixMs: HOST_START + asked.length * 10_000_000 }));
    sync.start();
    await clock.advanceAsync(2 * HOUR_MS);
    expect(errorMs()).toBe(0);
    expect(sync.state()).toMatchObject({
      state: 'never',
      problem: 'its answers contradict each other',
      failure: 'implausible',
    });
    expect(logged('warn')).toBe(1);
    expect(asked.length).toBeLessThan(22);
    answerWith(right);
    await clock.advanceAsync(20 * MINUTE_MS);
    expect(sync.state()).toMatchObject({ state: 'synced', problem: undefined, failure: '' });
  });

  it('is forgotten when the next one is near', async () => {
    const { sync, clock, answerWith, right, errorMs, asked } = createTimeSyncTestbed();
    answerWith(() => (asked.length % 2 === 1 ? { ...right(), unixMs: HOST_START + 1e9 } : right()));
    sync.start();
    await clock.advanceAsync(5 * HOUR_MS);
    expect(errorMs()).toBe(0);
  });
});

describe('a server that gives no time', () => {
  it('is asked after 2 s, then ever less often, up to a quarter of an hour', async () => {
    const { sync, clock, answerWith, askedAtMs, errorMs, settle } = createTimeSyncTestbed();
    answerWith(() => FAILED);
    sync.start();
    await settle();
    await clock.advanceAsync(HOUR_MS);
    const waits = askedAtMs()
      .slice(1)
      .map((atMs, index) => (atMs - (askedAtMs()[index] ?? 0)) / 1000);
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    expect(errorMs()).toBe(0);
  });

  it('is asked up to a quarter later, so that not all ask together', async () => {
    const { sync, clock, answerWith, askedAtMs, settle } = createTimeSyncTestbed({ random: () => 0.996 });
    answerWith(() => FAILED);
    sync.start();
    await settle();
    await clock.advanceAsync(2499);
    expect(askedAtMs()).toHaveLength(2);
    await clock.advanceAsync(4999);
    expect(askedAtMs()).toHaveLength(3);
  });

  it('is warned about once, until it answers', async () => {
    const { sync, clock, answerWith, right, logged, asked } = createTimeSyncTestbed();
    answerWith(() => Promise.reject(new Error('broken')));
    sync.start();
    await clock.advanceAsync(5 * HOUR_MS);
    expect(logged('warn')).toBe(1);
    expect(sync.state().problem).toContain('broken');
    answerWith(right);
    await clock.advanceAsync(15 * MINUTE_MS);
    expect(sync.state()).toMatchObject({ state: 'synced', problem: undefined, failure: '' });
    const before = asked.length;
    answerWith(() => FAILED);
    await clock.advanceAsync(HOUR_MS);
    expect(logged('warn')).toBe(2);
    await clock.advanceAsync(2000);
    expect(asked.length).toBeGreaterThan(before + 1); // quickly again, not after a quarter of an hour
  });

  it('is left alone for as long as it asks for', async () => {
    const { sync, clock, answerWith, askedAtMs } = createTimeSyncTestbed();
    answerWith(() => ({
      kind: 'unwanted',
      code: 'RATE',
      untilMonotonicMs: clock.monotonicMs() + 30 * MINUTE_MS,
    }));
    sync.start();
    await clock.advanceAsync(HOUR_MS);
    expect(askedAtMs()).toEqual([0, 30 * MINUTE_MS, HOUR_MS]);
    expect(sync.state().problem).toBe('it answered RATE');
  });
});

describe('another server', () => {
  it('is asked at once, whatever the one before is doing', async () => {
    const { sync, clock, answerWith, right, asked, settle } = createTimeSyncTestbed();
    answerWith(() => FAILED);
    sync.start();
    await clock.advanceAsync(30 * MINUTE_MS);
    answerWith(right);
    sync.setServer('other.example');
    expect(sync.state()).toMatchObject({
      server: 'other.example',
      state: 'never',
      answer: undefined,
      nextInMs: 0,
    });
    await settle();
    expect(asked.at(-1)).toMatchObject({ server: 'other.example', atMs: 30 * MINUTE_MS });
    const count = asked.length;
    await clock.advanceAsync(HOUR_MS - 1);
    expect(asked).toHaveLength(count);
    await clock.advanceAsync(1);
    expect(asked).toHaveLength(count + 1);
  });

  it('is not answered for by the one before', async () => {
    const { sync, answerWith, right, errorMs, asked, settle, setRealOffset } = createTimeSyncTestbed();
    setRealOffset(5000);
    let answerLate = (_: ServerAnswer) => {};
    answerWith(() => new Promise((resolve) => (answerLate = resolve)));
    sync.start();
    answerWith(() => new Promise(() => {}));
    sync.setServer('other.example');
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    answerLate(right());
    await settle();
    expect([errorMs(), sync.state().state]).toEqual([-5000, 'never']);
  });

  it('that is the same one changes nothing', async () => {
    const { sync, asked, settle } = createTimeSyncTestbed();
    sync.start();
    await settle();
    sync.setServer('pool.example');
    await settle();
    expect(asked).toHaveLength(1);
    expect(sync.state().state).toBe('synced');
  });
});

describe('a jump of the clock of the host', () => {
  it.each([
    ['a little', 1500],
    ['by an hour', HOUR_MS],
    ['back by a year', -365 * 24 * HOUR_MS],
  ])('%s is put right within seconds', async (_, jumpMs) => {
    const { sync, clock, errorMs, settle } = createTimeSyncTestbed();
    sync.start();
    await settle();
    await clock.advanceAsync(5 * MINUTE_MS);
    clock.shiftWallClock(jumpMs);
    expect(errorMs()).toBe(jumpMs);
    await clock.advanceAsync(12_000);
    expect(errorMs()).toBe(0);
  });

  it('does not move a clock that nobody has set', async () => {
    const { sync, clock, deviceClock, answerWith } = createTimeSyncTestbed({ startSet: false });
    answerWith(() => FAILED);
    sync.start();
    clock.shiftWallClock(HOUR_MS);
    await clock.advanceAsync(MINUTE_MS);
    expect(deviceClock.isSet()).toBe(false);
    expect(deviceClock.unixMs()).toBe(MINUTE_MS);
  });

  it('asks once, and drifting is no jump', async () => {
    const { sync, clock, asked, settle } = createTimeSyncTestbed();
    sync.start();
    await settle();
    clock.shiftWallClock(1000);
    await clock.advanceAsync(10 * MINUTE_MS);
    expect(asked).toHaveLength(1);
    clock.shiftWallClock(60_000);
    await clock.advanceAsync(10 * MINUTE_MS);
    expect(asked).toHaveLength(2);
  });
});

it('asks nothing and sets nothing any more after it was stopped', async () => {
  const { sync, clock, answerWith, right, asked, errorMs, setRealOffset } = createTimeSyncTestbed();
  setRealOffset(5000);
  let answerLate = (_: ServerAnswer) => {};
  answerWith(() => new Promise((resolve) => (answerLate = resolve)));
  sync.start();
  sync.stop();
  expect(asked[0]?.signal.aborted).toBe(true);
  answerLate(right());
  clock.shiftWallClock(HOUR_MS);
  await clock.advanceAsync(3 * HOUR_MS);
  expect([asked.length, errorMs()]).toEqual([1, HOUR_MS - 5000]);
});
