import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TimeseriesSettings } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { expect, it, onTestFinished } from 'vitest';
import { type HistoryCalls, openHistory } from '../../apps/gateway/src/history/history.ts';
import type { HistoryBatch, HistoryReading } from '../../apps/gateway/src/history/history-batch.ts';
import { offsetOf } from '../../apps/gateway/src/history/plant-timezone.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { startTimeseries } from '../../apps/gateway/src/timeseries/timeseries.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** F52: whatever is wrong with the database or the gateway, every reading gets there, as it was. */

const row = openRow('F52');
const ROUNDS = row.scale(20, 300);
const START_S = Date.UTC(2026, 5, 21, 6) / 1000;
const SERIALS = ['116180000001', '116180000002', '116180000003'];
const LOST = { what: 'readings that never came', goal: { exactly: 0 } } as const;
const STRANGE = { what: 'lines that are no reading as it was', goal: { exactly: 0 } } as const;
/** Would end a tag, a line, or the escape that follows. */
const HOSTILE_SITE = 'My, roof=1 ';

type WholeDice = (least: number, most: number) => number;

function wholeDice(seed: number): WholeDice {
  const dice = createDice(seed);
  return (least, most) => least + Math.floor(dice() * (most - least + 1));
}

/** Seconds that a database holds in its memory alone. */
const IN_MEMORY_S = 25;

/** Takes line protocol, and keeps the last value of each series and time. */
async function startTarget(dice: WholeDice, nowMs: () => number) {
  const values = new Map<string, string>();
  const world = { isBroken: false, isSlow: false, largestBytes: 0, sinceS: 1 };
  /** Of a slow database: answers that have not gone yet. */
  let held: (() => void)[] = [];
  let inMemory: { readonly key: string; readonly before: string | undefined; readonly atMs: number }[] = [];
  function keep(body: string): void {
    for (const line of body.split('\n').filter(Boolean)) {
      const cut = line.lastIndexOf(' ');
      const fields = line.lastIndexOf(' ', cut - 1);
      const key = line.slice(0, fields) + line.slice(cut);
      inMemory.push({ key, before: values.get(key), atMs: nowMs() });
      values.set(key, line.slice(fields + 1, cut));
    }
  }
  /** It forgets what it has taken last, and runs again before anybody has seen it. */
  function kill(): void {
    for (const { key, before, atMs } of inMemory.toReversed()) {
      if (nowMs() - atMs > IN_MEMORY_S * 1000) continue;
      if (before === undefined) values.delete(key);
      else values.set(key, before);
    }
    inMemory = [];
    world.sinceS += 1;
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(Buffer.concat(chunks).toString(), request.socket, response));
  });
  function answer(body: string, socket: Socket, response: ServerResponse): void {
    world.largestBytes = Math.max(world.largestBytes, body.length);
    const fault = world.isBroken ? dice(1, 4) : 0;
    if (fault === 1) return void response.writeHead(503).end();
    if (fault === 2) return void socket.destroy();
    keep(body);
    // It has taken them, and nobody gets to know.
    if (fault === 3) return void socket.destroy();
    const { sinceS } = world;
    const say = () => void response.writeHead(fault === 4 ? 500 : 204, { 'x-database-since': sinceS }).end();
    if (world.isSlow) held.push(say);
    else say();
  }
  function answerHeld(): void {
    world.isSlow = false;
    for (const say of held) say();
    held = [];
  }
  const { port, close } = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    return close();
  });
  const holds = () => held.length > 0;
  return { values, world, kill, holds, answerHeld, address: `http://127.0.0.1:${port}/write` };
}

/** What the series of a reading is called, and its value, as the reference has it. */
function expected({ serial, atMs, powerW }: HistoryReading): readonly [key: string, power: string] {
  const site = 'My\\,\\ roof\\=1\\ ';
  return [`heliograph_inverter,site=${site},serial=${serial} ${atMs / 1000}000000000`, `power_w=${powerW}`];
}

/**
 * Rounds of some readings; in some of them the database is broken or slow, it or the gateway is killed, or the clock is set back. Time
 * stands still while something is on its way, however long the machine takes over it.
 */
