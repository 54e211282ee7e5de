import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { createDeviceClock } from '../src/platform/device-clock.ts';
import { createLog } from '../src/platform/log.ts';
import { createNtpClient } from '../src/platform/ntp-client.ts';
import { createServerQuery } from '../src/time/server-query.ts';
import { createTimeSync } from '../src/time/time-sync.ts';
import { CHRONYD, type Chrony, startChrony } from './chrony.ts';

const WAIT = { timeout: 15_000, interval: 50 };
const LONG_TEST_MS = 40_000;
/** A busy machine lets both the server and us wait; half of the longest round trip. */
const TOLERANCE_MS = 1000;

/** The clock of a host that is wrong by so much. */
const wrongBy = (ms: number): Clock => ({ ...systemClock, unixMs: () => systemClock.unixMs() + ms });

const clientOf = (chrony: Chrony, clock: Clock) =>
  createNtpClient({ clock, randomBytes: (count) => randomBytes(count), port: chrony.port });

/** What a server that has just been started says, once it says anything. */
async function firstWord(chrony: Chrony) {
  const client = clientOf(chrony, systemClock);
  const ask = () => client.ask('127.0.0.1', new AbortController().signal);
  let reply = await ask();
  await expect
    .poll(async () => {
      if (reply.kind === 'failed' && /^(ECONNREFUSED|no answer)$/.test(reply.reason)) reply = await ask();
      return reply;
    }, WAIT)
    .not.toMatchObject({ reason: expect.stringMatching(/^(ECONNREFUSED|no answer)$/) });
  return reply;
}

/** A device whose host is wrong, with a server that runs on this machine. */
function startDevice(chrony: Chrony, { hostErrorMs = 0, startSet = false }) {
  const clock = wrongBy(hostErrorMs);
  const deviceClock = createDeviceClock({ clock, startSet });
  const sync = createTimeSync({
    clock,
    deviceClock,
    query: createServerQuery({ client: clientOf(chrony, clock), clock }),
    log: createLog({ level: 'silent', writeLine: () => undefined }),
    random: () => 0,
    server: '127.0.0.1',
  });
  sync.start();
  onTestFinished(() => sync.stop());
  return { sync, deviceClock, errorMs: () => Math.abs(deviceClock.unixMs() - systemClock.unixMs()) };
}

const MISSING = 'the tests with a real time server need chronyd (Debian: apt-get install chrony)';
if (CHRONYD === undefined) process.stderr.write(`Skipped: ${MISSING}.\n`);

describe('chrony, a real time server,', () => {
  beforeEach(({ skip }) => {
    if (CHRONYD === undefined) skip(MISSING);
  });

  it(
    'gives its time',
    async () => {
      const reply = await firstWord(await startChrony({ isSynchronised: true }));
      if (reply.kind !== 'time') throw new Error(JSON.stringify(reply));
      const nowMs = reply.unixMs + systemClock.monotonicMs() - reply.atMonotonicMs;
      expect(Math.abs(nowMs - systemClock.unixMs())).toBeLessThan(TOLERANCE_MS);
      expect(reply.roundTripMs).toBeGreaterThanOrEqual(0);
      expect(reply.roundTripMs).toBeLessThan(2000);
    },
    LONG_TEST_MS,
  );

  it.each([
    ['nobody has set', { hostErrorMs: -86_400_000, startSet: false }],
    ['is a quarter of an hour slow', { hostErrorMs: -900_000, startSet: true }],
    ['is two days fast, asked twice', { hostErrorMs: 172_800_000, startSet: true }],
  ])(
    'puts a clock right that %s',
    async (_, host) => {
      const chrony = await startChrony({ isSynchronised: true });
      await firstWord(chrony);
      const { sync, deviceClock, errorMs } = startDevice(chrony, host);
      await expect.poll(() => sync.state().state, WAIT).toBe('synced');
      expect(deviceClock.isSet()).toBe(true);
      expect(errorMs()).toBeLessThan(TOLERANCE_MS);
    },
    LONG_TEST_MS,
  );

  it(
    'is not believed while it is not synchronised itself',
    async () => {
      const chrony = await startChrony({ isSynchronised: false });
      expect(await firstWord(chrony)).toEqual({ kind: 'failed', reason: 'it is not synchronised' });
      const { sync, deviceClock } = startDevice(chrony, {});
      await expect.poll(() => sync.state().problem, WAIT).toBe('it is not synchronised');
      expect(deviceClock.isSet()).toBe(false);
    },
    LONG_TEST_MS,
  );

  it(
    'may end: the clock goes on',
    async () => {
      const chrony = await startChrony({ isSynchronised: true });
      await firstWord(chrony);
      const { sync, errorMs } = startDevice(chrony, { hostErrorMs: 5000 });
      await expect.poll(() => sync.state().state, WAIT).toBe('synced');
      await chrony.stop();
      const reply = await clientOf(chrony, systemClock).ask('127.0.0.1', new AbortController().signal);
      expect(reply.kind).toBe('failed');
      expect(errorMs()).toBeLessThan(TOLERANCE_MS);
    },
    LONG_TEST_MS,
  );
});
