import { once } from 'node:events';
import { createServer, connect as openConnection } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type LinkShape, openShapedLink, type ShapedLink } from './shaped-link.ts';

const UNSHAPED: LinkShape = {
  bytesPerSecond: Number.POSITIVE_INFINITY,
  roundTripMs: 0,
  connectionsAtOnce: 10,
};
const ANSWER = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251));

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A line to a server that answers the first bytes it gets and hangs up. */
async function linkToServer(shape: Partial<LinkShape>): Promise<ShapedLink> {
  const server = createServer((socket) => socket.once('data', () => socket.end(ANSWER)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const link = await openShapedLink(typeof address === 'object' && address !== null ? address.port : 0, {
    ...UNSHAPED,
    ...shape,
  });
  ends.push(
    async () => server.close(),
    () => link.close(),
  );
  return link;
}

/** Asks over a connection of its own. */
async function ask(link: ShapedLink): Promise<{ readonly bytes: Buffer; readonly tookMs: number }> {
  const startedAtMs = performance.now();
  const socket = openConnection(Number(new URL(link.url).port), '127.0.0.1');
  socket.write('?');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), tookMs: performance.now() - startedAtMs };
}

// Times are held from below only: a busy machine can make them longer and never shorter.
const TIMER_SLACK_MS = 2;

describe('a slow line', () => {
  it('carries everything as it is, and counts it', async () => {
    const link = await linkToServer({ bytesPerSecond: 1_000_000, roundTripMs: 2 });
    const answers = await Promise.all([ask(link), ask(link)]);
    for (const { bytes } of answers) expect(bytes).toEqual(ANSWER);
    expect(link.takeTraffic()).toEqual({ connections: 2, bytes: 2 * ANSWER.length });
    expect(link.takeTraffic()).toEqual({ connections: 0, bytes: 0 });
  });

  it('costs two round trips for a connection and its answer', async () => {
    const link = await linkToServer({ roundTripMs: 40 });
    expect((await ask(link)).tookMs).toBeGreaterThanOrEqual(80 - TIMER_SLACK_MS);
  });

  it('has one speed for all connections together', async () => {
    const link = await linkToServer({ bytesPerSecond: 200_000 });
    const answers = await Promise.all([ask(link), ask(link)]);
    expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeGreaterThanOrEqual(100 - TIMER_SLACK_MS);
  });

  it('lets the next connection wait until one before it has ended', async () => {
    const link = await linkToServer({ connectionsAtOnce: 1, roundTripMs: 40 });
    const answers = await Promise.all([ask(link), ask(link)]);
    expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeGreaterThanOrEqual(120 - TIMER_SLACK_MS);
  });
});
