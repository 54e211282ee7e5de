import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { basicAuthorization, encodeCredentials } from '@heliograph/contract';
import { createVirtualClock, type VirtualClock } from '@heliograph/testbed/clock.ts';
import {
  GARAGE,
  GOOD_AIR,
  LOST_ANSWERS,
  type PlantGateway,
  startPlantGateway,
} from '@heliograph/testbed/gateway/plant-gateway.ts';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, it, onTestFinished } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { FAKETIME } from '../tools/process/faketime.ts';
import { startGatewayProcess } from '../tools/process/gateway-process.ts';

const TIMEOUT_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Each of three inverters has its turn every 3 s, and an answer takes a part of a second. */
const AGE_MAX_S = 5;
const LOOK_S = 20;
const FREE_FAILURES = 5;

/** Local time in Berlin leaps at 01:00 UTC. */
const SUMMER_BEGINS_MS = Date.UTC(2027, 2, 28, 1);
const SUMMER_ENDS_MS = Date.UTC(2026, 9, 25, 1);

const row = openRow('F16');
const authorization = (password: string) => basicAuthorization(encodeCredentials('admin', password));

/** A negative age is absurd, and counts as one. */
const ageOf = ({ data_age }: { readonly data_age: number }) => (data_age < 0 ? DAY_MS : data_age);

/** The oldest age shown in the next seconds, seconds. */
async function oldestOf(gateway: PlantGateway): Promise<number> {
  const ages: number[] = [];
  for (let second = 0; second < LOOK_S; second++) {
    ages.push(...(await gateway.live()).map(ageOf));
    await gateway.advance(1000);
  }
  return Math.max(...ages);
}

const pollsOf = (gateway: PlantGateway) => gateway.sentTo(GARAGE, 'RealTimeRunData').length;

/** What does not care for the clock on the wall; `leap` is what happens to that. */
async function across(clock: VirtualClock, leap: () => void) {
  const gateway = await startPlantGateway({ platform: { ...createTestPlatform(), clock } });
  await gateway.advance(LOOK_S * 1000);
  const pollsBefore = pollsOf(gateway);
  let guesses = 0; // the same one again would not count
  function guess() {
    guesses += 1;
    const headers = { authorization: authorization(`guess ${guesses}`) };
    return send(gateway.port(), '/api/security/config', { headers });
  }
  const ticket = await send(gateway.port(), '/api/security/authenticate', { headers: login() });
  for (let failure = 0; failure < FREE_FAILURES; failure++) await guess();

  leap();
  const throttled = (await guess()).status;
  const cookie = String(ticket.headers['set-cookie']).split(';')[0] ?? '';
  const socketsOpened = await openSocket(gateway.port(), { headers: { cookie } }).then(
    ({ socket }) => {
      socket.terminate();
      return 1;
    },
    () => 0,
  );
  const oldestS = await oldestOf(gateway);
  const polls = pollsOf(gateway) - pollsBefore;
  const afterwards = (await guess()).status;

  gateway.setAir(LOST_ANSWERS);
  await gateway.result('/api/limit/config', { serial: GARAGE, limit_value: 50, limit_type: 1 });
  const stateOf = async () => Object(await gateway.json('/api/limit/status'))[GARAGE].limit_set_status;
  leap();
  let failedAfterS = 0;
  while ((await stateOf()) === 'Pending' && failedAfterS < 60) {
    await gateway.advance(1000);
    failedAfterS += 1;
  }
  gateway.setAir(GOOD_AIR);
  return { oldestS, polls, pollsBefore, throttled, afterwards, socketsOpened, failedAfterS };
}

