import * as net from 'node:net';
import { Aedes, type ConnectPacket } from 'aedes';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ConnectionBench, eventually, startConnectionBench } from '../../test/connection-bench.ts';
import { accept, connack, startScriptedBroker } from '../../test/scripted-broker.ts';

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

/** A port where nobody listens. */
async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
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

const publishTo = ({ connection }: ConnectionBench, topic: string) =>
  connection.publish({ topic, payload: '1', retain: false });
const isConnected = ({ connection }: ConnectionBench) => connection.facts().isConnected;
const failureOf = ({ connection }: ConnectionBench) => connection.facts().failure;
const retryLines = ({ lines }: ConnectionBench) => lines.filter((line) => line.includes('retryS='));

/** Waits until the attempt that is under way has failed, and goes to the next one. */
async function goToNextAttempt(bench: ConnectionBench): Promise<void> {
  const attempts = bench.attemptsMs.length;
  await eventually(() => expect(retryLines(bench)).toHaveLength(attempts));
  const [, seconds] = /retryS=([\d.]+)/.exec(retryLines(bench).at(-1) ?? '') ?? [];
  bench.clock.advance(Number(seconds) * 1000);
  expect(bench.attemptsMs).toHaveLength(attempts + 1);
}

describe('a connection to the broker', () => {
  it('is made as the original makes it', async () => {
    const { port, connects, heard } = await startBroker();
    const bench = startConnectionBench({ port });
    await eventually(() => expect(heard).toHaveLength(2));
    expect(new Set(heard)).toEqual(
      new Set(['solar/dtu/status online retain=true', 'subscribe solar/+/cmd/power']),
    );
    expect(bench.connection.facts()).toEqual({ isConnected: true, failure: '' });
    expect(connects).toHaveLength(1);
    const [packet] = connects;
    expect(packet).toMatchObject({ protocolVersion: 4, clean: true, keepalive: 15 });
    expect(packet?.clientId).toBe('OpenDTU-1223476');
    expect(packet?.will).toMatchObject({ topic: 'solar/dtu/status', qos: 2, retain: true });
    expect(String(packet?.will?.payload)).toBe('offline');
  });

  it('says that it is there, subscribes, and only then tells; its last word is a goodbye', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench(
      { port: broker.port },
      {
        subscriptions: ['solar/+/cmd/power', 'solar/+/cmd/restart'],
        onConnect() {
          expect(publishTo(bench, 'solar/told')).toBe(true);
        },
      },
    );
    expect(publishTo(bench, 'solar/early')).toBe(false);
    await eventually(() => expect(broker.received(0).includes('solar/told')).toBe(true));
    await bench.connection.stop();
    expect(publishTo(bench, 'solar/late')).toBe(false);
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
      const bench = startConnectionBench({ port, username, password });
      await eventually(() => expect(isConnected(bench)).toBe(true));
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
    const bench = startConnectionBench({ port });
    await eventually(() => expect(bench.messages).toHaveLength(1));
    await publish(Buffer.from('0'), false);
    await eventually(() => expect(bench.messages).toHaveLength(2));
    expect(bench.messages).toEqual([
      { topic: 'solar/1/cmd/power', payload: '1', isRetained: true },
      { topic: 'solar/1/cmd/power', payload: '0', isRetained: false },
    ]);
  });

  it('does not hold what is too long, and goes on', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(isConnected(bench)).toBe(true));
    const bytes = 1024 * 1024;
    broker.sockets[0]?.write(Uint8Array.of(0x30, 0x80, 0x80, 0x40, 0, 1, 0x61));
    broker.sockets[0]?.write(Buffer.alloc(bytes - 3, 'x'));
    broker.sockets[0]?.write(Uint8Array.of(0x30, 4, 0, 1, 0x62, 0x31));
    await eventually(() => expect(bench.messages).toEqual([{ topic: 'b', payload: '1', isRetained: false }]));
    expect(bench.lines.filter((line) => line.includes('too long'))).toEqual([
      expect.stringContaining(`bytes=${bytes}`),
    ]);
  });

  it('logs what the broker does not let it have', async () => {
    const { port, broker } = await startBroker();
    broker.authorizeSubscribe = (_client, subscription, done) => {
      done(null, subscription.topic.endsWith('restart') ? null : subscription);
    };
    const bench = startConnectionBench({ port }, { subscriptions: ['a/cmd/power', 'a/cmd/restart'] });
    await eventually(() => expect(bench.lines.join('\n')).toContain('refuses'));
    expect(bench.lines.filter((line) => line.startsWith('warn'))).toEqual([
      expect.stringContaining('topics=["a/cmd/restart"]'),
    ]);
    expect(isConnected(bench)).toBe(true);
  });

  it('says goodbye when it is stopped, with the offline text, and no attempt follows', async () => {
    const { port, heard, connects } = await startBroker();
    const bench = startConnectionBench({ port });
    await eventually(() => expect(heard).toHaveLength(2));
    await bench.connection.stop();
    expect(heard.slice(2)).toEqual(['solar/dtu/status offline retain=true']);
    expect(bench.connection.facts()).toEqual({ isConnected: false, failure: '' });
    await bench.clock.advanceAsync(300_000);
    expect(connects).toHaveLength(1);
    expect(publishTo(bench, 'solar/late')).toBe(false);
  });

  it('tells nobody user, password or certificate', async () => {
    const { port, broker } = await startBroker();
    const rootCertificate = '-----BEGIN CERTIFICATE-----\ncanary3\n-----END CERTIFICATE-----';
    const secrets = { username: 'canary1', password: 'canary2', rootCertificate };
    broker.authenticate = (_client, _username, _password, done) => done(null, false);
    const benches = [
      startConnectionBench({ port, ...secrets }),
      startConnectionBench({ port, ...secrets, tls: true }),
    ];
    await eventually(() => expect(benches.map(failureOf)).toEqual(['login', 'unreadable-root']));
    expect(benches.flatMap(({ lines }) => lines).join()).not.toContain('canary');
  });
});

