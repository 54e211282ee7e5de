import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TimeseriesSettings } from '@heliograph/contract';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutgoingQuestion } from '../history/outgoing.ts';
import { createLog } from '../platform/log.ts';
import { startTimeseries, type Timeseries } from './timeseries.ts';

/** What the database answers next; 204 where nothing is said. */
type Reaction = {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
};

let server: Server;
let address = '';
let reactions: Reaction[] = [];
let hangs = false;
/** Answers what hangs. */
let answerLate: () => void = () => {};
const got: { readonly body: string; readonly authorization: string | undefined }[] = [];
let timeseries: Timeseries | undefined;

beforeEach(async () => {
  [reactions, hangs] = [[], false];
  got.length = 0;
  server = createServer((request, response) => {
    void read(request).then((body) => {
      got.push({ body, authorization: request.headers.authorization });
      const respond = () => {
        const { status, body: answer = '', headers = {} } = reactions.shift() ?? { status: 204 };
        response.writeHead(status, headers).end(status === 204 ? undefined : answer);
      };
      if (hangs) answerLate = respond;
      else respond();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/write`;
});
afterEach(async () => {
  await timeseries?.stop();
  server.closeAllConnections();
  server.close();
});

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A history of so many readings, one line each, of a single place. */
function createHistory(count: number) {
  let sent = 0;
  const asked: number[] = [];
  const wentBack: number[] = [];
  return {
    ...{ asked, wentBack },
    left: () => count - sent,
    add: (more: number) => {
      count += more;
    },
    nextToSend: async ({ readingsMax }: OutgoingQuestion) => {
      asked.push(readingsMax);
      const until = Math.min(count, sent + readingsMax);
      const lines = Array.from({ length: until - sent }, (_, index) => `m v=1 ${sent + index}\n`).join('');
      const marks = until > sent ? [{ place: 2, fromS: sent || undefined, toS: until }] : [];
      return { lines, marks, hasMore: until < count };
    },
    markSent: async (_target: unknown, marks: readonly { readonly toS: number }[]) => {
      for (const { toS } of marks) sent = toS;
    },
    goBack: async () => {
      wentBack.push(sent);
    },
    waitingSince: async () => (sent < count ? 1_790_000_000 : undefined),
  };
}

function start(count: number, change: Partial<TimeseriesSettings> = {}) {
  const clock = createVirtualClock();
  const history = createHistory(count);
  let config: TimeseriesSettings = {
    ...{ enabled: true, address, site: 'Home', login: 'none', user: '', secret: '', interval: 10 },
    fleet: false,
    ...change,
  };
  let onChange: () => void = () => {};
  const warned: string[] = [];
  const log = createLog({ level: 'info', writeLine: (line) => warned.push(line) });
  timeseries = startTimeseries({
    ...{ history, clock, log },
    settings: {
      get: (() => config) as never,
      subscribe: ((_section: string, listener: () => void) => {
        onChange = listener;
        return () => {};
      }) as never,
    },
    deviceClock: { isSet: () => true, unixMs: () => 1_790_000_120_000 },
  });
  return {
    ...{ clock, history, warned, timeseries },
    change(next: Partial<TimeseriesSettings>) {
      config = { ...config, ...next };
      onChange();
    },
    /** Lets what the clock has started get its answers. */
    async pass(ms: number) {
      clock.advance(ms);
      const before = got.length;
      await vi.waitFor(() => expect(got.length).toBeGreaterThan(before), { timeout: 5000, interval: 2 });
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

describe('a time-series database', () => {
  it('gets what there is in pieces, one right after the other, and then what has come since', async () => {
    const { clock, history, pass, timeseries: running } = start(4500);
    await pass(5000);
    await pass(0);
    await pass(0);
    expect(got.map(({ body }) => body.split('\n').length - 1)).toEqual([2000, 2000, 500]);
    expect(await running.status()).toEqual({
      ...{ enabled: true, lines: 4500, too_old: 0, lines_refused: 0, last_taken: 0 },
    });
    history.add(3);
    clock.advance(9000);
    expect(history.left()).toBe(3);
    await pass(1000);
    expect(history.left()).toBe(0);
  });

  it('that cannot is asked again, later and later, and nothing is lost', async () => {
    reactions = [{ status: 503 }, { status: 503 }, { status: 503 }];
    const { history, pass, timeseries: running, warned } = start(10);
    await pass(5000);
    expect(await running.status()).toMatchObject({ problem: 'fault', next_in: 5, waiting: 120 });
    await pass(5000);
    await pass(10_000);
    expect(await running.status()).toMatchObject({ problem: 'fault', next_in: 20 });
    expect(history.left()).toBe(10);
    await pass(20_000);
    expect(history.left()).toBe(0);
    expect(await running.status()).not.toHaveProperty('problem');
    // Once when it begins and once when it is over, however often it was tried.
    expect(warned.filter((line) => line.includes('time-series'))).toHaveLength(2);
  });

  it('that was away, or has started anew between two posts, gets again what it may have forgotten', async () => {
    const since = (s: number) => ({ status: 204, headers: { 'x-database-since': String(s) } });
    reactions = [
      ...[{ status: 204 }, since(1_790_000_000), since(1_790_000_000), since(1_790_000_060)],
      ...[since(1_790_000_000), { status: 401 }, { status: 413 }, { status: 503 }],
    ];
    const { history, pass } = start(1);
    const taken = async () => {
      await pass(10_000);
      history.add(1);
    };
    await taken(); // it does not say since when it runs
    expect(history.wentBack).toEqual([]);
    for (let turn = 0; turn < 2; turn += 1) await taken();
    expect(history.wentBack).toHaveLength(1); // by the first that says so: nobody knows whether it ran before
    await taken(); // it has started a minute after the first one
    expect(history.wentBack).toHaveLength(2);
    // Another page has not heard of it yet; nor is it forgetting to let nobody in, or to want less.
    for (let turn = 0; turn < 3; turn += 1) await taken();
    expect(history.wentBack).toHaveLength(2);
    await taken();
    expect(history.wentBack).toHaveLength(3);
  });

  it('says itself when it is to be asked again', async () => {
    reactions = [{ status: 429, headers: { 'retry-after': '90' } }];
    const { pass, timeseries: running } = start(1);
    await pass(5000);
    expect(await running.status()).toMatchObject({ problem: 'throttled', next_in: 90 });
  });

  it('that hangs is given up after 10 s, and other settings do not wait for it', async () => {
    hangs = true;
    const { clock, pass, change, history, timeseries: running } = start(1);
    await pass(5000);
    clock.advance(10_000);
    await vi.waitFor(async () => expect(await running.status()).toMatchObject({ problem: 'timeout' }));
    await pass(5000);
    hangs = false;
    change({ site: 'Garden' });
    await vi.waitFor(() => {
      clock.advance(1);
      expect(history.left()).toBe(0);
    });
  });

  it('that a slow line does not reach in time gets smaller pieces, and larger ones again once these are quick', async () => {
    hangs = true;
    const { clock, history, pass, timeseries: running } = start(9000);
    await pass(5000);
    clock.advance(10_000);
    await vi.waitFor(async () => expect(await running.status()).toMatchObject({ problem: 'timeout' }));
    await pass(5000);
    expect(history.asked).toEqual([2000, 1000]);
    // Slow, but in time: the next one is as large.
    clock.advance(6000);
    answerLate();
    await vi.waitFor(() => expect(history.left()).toBe(8000));
    await pass(0);
    expect(history.asked).toEqual([2000, 1000, 1000]);
    answerLate();
    await vi.waitFor(() => expect(history.left()).toBe(7000));
    hangs = false;
    await pass(0);
    await pass(0);
    expect(history.asked).toEqual([2000, 1000, 1000, 2000, 2000]);
  });

  it('that takes only smaller pieces gets these', async () => {
    reactions = [{ status: 413 }, { status: 413 }];
    const { history, pass } = start(900);
    await pass(5000);
    await pass(0);
    await pass(0);
    expect(history.asked.slice(0, 3)).toEqual([2000, 1000, 500]);
    expect(history.left()).toBe(400);
  });

  it('that has let go what is older than it keeps is not sent that again', async () => {
    const body = '{"error":"partial write: points beyond retention policy dropped=7"}';
    reactions = [{ status: 400, body }];
    const { history, pass, timeseries: running } = start(7);
    await pass(5000);
    expect(history.left()).toBe(0);
    expect(await running.status()).toMatchObject({ too_old: 7, lines: 0 });
  });

  it('that refuses lines of a post gets these no more, which is counted and told', async () => {
    const refuses = (count: number) => ({ status: 204, headers: { 'x-refused': String(count) } });
    reactions = [refuses(7), refuses(2)];
    const { history, pass, timeseries: running, warned } = start(7);
    await pass(5000);
    const nothingTaken = await running.status();
    expect(nothingTaken).toMatchObject({ problem: 'lines-refused', lines: 0, lines_refused: 7 });
    expect(nothingTaken).not.toHaveProperty('last_taken');
    expect(history.left()).toBe(0);
    history.add(3);
    await pass(10_000);
    expect(await running.status()).toMatchObject({ problem: 'lines-refused', lines: 1, lines_refused: 9 });
    history.add(1);
    await pass(10_000);
    expect(await running.status()).toMatchObject({ lines: 2, lines_refused: 9, last_taken: 0 });
    expect(await running.status()).not.toHaveProperty('problem');
    expect(warned.filter((line) => line.includes('refuses lines'))).toHaveLength(1);
  });

  it.each([
    [401, 'login'],
    [403, 'login'],
    [404, 'not-found'],
    [302, 'redirect'],
    [400, 'refused'],
    [500, 'fault'],
  ])('that answers %i is told of as %s', async (status, problem) => {
    reactions = [{ status, body: 'why\n\u0007 not', headers: { location: 'http://127.0.0.1:9/' } }];
    const { history, pass, timeseries: running } = start(1);
    await pass(5000);
    expect(await running.status()).toMatchObject({ problem, answer: 'why not' });
    expect(history.left()).toBe(1);
    expect(got).toHaveLength(1);
  });
});

describe('the login', () => {
  it.each([
    ['none', undefined],
    ['basic', `Basic ${Buffer.from('anna:s3cret').toString('base64')}`],
    ['token', 'Token s3cret'],
    ['bearer', 'Bearer s3cret'],
  ] as const)(
    '%s is sent as the databases want it, and told to nobody else',
    async (login, authorization) => {
      reactions = [{ status: 400, body: 'no s3cret here' }];
      const { pass, timeseries: running, warned } = start(1, { login, user: 'anna', secret: 's3cret' });
      await pass(5000);
      expect(got[0]?.authorization).toBe(authorization);
      expect(JSON.stringify([await running.status(), warned])).not.toContain('s3cret');
    },
  );
});

describe('a test value', () => {
  it('goes to the address that is tried and saves nothing', async () => {
    const { timeseries: running } = start(1, { enabled: false });
    const tried: TimeseriesSettings = {
      ...{ enabled: false, address, site: 'Trial', login: 'none', user: '', secret: '', interval: 10 },
      fleet: false,
    };
    expect(await running.test(tried)).toBeUndefined();
    expect(got.map(({ body }) => body)).toEqual(['heliograph_test,site=Trial value=1 1790000120000000000\n']);
    expect(await running.test({ ...tried, address: 'http://127.0.0.1:1/' })).toEqual({
      problem: 'unreachable',
    });
    expect(await running.test({ ...tried, address: '' })).toEqual({ problem: 'refused' });
    reactions = [{ status: 204, headers: { 'x-refused': '1' } }];
    expect(await running.test(tried)).toEqual({ problem: 'lines-refused' });
  });
});

describe('what is switched off', () => {
  it('sends nothing, and begins when it is switched on', async () => {
    const { clock, change, history, timeseries: running } = start(2, { enabled: false });
    clock.advance(60_000);
    expect(await running.status()).toEqual({ enabled: false, lines: 0, too_old: 0, lines_refused: 0 });
    expect(got).toEqual([]);
    change({ enabled: true });
    await vi.waitFor(() => {
      clock.advance(1);
      expect(history.left()).toBe(0);
    });
  });
});
