import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { addIngest } from './ingest.ts';
import { hashSitePassword } from './secrets.ts';

it('a fault while readings are taken is written to the log, and its words go to nobody else', async () => {
  const told: unknown[] = [];
  const silent = () => undefined;
  const app = Fastify();
  const snapshot = {
    ...{ sites: [], siteHashes: new Map([['barn', await hashSitePassword('secret')]]), groups: [] },
    ...{ accounts: new Map(), shares: new Map(), sessions: new Map(), siteNews: [] },
  };
  addIngest(app, {
    store: { snapshot: () => snapshot, isKnown: () => true, onSnapshot: silent },
    book: { takeReadingsProblem: silent },
    timeseries: {
      write: () => Promise.reject(new Error('nobody has thought of this')),
      runsSinceS: silent,
    },
    ...{ limits: { inverters: 3, strings: 4 }, nowMs: () => 1_790_000_000_000 },
    log: { warn: silent, info: silent, error: (_, facts) => told.push(facts) },
  });
  const answer = await app.inject({
    ...{
      method: 'POST',
      url: '/write',
      payload: 'heliograph_plant,site=barn power_w=1 1790000000000000000\n',
    },
    headers: {
      authorization: `Basic ${Buffer.from('barn:secret').toString('base64')}`,
      'content-type': 'text/plain',
    },
  });
  expect([answer.statusCode, answer.body]).toEqual([500, 'That must not be.\n']);
  expect(told).toEqual([{ site: 'barn', failure: 'nobody has thought of this' }]);
  await app.close();
});
