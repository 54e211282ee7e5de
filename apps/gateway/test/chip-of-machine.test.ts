/** What a start with a chip does on a machine that has none, and that nothing of it is there without one. */

import { existsSync, readFileSync } from 'node:fs';
import { cp, readdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRadio, RADIO_FAULT_SENTENCES } from '@heliograph/contract';
import { temporaryFolder } from '@heliograph/testbed/gateway/start-gateway.ts';
import { type GatewayProcess, startGatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { jsonOf, login, send } from '@heliograph/testbed/outside/http-client.ts';
import { processUse } from '@heliograph/testbed/outside/process-use.ts';
import { assert, expect, it, onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SPI = '/dev/spidev0.0';
const CHIP = ['--radio', 'nrf24'];

function hasKoffi(): boolean {
  try {
    createRequire(import.meta.url)('koffi');
    return true;
  } catch {
    return false; // it is optional
  }
}
const canLook = process.platform === 'linux' && hasKoffi();

async function start(options: Parameters<typeof startGatewayProcess>[0] = {}): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess(options);
  onTestFinished(gateway.dispose);
  return gateway;
}

/** What the page says in English, made of what it is sent. */
async function sentenceOnPage(gateway: GatewayProcess): Promise<string> {
  const report = async () =>
    getRadio.read(jsonOf(await send(gateway.port, '/api/heliograph/radio', { headers: login() })));
  await expect.poll(async () => (await report())?.fault).toBeDefined();
  const fault = (await report())?.fault ?? assert.fail('no fault');
  return RADIO_FAULT_SENTENCES[fault.name](fault);
}

const libraries = (gateway: GatewayProcess) => readFileSync(`/proc/${gateway.pid()}/maps`, 'utf8');
const isKoffiIn = (gateway: GatewayProcess) => libraries(gateway).includes('koffi');

it.skipIf(!canLook)(
  'loads what reaches SPI and pins only for a chip, and without SPI says what to do and serves its pages',
  async () => {
    const [withChip, without] = await Promise.all([start({ flags: CHIP }), start()]);
    await expect.poll(() => isKoffiIn(withChip)).toBe(true);
    await send(without.port, '/api/heliograph/radio');
    expect(isKoffiIn(without)).toBe(false);
    if (existsSync(SPI)) return;
    const get = (path: string) => send(withChip.port, path, { headers: login() });
    await expect
      .poll(async () => jsonOf(await get('/api/heliograph/radio')))
      .toMatchObject({ simulated: false, connected: false, fault: { name: 'spi-off', spi: SPI } });
    expect(withChip.output()).toContain(` warn  ${await sentenceOnPage(withChip)}\n`);
    expect(await sentenceOnPage(withChip)).toMatch(
      /^There is no SPI device \/dev\/spidev0\.0\. Switch SPI on /,
    );
    for (const path of ['/', '/info/radio', '/settings/dtu'])
      expect((await get(path)).status, path).toBe(200);
    expect(jsonOf(await get('/api/livedata/status'))).toMatchObject({ hints: { radio_problem: true } });
  },
);

it.skipIf(process.platform !== 'linux' || process.env.HELIOGRAPH_NIGHTLY === undefined)(
  'says the same on the page, in the log and to programs where koffi is not there',
  async () => {
    const gateway = await start({ main: await installBuild(false, true), flags: CHIP });
    const sentence = await sentenceOnPage(gateway);
    expect(sentence).toMatch(/^The package koffi, .* npm install --no-save koffi@/);
    expect(gateway.output()).toContain(` warn  ${sentence}\n`);
    expect(jsonOf(await send(gateway.port, '/readyz'))).toEqual({ ready: false, reasons: [sentence] });
  },
);

/** The build in a folder of its own, beside all packages, or all but koffi. */
async function installBuild(isKoffiThere: boolean, isWorkerThere = isKoffiThere): Promise<string> {
  const folder = await temporaryFolder();
  const app = join(folder, 'apps', 'gateway');
  await cp(join(ROOT, 'apps/gateway/dist'), join(app, 'dist'), { recursive: true });
  await cp(join(ROOT, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    filter: (path) => path === join(ROOT, 'node_modules'),
  });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  if (!isKoffiThere) await rm(join(folder, 'node_modules', 'koffi'));
  if (!isWorkerThere) await rm(join(app, 'dist', 'radio-worker.js'));
  return join(app, 'dist', 'main.js');
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

it.skipIf(!canLook || process.env.HELIOGRAPH_NIGHTLY === undefined)(
  'starts as fast and as small with koffi installed as without, where no chip is asked for',
  { timeout: 240_000 },
  async () => {
    const mains = [await installBuild(true), await installBuild(false)];
    const times: [number[], number[]] = [[], []];
    const memories: [number[], number[]] = [[], []];
    for (let round = 0; round < 14; round++) {
      const kind = round % 2 === 0 ? 0 : 1;
      const beganMs = performance.now();
      const gateway = await startGatewayProcess({ main: mains[kind] ?? '' });
      times[kind].push(performance.now() - beganMs);
      memories[kind].push(processUse(gateway.pid()).memoryMb);
      await gateway.dispose();
    }
    const time = median(times[0]) / median(times[1]);
    const memory = median(memories[0]) / median(memories[1]);
    process.stdout.write(
      `with koffi over without: start ${time.toFixed(2)} x, memory ${memory.toFixed(2)} x\n`,
    );
    expect(time).toBeLessThan(1.15);
    expect(memory).toBeLessThan(1.05);
  },
);
