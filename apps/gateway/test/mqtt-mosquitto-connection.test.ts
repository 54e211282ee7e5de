import { once } from 'node:events';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import { MOSQUITTO, MOSQUITTO_SUB, startMosquitto } from '@heliograph/testbed/mqtt/mosquitto.ts';
import { startMosquittoSubscriber } from '@heliograph/testbed/mqtt/mosquitto-subscriber.ts';
import { createTestAuthority, hasOpenssl } from '@heliograph/testbed/outside/test-authority.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BrokerTarget } from '../src/mqtt/connection/broker-target.ts';
import { createMqttConnection, type MqttConnection } from '../src/mqtt/connection/mqtt-connection.ts';
import { tryBroker } from '../src/mqtt/connection/try-broker.ts';
import { createLog } from '../src/platform/log.ts';

/** However busy the machine is. */
const LONG_TEST_MS = 30_000;
const WAIT = { timeout: 30_000, interval: 5 };
const MISSING =
  'the tests with a real MQTT broker need mosquitto and mosquitto_sub (Debian: apt-get install mosquitto mosquitto-clients)';
const HAS_MOSQUITTO = MOSQUITTO !== undefined && MOSQUITTO_SUB !== undefined;
if (!HAS_MOSQUITTO) process.stderr.write(`Skipped: ${MISSING}.\n`);
const NO_OPENSSL = 'the tests of certificates need the openssl command';
if (!hasOpenssl) process.stderr.write(`Skipped: ${NO_OPENSSL}.\n`);

const STATUS = 'solar/dtu/status';
const COMMANDS = 'solar/+/cmd/limit';

const targetOf = (port: number, more: Partial<BrokerTarget> = {}): BrokerTarget => ({
  hostname: '127.0.0.1',
  port,
  username: '',
  password: '',
  tls: false,
  rootCertificate: '',
  clientId: 'OpenDTU-11259375',
  ...more,
});

interface Kept {
  readonly connection: MqttConnection;
  /** How often it has connected. */
  connects(): number;
  readonly heard: readonly string[];
  /** Lines of the log that matter to an owner. */
  readonly told: readonly string[];
  connected(): Promise<void>;
}

/** A breath between two attempts, so that a broker that is down does not make us spin. */
const BREATH_MS = 10;

/** A connection whose pauses between attempts are over at once; nothing else of its clock ever comes due. */
function keepConnection(port: number, more: Partial<BrokerTarget> = {}): Kept {
  const clock = createVirtualClock();
  const heard: string[] = [];
  const told: string[] = [];
  const log = createLog({ level: 'info', writeLine: (line) => told.push(line) });
  log.onLine((line) => {
    const [, retryS] = / retryS=([\d.]+)/.exec(line) ?? [];
    if (retryS !== undefined) setTimeout(() => clock.advance(Number(retryS) * 1000), BREATH_MS);
  });
  let connects = 0;
  const connection = createMqttConnection({
    target: targetOf(port, more),
    lastWill: { topic: STATUS, online: 'online', offline: 'offline', retain: true, qos: 2 },
    subscriptions: [COMMANDS],
    clock,
    log,
    random: () => 0.5,
    onConnect: () => {
      connects += 1;
    },
    onMessage: (topic, payload) => heard.push(`${topic} ${Buffer.from(payload)}`),
  });
  onTestFinished(() => connection.stop());
  return {
    connection,
    connects: () => connects,
    heard,
    told,
    connected: () => expect.poll(() => connection.facts(), WAIT).toEqual({ isConnected: true, failure: '' }),
  };
}

const failureOf = ({ connection }: Kept) => expect.poll(() => connection.facts().failure, WAIT);
const trial = (target: BrokerTarget) =>
  tryBroker(target, {
    clock: createVirtualClock(),
    log: createLog({ level: 'silent', writeLine: () => undefined }),
    random: Math.random,
  });

/** A line to a port of this machine that can be cut: both ends see it end, without a word of MQTT. */
async function startLine(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = openSocket(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    if (isCut) near.destroy();
    near.pipe(far).pipe(near);
  });
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    cut();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    cut,
    mend() {
      isCut = false;
    },
  };
}

