import { editInverter, type PlantEvents } from '@heliograph/contract';
import { SOUTH_ROOF, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

/** What inverters have noted, through a whole gateway: from their logs to the answer and the file. */

async function live(gateway: TestGateway, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await gateway.clock.advanceAsync(60_000);
}
const answerOf = ({ port }: TestGateway, query = '') => send(port, `/api/heliograph/events${query}`);
async function eventsOf(gateway: TestGateway, query = ''): Promise<PlantEvents> {
  return JSON.parse((await answerOf(gateway, query)).text);
}

describe('the events of a gateway', () => {
  it('have their dates, can be searched page by page, and come as a file', async () => {
    const gateway = await startTestGateway({ keepsHistory: true });
    await live(gateway, 3);
    const nowS = Math.floor(gateway.clock.unixMs() / 1000);
    const { events, codes, next } = await eventsOf(gateway);
    expect(events.length).toBeGreaterThan(2);
    expect(next).toBeUndefined();
    expect(codes).toContain(1);
    for (const { at, read_at: readAt } of events) {
      expect(at).toBeGreaterThan(nowS - 86_400);
      expect(at).toBeLessThanOrEqual(nowS);
      expect(readAt).toBeGreaterThan(nowS - 200);
    }
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort((one, other) => other - one));

    const found = await eventsOf(gateway, '?search=started');
    expect(found.events.length).toBeGreaterThan(0);
    expect(new Set(found.events.map(({ code }) => code))).toEqual(new Set([1]));
    expect((await eventsOf(gateway, '?search=gestartet&locale=de')).events).toHaveLength(found.events.length);
    expect((await eventsOf(gateway, '?search=1&codes=1,2')).events).toHaveLength(found.events.length);
    expect((await eventsOf(gateway, '?search=nothing%20like%20it')).events).toEqual([]);
    const ofOne = await eventsOf(gateway, `?inv=${SOUTH_ROOF}`);
    expect(new Set(ofOne.events.map(({ serial }) => serial))).toEqual(new Set([SOUTH_ROOF]));

    const pages = [await eventsOf(gateway, '?limit=2')];
    for (let more = pages[0]?.next; more !== undefined; more = pages.at(-1)?.next)
      pages.push(await eventsOf(gateway, `?limit=2&before=${more}`));
    expect(pages.flatMap((page) => page.events)).toEqual(events);

    const file = await send(gateway.port, '/api/heliograph/events-csv');
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['x-total-rows']).toBe(String(events.length));
    const [head, ...lines] = file.text.trimEnd().split('\r\n');
    expect(head).toBe(
      'local_time,time,local_end,end,date,serial,name,code,message,local_read_time,read_time',
    );
    expect(lines).toHaveLength(events.length);
    expect(lines[0]).toContain(`${new Date((events[0]?.at ?? 0) * 1000).toISOString().slice(0, 19)}Z`);
  });

  it('are refused to questions that make no sense', async () => {
    const gateway = await startTestGateway({ keepsHistory: true });
    const refusals: readonly (readonly [string, number])[] = [
      ['?limit=0', 400],
      ['?limit=501', 400],
      ['?from=5&to=5', 400],
      ['?from=yesterday', 400],
      ['?codes=1;2', 400],
      ['?before=now', 400],
      ['?locale=xx', 400],
      ['?inv=114100000000', 404],
    ];
    for (const [query, status] of refusals) expect((await answerOf(gateway, query)).status).toBe(status);
    expect((await send(gateway.port, '/api/heliograph/events-csv?codes=x')).status).toBe(400);
  });

  it('guard a spreadsheet against names that look like a formula', async () => {
    const plant = await startPlantGateway({ keepsHistory: true });
    const channel = [1, 2].map((number) => ({ name: `S${number}`, max_power: 400 }));
    const edited = await plant.result(editInverter.path, {
      id: 1,
      serial: SOUTH_ROOF,
      name: '=1+"1"',
      channel,
    });
    expect(edited).toBe(4007);
    await plant.advance(180_000);
    const { text } = await plant.get('/api/heliograph/events-csv');
    expect(text).toContain(`${SOUTH_ROOF},"'=1+""1""",`);
  });
});
