import { connect } from 'node:net';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { sendRaw } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { END, fieldPart, LF } from './data-form.ts';
import {
  AS_PAIRS,
  AS_PARTS,
  BODY_MAX_BYTES,
  codeOf,
  type PostTestbed,
  requestHead,
  startPostTestbed,
} from './post-testbed.ts';

/**
 * How long the body of a POST may be, and how it may arrive. Source:
 * docs/reference/original-device.md#json-that-the-device-takes, #answers-to-a-post and #checks-of-a-post.
 */

let testbed: PostTestbed;
beforeAll(async () => {
  testbed = await startPostTestbed();
  return testbed.gateway.dispose;
});

/** A good order of exactly so many bytes of UTF-8, in fewer characters. */
function orderOfBytes(count: number): string {
  const start = testbed.order({ note: 'ü'.repeat(300) });
  const padded = start + ' '.repeat(count - Buffer.byteLength(start));
  expect(Buffer.byteLength(padded)).toBe(count);
  expect(padded.length).toBeLessThan(count - 200);
  return padded;
}

describe('the length', () => {
  it('may be 1024 bytes of UTF-8 and no more', async () => {
    expect(await codeOf(testbed.post(orderOfBytes(1024)))).toBe(1001);
    expect(await codeOf(testbed.post(orderOfBytes(1025)))).toBe(1003);
    const inParts = (data: string) => testbed.postBody(fieldPart(data) + END, { headers: AS_PARTS });
    expect(await codeOf(inParts(orderOfBytes(1024)))).toBe(1001);
    expect(await codeOf(inParts(orderOfBytes(1025)))).toBe(1003);
  });

  it('is judged before the JSON', async () => {
    expect(await codeOf(testbed.post('{'.repeat(1025)))).toBe(1003);
    expect(await codeOf(testbed.post(' '.repeat(1025)))).toBe(1003);
    const nested = fieldPart('['.repeat(30_000)) + END;
    expect(await codeOf(testbed.postBody(nested, { headers: AS_PARTS }))).toBe(1003);
  });

  it('is judged up to the largest body, which is refused beyond', async () => {
    const largest = `data=${'x'.repeat(BODY_MAX_BYTES - 5)}`;
    expect(await codeOf(testbed.postBody(largest, { headers: AS_PAIRS }))).toBe(1003);
    const { status, headers, text } = await testbed.postBody(`${largest}x`, { headers: AS_PAIRS });
    expect([status, headers['content-type'], headers.connection]).toEqual([413, 'application/json', 'close']);
    expect(JSON.parse(text)).toEqual({ message: expect.any(String) });
  });

  it('of a body in chunks is refused as soon as they are too many', async () => {
    const head = requestHead({ ...AS_PAIRS, 'transfer-encoding': 'chunked' });
    const chunk = `4000${LF}${'x'.repeat(0x4000)}${LF}`;
    const received = await sendRaw(testbed.gateway.port, head + chunk.repeat(5)); // and no end
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toMatch(/^connection: close\r?$/im);
    expect(JSON.parse(received.split(LF + LF)[1] ?? '')).toEqual({ message: expect.any(String) });
  });
});

describe('a body on its way', () => {
  it('may come in chunks, also cut within a character', async () => {
    const bytes = Buffer.from(`data=${testbed.order({ note: 'ü😀' })}`);
    const { port } = await startTestGateway();
    const socket = connect(port, '127.0.0.1');
    socket.write(requestHead({ ...AS_PAIRS, 'transfer-encoding': 'chunked', connection: 'close' }));
    for (const byte of bytes)
      socket.write(Buffer.concat([Buffer.from(`1${LF}`), Buffer.of(byte), Buffer.from(LF)]));
    socket.write(`0${LF}${LF}`);
    let received = '';
    for await (const piece of socket) received += String(piece);
    expect(received).toMatch(/"code":1001\}$/);
    expect(await testbed.powerStatus(port)).toBe('Pending');
  });

  it('that is shorter than it says does nothing', async () => {
    const { port } = await startTestGateway();
    const body = `data=${testbed.order()}`;
    const socket = connect(port, '127.0.0.1');
    socket.end(requestHead({ ...AS_PAIRS, 'content-length': String(body.length + 1) }) + body);
    let received = '';
    for await (const piece of socket) received += String(piece);
    expect(received).not.toMatch(/^HTTP\/1\.1 (200|500)/);
    expect(await testbed.powerStatus(port)).not.toBe('Pending');
  });

  it('that is longer than it says is cut there, and the rest is no request', async () => {
    const body = fieldPart(testbed.order()) + END;
    const head = requestHead({ ...AS_PARTS, 'content-length': String(body.length - 10) });
    const received = await sendRaw(testbed.gateway.port, head + body);
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).not.toMatch(/HTTP\/1\.1 (200|500)/);
  });
});
