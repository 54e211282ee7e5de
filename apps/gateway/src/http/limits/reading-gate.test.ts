import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { frameOf } from '@heliograph/testbed/outside/socket-frames.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Cut, createFrameCutter, createRequestCutter, gateReading } from './reading-gate.ts';

/** A connection whose reading is gated, and its other end. */
async function connection(cut: Cut) {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    client.destroy();
    socket.destroy();
    server.close();
  });
  const pieces: string[] = [];
  let isOver = false;
  const gate = gateReading(socket, cut);
  socket.on('data', (piece: Buffer) => pieces.push(String(piece)));
  socket.on('end', () => {
    isOver = true;
  });
  socket.on('error', () => undefined);
  return { client, socket, gate, pieces, isOver: () => isOver };
}

describe('the gate', () => {
  it('hands on the pieces that are let through, in order, and the end after the last one', async () => {
    let most = 0;
    const { client, gate, pieces, isOver } = await connection((bytes) => Math.min(most, bytes.length));
    client.end('abcdefgh');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([pieces, isOver()]).toEqual([[], false]);
    most = 3;
    gate.flow();
    expect(pieces).toEqual(['abc', 'def', 'gh']);
    await expect.poll(isOver).toBe(true);
  });

  it('reads no more than a piece while that waits, so that the sender is stopped', async () => {
    let isOpen = false;
    const { client, socket, gate } = await connection((bytes) => (isOpen ? bytes.length : 0));
    const MANY = 32 * 2 ** 20;
    client.write(Buffer.alloc(MANY));
    await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(socket.bytesRead).toBeLessThanOrEqual(65_536);
    expect(client.writableLength).toBeGreaterThan(0);
    isOpen = true;
    gate.flow();
    await expect.poll(() => socket.bytesRead).toBe(MANY);
  });

  it('throws away what comes when our side has ended, and sees the end of the other', async () => {
    const { client, socket, pieces, isOver } = await connection(() => 0);
    client.write('abc');
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.end();
    client.end('def');
    await expect.poll(isOver).toBe(true);
    expect(pieces).toEqual([]);
  });
});

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const requestWith = (headers: Record<string, string>, complete = true) =>
  ({ headers, complete }) as unknown as IncomingMessage;

describe('requests', () => {
  it('are let through one after the other, each when it is due', () => {
    let due = 1;
    const { cut, begin, end } = createRequestCutter(() => due-- > 0);
    let left = Buffer.from(GET.repeat(3));
    expect(cut(left)).toBe(GET.length);
    left = left.subarray(GET.length);
    begin(requestWith({}));
    expect(cut(left)).toBe(0);
    end();
    expect(cut(left)).toBe(0); // not due
    due = 1;
    expect(cut(left)).toBe(GET.length);
  });

  it.each(['\r\n\r\n', '\n\n', '\n\r\n', '\r\n\n'])('end with an empty line, as in %j', (end) => {
    const { cut } = createRequestCutter(() => true);
    const first = `GET / HTTP/1.1\r\nA: b${end}`;
    expect(cut(Buffer.from(`${first}GET / HTTP/1.1`))).toBe(first.length);
  });

  it('that come in parts are counted once, and empty lines like requests', () => {
    let count = 0;
    const { cut } = createRequestCutter(() => {
      count += 1;
      return true;
    });
    for (const part of ['GET / HTT', 'P/1.1\r\nA: ', 'b\r\n\r\n'])
      expect(cut(Buffer.from(part))).toBe(part.length);
    expect(count).toBe(1);
    let lines = Buffer.from('\r\n'.repeat(100));
    while (lines.length > 0) lines = lines.subarray(cut(lines));
    expect(count).toBeGreaterThan(30);
  });

  it('have their body let through as it comes, and nothing behind it', () => {
    const { cut, begin } = createRequestCutter(() => true);
    const request = requestWith({ 'content-length': '10' }, false);
    begin(request);
    expect(cut(Buffer.from('\n\n\n\n'))).toBe(4);
    expect(cut(Buffer.from(`234567${GET}`))).toBe(6);
    Object.assign(request, { complete: true });
    expect(cut(Buffer.from(GET))).toBe(0);
  });

  it('that follow a body of unknown length are counted as well', () => {
    let due = 3;
    const { cut, begin } = createRequestCutter(() => due-- > 0);
    begin(requestWith({ 'transfer-encoding': 'chunked' }, false));
    let left = Buffer.from(`5\r\nabcde\r\n0\r\n\r\n${GET.repeat(100)}`);
    for (let count = cut(left); count > 0; count = cut(left)) left = left.subarray(count);
    expect(left.length).toBe(GET.length * 98);
  });
});

describe('frames', () => {
  /** What of the bytes goes on, in pieces of the network, and what was counted. */
  function pass(bytes: Buffer, pieceBytes: number, isDue = (_frames: number, _bytes: number) => true) {
    const counted = { frames: 0, bytes: 0 };
    const cut = createFrameCutter((frames, count) => {
      if (!isDue(frames, count)) return false;
      counted.frames += frames;
      counted.bytes += count;
      return true;
    });
    const most: number[] = [];
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      let left = bytes.subarray(at, at + pieceBytes);
      while (left.length > 0) {
        const count = cut(left);
        if (count === 0) return { counted, most };
        most.push(count);
        left = left.subarray(count);
      }
    }
    return { counted, most };
  }
  const EMPTY = frameOf({ opcode: 1 });
  const MIXED = Buffer.concat([
    ...['', 'x', 'x'.repeat(125), 'x'.repeat(126), 'x'.repeat(70_000)].map((payload) =>
      frameOf({ opcode: 2, payload }),
    ),
    frameOf({ opcode: 9, payload: 'p', isMasked: false }),
    EMPTY,
  ]);

  it.each([1, 2, 3, 7, 100, 4_096, 100_000])('are counted right in pieces of %i bytes', (pieceBytes) => {
    const { counted } = pass(MIXED, pieceBytes);
    expect(counted).toEqual({ frames: 7, bytes: MIXED.length });
  });

  it('go on few at a time, however many came at once', () => {
    const { counted, most } = pass(Buffer.concat(Array<Buffer>(10_000).fill(EMPTY)), 65_536);
    expect([counted.frames, Math.max(...most)]).toEqual([10_000, 8 * EMPTY.length]);
    expect(Math.max(...pass(frameOf({ opcode: 2, payload: 'x'.repeat(60_000) }), 65_536).most)).toBe(2_048);
  });

  it('wait when they are not due', () => {
    let left = 20;
    const { counted } = pass(Buffer.concat(Array<Buffer>(1_000).fill(EMPTY)), 65_536, (frames) => {
      left -= frames;
      return left >= 0;
    });
    expect(counted.frames).toBe(16);
  });
});
