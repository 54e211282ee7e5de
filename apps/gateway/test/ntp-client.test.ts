import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import {
  type FakeNtpServer,
  type NtpAnswerParts,
  ntpAnswer,
  startFakeNtpServer,
} from '@heliograph/testbed/ntp-server.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNtpClient, type NtpReply } from '../src/platform/ntp-client.ts';

vi.setConfig({ testTimeout: 30_000 });
const WAIT = { timeout: 20_000 };

const NOW = Date.UTC(2026, 10, 21, 16);
const RIGHT: NtpAnswerParts = { receiveMs: NOW, transmitMs: NOW };
const NEVER = new AbortController().signal;

/** The monotonic clock shows 5000; no time passes unless a test lets it. */
const startClock = () => createVirtualClock(Date.UTC(2020, 0, 1), 5000);

function ask(
  server: FakeNtpServer,
  { clock = startClock(), signal = NEVER, address = '127.0.0.1' } = {},
): Promise<NtpReply> {
  return createNtpClient({ clock, randomBytes, port: server.port }).ask(address, signal);
}

describe('a server that is right', () => {
  it('gives its time', async () => {
    const server = await startFakeNtpServer((question, from, socket) => {
      expect(question).toHaveLength(48);
      socket.send(ntpAnswer(question, RIGHT), from.port, from.address);
    });
    expect(await ask(server)).toEqual({ kind: 'time', unixMs: NOW, atMonotonicMs: 5000, roundTripMs: 0 });
  });

  it('is asked with another nonce each time, never with the time of our clock', async () => {
    const nonces = new Set<string>();
    const server = await startFakeNtpServer((question, from, socket) => {
      nonces.add(question.toString('hex', 40));
      expect(question.toString('hex', 0, 40)).toBe(`23${'00'.repeat(39)}`);
      socket.send(ntpAnswer(question, RIGHT), from.port, from.address);
    });
    for (let round = 0; round < 5; round++) await ask(server);
    expect(nonces.size).toBe(5);
  });

  it('is half of the way behind, without the time it thought', async () => {
    const clock = startClock();
    const server = await startFakeNtpServer((question, from, socket) => {
      clock.advance(500);
      clock.shiftWallClock(-86_400_000); // the host's own clock plays no part
      const parts = { receiveMs: NOW, transmitMs: NOW + 100 };
      socket.send(ntpAnswer(question, parts), from.port, from.address);
    });
    const reply = await ask(server, { clock });
    expect(reply).toMatchObject({ kind: 'time', atMonotonicMs: 5500 });
    if (reply.kind !== 'time') return;
    expect(reply.roundTripMs).toBeCloseTo(400, 3);
    expect(reply.unixMs).toBeCloseTo(NOW + 300, 3);
  });

  it('may have an address of version 6', async ({ skip }) => {
    const server = await startFakeNtpServer((question, from, socket) => {
      socket.send(ntpAnswer(question, RIGHT), from.port, from.address);
    }, '::1').catch(() => skip('this machine has no ::1'));
    expect(await ask(server, { address: '::1' })).toMatchObject({ kind: 'time', unixMs: NOW });
  });
});

describe('answers that anybody could have sent', () => {
  const wrong: Readonly<Record<string, (question: Buffer) => Buffer>> = {
    'that echo something else': (question) => ntpAnswer(Buffer.alloc(question.length, 7), RIGHT),
    'that are too short': (question) => ntpAnswer(question, RIGHT).subarray(0, 47),
    'that are empty': () => Buffer.alloc(0),
    'that are too long': (question) => Buffer.concat([ntpAnswer(question, RIGHT), Buffer.alloc(20)]),
    'that are the question': (question) => question,
    'that are a kiss of death for another question': (question) =>
      ntpAnswer(Buffer.alloc(question.length, 7), { ...RIGHT, stratum: 0, reference: 'DENY' }),
  };

  it.each(Object.keys(wrong))('%s are passed over, and the right one is taken', async (name) => {
    const server = await startFakeNtpServer((question, from, socket) => {
      for (let count = 0; count < 20; count++) {
        socket.send(wrong[name]?.(question) ?? '', from.port, from.address);
      }
      socket.send(ntpAnswer(question, RIGHT), from.port, from.address);
    });
    expect(await ask(server)).toMatchObject({ kind: 'time', unixMs: NOW });
  });

  it('from another port are not even heard', async () => {
    const other = createSocket('udp4');
    onTestFinished(() => {
      other.close();
    });
    const lie = { receiveMs: NOW + 86_400_000, transmitMs: NOW + 86_400_000 };
    const server = await startFakeNtpServer((question, from, socket) => {
      other.send(ntpAnswer(question, lie), from.port, from.address, () => {
        socket.send(ntpAnswer(question, RIGHT), from.port, from.address);
      });
    });
    expect(await ask(server)).toMatchObject({ kind: 'time', unixMs: NOW });
  });

  it('are named when nothing else came in time', async () => {
    const clock = startClock();
    const server = await startFakeNtpServer((question, from, socket) => {
      socket.send(question.subarray(0, 12), from.port, from.address);
      socket.send(question, from.port, from.address);
    });
    const reply = ask(server, { clock });
    await expect.poll(server.asked, WAIT).toBe(1);
    await expect.poll(() => reachesEnd(reply, () => clock.advance(1000)), WAIT).toBe(true);
    expect(await reply).toEqual({
      kind: 'failed',
      reason: expect.stringMatching(/another|12 bytes|no answer/),
    });
  });
});

