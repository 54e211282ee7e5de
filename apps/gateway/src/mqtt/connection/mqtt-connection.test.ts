import * as net from 'node:net';
import { accept, startScriptedBroker } from '@heliograph/testbed/mqtt/scripted-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { Aedes, type ConnectPacket } from 'aedes';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  failureOf,
  isConnected,
  publishTo,
  startConnectionTestbed,
} from '../../../test/connection-testbed.ts';

/** A real broker in this process, and what came to it. */
async function startBroker() {
  const broker = await Aedes.createBroker();
  const connects: ConnectPacket[] = [];
  const heard: string[] = [];
  broker.preConnect = (_client, packet, done) => {
    connects.push(packet);
    done(null, true);
  };
  broker.on('publish', (packet, client) => {
    if (client !== null) heard.push(`${packet.topic} ${packet.payload} retain=${packet.retain}`);
  });
  broker.on('subscribe', (topics) => heard.push(`subscribe ${topics.map(({ topic }) => topic)}`));
  const server = net.createServer(broker.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await new Promise<void>((resolve) => broker.close(resolve));
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { broker, connects, heard, port };
}

/** Packets of less than 128 bytes each. */
function splitPackets(bytes: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + (bytes[at + 1] ?? 0);
    packets.push(bytes.subarray(at, end));
    at = end;
  }
  return packets;
}

