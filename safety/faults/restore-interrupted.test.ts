import { readdir } from 'node:fs/promises';
import { ENDPOINTS } from '@heliograph/contract';
import { describe, expect, it, vi } from 'vitest';
import { restarts, settingsOf } from '../../apps/gateway/test/config-gateway.ts';
import { login, send } from '../../apps/gateway/test/http-client.ts';
import { withChange } from '../../apps/gateway/test/original-backup.ts';
import { configPart, formOf, openUpload, upload } from '../../apps/gateway/test/upload-form.ts';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/build-entry.ts';
import { startChaosProxy } from '../tools/chaos-proxy.ts';
import * as bench from '../tools/gateway-bench.ts';
import { BENCH_GUARDS, withoutOne } from '../tools/gateway-guards.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/gateway-process.ts';
import { chance } from '../tools/kill-model.ts';

/** F8: the client of a restore goes, the gateway is killed, or the line is slow. */

const row = openRow('F8');
const TIMEOUT = { timeout: 600_000 };
const NONE = { exactly: 0 } as const;
const NEW_POLL_S = 15;
const BACKUP = withChange(({ security }) => Object.assign(security, { password: 'openDTU42' }));
const FORM = formOf([configPart(JSON.stringify(BACKUP))]);
const TO = { query: '?file=config.json', headers: { 'content-length': String(FORM.length) } };
/** Bytes of the form that arrive: 1 %, half, 99 %, and everything but the end of its last line. */
const CUTS = [0.01, 0.5, 0.99].map((part) => Math.floor(FORM.length * part)).concat(FORM.length - 3);
const OUTCOME = /was cut off|was refused|was restored/;

/** Restores of which something came through although their client went. */
async function restoresDone({ startTestGateway }: typeof bench, cuts = CUTS): Promise<number> {
  const gateway = await startTestGateway();
  const state = async () => [await settingsOf(gateway), (await readdir(gateway.dataFolder)).sort()];
  const before = await state();
  const outcomes = () => gateway.logLines.filter((line) => OUTCOME.test(line));
  for (const [index, length] of cuts.entries()) {
    const sent = openUpload(gateway.port, 'restoreConfig', TO);
    await sent.write(FORM.subarray(0, length));
    sent.cut();
    await vi.waitFor(() => expect(outcomes()).toHaveLength(index + 1), { timeout: 20_000, interval: 5 });
  }
  const isChanged = JSON.stringify(await state()) !== JSON.stringify(before);
  const restored = outcomes().filter((line) => line.includes('was restored')).length;
  const isRestarted = await restarts(gateway);
  return Math.max(restored, Number(isChanged), Number(isRestarted));
}

const WHAT = `restores of ${CUTS.length} cut ones that change something`;

describe('a restore whose client goes', TIMEOUT, () => {
  it('at 1 %, 50 %, 99 % or just before its end changes nothing and leaves nothing', async () => {
    row.figure({ what: WHAT, value: await restoresDone(bench), goal: NONE });
  });

  it('would change something', async () => {
    // Of the others the rest of the file is missing, too.
    const guard = BENCH_GUARDS.wholeForm;
    const entry = 'safety/tools/gateway-bench.ts';
    const copy = await loadEntry<typeof bench>({ entry, without: withoutOne(BENCH_GUARDS, guard) });
    row.counterProof({
      what: WHAT,
      without: guard.name,
      value: await restoresDone(copy, CUTS.slice(-1)),
      goal: NONE,
    });
  });
});

async function pollIntervalOf({ port }: GatewayProcess): Promise<number> {
  const { text } = await send(port, ENDPOINTS.getDtuConfig.path, { headers: login() });
  return JSON.parse(text).dtu_pollinterval;
}

const leftovers = async ({ dataFolder }: GatewayProcess) =>
  (await readdir(dataFolder)).filter((name) => /^replacement|\.tmp$/.test(name));

/** Where the gateway is killed: at a share of the body, or so many milliseconds after the answer. */
type Place = { readonly share: number } | { readonly afterMs: number };
const SHARES: readonly Place[] = [{ share: 0.5 }, { share: 0.01 }, { share: 0.99 }];
const AFTER: readonly Place[] = Array.from({ length: row.scale(0, 20) }, (_, index) => ({
  afterMs: 1_500 * chance(row.seed, index),
}));
const PLACES = [...SHARES.slice(0, row.scale(1, 3)), ...AFTER];

it(
  'a gateway killed meanwhile has the old settings, or the new ones that it acknowledged',
  TIMEOUT,
  async () => {
    let wrong = 0;
    for (const place of PLACES) {
      const gateway = await startGatewayProcess({ scenario: 'no-inverters' });
      try {
        const before = await pollIntervalOf(gateway);
        if ('share' in place) {
          const sent = openUpload(gateway.port, 'restoreConfig', TO);
          await sent.write(FORM.subarray(0, Math.floor(FORM.length * place.share)));
        } else {
          expect((await upload(gateway.port, 'restoreConfig', FORM, TO)).text).toBe('OK');
          await new Promise((resolve) => setTimeout(resolve, place.afterMs));
        }
        await gateway.end('SIGKILL');
        await gateway.startAgain();
        const expected = 'share' in place ? before : NEW_POLL_S;
        if ((await pollIntervalOf(gateway)) !== expected) wrong++;
        if ((await leftovers(gateway)).length > 0) wrong++;
      } finally {
        await gateway.dispose();
      }
    }
    const what = `of ${PLACES.length} kills of the gateway: wrong settings after it, or something left behind`;
    row.figure({ what, value: wrong, goal: NONE });
  },
);

it.runIf(row.isNightly)('a line of 1 kB a second is slow, and that is all', TIMEOUT, async () => {
  const gateway = await startGatewayProcess({ scenario: 'no-inverters' });
  const proxy = await startChaosProxy(gateway.port);
  try {
    proxy.set({ bytesPerSecond: 1_000, sliceBytes: 100 });
    const cut = openUpload(proxy.port, 'restoreConfig', TO);
    await cut.write(FORM.subarray(0, FORM.length / 2));
    cut.cut();
    const { text } = await upload(proxy.port, 'restoreConfig', FORM, TO);
    proxy.set({});
    await gateway.end('SIGKILL');
    await gateway.startAgain();
    const isWrong = text !== 'OK' || (await pollIntervalOf(gateway)) !== NEW_POLL_S;
    row.figure({ what: 'slow restores that do not count', value: Number(isWrong), goal: NONE });
  } finally {
    await proxy.close();
    await gateway.dispose();
  }
});