describe('a connection that fails', () => {
  it.each([
    [1, 'rejected'],
    [2, 'rejected'],
    [3, 'no-answer'],
    [4, 'login'],
    [5, 'login'],
  ])('tells what return code %d means: %s', async (returnCode, failure) => {
    const { port } = await startScriptedBroker((socket) => socket.end(connack(returnCode)));
    const bench = startConnectionBench({ port });
    await eventually(() => expect(failureOf(bench)).toBe(failure));
    expect(retryLines(bench)).toEqual([expect.stringContaining(`code="${returnCode}" retryS=1`)]);
  });

  it('gives a silent broker 10 s', async () => {
    const broker = await startScriptedBroker(() => {});
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(broker.received(0).length).toBeGreaterThan(0));
    bench.clock.advance(9999);
    expect(failureOf(bench)).toBe('');
    bench.clock.advance(1);
    expect(failureOf(bench)).toBe('no-answer');
    await eventually(() => expect(broker.sockets[0]?.destroyed).toBe(true));
  });

  it('is over when the broker hangs up at once', async () => {
    const { port } = await startScriptedBroker((socket) => socket.destroy());
    const bench = startConnectionBench({ port });
    await eventually(() => expect(failureOf(bench)).toBe('closed'));
  });

  it.each([
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['an alert of TLS', Uint8Array.of(0x15, 3, 1, 0, 2, 2, 70)],
    ['a packet of no kind', Uint8Array.of(0, 0)],
    ['a length without end', Uint8Array.of(0x20, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['two acceptances', Buffer.concat([connack(), connack()])],
  ])('is over when the broker answers with %s', async (_what, answer) => {
    const { port } = await startScriptedBroker((socket) => socket.write(answer));
    const bench = startConnectionBench({ port });
    await eventually(() => expect(failureOf(bench)).toBe('rejected'));
  });

  it('ends and comes again when what it hears later is no packet', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(bench.connects()).toBe(1));
    broker.sockets[0]?.write(Uint8Array.of(0x36, 2, 0, 0));
    await goToNextAttempt(bench);
    await eventually(() => expect(bench.connects()).toBe(2));
    expect(bench.connection.facts()).toEqual({ isConnected: true, failure: '' });
  });

  it('is over when a ping stays without answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    while (!isConnected(bench)) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(22_499);
    expect(isConnected(bench)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(bench.connection.facts()).toEqual({ isConnected: false, failure: 'no-answer' });
  });

  it('does not bring the process down with a topic that no packet holds', async () => {
    const { port } = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port });
    await eventually(() => expect(isConnected(bench)).toBe(true));
    expect(publishTo(bench, 'x'.repeat(70_000))).toBe(false);
    await eventually(() => expect(failureOf(bench)).toBe('other'));
  });

  it('fails with an impossible port as with any other', async () => {
    const bench = startConnectionBench({ port: 70_000 });
    await eventually(() => expect(failureOf(bench)).toBe('other'));
  });
});