/** Whether `reply` is there after `step`. */
async function reachesEnd(reply: Promise<NtpReply>, step: () => void): Promise<boolean> {
  step();
  return Promise.race([reply.then(() => true), new Promise<false>((done) => setImmediate(done, false))]);
}

describe('a server that misbehaves', () => {
  const lies: readonly (readonly [string, Partial<NtpAnswerParts>])[] = [
    ['is not synchronised', { leap: 3 }],
    ['has no stratum', { stratum: 16 }],
    ['broadcasts', { mode: 5 }],
    ['asks back', { mode: 3 }],
    ['speaks version 7', { version: 7 }],
    ['answers before it was asked', { receiveMs: NOW, transmitMs: NOW - 1000 }],
    ['thinks longer than we waited', { receiveMs: NOW - 1000, transmitMs: NOW }],
  ];
  it.each(lies)('and %s is not believed', async (_, parts) => {
    const server = await startFakeNtpServer((question, from, socket) => {
      socket.send(ntpAnswer(question, { ...RIGHT, ...parts }), from.port, from.address);
    });
    expect(await ask(server)).toMatchObject({ kind: 'failed' });
  });

  it('may say that it is not to be asked', async () => {
    const server = await startFakeNtpServer((question, from, socket) => {
      const parts = { ...RIGHT, leap: 3, stratum: 0, reference: 'RATE' };
      socket.send(ntpAnswer(question, parts), from.port, from.address);
    });
    expect(await ask(server)).toEqual({ kind: 'kiss', code: 'RATE' });
  });

  it('and takes two seconds and more is not believed', async () => {
    const clock = startClock();
    const server = await startFakeNtpServer((question, from, socket) => {
      clock.advance(2001);
      socket.send(ntpAnswer(question, RIGHT), from.port, from.address);
    });
    expect(await ask(server, { clock })).toEqual({ kind: 'failed', reason: 'its answer took too long' });
  });

  it('and keeps silent is waited for three seconds', async () => {
    const clock = startClock();
    const server = await startFakeNtpServer(() => clock.advance(3000));
    expect(await ask(server, { clock })).toEqual({ kind: 'failed', reason: 'no answer' });
  });
});

describe('asking', () => {
  it('fails where nobody listens', async () => {
    const socket = createSocket('udp4');
    await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
    const { port } = socket.address();
    await new Promise<void>((done) => socket.close(done));
    const clock = startClock();
    const reply = ask({ port, asked: () => 0 }, { clock });
    await expect.poll(() => reachesEnd(reply, () => clock.advance(1)), WAIT).toBe(true); // long before the time-out
    expect(await reply).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' });
  });

  it.each(['not an address', '255.255.255.255', '0.0.0.1', '2001:db8::1%nowhere', ''])(
    'fails for %j',
    async (address) => {
      const clock = startClock();
      const reply = createNtpClient({ clock, randomBytes, port: 9 }).ask(address, NEVER);
      await expect.poll(() => reachesEnd(reply, () => clock.advance(1000)), WAIT).toBe(true);
      expect(await reply).toMatchObject({ kind: 'failed' });
    },
  );

  it('ends at once when it is cancelled, before, during and after', async () => {
    const before = new AbortController();
    before.abort();
    const during = new AbortController();
    const server = await startFakeNtpServer(() => during.abort());
    expect(await ask(server, { signal: before.signal })).toEqual({ kind: 'failed', reason: 'cancelled' });
    expect(await ask(server, { signal: during.signal })).toEqual({ kind: 'failed', reason: 'cancelled' });
    const early = new AbortController();
    const reply = ask(server, { signal: early.signal });
    early.abort();
    expect(await reply).toEqual({ kind: 'failed', reason: 'cancelled' });
  });
});

describe('the addresses of a server', () => {
  const client = createNtpClient({ clock: startClock(), randomBytes });
  it.each(['127.0.0.1', '::1', '192.0.2.7'])('%s is one', async (address) => {
    expect(await client.addressesOf(address)).toEqual([address]);
  });

  it('are none for what is no name', async () => {
    expect(await client.addressesOf('no such host')).toEqual([]);
    expect(await client.addressesOf(`a${String.fromCharCode(0)}b`)).toEqual([]);
  });
});