async function sendThroughFaults(rounds: number, seed: number) {
  const dice = wholeDice(seed);
  const folder = mkdtempSync(join(tmpdir(), 'time-series-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clock = createVirtualClock();
  const { values, world, kill, holds, answerHeld, address } = await startTarget(dice, clock.monotonicMs);
  const config: TimeseriesSettings = {
    ...{ enabled: true, address, site: HOSTILE_SITE, login: 'none', user: '', secret: '', interval: 10 },
    fleet: false,
  };
  const open = (): HistoryCalls =>
    openHistory({
      ...{ path: join(folder, 'history.db'), offsetOf },
      config: { rawDays: 30, minuteDays: 90, timezone: 'UTC0' },
    });
  let history = open();
  let isOnItsWay = false;
  const start = () =>
    startTimeseries({
      settings: { get: (() => config) as never, subscribe: () => () => undefined },
      history: {
        nextToSend: async (question) => {
          isOnItsWay = true;
          return history.nextToSend(question);
        },
        markSent: async (target, marks, times) => {
          isOnItsWay = false;
          history.markSent(target, marks, times);
        },
        // Of what this database answers, everything else means that it was away.
        goBack: async (target) => {
          isOnItsWay = false;
          history.goBack(target);
        },
        waitingSince: async (target) => history.waitingSince(target),
      },
      ...{ clock, deviceClock: { isSet: () => true, unixMs: clock.unixMs } },
      log: createLog({ level: 'silent', writeLine: () => undefined }),
    });
  let sender = start();
  const told = new Map<string, string>();
  let atS = START_S;

  function record(): void {
    const readings = SERIALS.flatMap((serial): HistoryReading[] => {
      const powerW = dice(1, 9999) / 10;
      return [
        {
          ...{ serial, atMs: atS * 1000, powerW, voltageV: 230, frequencyHz: 50, temperatureC: 20 },
          ...{ limitPercent: 100, strings: [] },
        },
      ];
    });
    const batch: HistoryBatch = {
      ...{ readings, plantPower: [], missed: [] },
      names: SERIALS.map((serial) => ({
        serial,
        name: 'x,y=z\nheliograph_inverter,a=b v=1 1\\',
        strings: [],
      })),
    };
    history.record(batch);
    for (const reading of readings) told.set(...expected(reading));
  }

  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 5) {
      await clock.advanceAsync(5000);
      await until(() => !isOnItsWay);
    }
  }

  /** A reading comes late, and the database may die, while its answer to those before is on its way. */
  async function meetAnAnswer(kills: boolean): Promise<void> {
    world.isSlow = true;
    for (let second = 0; second < 15 && !isOnItsWay; second += 1) await clock.advanceAsync(1000);
    await until(() => holds() || !isOnItsWay);
    if (kills) kill();
    const lastS = atS;
    atS -= dice(1, 60);
    record();
    atS = lastS; // The clock is right again, so nothing else takes the mark back.
    answerHeld();
    await until(() => !isOnItsWay);
  }

  for (let round = 0; round < rounds; round += 1) {
    world.isBroken = dice(1, 3) === 1;
    const event = dice(1, 8);
    // The clock was ahead, and is set right: what comes now has times that were before those that were sent.
    if (event === 1) atS -= dice(1, 600);
    if (event === 2) {
      await sender.stop();
      history.close();
      history = open();
      isOnItsWay = false;
      sender = start();
    }
    for (let count = dice(1, 6); count > 0; count -= 1) {
      record();
      atS += dice(1, 30);
    }
    if (event === 4 || event === 5) await meetAnAnswer(event === 5);
    await pass(30);
    if (event === 3) kill();
  }
  world.isBroken = false;
  record(); // by which the gateway hears that it was killed
  // The longest pause between two tries.
  await pass(600);
  for (let tries = 0; tries < 200 && (await sender.status()).waiting !== undefined; tries += 1)
    await pass(10);
  expect((await sender.status()).waiting).toBeUndefined();
  await sender.stop();
  history.close();
  const lost = [...told].filter(([key, power]) => !values.get(key)?.split(',').includes(power)).length;
  const strange = [...values.keys()].filter((key) => !told.has(key) && !isName(key)).length;
  return { lost, strange, told: told.size, largestMb: world.largestBytes / 2 ** 20 };
}

/** The one name that all of them have, as the reference has it: it neither ends its tag nor its line. */
const NAME = 'x\\,y\\=z\\ heliograph_inverter\\,a\\=b\\ v\\=1\\ 1/';
const isName = (key: string) =>
  key.startsWith('heliograph_name,site=My\\,\\ roof\\=1\\ ,serial=') && key.includes(`,name=${NAME} `);

it('every reading gets there as it was, whatever comes between', { timeout: 600_000 }, async () => {
  const found = await sendThroughFaults(ROUNDS, row.seed);
  expect(found.told).toBeGreaterThan(ROUNDS);
  row.figure({ ...LOST, value: found.lost });
  row.figure({ ...STRANGE, value: found.strange });
  row.figure({
    what: 'of one request, the largest',
    ...{ value: found.largestMb, unit: 'MB', goal: { atMost: 2 } },
  });
});

it.runIf(row.isNightly)(
  'some would be left out or made into others without the guards',
  { timeout: 300_000 },
  async () => {
    const noLook = await without(['lateReadingsSent'], () => sendThroughFaults(60, row.seed));
    row.counterProof({ ...LOST, without: SEAMS.lateReadingsSent, value: noLook.lost });
    const allSure = await without(['unsureSentAgain'], () => sendThroughFaults(200, row.seed));
    row.counterProof({ ...LOST, without: SEAMS.unsureSentAgain, value: allSure.lost });
    const noEscapes = await without(['lineProtocolEscapes'], () => sendThroughFaults(20, row.seed));
    row.counterProof({ ...STRANGE, without: SEAMS.lineProtocolEscapes, value: noEscapes.strange });
  },
);
