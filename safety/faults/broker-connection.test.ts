import { describe, expect, it, onTestFinished } from 'vitest';
import type { BrokerTarget } from '../../apps/gateway/src/mqtt/broker-target.ts';
import * as guarded from '../../apps/gateway/src/mqtt/mqtt-connection.ts';
import { createLog } from '../../apps/gateway/src/platform/log.ts';
import { memoryBytes } from '../../apps/gateway/test/memory-bytes.ts';
import { startMosquitto } from '../../apps/gateway/test/mosquitto.ts';
import { startMosquittoSubscriber } from '../../apps/gateway/test/mosquitto-subscriber.ts';
import { HAS_MOSQUITTO, WAIT } from '../../apps/gateway/test/mqtt-plant.ts';
import { accept, startScriptedBroker } from '../../apps/gateway/test/scripted-broker.ts';
import { createTestAuthority, hasOpenssl } from '../../apps/gateway/test/test-authority.ts';
import { createVirtualClock } from '../../apps/gateway/test/virtual-clock.ts';
import { openRow } from '../plan/row.ts';
import { loadEntry } from '../tools/copies/build-entry.ts';
import { withoutOne } from '../tools/copies/gateway-guards.ts';
import { type Guard, guard } from '../tools/copies/guard.ts';

/** Each takes away what the other measurement needs, so one copy serves both in the short form. */
const GUARDS = {
  unsent: guard(
    'the bound on what waits to be sent',
    'apps/gateway/src/mqtt/broker-client.ts',
    'stream.writableLength <= MAX_UNSENT_BYTES',
    'stream.writableLength >= 0',
  ),
  trust: guard(
    'the look at the certificate',
    'apps/gateway/src/mqtt/broker-socket.ts',
    'rejectUnauthorized: true',
    'rejectUnauthorized: false',
  ),
};
const copyWithout = (one: Guard) =>
  loadEntry<typeof guarded>({
    entry: 'apps/gateway/src/mqtt/mqtt-connection.ts',
    without: withoutOne(GUARDS, one),
  });

const TIMEOUT_MS = 300_000;
const row = openRow('F12');
const MESSAGES = row.scale(1000, 2500);
const MESSAGE_BYTES = 10_000;

function keep({ createMqttConnection }: typeof guarded, port: number, more: Partial<BrokerTarget> = {}) {
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
    lastWill: { topic: 'solar/dtu/status', online: 'online', offline: 'offline', retain: true },
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
async function publishInVain(copy: typeof guarded): Promise<number> {
  const broker = await startMosquitto();
  const connection = keep(copy, broker.port);
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
async function saidToStranger(copy: typeof guarded): Promise<number> {
  const authority = createTestAuthority();
  const stranger = await startScriptedBroker(accept, authority.issue({ names: 'DNS:broker.test' }));
  const connection = keep(copy, stranger.port, { tls: true, rootCertificate: authority.certificate });
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
    row.figure({ ...held, value: await publishInVain(guarded) });
    row.counterProof({
      ...held,
      without: GUARDS.unsent.name,
      value: await publishInVain(await copyWithout(GUARDS.unsent)),
    });
  });

  it.runIf(canCertify)('says nothing to one whose certificate is for another name', async () => {
    const said = {
      what: 'said to a broker with a certificate for another name',
      unit: 'bytes',
      goal: { exactly: 0 },
    };
    row.figure({ ...said, value: await saidToStranger(guarded) });
    row.counterProof({
      ...said,
      without: GUARDS.trust.name,
      value: await saidToStranger(await copyWithout(GUARDS.trust)),
    });
  });
});