describe('a gateway', { timeout: TIMEOUT_MS }, () => {
  const leaps: readonly (readonly [what: string, startMs: number, uptimeMs: number, byMs: number])[] = [
    ['clock 400 days ahead', Date.UTC(2026, 10, 21), 0, 400 * DAY_MS],
    ['clock 2 hours back', Date.UTC(2026, 10, 21), 0, -2 * HOUR_MS],
    ['summer time begins', SUMMER_BEGINS_MS - LOOK_S * 1000 - 5000, 0, 0],
    ['summer time ends', SUMMER_ENDS_MS - LOOK_S * 1000 - 5000, 0, 0],
    ['up for 49.7 days, 2^32 ms', Date.UTC(2026, 10, 21), 2 ** 32 - LOOK_S * 1000 - 5000, 0],
    ['up for 2^31 ms', Date.UTC(2026, 10, 21), 2 ** 31 - LOOK_S * 1000 - 5000, 0],
  ];
  it.each(leaps)('does not care: %s', async (what, startMs, uptimeMs, byMs) => {
    const clock = createVirtualClock(startMs, uptimeMs);
    const seen = await across(clock, () => clock.shiftWallClock(byMs));
    row.figure({
      what: `${what}: oldest age shown`,
      value: seen.oldestS,
      unit: 's',
      goal: { atMost: AGE_MAX_S },
    });
    row.figure({
      what: `${what}: polls in ${LOOK_S} s, off those before`,
      value: Math.abs(seen.polls - seen.pollsBefore),
      goal: { atMost: 2 },
    });
    row.figure({
      what: `${what}: an order without answer fails after`,
      value: seen.failedAfterS,
      unit: 's',
      goal: { atMost: 60 },
    });
    row.figure({
      what: `${what}: answer to who has guessed too often`,
      value: seen.throttled,
      unit: '(HTTP)',
      goal: { exactly: 429 },
    });
    row.figure({
      what: `${what}: answer to the same ${LOOK_S} s later`,
      value: seen.afterwards,
      unit: '(HTTP)',
      goal: { exactly: 401 },
    });
    row.figure({
      what: `${what}: sockets that a session opens`,
      value: seen.socketsOpened,
      goal: { exactly: 1 },
    });
    row.figure({
      what: `${what}: an order without answer is not given up before`,
      value: seen.failedAfterS,
      unit: 's',
      goal: { atLeast: 9 },
    });
  });

  it('would show absurd ages by the clock on the wall', async () => {
    const clock = createVirtualClock();
    const { oldestS } = await without(['agesByMonotonicClock'], () =>
      across(clock, () => clock.shiftWallClock(400 * DAY_MS)),
    );
    row.counterProof({
      what: 'clock 400 days ahead: oldest age shown',
      without: SEAMS.agesByMonotonicClock,
      value: oldestS,
      unit: 's',
      goal: { atMost: AGE_MAX_S },
    });
  });
});

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));
const LEAPS = [
  { offset: '+400d', hours: 400 * 24 },
  { offset: '-2h', hours: -2 },
  { offset: '+10000d', hours: 10_000 * 24 },
] as const;

const canMove = row.can(
  FAKETIME !== undefined,
  'a real process whose clock is moved',
  'libfaketime is missing',
);

describe.runIf(canMove)('a real process', { timeout: TIMEOUT_MS }, () => {
  it.runIf(row.isNightly)('goes on under a clock that is moved', async () => {
    const file = join(await temporaryFolder(), 'time');
    const moveTo = (offset: string) => writeFileSync(file, `${offset}\n`);
    moveTo('+0d');
    const environment = {
      LD_PRELOAD: FAKETIME ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    const gateway = await startGatewayProcess({ environment, seed: row.seed });
    onTestFinished(gateway.dispose);
    const read = async (path: string) =>
      JSON.parse((await send(gateway.port, path, { headers: login() })).text);
    const shownHours = async () => {
      const { year, month, day, hour, minute } = await read('/api/ntp/time');
      return Date.UTC(year, month - 1, day, hour, minute) / HOUR_MS;
    };
    await seconds(10);
    const { socket, messages } = await openSocket(gateway.port);
    const hoursBefore = await shownHours();
    for (const { offset, hours } of LEAPS) {
      moveTo(offset);
      const heard = messages.length;
      const ages: number[] = [];
      for (let look = 0; look < LOOK_S; look++) {
        ages.push(...(await read('/api/livedata/status')).inverters.map(ageOf));
        await seconds(1);
      }
      const what = `a real process, moved by ${offset}`;
      row.figure({
        what: `${what}: time that it shows, off that`,
        value: Math.abs((await shownHours()) - hoursBefore - hours),
        unit: 'h',
        goal: { atMost: 1.5 }, // an hour of it may be summer time
      });
      row.figure({
        what: `${what}: oldest age shown`,
        value: Math.max(...ages),
        unit: 's',
        goal: { atMost: AGE_MAX_S },
        isTimed: true,
      });
      row.figure({
        what: `${what}: pushes on an open socket`,
        value: messages.length - heard,
        goal: { atLeast: 10 },
        isTimed: true,
      });
    }
    socket.terminate();
    row.figure({
      what: 'a real process, moved: running',
      value: Number(gateway.isRunning()),
      goal: { exactly: 1 },
    });
  });
});
