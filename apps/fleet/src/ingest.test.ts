import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { addIngest, type IngestOptions } from './ingest.ts';
import { hashSitePassword } from './secrets.ts';

const LINE = 'heliograph_plant,site=barn power_w=1 1790000000000000000\n';
const SITES = ['barn', 'mill', 'hut'];
const silent = () => undefined;

/** Takes readings of three sites, each with the password `secret`. */
async function startIngest(options: Partial<Pick<IngestOptions, 'timeseries' | 'bodiesMaxBytes'>> = {}) {
  const told: unknown[] = [];
  const written: Uint8Array[] = [];
  let nowMs = 1_790_000_000_000;
  const app = Fastify();
  const hash = await hashSitePassword('secret');
  const snapshot = {
    ...{ sites: [], siteHashes: new Map(SITES.map((id) => [id, hash])), groups: [] },
    ...{ accounts: new Map(), shares: new Map(), sessions: new Map(), siteNews: [] },
  };
  addIngest(app, {
    store: { snapshot: () => snapshot, isKnown: () => true, onSnapshot: silent },
    book: { takeReadingsProblem: silent },
    timeseries: {
      async write(lines) {
        written.push(lines);
        return 'taken';
      },
      runsSinceS: silent,
    },
    ...{ limits: { inverters: 3, strings: 4 }, nowMs: () => nowMs },
    log: { warn: silent, info: silent, error: (_, facts) => told.push(facts) },
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;

  /** A request whose body is only begun. */
  function begin(site: string, headers: Record<string, string> = {}): ClientRequest {
    const begun = request({
      ...{ host: '127.0.0.1', port, path: '/write', method: 'POST', agent: false },
      headers: {
        authorization: `Basic ${Buffer.from(`${site}:secret`).toString('base64')}`,
        'content-type': 'text/plain',
        ...headers,
      },
    });
    begun.on('error', silent); // it may be hung up on
    onTestFinished(() => {
      begun.destroy();
    });
    return begun;
  }

  return {
    ...{ told, begin },
    written: () => written.map((lines) => Buffer.from(lines).toString()),
    pass(ms: number) {
      nowMs += ms;
    },
    async write(body: string | Uint8Array, site = 'barn', headers: Record<string, string> = {}) {
      const [answer] = (await once(begin(site, headers).end(body), 'response')) as [IncomingMessage];
      const text = Buffer.concat(await answer.toArray()).toString();
      return [answer.statusCode, text];
    },
  };
}

it('a fault while readings are taken is written to the log, and its words go to nobody else', async () => {
  const write = () => Promise.reject(new Error('nobody has thought of this'));
  const ingest = await startIngest({ timeseries: { write, runsSinceS: silent } });
  expect(await ingest.write(LINE)).toEqual([500, 'That must not be.\n']);
  expect(ingest.told).toEqual([{ site: 'barn', failure: 'nobody has thought of this' }]);
});

it('bodies that are begun and not gone on with keep nobody out', async () => {
  const bodiesMaxBytes = 100_000;
  const ingest = await startIngest({ bodiesMaxBytes });
  const stalled = ['mill', 'mill', 'hut', 'hut'].map((site) => ingest.begin(site));
  const hungUp: number[] = [];
  for (const [index, one] of stalled.entries()) one.on('close', () => hungUp.push(index));
  for (const one of stalled) one.write(' '.repeat(bodiesMaxBytes / 4));
  const full = [503, 'Too much is under way.\n'];
  await eventually(async () => String(await ingest.write(LINE)) === String(full), {
    what: 'no room is left',
  });
  ingest.pass(2001);
  expect(await ingest.write(LINE)).toEqual([204, '']);
  await expect.poll(() => hungUp).toEqual([0]);
  expect(ingest.written()).toContain(LINE);
  expect(ingest.told).toEqual([]);
});

it('a body takes the room of what has come of it, however it is packed, and gives it back when it has gone', async () => {
  const ingest = await startIngest({ bodiesMaxBytes: 50_000 });
  const packed = { 'content-encoding': 'GZIP', 'transfer-encoding': 'chunked' };
  const begun = [ingest.begin('mill', packed), ingest.begin('hut', packed)];
  for (const one of begun) one.write(gzipSync(LINE).subarray(0, 5));
  const lines = LINE.repeat(500);
  for (let time = 0; time < 10; time += 1) {
    expect(await ingest.write(gzipSync(lines), 'barn', packed)).toEqual([204, '']);
  }
  expect(ingest.written()).toEqual(Array.from({ length: 10 }, () => lines));
  expect(await ingest.write(gzipSync(' '.repeat(60_000)), 'barn', packed)).toEqual([
    503,
    'Too much is under way.\n',
  ]);
});

it('a body that breaks off is no fault', async () => {
  const ingest = await startIngest();
  const begun = ingest.begin('barn', { 'content-length': '1000' });
  begun.write(LINE);
  await once(begun, 'socket');
  await new Promise((resolve) => setTimeout(resolve, 50));
  begun.destroy();
  expect(await ingest.write(LINE)).toEqual([204, '']);
  expect([ingest.told, ingest.written()]).toEqual([[], [LINE]]);
});
