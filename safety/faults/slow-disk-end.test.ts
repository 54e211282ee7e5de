import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ENDPOINTS } from '@heliograph/contract';
import { restore, settingsOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { createTestPlatform, type TestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway, temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, vi } from 'vitest';
import type { DataDirectory } from '../../apps/gateway/src/platform/data-directory.ts';
import { type ConnectSettings, connectSettings } from '../../apps/gateway/src/settings/settings-storage.ts';
import { SEAMS, type SeamName } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { BACKUP, BACKUP_SERVER } from '../tools/disk/refusals.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/process/gateway-process.ts';
import { STRACE } from '../tools/process/strace.ts';
import { dtuOf, savedInterval } from './saved-interval.ts';

/** F26: an end while the disk is slow. */

const row = openRow('F26');
const TIMEOUT = { timeout: 300_000 };
const NONE = { exactly: 0 } as const;
const END_MAX_MS = 5_000;
const SYNC_MS = 2_000;
const WRITERS = 10;

interface SlowDisk {
  readonly platform: TestPlatform;
  readonly connectSettings: ConnectSettings;
  /** From now on each sync takes so long on the clock of the platform, 2 s unless another time was asked for. */
  slowDown(): void;
  /** Slow syncs that were begun, and those that have not ended. */
  readonly syncs: { begun: number; underWay: number };
}

function createSlowDisk(syncMs = SYNC_MS): SlowDisk {
  const platform = createTestPlatform();
  const syncs = { begun: 0, underWay: 0 };
  let isSlow = false;
  /** What simulated inverters and the watch over strings remember is written beside the settings, and delays nothing more. */
  async function slowly(name = ''): Promise<void> {
    if (!isSlow || /^(simulation|findings|string-habits)/.test(name)) return;
    syncs.begun++;
    syncs.underWay++;
    await new Promise<void>((resolve) => platform.clock.after(syncMs, resolve));
    syncs.underWay--;
  }
  async function openDataDirectory(path: string): Promise<DataDirectory> {
    const directory = await platform.openDataDirectory(path);
    return {
      ...directory,
      sync: (name) => slowly(name).then(() => directory.sync(name)),
      syncFolder: () => slowly().then(() => directory.syncFolder()),
    };
  }
  /** A save waits for the disk more than once, but somewhere else: here it counts as two waits. */
  const connect: ConnectSettings = (folder) => {
    const { calls, end } = connectSettings(folder, undefined);
    const save: typeof calls.save = async (...args) => {
      await slowly();
      const outcome = await calls.save(...args);
      await slowly();
      return outcome;
    };
    return { calls: { ...calls, save }, end };
  };
  return {
    platform: { ...platform, openDataDirectory },
    connectSettings: connect,
    slowDown: () => {
      isSlow = true;
    },
    syncs,
  };
}

/** Stops a gateway with ten saves on a slow disk: the first one is acknowledged, the second one under way. */
async function endOnSlowDisk() {
  const { platform, connectSettings, slowDown, syncs } = createSlowDisk();
  const dataFolder = await temporaryFolder();
  const gateway = await startTestGateway({
    ...{ platform, connectSettings, dataFolder, scenario: 'no-inverters' },
  });
  const acknowledged: string[] = [];
  const writers: Promise<void>[] = [];
  async function add(serial: string): Promise<void> {
    const { text } = await postData(gateway.port, ENDPOINTS.addInverter.path, { serial, name: serial });
    if (text.includes('"code":4004')) acknowledged.push(serial);
  }
  slowDown();
  for (let index = 0; index < WRITERS; index++) {
    writers.push(add(String(114_180_000_000 + index)));
    await send(gateway.port, ENDPOINTS.getLiveData.path); // what was sent before has arrived then
  }
  const ended = Promise.allSettled(writers);
  const isUnderWay = () => expect(syncs.underWay).toBeGreaterThan(0);
  await vi.waitFor(isUnderWay, { timeout: 60_000, interval: 2 });
  while (acknowledged.length === 0) await platform.clock.advanceAsync(SYNC_MS); // one that could be lost
  await vi.waitFor(isUnderWay, { timeout: 60_000, interval: 2 });
  const before = { ...syncs };
  let isStopped = false;
  const stopped = gateway.gateway.stop().finally(() => {
    isStopped = true;
  });
  while (!isStopped) await platform.clock.advanceAsync(SYNC_MS);
  await stopped;
  await ended;
  const again = await startTestGateway({ dataFolder, scenario: 'no-inverters' });
  const text = JSON.stringify(await settingsOf(again));
  const lost = acknowledged.filter((serial) => !text.includes(serial)).length;
  return { acknowledged: acknowledged.length, lost, waited: before.underWay + syncs.begun - before.begun };
}

/** Stops a gateway while a restore is written to a slow disk: is it answered where it was done? */
async function restoreAtTheEnd() {
  const { platform, connectSettings, slowDown, syncs } = createSlowDisk(1200); // two of them, which is more than the second for others
  const dataFolder = await temporaryFolder();
  const gateway = await startTestGateway({
    ...{ platform, connectSettings, dataFolder, scenario: 'no-inverters' },
  });
  slowDown();
  const answer = restore(gateway, BACKUP).then(
    ({ text }) => text,
    () => 'none',
  );
  await vi.waitFor(() => expect(syncs.underWay).toBeGreaterThan(0), { timeout: 60_000, interval: 2 });
  let isStopped = false;
  const stopped = gateway.gateway.stop().finally(() => {
    isStopped = true;
  });
  // Slowly, since what lies between two syncs takes its time on the real disk.
  while (!isStopped) await wait(5).then(() => platform.clock.advanceAsync(25));
  await stopped;
  const again = await startTestGateway({ dataFolder, scenario: 'no-inverters' });
  const isDone = JSON.stringify(await settingsOf(again)).includes(BACKUP_SERVER);
  return Number(isDone !== ((await answer) === 'OK'));
}

const UNTOLD = 'restores that were done at an end without an answer';

const WAITED = `syncs of ${SYNC_MS / 1000} s that an end waits for, with ${WRITERS - 2} saves that wait`;
/** Those of one save; with a second of grace for answers that makes 5 s. */
const WAITED_GOAL = { atMost: 2 } as const;

describe('a slow disk', TIMEOUT, () => {
  it('delays the end by no more than the write under way, and loses nothing', async () => {
    const { acknowledged, lost, waited } = await endOnSlowDisk();
    row.figure({ what: 'saves acknowledged on a slow disk', value: acknowledged, goal: { atLeast: 1 } });
    row.figure({ what: 'acknowledged saves lost on a slow disk', value: lost, goal: NONE });
    row.figure({ what: WAITED, value: waited, goal: WAITED_GOAL });
  });

  it('costs nobody the answer to a restore that is done', async () => {
    row.figure({ what: UNTOLD, value: await restoreAtTheEnd(), goal: NONE });
    const value = await without(['answersAtEnd'], restoreAtTheEnd);
    row.counterProof({ what: UNTOLD, without: SEAMS.answersAtEnd, value, goal: NONE });
  });

  it('would delay it by every save that waits', async () => {
    const { waited } = await without(['endOfWaiting'], endOnSlowDisk);
    row.counterProof({ what: WAITED, without: SEAMS.endOfWaiting, value: waited, goal: WAITED_GOAL });
  });

  const canTrace = row.can(
    !row.isNightly || STRACE !== undefined,
    'an end while each fsync takes 2 s',
    'strace is not installed (apt-get install strace)',
  );
  it.runIf(row.isNightly && canTrace)('of the system itself does so, too', async () => {
    const { tookMs, isRight } = await endWhileSaving([]);
    row.figure({ ...SAVING, value: tookMs });
    row.figure({ what: 'ends on it with a loss, or without a reason', value: Number(!isRight), goal: NONE });
    const without = await endWhileSaving(['endInTime']);
    row.counterProof({ ...SAVING, without: SEAMS.endInTime, value: without.tookMs });
  });

  it.runIf(row.isNightly && canTrace)(
    'that nobody saves to is waited for, by everything at once',
    async () => {
      const gateway = await startGatewayProcess({ environment: SEEN_BY_STRACE });
      const slow = slowSyncsOf(gateway.pid());
      try {
        await slow.begun;
        await wait(MEASURED_MS); // something is there to be written down
        const { code, tookMs } = await endOf(gateway);
        const what = 'time to the end while each fsync takes 2 s and nobody saves';
        row.figure({ ...SAVING, what, value: tookMs });
        const unorderly = 'ends on it without exit code 0, or with something left beside the history';
        const isLeft = (await readdir(gateway.dataFolder)).includes('history.db-wal');
        row.figure({ what: unorderly, value: Number(code !== 0 || isLeft), goal: NONE });
      } finally {
        await slow.end();
        await gateway.dispose();
      }
    },
  );
});

const SAVING = {
  ...{ what: 'time to the end while each fsync takes 2 s', unit: 'ms', isTimed: true },
  goal: { atMost: END_MAX_MS },
} as const;
/** With io_uring strace sees none of its calls. */
const SEEN_BY_STRACE = { UV_USE_IO_URING: '0' };
const MEASURED_MS = 5_000;

async function endOf(gateway: GatewayProcess) {
  const startMs = performance.now();
  const code = await gateway.end('SIGTERM');
  return { code, tookMs: Math.round(performance.now() - startMs) };
}

/** Ends a gateway with ten saves on a slow disk, when the first one is acknowledged: the second one takes 14 s then. */
async function endWhileSaving(without: readonly SeamName[]) {
  const gateway = await startGatewayProcess({
    ...{ scenario: 'no-inverters', without },
    environment: SEEN_BY_STRACE,
  });
  const slow = slowSyncsOf(gateway.pid());
  try {
    await slow.begun;
    /** In the order in which they were. */
    const acknowledged: number[] = [];
    const writers = Array.from({ length: WRITERS }, async (_, index) => {
      const { text } = await postData(gateway.port, ENDPOINTS.setDtuConfig.path, dtuOf(index + 2));
      if (text.includes('"code":1001')) acknowledged.push(index + 2);
    });
    const ended = Promise.allSettled(writers);
    await Promise.any(writers);
    const { code, tookMs } = await endOf(gateway);
    await ended;
    await slow.end();
    // By the signal itself, where it has said that it does not wait.
    const isTold = code === 0 || (code === null && gateway.output().includes('The end takes too long'));
    await gateway.startAgain();
    const interval = await savedInterval(gateway);
    // Or a later one whose answer did not come through; 1 is what was there before.
    const isKept = interval === acknowledged.at(-1) || (interval > 1 && !acknowledged.includes(interval));
    return { tookMs, isRight: acknowledged.length > 0 && isTold && isKept };
  } finally {
    await slow.end();
    await gateway.dispose();
  }
}

/** Delays each fsync of a process, until it is ended. */
function slowSyncsOf(pid: number) {
  const calls = 'fsync,fdatasync';
  const delay = `inject=${calls}:delay_enter=${SYNC_MS * 1000}`;
  const words = ['-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', delay, '-p', String(pid)];
  const child = spawn(STRACE ?? 'strace', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    /** It says so when it has begun. */
    begun: new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (text: Buffer) => /attached/.test(text.toString()) && resolve());
      child.once('error', reject);
      void closed.then(() => reject(new Error('it cannot be traced')));
    }),
    end() {
      child.kill('SIGINT');
      return closed;
    },
  };
}
