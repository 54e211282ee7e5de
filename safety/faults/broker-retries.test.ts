import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as guarded from '../../apps/gateway/src/mqtt/mqtt-connection.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { createVirtualClock } from '../../apps/gateway/test/virtual-clock.ts';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/copies/build-entry.ts';
import { withoutOne } from '../tools/copies/gateway-guards.ts';
import { guard } from '../tools/copies/guard.ts';
import { createDice } from '../tools/dice.ts';

const RETRY_DELAY = 'apps/gateway/src/mqtt/retry-delay.ts';
const GUARDS = {
  doubling: guard(
    'waiting ever longer between two attempts',
    RETRY_DELAY,
    'FIRST_RETRY_MS * 2 ** (failures - 1)',
    'FIRST_RETRY_MS',
  ),
  jitter: guard(
    'the jitter of the waits',
    RETRY_DELAY,
    'const RETRY_JITTER = 0.1;',
    'const RETRY_JITTER = 0;',
  ),
};
/** Not with the others: what never doubles needs no cap. */
const CAP = guard(
  'the cap on the waits',
  RETRY_DELAY,
  'const MAX_RETRY_MS = 60_000;',
  'const MAX_RETRY_MS = 600_000;',
);
const ENTRY = 'apps/gateway/src/mqtt/mqtt-connection.ts';

const TIMEOUT_MS = 300_000;
const GATEWAYS = 20;
/** As planned, before the jitter, which is a tenth more or less, but within the first and the last of them. */
const PLANNED_S = [1, 2, 4, 8, 16, 32, 60, 60, 60];
const FIFTH = 4;
const STEP_MS = 20;
const row = openRow('F12');

/** A port at which nobody listens. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** How long a gateway waits between its attempts at a broker that is not there, in seconds of its clock. */
async function waitsOf(
  { createMqttConnection }: typeof guarded,
  port: number,
  random: () => number,
): Promise<readonly number[]> {
  const clock = createVirtualClock();
  let attempts = 0;
  let failures = 0;
  const log = createLog({
    level: 'debug',
    writeLine: (line) => {
      if (line.includes('Connecting to the MQTT broker.')) attempts += 1;
      if (line.includes(' retryS=')) failures += 1;
    },
  });
  const connection = createMqttConnection({
    target: {
      ...{ hostname: '127.0.0.1', port, username: '', password: '' },
      ...{ tls: false, rootCertificate: '', clientId: 'OpenDTU-11259375' },
    },
    lastWill: { topic: 'solar/dtu/status', online: 'online', offline: 'offline', retain: true },
    subscriptions: [],
    ...{ clock, log, random },
    onConnect: () => undefined,
    onMessage: () => undefined,
  });
  onTestFinished(() => connection.stop());
  const waitsS: number[] = [];
  while (waitsS.length < PLANNED_S.length) {
    await expect.poll(() => failures, { timeout: TIMEOUT_MS, interval: 1 }).toBe(attempts);
    const before = attempts;
    const failedAtMs = clock.monotonicMs();
    while (attempts === before) clock.advance(STEP_MS);
    waitsS.push((clock.monotonicMs() - failedAtMs) / 1000);
  }
  return waitsS;
}

async function waits(copy: typeof guarded) {
  const port = await deadPort();
  const dice = createDice(row.seed);
  const all = await Promise.all(Array.from({ length: GATEWAYS }, () => waitsOf(copy, port, dice)));
  const stepS = STEP_MS / 1000;
  const isPlanned = (waitS: number, index: number) => {
    const planS = PLANNED_S[index] ?? 0;
    return waitS >= Math.max(1, planS * 0.9) && waitS <= Math.min(60, planS * 1.1) + stepS;
  };
  const fifth = all.map((one) => one[FIFTH] ?? 0);
  return {
    unplanned: all.flatMap((one) => one.filter((waitS, index) => !isPlanned(waitS, index))).length,
    longestS: Math.max(...all.flat()),
    spreadS: Math.max(...fifth) - Math.min(...fifth),
  };
}

describe('a gateway whose broker is away', { timeout: TIMEOUT_MS }, () => {
  it('waits 1 s, then twice as long each time up to a minute, and never in step with others', async () => {
    const unplanned = {
      what: 'waits that are not 1 s, doubled up to 60 s, give or take a tenth',
      unit: `of ${GATEWAYS * PLANNED_S.length}`,
      goal: { exactly: 0 },
    };
    const longest = { what: 'longest wait', unit: 's', goal: { atMost: 60 + STEP_MS / 1000 } };
    const spread = {
      what: `fifth waits of ${GATEWAYS} gateways, from the shortest to the longest`,
      unit: 's',
      goal: { atLeast: 1 },
    };
    const seen = await waits(guarded);
    row.figure({ ...unplanned, value: seen.unplanned });
    row.figure({ ...longest, value: seen.longestS });
    row.figure({ ...spread, value: seen.spreadS });

    const { doubling, jitter } = GUARDS;
    const copyWithout = (one: typeof doubling) =>
      loadEntry<typeof guarded>({ entry: ENTRY, without: withoutOne(GUARDS, one) });
    const impatient = await waits(await copyWithout(doubling));
    row.counterProof({ ...unplanned, without: doubling.name, value: impatient.unplanned });
    const inStep = await waits(await copyWithout(jitter));
    row.counterProof({ ...spread, without: jitter.name, value: inStep.spreadS });
    if (!row.isNightly) return;
    const uncapped = await waits(await loadEntry<typeof guarded>({ entry: ENTRY, without: [CAP] }));
    row.counterProof({ ...longest, without: CAP.name, value: uncapped.longestS });
  });
});
