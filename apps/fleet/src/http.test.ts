import { FLEET_CALLS, type FleetCallName } from '@heliograph/fleet-contract';
import { expect, it } from 'vitest';
import type { Handlers } from './handlers.ts';
import { createHttp } from './http.ts';

const failing = () => {
  throw new TypeError('x is undefined');
};

/** All of its calls fail. */
function createApp(logged: string[], answer: Parameters<typeof createHttp>[0]['web']['answer'] = failing) {
  const calls = Object.keys(FLEET_CALLS) as FleetCallName[];
  return createHttp({
    trustedProxies: [],
    handlers: Object.fromEntries(calls.map((call) => [call, failing])) as unknown as Handlers,
    findViewer: async () => undefined,
    subjects: { book: { groupOf: () => undefined }, snapshot: failing },
    live: { refusalFor: () => undefined, add: () => undefined },
    web: { answer },
    log: {
      error: (message, facts) => logged.push(`${message} ${facts?.failure}`),
      warn: () => undefined,
      info: () => undefined,
    },
  });
}

it('calls a fault of its own one, and not an outage of the database; the reason is in the log', async () => {
  const logged: string[] = [];
  const app = createApp(logged);
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/fleet/logout', payload: {} },
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  });
  expect([answer.statusCode, answer.json()]).toEqual([500, { refusal: 'fault' }]);
  expect(logged).toEqual(['A call has failed, which must not be. x is undefined']);
  await app.close();
});

it('answers monitors that ask by HEAD as by GET, without the body', async () => {
  const app = createApp([], () => ({ status: 200, headers: { etag: '"1"' }, body: Buffer.from('a page') }));
  for (const url of ['/', '/healthz']) {
    const asked = await app.inject({ method: 'GET', url });
    const head = await app.inject({ method: 'HEAD', url });
    expect([asked.statusCode, head.statusCode], url).toEqual([200, 200]);
    expect(asked.body).not.toBe('');
    expect(head.body, url).toBe('');
    expect(head.headers['content-length'], url).toBe(asked.headers['content-length']);
  }
  await app.close();
});
