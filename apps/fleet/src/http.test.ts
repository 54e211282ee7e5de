import { FLEET_CALLS, type FleetCallName } from '@heliograph/fleet-contract';
import { expect, it } from 'vitest';
import type { Handlers } from './handlers.ts';
import { createHttp } from './http.ts';

it('calls a fault of its own one, and not an outage of the database; the reason is in the log', async () => {
  const failing = () => {
    throw new TypeError('x is undefined');
  };
  const calls = Object.keys(FLEET_CALLS) as FleetCallName[];
  const logged: string[] = [];
  const app = createHttp({
    trustedProxies: [],
    handlers: Object.fromEntries(calls.map((call) => [call, failing])) as unknown as Handlers,
    findViewer: async () => undefined,
    subjects: { book: { groupOf: () => undefined }, snapshot: failing },
    live: { refusalFor: () => undefined, add: () => undefined },
    web: { answer: failing },
    log: {
      error: (message, facts) => logged.push(`${message} ${facts?.failure}`),
      warn: () => undefined,
      info: () => undefined,
    },
  });
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/fleet/logout', payload: {} },
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  });
  expect([answer.statusCode, answer.json()]).toEqual([500, { refusal: 'fault' }]);
  expect(logged).toEqual(['A call has failed, which must not be. x is undefined']);
  await app.close();
});