describe('the attempts of a connection', () => {
  it('come 1 s apart, then 2 s, up to 60 s', async () => {
    const bench = startConnectionBench({ port: await freePort() });
    for (let count = 0; count < 8; count++) await goToNextAttempt(bench);
    expect(bench.attemptsMs.map((ms) => ms / 1000)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    expect(failureOf(bench)).toBe('refused');
  });

  it('warn once per reason', async () => {
    const nothing = new Uint8Array();
    const answers = [nothing, nothing, connack(5), connack(5), nothing];
    const { port } = await startScriptedBroker((socket) => socket.end(answers.shift() ?? nothing));
    const bench = startConnectionBench({ port });
    for (let count = 0; count < 4; count++) await goToNextAttempt(bench);
    await eventually(() => expect(retryLines(bench)).toHaveLength(5));
    const levels = retryLines(bench).map((line) => line.slice(0, line.indexOf(' ')));
    expect(levels).toEqual(['warn', 'debug', 'warn', 'debug', 'warn']);
  });

  it('warn about a lasting reason again every 10 minutes', async () => {
    const bench = startConnectionBench({ port: await freePort() });
    const minutes = () => Math.floor(bench.clock.monotonicMs() / 60_000);
    while (minutes() < 25) await goToNextAttempt(bench);
    const warnings = () => retryLines(bench).filter((line) => line.startsWith('warn')).length;
    await eventually(() => expect(warnings()).toBe(3));
  });

  it('warn whenever a connection is lost, and that another client may have our id when it happens at once, twice', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    for (const [at, holdMs] of [20_000, 20_000, 9999, 3000, 10_000].entries()) {
      await eventually(() => expect(bench.connects()).toBe(at + 1));
      bench.clock.advance(holdMs);
      broker.sockets[at]?.destroy();
      await goToNextAttempt(bench);
    }
    const lines = retryLines(bench);
    expect(lines.every((line) => line.startsWith('warn'))).toBe(true);
    const isTold = lines.map((line) => /same client id.*clientId="OpenDTU-1223476"/.test(line));
    expect(isTold).toEqual([false, false, false, true, false]);
  });

  it('begin at 1 s again after a connection that held for 10 s, not after a shorter one', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    for (const [at, holdMs] of [3000, 9999, 10_000, 0].entries()) {
      await eventually(() => expect(bench.connects()).toBe(at + 1));
      bench.clock.advance(holdMs);
      broker.sockets[at]?.destroy();
      await goToNextAttempt(bench);
    }
    const retries = retryLines(bench).map((line) => /retryS=(\d+)/.exec(line)?.[1]);
    expect(retries).toEqual(['1', '2', '1', '2']);
  });
});

const BLOCK = 'x'.repeat(64 * 1024);
/** What the kernel may take for both ends of a connection, generously. */
const KERNEL_BYTES = 64 * 1024 * 1024;

/** Publishes until nothing is taken; how many bytes were. */
function fill({ connection }: ConnectionBench): number {
  let bytes = 0;
  while (bytes < KERNEL_BYTES && connection.publish({ topic: 'solar/x', payload: BLOCK, retain: false })) {
    bytes += BLOCK.length;
  }
  return bytes;
}

describe('a broker that takes nothing', () => {
  it('is sent nothing more, so nothing piles up here, until it takes again', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(isConnected(bench)).toBe(true));
    broker.sockets[0]?.pause();
    await eventually(() => {
      expect(fill(bench)).toBe(0);
    });
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 1000; count++) expect(fill(bench)).toBe(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
    expect(isConnected(bench)).toBe(true);
    broker.sockets[0]?.resume();
    await eventually(() => expect(fill(bench)).toBeGreaterThan(0));
  });

  it('has 2 s for the goodbye', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(isConnected(bench)).toBe(true));
    broker.sockets[0]?.pause();
    let isStopped = false;
    const stopped = bench.connection.stop().then(() => {
      isStopped = true;
    });
    await bench.clock.advanceAsync(1999);
    expect(isStopped).toBe(false);
    await bench.clock.advanceAsync(1);
    await stopped;
  });

  it('gets no goodbye behind what it does not take, so it publishes the will', async () => {
    const broker = await startScriptedBroker(accept);
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(isConnected(bench)).toBe(true));
    broker.sockets[0]?.pause();
    await eventually(() => {
      expect(fill(bench)).toBe(0);
    });
    await bench.connection.stop(); // the clock stands still
  });
});

describe('stopping', () => {
  it('ends an attempt that is under way', async () => {
    const broker = await startScriptedBroker(() => {});
    const bench = startConnectionBench({ port: broker.port });
    await eventually(() => expect(broker.received(0).length).toBeGreaterThan(0));
    await bench.connection.stop();
    await eventually(() => expect(broker.sockets[0]?.closed).toBe(true));
    await bench.clock.advanceAsync(120_000);
    expect(broker.sockets).toHaveLength(1);
    expect(retryLines(bench)).toEqual([]);
  });

  it('ends the wait for the next attempt', async () => {
    const bench = startConnectionBench({ port: await freePort() });
    await eventually(() => expect(failureOf(bench)).toBe('refused'));
    await bench.connection.stop();
    await bench.clock.advanceAsync(120_000);
    expect(bench.attemptsMs).toEqual([0]);
  });

  it('may be asked for in the call that tells of the connection, and twice', async () => {
    const { port } = await startScriptedBroker(accept);
    let stops: readonly Promise<void>[] = [];
    const bench = startConnectionBench(
      { port },
      {
        onConnect() {
          stops = [bench.connection.stop(), bench.connection.stop()];
        },
      },
    );
    await eventually(() => expect(stops).toHaveLength(2));
    await Promise.all(stops);
  });

  it('leaves nothing behind, however often', async () => {
    const broker = await startScriptedBroker(accept);
    const countOf = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap' || name === 'Timeout')
        .length;
    const before = countOf();
    for (let count = 0; count < 50; count++) {
      const bench = startConnectionBench({ port: broker.port });
      await eventually(() => expect(isConnected(bench)).toBe(true));
      await bench.connection.stop();
    }
    await eventually(() => expect(countOf()).toBeLessThanOrEqual(before));
  });
});
