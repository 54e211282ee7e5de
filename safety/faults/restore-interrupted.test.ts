import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ENDPOINTS } from '@heliograph/contract';
import { chance } from '@heliograph/testbed/dice.ts';
import { restarts, settingsOf } from '@heliograph/testbed/gateway/config-calls.ts';
import { withChange } from '@heliograph/testbed/gateway/original-backup.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { configPart, formOf, openUpload, upload } from '@heliograph/testbed/gateway/upload-form.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, vi } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { startChaosProxy } from '../tools/network/chaos-proxy.ts';
import { type GatewayProcess, startGatewayProcess } from '../tools/process/gateway-process.ts';

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
async function restoresDone(cuts = CUTS): Promise<number> {
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
    row.figure({ what: WHAT, value: await restoresDone(), goal: NONE });
  });

  it('would change something', async () => {
    // Of the others the rest of the file is missing, too.
    const value = await without(['wholeForm'], () => restoresDone(CUTS.slice(-1)));
    row.counterProof({ what: WHAT, without: SEAMS.wholeForm, value, goal: NONE });
  });
});

/** Which settings it has: the old ones, those of the backup, or some of both. */
async function settingsIn({ port }: GatewayProcess): Promise<'old' | 'new' | 'mixed'> {
  const get = async (path: string) => JSON.parse((await send(port, path, { headers: login() })).text);
  const found = [
    (await get(ENDPOINTS.getDtuConfig.path)).dtu_pollinterval === NEW_POLL_S,
    (await get(ENDPOINTS.getNtpConfig.path)).ntp_server === BACKUP.ntp.server,
    (await get(ENDPOINTS.getNetworkConfig.path)).hostname === BACKUP.wifi.hostname,
  ];
  if (found.every(Boolean)) return 'new';
  return found.some(Boolean) ? 'mixed' : 'old';
}

const leftovers = async ({ dataFolder }: GatewayProcess) =>
  (await readdir(dataFolder)).filter((name) => /^replacement|\.tmp$/.test(name));

/** Where the gateway is killed: at a share of the body, of the time until its answer, or milliseconds after that. */
type Place =
  | { readonly share: number }
  | { readonly commitShare: number }
  | { readonly afterAnswerMs: number };
/** Some come after the answer, which does not always take as long. */
const SHARE_MAX = 1.2;
const manyOf = (count: number, place: (index: number) => Place) =>
  Array.from({ length: count }, (_, index) => place(index));
const PLACES: readonly Place[] = row.isNightly
  ? [
      ...[0.5, 0.01, 0.99].map((share) => ({ share })),
      ...manyOf(15, (index) => ({ commitShare: SHARE_MAX * chance(row.seed, 'body', index) })),
      ...manyOf(10, (index) => ({ afterAnswerMs: 1_500 * chance(row.seed, 'answer', index) })),
    ]
  : [{ share: 0.5 }];

/** Restores, and kills it there; resolves with whether the restore was acknowledged before. */
async function killedAt(gateway: GatewayProcess, place: Place, commitMs: number): Promise<boolean> {
  const sent = openUpload(gateway.port, 'restoreConfig', TO);
  const isTold = sent.answer.then(({ text }) => text === 'OK').catch(() => false);
  const length = 'share' in place ? FORM.length * place.share : FORM.length;
  await sent.write(FORM.subarray(0, Math.floor(length)));
  if ('commitShare' in place) await wait(place.commitShare * commitMs);
  if ('afterAnswerMs' in place) {
    await isTold;
    await wait(place.afterAnswerMs);
  }
  await gateway.end('SIGKILL');
  return isTold;
}

interface Kill {
  readonly isWrong: boolean;
  readonly isLeft: boolean;
  /** It came between the last byte and the answer. */
  readonly isInCommit: boolean;
}

/** How long a restore takes from its last byte to its answer. */
async function restoreMs(): Promise<number> {
  const gateway = await startGatewayProcess({ scenario: 'no-inverters' });
  try {
    const startMs = performance.now();
    await upload(gateway.port, 'restoreConfig', FORM, TO);
    return performance.now() - startMs;
  } finally {
    await gateway.dispose();
  }
}

async function tryKill(place: Place, commitMs: number): Promise<Kill> {
  const gateway = await startGatewayProcess({ scenario: 'no-inverters' });
  try {
    const isTold = await killedAt(gateway, place, commitMs);
    await gateway.startAgain();
    const isCut = 'share' in place;
    const allowed = isTold ? ['new'] : isCut ? ['old'] : ['old', 'new'];
    const isAnswerMissing = 'afterAnswerMs' in place && !isTold;
    return {
      isWrong: isAnswerMissing || !allowed.includes(await settingsIn(gateway)),
      isLeft: (await leftovers(gateway)).length > 0,
      isInCommit: 'commitShare' in place && !isTold,
    };
  } finally {
    await gateway.dispose();
  }
}

it('a gateway killed meanwhile has the old settings, or the new ones', TIMEOUT, async () => {
  const kills: Kill[] = [];
  const commitMs = row.isNightly ? await restoreMs() : 0;
  for (const place of PLACES) kills.push(await tryKill(place, commitMs));
  const count = (isBad: (kill: Kill) => boolean) => kills.filter(isBad).length;
  const of = `, of ${PLACES.length} kills of the gateway`;
  row.figure({
    ...{ what: `acknowledged settings lost, or old and new ones mixed${of}`, goal: NONE },
    value: count(({ isWrong }) => isWrong),
  });
  row.figure({
    ...{ what: `something of a restore left behind${of}`, goal: NONE },
    value: count(({ isLeft }) => isLeft),
  });
  if (!row.isNightly) return;
  row.figure({
    ...{ what: 'kills between the last byte of a backup and its answer', goal: { atLeast: 3 } },
    value: count(({ isInCommit }) => isInCommit),
  });
});

it.runIf(row.isNightly)('a line of 1 kB a second is slow, and that is all', TIMEOUT, async () => {
  const gateway = await startGatewayProcess({ scenario: 'no-inverters' });
  const proxy = await startChaosProxy(gateway.port);
  try {
    proxy.set({ bytesPerSecond: 1_000, sliceBytes: 100 });
    const cut = openUpload(proxy.port, 'restoreConfig', TO);
    await cut.write(FORM.subarray(0, FORM.length / 2));
    cut.cut();
    await vi.waitFor(() => expect(gateway.output()).toMatch(OUTCOME), { timeout: 60_000, interval: 20 });
    const isChanged = (await settingsIn(gateway)) !== 'old' || (await leftovers(gateway)).length > 0;
    row.figure({
      what: 'slow restores that change something although they are cut',
      value: Number(isChanged),
      goal: NONE,
    });
    const { text } = await upload(proxy.port, 'restoreConfig', FORM, TO);
    proxy.set({});
    await gateway.end('SIGKILL');
    await gateway.startAgain();
    const isWrong = text !== 'OK' || (await settingsIn(gateway)) !== 'new';
    row.figure({ what: 'slow restores that do not count', value: Number(isWrong), goal: NONE });
  } finally {
    await proxy.close();
    await gateway.dispose();
  }
});