describe('a connection to the broker', () => {
  it('is made as the original makes it', async () => {
    const { port, connects, heard } = await startBroker();
    const testbed = startConnectionTestbed({ port });
    await eventually(() => expect(heard).toHaveLength(2));
    expect(new Set(heard)).toEqual(
      new Set(['solar/dtu/status online retain=true', 'subscribe solar/+/cmd/power']),
    );
    expect(testbed.connection.facts()).toEqual({ isConnected: true, failure: '' });
    expect(connects).toHaveLength(1);
    const [packet] = connects;
    expect(packet).toMatchObject({ protocolVersion: 4, clean: true, keepalive: 15 });
    expect(packet?.clientId).toBe('OpenDTU-1223476');
    expect(packet?.will).toMatchObject({ topic: 'solar/dtu/status', qos: 2, retain: true });
    expect(String(packet?.will?.payload)).toBe('offline');
  });

  it('says that it is there, subscribes, and only then tells; its last word is a goodbye', async () => {
    const broker = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed(
      { port: broker.port },
      {
        subscriptions: ['solar/+/cmd/power', 'solar/+/cmd/restart'],
        onConnect() {
          expect(publishTo(testbed, 'solar/told')).toBe(true);
        },
      },
    );
    expect(publishTo(testbed, 'solar/early')).toBe(false);
    await eventually(() => expect(broker.received(0).includes('solar/told')).toBe(true));
    await testbed.connection.stop();
    expect(publishTo(testbed, 'solar/late')).toBe(false);
    expect(splitPackets(broker.received(0)).map((packet) => packet.toString('latin1'))).toEqual([
      expect.stringContaining('MQTT'),
      '\x31\x18\0\x10solar/dtu/statusonline',
      expect.stringMatching(/^\x82.+solar\/\+\/cmd\/power\0.+solar\/\+\/cmd\/restart\0$/s),
      '\x30\x0d\0\x0asolar/told1',
      '\x31\x19\0\x10solar/dtu/statusoffline',
      '\xe0\0',
    ]);
  });

  it.each([
    { username: '', password: '', sent: [undefined, undefined] },
    { username: 'u', password: '', sent: ['u', undefined] },
    { username: 'u', password: 'p', sent: ['u', 'p'] },
    { username: '', password: 'p', sent: ['', 'p'] },
  ])(
    'sends of user "$username" and password "$password" what is not empty',
    async ({ username, password, sent }) => {
      const { port, connects } = await startBroker();
      const testbed = startConnectionTestbed({ port, username, password });
      await eventually(() => expect(isConnected(testbed)).toBe(true));
      expect([connects[0]?.username, connects[0]?.password?.toString()]).toEqual(sent);
    },
  );

  it('hands on what arrives, and whether the broker had kept it', async () => {
    const { port, broker } = await startBroker();
    const publish = (payload: Buffer, retain: boolean) =>
      new Promise<void>((resolve, reject) => {
        const packet = { cmd: 'publish', topic: 'solar/1/cmd/power', qos: 0, dup: false } as const;
        broker.publish({ ...packet, payload, retain }, (error) => (error ? reject(error) : resolve()));
      });
    await publish(Buffer.from('1'), true);
    const testbed = startConnectionTestbed({ port });
    await eventually(() => expect(testbed.messages).toHaveLength(1));
    await publish(Buffer.from('0'), false);
    await eventually(() => expect(testbed.messages).toHaveLength(2));
    expect(testbed.messages).toEqual([
      { topic: 'solar/1/cmd/power', payload: '1', isRetained: true },
      { topic: 'solar/1/cmd/power', payload: '0', isRetained: false },
    ]);
  });

  it('does not hold what is too long, and goes on', async () => {
    const broker = await startScriptedBroker(accept);
    const testbed = startConnectionTestbed({ port: broker.port });
    await eventually(() => expect(isConnected(testbed)).toBe(true));
    const bytes = 1024 * 1024;
    broker.sockets[0]?.write(Uint8Array.of(0x30, 0x80, 0x80, 0x40, 0, 1, 0x61));
    broker.sockets[0]?.write(Buffer.alloc(bytes - 3, 'x'));
    broker.sockets[0]?.write(Uint8Array.of(0x30, 4, 0, 1, 0x62, 0x31));
    await eventually(() =>
      expect(testbed.messages).toEqual([{ topic: 'b', payload: '1', isRetained: false }]),
    );
    expect(testbed.lines.filter((line) => line.includes('too long'))).toEqual([
      expect.stringContaining(`bytes=${bytes}`),
    ]);
  });

  it('logs what the broker does not let it have', async () => {
    const { port, broker } = await startBroker();
    broker.authorizeSubscribe = (_client, subscription, done) => {
      done(null, subscription.topic.endsWith('restart') ? null : subscription);
    };
    const testbed = startConnectionTestbed({ port }, { subscriptions: ['a/cmd/power', 'a/cmd/restart'] });
    await eventually(() => expect(testbed.lines.join('\n')).toContain('refuses'));
    expect(testbed.lines.filter((line) => line.startsWith('warn'))).toEqual([
      expect.stringContaining('topics=["a/cmd/restart"]'),
    ]);
    expect(isConnected(testbed)).toBe(true);
  });

  it('says goodbye when it is stopped, with the offline text, and no attempt follows', async () => {
    const { port, heard, connects } = await startBroker();
    const testbed = startConnectionTestbed({ port });
    await eventually(() => expect(heard).toHaveLength(2));
    await testbed.connection.stop();
    expect(heard.slice(2)).toEqual(['solar/dtu/status offline retain=true']);
    expect(testbed.connection.facts()).toEqual({ isConnected: false, failure: '' });
    await testbed.clock.advanceAsync(300_000);
    expect(connects).toHaveLength(1);
    expect(publishTo(testbed, 'solar/late')).toBe(false);
  });

  it('tells nobody user, password or certificate', async () => {
    const { port, broker } = await startBroker();
    const rootCertificate = '-----BEGIN CERTIFICATE-----\ncanary3\n-----END CERTIFICATE-----';
    const secrets = { username: 'canary1', password: 'canary2', rootCertificate };
    broker.authenticate = (_client, _username, _password, done) => done(null, false);
    const testbeds = [
      startConnectionTestbed({ port, ...secrets }),
      startConnectionTestbed({ port, ...secrets, tls: true }),
    ];
    await eventually(() => expect(testbeds.map(failureOf)).toEqual(['login', 'unreadable-root']));
    expect(testbeds.flatMap(({ lines }) => lines).join()).not.toContain('canary');
  });
});
