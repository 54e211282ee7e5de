import { authenticate, getLiveData, setSecurityConfig } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { wireInverter, wireMessage } from '../../../test/live-messages.ts';
import { createMemoryStorage } from '../../../test/memory-storage.ts';
import { createCall } from './call.ts';
import { createSession } from './session.ts';

const authdata = 'YWRtaW46b3BlbkRUVTQy';
const NEWER = 'bmV3OmxvZ2lu';

interface Sent {
  readonly path: string;
  readonly init: RequestInit;
}

function createCaller(
  answer: (sent: Sent) => Response | Promise<Response>,
  storage = createMemoryStorage({ user: JSON.stringify({ type: 'success', authdata }) }),
) {
  const clock = createVirtualClock();
  const session = createSession(storage);
  const events: string[] = [];
  session.subscribe((event) => events.push(event));
  const sent: Sent[] = [];
  const call = createCall({
    clock,
    session,
    fetch: async (path, init) => {
      sent.push({ path, init });
      return answer({ path, init });
    },
  });
  return { call, session, events, sent, clock };
}

const carries = ({ headers }: RequestInit, credentials: string) =>
  JSON.stringify(headers).includes(`Basic ${credentials}`);
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

describe('a call', () => {
  it('carries the headers of our pages, and no credentials when nobody is logged in', async () => {
    const admin = createCaller(() => json(wireMessage([])));
    await admin.call(getLiveData);
    expect(admin.sent[0]?.path).toBe('/api/livedata/status');
    expect(admin.sent[0]?.init).toMatchObject({
      method: 'GET',
      headers: { 'X-Requested-With': 'XMLHttpRequest', Authorization: `Basic ${authdata}` },
    });
    const visitor = createCaller(() => json(wireMessage([])), createMemoryStorage());
    await visitor.call(getLiveData);
    expect(visitor.sent[0]?.init.headers).toEqual({
      ...{ 'X-Requested-With': 'XMLHttpRequest', 'X-Heliograph-Page': '1' },
    });
  });

  it('reads the answer through the contract', async () => {
    const { call } = createCaller(() => json(wireMessage([wireInverter(), 'odd'])));
    const result = await call(getLiveData);
    expect(result).toMatchObject({ kind: 'answered', answer: { refusedInverters: 1 } });
  });

  it('ends the session at a 401', async () => {
    const { call, session, events } = createCaller(() => new Response('', { status: 401 }));
    expect(await call(getLiveData)).toEqual({ kind: 'unauthorized' });
    expect(session.user()).toBeUndefined();
    expect(events).toEqual(['expired']);
  });

  it('tells of a 401 also when nobody was logged in, because the login page is the answer', async () => {
    const { call, events } = createCaller(() => new Response('', { status: 401 }), createMemoryStorage());
    await call(getLiveData);
    expect(events).toEqual(['expired']);
  });

  it('goes on with a login that was made while the 401 was on its way', async () => {
    const caller = createCaller(({ init }) => {
      if (carries(init, NEWER)) return json(wireMessage([]));
      caller.session.logIn({ type: 'success', authdata: NEWER });
      return new Response('', { status: 401 });
    });
    expect(await caller.call(getLiveData)).toMatchObject({ kind: 'answered' });
    expect([caller.session.user()?.authdata, caller.sent.length]).toEqual([NEWER, 2]);
  });

  it('goes on with the password that another tab has changed, and repeats what was refused as it was', async () => {
    const storage = createMemoryStorage({ user: JSON.stringify({ type: 'success', authdata }) });
    const caller = createCaller(({ init }) => {
      if (carries(init, NEWER)) return json({ type: 'success', code: 1001 });
      storage.setItem('user', JSON.stringify({ type: 'success', authdata: NEWER }));
      return new Response('', { status: 401 });
    }, storage);
    const body = { password: '12345678', allow_readonly: true };
    expect(await caller.call(setSecurityConfig, { body })).toMatchObject({ kind: 'answered' });
    const sentBodies = caller.sent.map(({ init }) => JSON.parse(String((init.body as FormData).get('data'))));
    expect(sentBodies).toEqual([body, body]);
    expect(caller.events).toEqual(['logged-in']);
  });

  it('asks no third time when the newer login is refused as well', async () => {
    const caller = createCaller(() => {
      caller.session.logIn({ type: 'success', authdata: NEWER });
      return new Response('', { status: 401 });
    });
    expect(await caller.call(getLiveData)).toEqual({ kind: 'unauthorized' });
    expect([caller.session.user(), caller.sent.length]).toEqual([undefined, 2]);
  });

  it('answers a 401 to typed credentials without ending anything', async () => {
    const { call, events, sent } = createCaller(() => new Response('', { status: 401 }));
    expect(await call(authenticate, { authdata: 'eDp5' })).toEqual({ kind: 'unauthorized' });
    expect(sent[0]?.init.headers).toMatchObject({ Authorization: 'Basic eDp5' });
    expect(events).toEqual([]);
  });

  it.each([
    ['its message', json({ message: 'Disk full' }, 500), { kind: 'refused', status: 500, text: 'Disk full' }],
    [
      'the status text without one',
      new Response('<h1>x</h1>', { status: 502, statusText: 'Bad Gateway' }),
      { kind: 'refused', status: 502, text: 'Bad Gateway' },
    ],
  ])('refused by the gateway carries %s', async (_what, response, expected) => {
    expect(await createCaller(() => response).call(getLiveData)).toEqual(expected);
  });

  it.each([
    [
      'HTML, as an original device does',
      new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['HTML without saying so', new Response('\n <!doctype html>')],
    ['404', json({ message: 'no such endpoint' }, 404)],
  ])('to an endpoint that answers %s finds it missing', async (_what, response) => {
    expect(await createCaller(() => response).call(getLiveData)).toEqual({ kind: 'missing' });
  });

  it.each(['', '{', '5', '{"inverters":{}}'])('answered with %j is unreadable', async (text) => {
    const response = new Response(text, { headers: { 'content-type': 'application/json' } });
    expect(await createCaller(() => response).call(getLiveData)).toEqual({ kind: 'unreadable' });
  });

  it.each([
    ['30', { kind: 'throttled', retryAfterS: 30 }],
    ['soon', { kind: 'throttled' }],
  ])('throttled with Retry-After %s says how long', async (retryAfter, expected) => {
    const { call } = createCaller(() => json({}, 429, { 'retry-after': retryAfter }));
    expect(await call(authenticate, { authdata })).toEqual(expected);
  });

  it('not saved for want of a disk is told apart from other errors', async () => {
    const { call } = createCaller(() => json({ message: 'Not saved', not_saved: true }, 500));
    expect(await call(getLiveData)).toEqual({
      kind: 'refused',
      status: 500,
      text: 'Not saved',
      isNotSaved: true,
    });
  });

  it('finds a gateway without room throttled, and one that says no time refused', async () => {
    const full = createCaller(() => json({ message: 'full' }, 503, { 'retry-after': '5' }));
    expect(await full.call(getLiveData)).toEqual({ kind: 'throttled', retryAfterS: 5 });
    const recovering = createCaller(() => json({ message: 'damaged' }, 503));
    expect(await recovering.call(getLiveData)).toMatchObject({ kind: 'refused', text: 'damaged' });
  });

  it('that finds no network is unreachable', async () => {
    const { call } = createCaller(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await call(getLiveData)).toEqual({ kind: 'unreachable' });
  });

  it('gives up on a gateway that never answers', async () => {
    const { call, clock } = createCaller(
      ({ init }) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    const result = call(getLiveData);
    clock.advance(10_000);
    expect(await result).toEqual({ kind: 'unreachable' });
  });
});
