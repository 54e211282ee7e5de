import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDeviceClock } from '../src/platform/device-clock.ts';
import { createLog } from '../src/platform/log.ts';
import { createNtpClient } from '../src/platform/ntp-client.ts';
import { createServerQuery } from '../src/time/server-query.ts';
import { createTimeSync } from '../src/time/time-sync.ts';
import { type NtpAnswerParts, ntpAnswer, startFakeNtpServer } from './ntp-server.ts';
import { createVirtualClock } from './virtual-clock.ts';

const HOST_MS = Date.UTC(2026, 10, 21, 16);
/** The host is a minute slow. */
const REAL_MS = HOST_MS + 60_000;
const RIGHT: NtpAnswerParts = { receiveMs: REAL_MS, transmitMs: REAL_MS };
const at = (unixMs: number): NtpAnswerParts => ({ receiveMs: unixMs, transmitMs: unixMs });

type Behaviour = (question: Buffer) => readonly Buffer[];
const says =
  (parts: Partial<NtpAnswerParts>): Behaviour =>
  (question) => [ntpAnswer(question, { ...RIGHT, ...parts })];
const stale = (question: Buffer) => Buffer.from(question).fill(0, 40);

/** A device and a UDP server on this machine that behaves as it likes. */
async function startDevice(startSet: boolean) {
  let behaviour: Behaviour = () => [];
  const server = await startFakeNtpServer((question, from, socket) => {
    for (const answer of behaviour(question)) socket.send(answer, from.port, from.address);
  });
  const clock = createVirtualClock(HOST_MS);
  const deviceClock = createDeviceClock({ clock, startSet, timezoneRule: 'UTC0' });
  const client = createNtpClient({ clock, randomBytes, port: server.port });
  const query = createServerQuery({ client, clock });
  let pending = 0;
  const until = (isReached: () => boolean, mayStep: () => boolean) =>
    expect
      .poll(
        () => {
          if (!isReached() && mayStep()) clock.advance(100);
          return isReached();
        },
        { timeout: 20_000, interval: 1 },
      )
      .toBe(true);
  const sync = createTimeSync({
    clock,
    deviceClock,
    query: (name, signal) => {
      pending += 1;
      return query(name, signal).finally(() => {
        pending -= 1;
      });
    },
    log: createLog({ level: 'silent', writeLine: () => undefined }),
    random: () => 0,
    server: '127.0.0.1',
  });
  onTestFinished(() => sync.stop());
  return {
    server,
    clock,
    deviceClock,
    sync,
    behave(next: Behaviour) {
      behaviour = next;
    },
    /** Lets time pass between the questions; an answer under way takes none. */
    until: (isReached: () => boolean) => until(isReached, () => pending === 0),
    /** Lets time pass for a question that may get no answer. */
    untilInVain: (isReached: () => boolean) => until(isReached, () => server.asked() > 0),
  };
}

const LIES: readonly (readonly [string, Behaviour])[] = [
  ['says nothing', () => []],
  ['says it is not synchronised', says({ leap: 3 })],
  ['has no stratum', says({ stratum: 0 })],
  ['has stratum 16', says({ stratum: 16 })],
  ['broadcasts', says({ mode: 5 })],
  ['says it is 1900', says({ receiveMs: -2_208_988_800_000, transmitMs: -2_208_988_800_000 })],
  ['says it is 1970', says(at(0))],
  ['says it is 2021', says(at(Date.UTC(2021, 11, 31)))],
  ['says it is 2101', says(at(Date.UTC(2101, 0, 1)))],
  ['answers another question', (question) => [ntpAnswer(stale(question), RIGHT)]],
  ['floods', (question) => Array.from({ length: 200 }, () => ntpAnswer(stale(question), at(0)))],
  ['sends noise', () => Array.from({ length: 50 }, (_, index) => randomBytes(index))],
  ['reflects', (question) => [question]],
  ['contradicts itself', says({ receiveMs: REAL_MS, transmitMs: REAL_MS - 500 })],
];

vi.setConfig({ testTimeout: 30_000 });

describe.each([
  ['set', true],
  ['not set', false],
])('a server, while the clock is %s,', (_, startSet) => {
  it.each(LIES)('that %s is not believed, but believed as soon as it is right', async (_name, lie) => {
    const { server, clock, deviceClock, sync, behave, until, untilInVain } = await startDevice(startSet);
    behave(lie);
    sync.start();
    await untilInVain(() => sync.state().problem !== undefined);
    const unmoved = startSet ? clock.unixMs() : clock.monotonicMs();
    expect([deviceClock.unixMs(), deviceClock.isSet()]).toEqual([unmoved, startSet]);
    expect(server.asked()).toBe(1);

    behave((question) => [ntpAnswer(question, at(REAL_MS + clock.monotonicMs()))]);
    await until(() => sync.state().isSynchronised);
    expect(deviceClock.unixMs()).toBeCloseTo(REAL_MS + clock.monotonicMs(), 3);
  });
});

describe('a kiss of death', () => {
  it.each([
    ['RATE', 30 * 60_000],
    ['DENY', 24 * 3_600_000],
    ['RSTR', 24 * 3_600_000],
  ])('%s keeps us away for %d ms', async (reference, waitMs) => {
    const { server, clock, sync, behave, until } = await startDevice(true);
    behave(says({ leap: 3, stratum: 0, reference }));
    sync.start();
    await until(() => sync.state().problem === `it answered ${reference}`);
    behave((question) => [ntpAnswer(question, at(REAL_MS + clock.monotonicMs()))]);
    clock.advance(waitMs - 1);
    expect(server.asked()).toBe(1);
    clock.advance(1);
    await until(() => sync.state().isSynchronised);
    expect(server.asked()).toBe(2);
  });
});
