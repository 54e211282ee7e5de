/**
 * What live values cost while history is recorded: two hundred inverters of twenty devices, each heard every second. Two gateways
 * run side by side; the history of one has a folder in the place of its file, so it keeps nothing. Both are asked in turns for
 * the values of an inverter, over two writes of the recorder, which come once a minute.
 *
 * The floor is the gateway that records nothing. Exits non-zero when the other one has recorded nothing either, never because of
 * a figure.
 */

import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type GatewayProcess, startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { reportFigure } from './measure/report-figure.ts';

const SETTLE_MS = 20_000;
const MEASURE_MS = 130_000;
const ASK_EVERY_MS = 25;
const INVERTERS = 200;
const HISTORY_FILE = 'history.db';

const agent = new Agent({ keepAlive: true });

/** Milliseconds until the answer is whole. */
function ask({ url }: GatewayProcess): Promise<number> {
  const fromMs = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}/api/livedata/status?inv=1`, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - fromMs));
    }).once('error', reject);
  });
}

async function needWholePlant({ url }: GatewayProcess): Promise<void> {
  const { inverters } = (await (await fetch(`${url}/api/livedata/status`)).json()) as LiveInverters;
  if (inverters.filter(({ reachable }) => reachable).length < INVERTERS) throw new Error('some are not live');
}

interface LiveInverters {
  readonly inverters: readonly { readonly reachable: boolean }[];
}

/** The time that this share of all stays below. */
function quantile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN;
}

const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'heliograph-bench-'))));
const [recordingFolder = '', idleFolder = ''] = folders;
const start = (dataFolder: string) => startGatewayProcess({ scenario: 'farm', dataFolder });
const recording = await start(recordingFolder);
const idle = await start(idleFolder);
await idle.end();
for (const name of await readdir(idleFolder)) {
  if (name.startsWith(HISTORY_FILE)) await rm(join(idleFolder, name));
}
await mkdir(join(idleFolder, HISTORY_FILE));
await idle.startAgain();

try {
  await wait(SETTLE_MS);
  const { size: sizeBefore } = await stat(join(recordingFolder, `${HISTORY_FILE}-wal`));
  for (const gateway of [recording, idle]) await needWholePlant(gateway);
  const times = { recording: [] as number[], idle: [] as number[] };
  const untilMs = performance.now() + MEASURE_MS;
  for (let turn = 0; performance.now() < untilMs; turn += 1) {
    // Each is as often the first to be asked.
    for (const name of turn % 2 === 0 ? (['recording', 'idle'] as const) : (['idle', 'recording'] as const)) {
      times[name].push(await ask(name === 'recording' ? recording : idle));
    }
    await wait(ASK_EVERY_MS);
  }
  const { size } = await stat(join(recordingFolder, `${HISTORY_FILE}-wal`));
  if (size === sizeBefore) throw new Error('nothing was recorded');
  console.log(`asked ${times.recording.length} times each`);
  for (const [name, share] of [
    ['half of all answers', 0.5],
    ['99 of 100 answers', 0.99],
  ] as const) {
    const value = quantile(times.recording, share);
    reportFigure(`${name}, recording, within`, value, 'ms');
    reportFigure(`${name}, recording over not recording`, value / quantile(times.idle, share), 'x');
  }
} finally {
  await Promise.all([recording.dispose(), idle.dispose()]);
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  agent.destroy();
}
