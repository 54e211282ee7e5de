import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { freePort } from '@heliograph/testbed/outside/free-port.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMqttConnection } from '../../apps/gateway/src/mqtt/connection/mqtt-connection.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

const TIMEOUT_MS = 300_000;
const GATEWAYS = 20;
/** As planned, before the jitter, which is a tenth more or less, but within the first and the last of them. */
const PLANNED_S = [1, 2, 4, 8, 16, 32, 60, 60, 60];
const FIFTH = 4;
const STEP_MS = 20;
const row = openRow('F12');

/** How long a gateway waits between its attempts at a broker that is not there, in seconds of its clock. */
async function waitsOf(port: number, random: () => number): Promise<readonly number[]> {
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
    lastWill: { topic: 'solar/dtu/status', online: 'online', offline: 'offline', retain: true, qos: 2 },
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

async function waits() {
  const port = await freePort();
  const dice = createDice(row.seed);
  const all = await Promise.all(Array.from({ length: GATEWAYS }, () => waitsOf(port, dice)));
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
    const seen = await waits();
    row.figure({ ...unplanned, value: seen.unplanned });
    row.figure({ ...longest, value: seen.longestS });
    row.figure({ ...spread, value: seen.spreadS });

    const impatient = await without(['longerRetries'], waits);
    row.counterProof({ ...unplanned, without: SEAMS.longerRetries, value: impatient.unplanned });
    const inStep = await without(['retryJitter'], waits);
    row.counterProof({ ...spread, without: SEAMS.retryJitter, value: inStep.spreadS });
    const uncapped = await without(['retryCap'], waits);
    row.counterProof({ ...longest, without: SEAMS.retryCap, value: uncapped.longestS });
  });
});