describe('the connection to Mosquitto, a real broker,', { timeout: LONG_TEST_MS }, () => {
  beforeEach(({ skip }) => {
    if (!HAS_MOSQUITTO) skip(MISSING);
  });

  it('tells that we are there, publishes, hears, and says good-bye', async () => {
    const broker = await startMosquitto();
    const other = await startMosquittoSubscriber(broker.port);
    const kept = keepConnection(broker.port);
    await kept.connected();
    expect(await other.until(({ topic }) => topic === STATUS)).toMatchObject({ payload: 'online' });
    const messages = [
      { topic: 'solar/1141/0/power', payload: '123.4', retain: false },
      { topic: 'solar/1141/name', payload: 'Süd ☀ "1"\n2', retain: true },
    ];
    for (const message of messages) expect(kept.connection.publish(message)).toBe(true);
    await other.until(({ topic }) => topic === 'solar/1141/name');
    expect(other.messages.slice(1).map(({ topic, payload }) => [topic, payload])).toEqual(
      messages.map(({ topic, payload }) => [topic, payload]),
    );
    const later = await startMosquittoSubscriber(broker.port);
    await later.until(({ topic }) => topic === 'solar/1141/name');
    expect(
      later.messages
        .filter(({ retain }) => retain)
        .map(({ topic }) => topic)
        .sort(),
    ).toEqual(['solar/1141/name', STATUS]);
    const command = { topic: 'solar/1141/cmd/limit', payload: '50', retain: false };
    expect(kept.connection.publish(command)).toBe(true);
    await expect.poll(() => kept.heard, WAIT).toEqual(['solar/1141/cmd/limit 50']);
    other.forget();
    await kept.connection.stop();
    expect(await other.until(({ topic }) => topic === STATUS)).toMatchObject({ payload: 'offline' });
    expect(kept.connection.publish(command)).toBe(false);
  });

  it('needs the right password where the broker wants one', async () => {
    const users = { heliograph: 'päss "word" $1', other: 'other' };
    const broker = await startMosquitto({ users });
    const right = { username: 'heliograph', password: users.heliograph };
    expect(await trial(targetOf(broker.port, right))).toBe('');
    for (const wrong of [{ ...right, password: 'wrong' }, { ...right, password: '' }, {}]) {
      expect(await trial(targetOf(broker.port, wrong))).toBe('login');
    }
    const kept = keepConnection(broker.port, right);
    await kept.connected();
    const login = ['-u', 'other', '-P', users.other];
    const other = await startMosquittoSubscriber(broker.port, { more: login });
    expect(await other.until(({ topic }) => topic === STATUS)).toMatchObject({
      payload: 'online',
      retain: true,
    });
    const refused = keepConnection(broker.port, { ...right, password: 'wrong', clientId: 'other' });
    await failureOf(refused).toBe('login');
    expect([...kept.told, ...refused.told].join('\n')).not.toMatch(/päss|wrong/);
  });

  it('trusts by the root certificate only, and only the right name at the right time', async ({ skip }) => {
    if (!hasOpenssl) skip(NO_OPENSSL);
    const authority = createTestAuthority();
    const { certificate: rootCertificate } = authority;
    const tls = { tls: true, rootCertificate };
    const broker = await startMosquitto({ tls: authority.issue() });
    const kept = keepConnection(broker.port, tls);
    await kept.connected();
    await expect
      .poll(() => kept.connection.publish({ topic: 'solar/cmd', payload: '', retain: false }))
      .toBe(true);
    expect(await trial(targetOf(broker.port, { ...tls, hostname: 'localhost' }))).toBe('');
    const foreign = createTestAuthority('Another authority').certificate;
    expect(await trial(targetOf(broker.port, { tls: true, rootCertificate: foreign }))).toBe('untrusted');
    expect(await trial(targetOf(broker.port, { tls: true }))).toBe('untrusted');
    expect(await trial(targetOf(broker.port))).not.toBe('');
    const misnamed = await startMosquitto({ tls: authority.issue({ names: 'DNS:broker.test' }) });
    expect(await trial(targetOf(misnamed.port, tls))).toBe('wrong-name');
    const expired = await startMosquitto({ tls: authority.issue({ notAfter: '20210101000000Z' }) });
    expect(await trial(targetOf(expired.port, tls))).toBe('wrong-time');
    const plain = await startMosquitto();
    expect(await trial(targetOf(plain.port, tls))).toBe('no-tls');
    expect(kept.connects()).toBe(1); // nobody was thrown out by all of that
  });

  it('logs in with a certificate where the broker wants one', async ({ skip }) => {
    if (!hasOpenssl) skip(NO_OPENSSL);
    const [authority, clients] = [createTestAuthority(), createTestAuthority('Clients')];
    const tls = { tls: true, rootCertificate: authority.certificate };
    const broker = await startMosquitto({ tls: authority.issue(), clientAuthority: clients.certificate });
    const own = clients.issue();
    const kept = keepConnection(broker.port, { ...tls, login: own });
    await kept.connected();
    expect(await trial(targetOf(broker.port, { ...tls, login: own }))).toBe('');
    const inOneLine = { ...own, key: own.key.replaceAll('\n', '') };
    expect(await trial(targetOf(broker.port, { ...tls, login: inOneLine }))).toBe('');
    expect(await trial(targetOf(broker.port, tls))).toBe('rejected');
    expect(await trial(targetOf(broker.port, { ...tls, login: authority.issue() }))).toBe('rejected');
    for (const login of [
      { ...own, key: clients.issue().key }, // of another certificate
      { ...own, key: '' },
      { certificate: 'x', key: own.key },
    ])
      expect(await trial(targetOf(broker.port, { ...tls, login }))).toBe('unreadable-login');
    expect(kept.told.join('\n')).not.toContain('PRIVATE');
  });

  it('is made as soon as a broker is there that was down at first', async () => {
    const broker = await startMosquitto();
    await broker.stop();
    const kept = keepConnection(broker.port);
    await failureOf(kept).toBe('refused');
    expect(kept.connection.publish({ topic: 'a', payload: '', retain: false })).toBe(false);
    await broker.restart();
    await kept.connected();
    expect(kept.told.filter((line) => line.includes(' warn '))).toHaveLength(1);
  });

  it('comes back, with what it publishes and hears, when the broker is killed 20 times at random', async () => {
    const random = createDice(20);
    const broker = await startMosquitto({ persistence: true });
    const kept = keepConnection(broker.port);
    const publish = () => kept.connection.publish({ topic: 'solar/now', payload: '1', retain: false });
    for (let round = 1; round <= 20; round++) {
      // Half of them in the middle of connecting.
      if (random() < 0.5) await kept.connected();
      for (let left = Math.floor(random() * 50); left > 0; left--) {
        publish();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await broker.kill(random() < 0.7 ? 'SIGKILL' : 'SIGTERM');
      await broker.restart();
    }
    await kept.connected();
    const other = await startMosquittoSubscriber(broker.port);
    expect(await other.until(({ topic }) => topic === STATUS)).toMatchObject({
      payload: 'online',
      retain: true,
    });
    expect(publish()).toBe(true);
    await other.until(({ topic }) => topic === 'solar/now');
    kept.connection.publish({ topic: 'solar/1/cmd/limit', payload: 'last', retain: false });
    await expect.poll(() => kept.heard, WAIT).toContain('solar/1/cmd/limit last');
    expect(kept.heard).toHaveLength(1); // subscribed once, not twenty times
  });

  it('leaves the last will when it is cut, and is online again after', async () => {
    const broker = await startMosquitto();
    const line = await startLine(broker.port);
    const other = await startMosquittoSubscriber(broker.port);
    const kept = keepConnection(line.port);
    await other.until(({ payload }) => payload === 'online');
    other.forget();
    line.cut();
    expect(await other.until(({ topic }) => topic === STATUS)).toMatchObject({ payload: 'offline' });
    const later = await startMosquittoSubscriber(broker.port);
    expect(await later.until(({ topic }) => topic === STATUS)).toMatchObject({
      payload: 'offline',
      retain: true,
    });
    await expect.poll(() => kept.connection.facts().isConnected, WAIT).toBe(false);
    other.forget();
    line.mend();
    expect(await other.until(({ topic }) => topic === STATUS)).toMatchObject({ payload: 'online' });
    await kept.connected();
    expect(kept.connects()).toBe(2);
  });
});
