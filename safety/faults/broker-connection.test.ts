import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { startMosquitto } from '@heliograph/testbed/mqtt/mosquitto.ts';
import { startMosquittoSubscriber } from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import { HAS_MOSQUITTO, WAIT } from '@heliograph/testbed/mqtt/mqtt-plant.ts';
import { accept, startScriptedBroker } from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { memoryBytes } from '@heliograph/testbed/outside/memory-bytes.ts';
import { createTestAuthority, hasOpenssl } from '@heliograph/testbed/outside/test-authority.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BrokerTarget } from '../../apps/gateway/src/mqtt/connection/broker-target.ts';
import { createMqttConnection } from '../../apps/gateway/src/mqtt/connection/mqtt-connection.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

const TIMEOUT_MS = 300_000;
const row = openRow('F12');
const MESSAGES = row.scale(1000, 2500);
const MESSAGE_BYTES = 10_000;

function keep(port: number, more: Partial<BrokerTarget> = {}) {
  const target: BrokerTarget = {
    hostname: '127.0.0.1',
    port,
    username: 'heliograph',
    password: 'a secret of the house',
    tls: false,
    rootCertificate: '',
    clientId: 'OpenDTU-11259375',
    ...more,
  };
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const connection = createMqttConnection({
    target,
    lastWill: { topic: 'solar/dtu/status', online: 'online', offline: 'offline', retain: true, qos: 2 },
    subscriptions: ['solar/+/cmd/power'],
    clock: createVirtualClock(),
    log,
    random: () => 0.5,
    onConnect: () => undefined,
    onMessage: () => undefined,
  });
  onTestFinished(() => connection.stop());
  return connection;
}

/** Publishes to a broker that stands still; returns how many megabytes are held for it. */
async function publishInVain(): Promise<number> {
  const broker = await startMosquitto();
  const connection = keep(broker.port);
  await expect.poll(() => connection.facts().isConnected, WAIT).toBe(true);
  const other = await startMosquittoSubscriber(broker.port, { topic: 'solar/last' });
  const before = await memoryBytes();
  broker.pause();
  for (let count = 0; count < MESSAGES; count++) {
    connection.publish({ topic: 'solar/now', payload: String(count).padEnd(MESSAGE_BYTES), retain: false });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const heldMb = ((await memoryBytes()) - before) / 1e6;
  broker.resume();
  const last = { topic: 'solar/last', payload: 'still here', retain: false };
  await expect.poll(() => connection.publish(last), WAIT).toBe(true);
  await other.until(({ topic }) => topic === last.topic);
  return heldMb;
}

/** What a server hears of us whose certificate is for another name, in bytes. */
async function saidToStranger(): Promise<number> {
  const authority = createTestAuthority();
  const stranger = await startScriptedBroker(accept, authority.issue({ names: 'DNS:broker.test' }));
  const connection = keep(stranger.port, { tls: true, rootCertificate: authority.certificate });
  const isDecided = () => connection.facts().isConnected || connection.facts().failure === 'wrong-name';
  await expect.poll(isDecided, WAIT).toBe(true);
  return stranger.received(0).length;
}

const canStandStill = row.can(
  HAS_MOSQUITTO,
  'a broker that stands still',
  'mosquitto or mosquitto_sub is missing',
);
const canCertify = row.can(hasOpenssl, 'a broker with a wrong certificate', 'openssl is missing');

describe('the connection to a broker', { timeout: TIMEOUT_MS }, () => {
  it.runIf(canStandStill)('holds little for one that stands still', async () => {
    const held = {
      what: `memory held of ${(MESSAGES * MESSAGE_BYTES) / 1e6} MB for a broker that stands still`,
      unit: 'MB',
      goal: { atMost: 5 },
    };
    row.figure({ ...held, value: await publishInVain() });
    row.counterProof({
      ...held,
      without: SEAMS.unsentBound,
      value: await without(['unsentBound'], publishInVain),
    });
  });

  it.runIf(canCertify)('says nothing to one whose certificate is for another name', async () => {
    const said = {
      what: 'said to a broker with a certificate for another name',
      unit: 'bytes',
      goal: { exactly: 0 },
    };
    row.figure({ ...said, value: await saidToStranger() });
    row.counterProof({
      ...said,
      without: SEAMS.brokerCertificate,
      value: await without(['brokerCertificate'], saidToStranger),
    });
  });
});
