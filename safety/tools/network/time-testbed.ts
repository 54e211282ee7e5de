import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { type NtpAnswerParts, ntpAnswer, startFakeNtpServer } from '@heliograph/testbed/ntp-server.ts';
import { createDeviceClock } from '../../../apps/gateway/src/platform/device-clock.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { createNtpClient } from '../../../apps/gateway/src/platform/ntp-client.ts';
import { createServerQuery } from '../../../apps/gateway/src/time/server-query.ts';
import { createTimeSync } from '../../../apps/gateway/src/time/time-sync.ts';

const HOST_MS = Date.UTC(2026, 10, 21, 16);
/** What it really is: not far from what the host says, so that one right answer is enough. */
const REAL_MS = HOST_MS + 100_000;
const RIGHT: NtpAnswerParts = { receiveMs: REAL_MS, transmitMs: REAL_MS };
const at = (unixMs: number): NtpAnswerParts => ({ receiveMs: unixMs, transmitMs: unixMs });

/** What a server sends upon a question. */
export type Behaviour = (question: Buffer) => readonly Buffer[];

export const says =
  (parts: Partial<NtpAnswerParts>): Behaviour =>
  (question) => [ntpAnswer(question, { ...RIGHT, ...parts })];
const stale = (question: Buffer) => Buffer.from(question).fill(0, 40);

/** So many bytes of noise. */
type Noise = (count: number) => Buffer;

/** The same seed gives the same bytes. */
export function createNoise(seed: number): Noise {
  const dice = createDice(seed);
  return (count) => Buffer.from(Array.from({ length: count }, () => Math.floor(dice() * 256)));
}

/** What servers say that are not right, each with its name. */
export const liesWith = (noise: Noise): readonly (readonly [string, Behaviour])[] => [
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
  ['sends noise', () => Array.from({ length: 50 }, (_, index) => noise(index))],
  ['reflects', (question) => [question]],
  ['contradicts itself', says({ receiveMs: REAL_MS, transmitMs: REAL_MS - 500 })],
];

/** A device and a UDP server on this machine that behaves as it likes. */
export async function startTimedDevice(startSet: boolean, first: Behaviour, noise: Noise) {
  let behaviour = first;
  const server = await startFakeNtpServer((question, from, socket) => {
    for (const answer of behaviour(question)) socket.send(answer, from.port, from.address);
  });
  const clock = createVirtualClock(HOST_MS);
  const deviceClock = createDeviceClock({ clock, startSet });
  const client = createNtpClient({ clock, randomBytes: noise, port: server.port });
  const query = createServerQuery({ client, clock });
  let pending = 0;
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
  const ourMs = () => (startSet ? clock.unixMs() : clock.monotonicMs());
  return {
    server,
    clock,
    sync,
    deviceClock,
    /** It has the time of the server. */
    isMoved: () => deviceClock.isSet() !== startSet || deviceClock.unixMs() !== ourMs(),
    isRight: () => Math.abs(deviceClock.unixMs() - (REAL_MS + clock.monotonicMs())) < 1,
    behave(next: Behaviour) {
      behaviour = next;
    },
    /** From now on it says what is right. */
    beRight() {
      behaviour = (question) => [ntpAnswer(question, at(REAL_MS + clock.monotonicMs()))];
    },
    /** Lets time pass between the questions, an answer under way takes none; for one that may get none, too. */
    async until(isReached: () => boolean, mayBeInVain = false): Promise<void> {
      for (let look = 0; look < LOOKS_MAX && !isReached(); look++) {
        if (mayBeInVain ? server.asked() > 0 : pending === 0) clock.advance(100);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      if (!isReached()) throw new Error('it never happened');
    },
  };
}

const LOOKS_MAX = 20_000;

/** How many of all lies move the clock of a device. */
export async function liesBelieved(startSet: boolean, seed: number): Promise<number> {
  const noise = createNoise(seed);
  let believed = 0;
  for (const [, lie] of liesWith(noise)) {
    const { sync, until, isMoved } = await startTimedDevice(startSet, lie, noise);
    sync.start();
    await until(() => sync.state().problem !== undefined || sync.state().state === 'synced', true);
    if (isMoved()) believed += 1;
    sync.stop();
  }
  return believed;
}
