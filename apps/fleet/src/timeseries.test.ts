import { describe, expect, it, vi } from 'vitest';
import type { Log } from './log.ts';
import { createTimeseries } from './timeseries.ts';

const silent: Log = { error: () => undefined, warn: () => undefined, info: () => undefined };

function setUp(
  answer: (url: string) => Response | number,
  addresses = { write: 'http://vm:8428', read: 'http://vm:8428' },
) {
  const asked: { url: string; authorization: string | null; body: string }[] = [];
  const timeseries = createTimeseries({
    ...{ log: silent, nowMs: () => 1000 },
    addresses: { write: new URL(addresses.write), read: new URL(addresses.read) },
    fetch: async (url, init) => {
      const body = await new Response(init?.body ?? '').text();
      asked.push({ url: String(url), authorization: new Headers(init?.headers).get('authorization'), body });
      const answered = answer(String(url));
      return typeof answered === 'number' ? new Response(null, { status: answered }) : answered;
    },
    poster: {
      async post(url, { authorization = null }, body) {
        asked.push({ url, authorization, body: Buffer.from(body).toString() });
        const answered = answer(url);
        return typeof answered === 'number' ? answered : answered.status;
      },
      stop: () => undefined,
    },
  });
  return { timeseries, asked };
}
const lines = Buffer.from('heliograph_test,site=barn value=1 1790000000000000000\n');

describe('the time-series database', () => {
  it.each([
    [204, 'taken'],
    [400, 'refused'],
    [413, 'too-large'],
    [401, 'away'],
    [503, 'away'],
  ])('that answers %i to lines has them: %s', async (status, outcome) => {
    const { timeseries } = setUp(() => status);
    expect(await timeseries.write(lines)).toBe(outcome);
    timeseries.stop();
  });

  it('is spoken to at both addresses of a cluster, with the login of each', async () => {
    const { timeseries, asked } = setUp(() => Response.json({ data: { result: [1] } }), {
      write: 'http://writer:p%40ss@vminsert:8480/insert/0/influx/',
      read: 'http://vmselect:8481/select/0/prometheus',
    });
    await timeseries.write(lines);
    expect(await timeseries.query('query_range', { query: 'up{a="b"}&x=1' })).toEqual([1]);
    timeseries.stop();
    expect(asked).toEqual([
      {
        ...{ url: 'http://vminsert:8480/insert/0/influx/write', body: lines.toString() },
        authorization: `Basic ${Buffer.from('writer:p@ss').toString('base64')}`,
      },
      {
        ...{ url: 'http://vmselect:8481/select/0/prometheus/api/v1/query_range', authorization: null },
        body: 'query=up%7Ba%3D%22b%22%7D%26x%3D1',
      },
    ]);
  });

  it.each([
    ['a single one', 'http://vm:8428', 'http://vm:8428', 1_790_000_000],
    ['a cluster', 'http://vminsert:8480/insert/0/influx', 'http://vmselect:8481', undefined],
  ])('is asked when it has started where it is %s', async (_, write, read, sinceS) => {
    const metrics = 'vm_app_start_timestamp_of_others 7\nvm_app_start_timestamp 1790000000\n';
    const { timeseries, asked } = setUp(
      (url) => (url.endsWith('/metrics') ? new Response(metrics) : Response.json({ data: { result: [] } })),
      { write, read },
    );
    await vi.waitFor(() => expect(asked.map(({ url }) => url)).toContain(`${write}/write`));
    await vi.waitFor(() => expect(timeseries.runsSinceS()).toBe(sinceS));
    timeseries.stop();
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no'))],
    ['answers with an error', async () => new Response('{}', { status: 422 })],
    ['answers with something else', async () => new Response('<html>')],
    ['answers without end', async () => new Response(new Uint8Array(9 * 2 ** 20))],
  ])('gives nothing where it %s', async (_, answer) => {
    const timeseries = createTimeseries({
      ...{ log: silent, nowMs: () => 1000, fetch: answer },
      addresses: { write: new URL('http://vm'), read: new URL('http://vm') },
    });
    expect(await timeseries.query('query', { query: '1' })).toBeUndefined();
    timeseries.stop();
  });
});
