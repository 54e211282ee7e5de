import { describe, expect, it } from 'vitest';
import { createHistory } from './history.ts';
import { Refused } from './refused.ts';
import { createSiteBook, type Scope } from './site-book.ts';
import type { Snapshot } from './store.ts';

/** In the middle of a day. */
const NOW_MS = Date.parse('2026-11-27T12:00:00Z');
const DAY = '2026-11-27';

type Asked = [path: string, parameters: Readonly<Record<string, string>>];

function setUp(answer: (...asked: Asked) => unknown = () => []) {
  let nowMs = NOW_MS;
  const asked: Asked[] = [];
  const book = createSiteBook(() => nowMs);
  const site = (id: string, group: string) => ({ id, name: '', group, place: undefined });
  book.setRegistered([site('barn', 'north'), site('mill', 'south'), site('shed', 'north')]);
  const groups = [
    { id: 'north', name: 'North' },
    { id: 'south', name: 'South' },
  ];
  const history = createHistory({
    ...{ book, store: { snapshot: () => ({ groups }) as unknown as Snapshot }, nowMs: () => nowMs },
    timeseries: {
      query: async (...question) => {
        asked.push(question);
        return answer(...question);
      },
    },
  });
  return {
    ...{ history, asked },
    pass: (ms: number) => {
      nowMs += ms;
    },
    read: (query: Record<string, string>, scope: Scope = 'all') =>
      history.read({ day: DAY, ...query }, scope),
  };
}

const NORTH: Scope = new Set(['north']);

describe('history', () => {
  it('is the power of a day every five minutes up to now, and null where nothing was measured', async () => {
    const at = NOW_MS / 1000;
    const { read } = setUp((path) =>
      path === 'query_range'
        ? [
            {
              metric: {},
              values: [
                [at - 600, '412.34'],
                [at, '400'],
              ],
            },
          ]
        : [],
    );
    const found = await read({ site: 'barn' });
    if (found instanceof Refused) throw new Error(found.refusal);
    expect(found.power.length).toBe(144);
    expect(found.power.slice(-3)).toEqual([
      [at - 900, 412.3],
      [at - 600, null],
      [at - 300, 400],
    ]);
    expect(found.power[0]?.[0]).toBe(Date.parse('2026-11-27T00:00:00Z') / 1000);
  });

  it('is the energy of 31 days, each as long as it is there', async () => {
    const { read, asked } = setUp((path, { time }) =>
      path === 'query' && time === String(Date.parse('2026-10-25T23:00:00Z') / 1000)
        ? [{ metric: { site: 'barn' }, value: [0, '1234.5'] }]
        : [],
    );
    const found = await read({ site: 'barn', zone: 'Europe/Berlin', day: '2026-11-20' });
    if (found instanceof Refused) throw new Error(found.refusal);
    expect(found.days.length).toBe(31);
    expect(found.days.find(({ day }) => day === '2026-10-25')).toEqual({ day: '2026-10-25', wh: 1235 });
    expect(found.days.at(-1)).toEqual({ day: '2026-11-20', wh: null });
    expect(asked.filter(([, { query }]) => query?.includes('[90000s:300s]')).length).toBe(1);
  });

  it('sums what one may see, and asks for nothing else', async () => {
    const { read, asked } = setUp();
    await read({}, NORTH);
    await read({ group: 'south' });
    const sites = new Set(asked.map(([, { query = '' }]) => /site=~"([^"]*)"/.exec(query)?.[1]));
    expect(sites).toEqual(new Set(['barn|shed', 'mill']));
  });

  it.each([
    ['unknown', { site: 'mill' }],
    ['unknown', { site: 'nothing' }],
    ['unknown', { site: 'barn"} or up{x="' }],
    ['unknown', { site: '.*' }],
    ['unknown', { group: 'south' }],
    ['unknown', { group: '' }],
    ['unknown', { group: 'nothing' }],
    ['values', { site: 'barn', group: 'north' }],
    ['values', { site: 'barn', day: '2026-02-30' }],
    ['values', { site: 'barn', day: '' }],
    ['values', { site: 'barn', zone: '"]) or vector(1' }],
  ])('is refused as %s: %j', async (refusal, query) => {
    const { read, asked } = setUp();
    expect(await read(query, NORTH)).toEqual(new Refused(refusal as 'unknown'));
    expect(asked).toEqual([]);
  });

  it('is refused while the database does not answer, and asked anew then', async () => {
    let isAway = true;
    const { read } = setUp(() => (isAway ? undefined : []));
    expect(await read({ site: 'barn' })).toMatchObject({ refusal: 'timeseries' });
    isAway = false;
    expect(await read({ site: 'barn' })).toHaveProperty('power');
  });

  it('is asked for once where many look at once, and days that are over not again for a while', async () => {
    const { read, asked, pass } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => read({ site: 'barn' })));
    expect(asked.length).toBe(32);
    pass(61_000);
    await read({ site: 'barn' });
    // The curve, today and the two days before.
    expect(asked.length).toBeLessThan(37);
  });
});
