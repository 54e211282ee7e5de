import { figure } from '@heliograph/testbed/fleet/figure.ts';
import { type Fleet, siteNames, startFleet } from '@heliograph/testbed/fleet/fleet.ts';
import { IS_FLEET_BUILT } from '@heliograph/testbed/fleet/fleet-page.ts';
import { NATS_SERVER, POSTGRES, VICTORIA_METRICS } from '@heliograph/testbed/fleet/fleet-servers.ts';
import { type Load, startLoad } from '@heliograph/testbed/fleet/load.ts';
import { costOf } from '@heliograph/testbed/fleet/process-cost.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { connect, connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/** What one site does wrong, by mistake or on purpose: it is refused or bounded with a word, and the others are unharmed. */

const CAN_RUN = [NATS_SERVER, POSTGRES, VICTORIA_METRICS].every(Boolean) && IS_FLEET_BUILT;
const WELL = siteNames(10);
const BAD = 'bad-site';
const NAMESAKES = ['twin-one', 'twin-two'];

let fleet: Fleet;
let load: Load;
const open: MqttClient[] = [];

beforeAll(async () => {
  if (!CAN_RUN) return;
  fleet = await startFleet({ siteIds: [...WELL, BAD, ...NAMESAKES], pages: 1 });
  load = await startLoad({
    ...{
      sites: fleet.sites.slice(0, WELL.length),
      mqttPorts: fleet.nats.nodes.map(({ mqttPort }) => mqttPort),
    },
    ...{ write: [`${page().url}/write`], measureEveryS: 2, postEveryS: 3 },
  });
  await othersAreWell();
});
/** Whatever was tried. */
afterEach(async () => {
  if (CAN_RUN) await othersAreWell();
});
afterAll(async () => {
  for (const client of open) client.end(true);
  load?.stop();
  await fleet?.stop();
});

const page = () => {
  const [first] = fleet.pages;
  if (first === undefined) throw new Error('there is no page');
  return first;
};

async function othersAreWell(): Promise<void> {
  await eventually(
    async () => {
      const { sites, parts } = await page().view();
      expect(parts).toEqual({});
      const well = sites.filter(({ id }) => WELL.includes(id));
      expect(well.map(({ state, problems }) => [state, problems])).toEqual(WELL.map(() => ['ok', []]));
    },
    { timeoutMs: 30_000, everyMs: 300, what: 'the other sites are well' },
  );
}

const passwordOf = (id: string) => fleet.sites.find((site) => site.id === id)?.password ?? '';

async function enter(id: string): Promise<MqttClient> {
  const port = fleet.nats.nodes[0]?.mqttPort ?? 0;
  const client = await connectAsync({
    ...{
      host: '127.0.0.1',
      port,
      protocolVersion: 4,
      reconnectPeriod: 500,
      username: id,
      password: passwordOf(id),
    },
    clientId: `bad-${id}-${open.length}`,
  });
  client.on('error', () => undefined);
  open.push(client);
  return client;
}

const summary = (change: object = {}) =>
  JSON.stringify({
    ...{ name: 'Bad', version: '0.2.0', at: Math.floor(Date.now() / 1000), power: 1, today: 1, day: true },
    ...{ inverters: 1, reachable: 1, producing: 1, findings: 0, alerts: 0 },
    ...change,
  });

async function post(id: string, body: string): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${id}:${passwordOf(id)}`).toString('base64')}`;
  return fetch(`${page().url}/write`, {
    ...{ method: 'POST', body, headers: { authorization, 'content-type': 'text/plain' } },
  });
}

const problemsOf = async (id: string) =>
  (await page().view()).sites.find((site) => site.id === id)?.problems ?? [];

/** Says it again and again, until the page has the word for it. */
async function isSaid(id: string, problem: string, say: () => Promise<unknown>): Promise<void> {
  await eventually(
    async () => {
      await say();
      expect(await problemsOf(id)).toContain(problem);
    },
    { everyMs: 300 },
  );
}

/** As much as the broker takes; and which of the others did not look well meanwhile. */
async function flood(client: MqttClient, texts: readonly string[], forMs: number) {
  const sickly = new Set<string>();
  const endMs = performance.now() + forMs;
  let rounds = 0;
  while (performance.now() < endMs) {
    for (const text of texts) client.publish(`sites/${BAD}/site`, text);
    rounds += 1;
    // What the broker has not taken yet is not to pile up here.
    while (client.stream.writableLength > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    if (rounds % 500 > 0) continue;
    const { sites } = await page().view();
    const ill = sites.filter(({ id, state }) => WELL.includes(id) && state !== 'ok');
    for (const { id } of ill) sickly.add(id);
  }
  for (let turn = 0; turn < 300; turn += 1)
    client.publish(`sites/${BAD}/dtu/status`, `x${turn}`, { retain: true });
  return { count: rounds * texts.length, sickly: [...sickly] };
}

describe.skipIf(!CAN_RUN)('a site', () => {
  it('that is called as another one is shown with that word, and so is the other one', async () => {
    const [one, two] = await Promise.all(NAMESAKES.map(enter));
    await isSaid('twin-one', 'same-name', async () => {
      await one?.publishAsync('sites/twin-one/site', summary({ name: 'Twin' }));
      await two?.publishAsync('sites/twin-two/site', summary({ name: 'Twin' }));
    });
    expect(await problemsOf('twin-two')).toContain('same-name');
  });

  it('whose MQTT client ID another one has as well is shown with that word, and so is the other one', async () => {
    const clients = NAMESAKES.map((id) =>
      connect({
        ...{ host: '127.0.0.1', port: fleet.nats.nodes[1]?.mqttPort ?? 0, protocolVersion: 4 },
        ...{ username: id, password: passwordOf(id), clientId: 'OpenDTU-1114114', reconnectPeriod: 500 },
      })
        .on('error', () => undefined)
        .on('connect', () => clients[NAMESAKES.indexOf(id)]?.publish(`sites/${id}/dtu/status`, 'online')),
    );
    open.push(...clients);
    for (const id of NAMESAKES) {
      await eventually(async () => expect(await problemsOf(id)).toContain('comes-and-goes'), {
        ...{ timeoutMs: 60_000, everyMs: 500 },
      });
    }
    for (const client of clients) client.end(true);
  });

  it('whose clock is wrong is shown with that word, and its readings of tomorrow are not taken', async () => {
    const client = await enter(BAD);
    await isSaid(BAD, 'clock', () =>
      client.publishAsync(`sites/${BAD}/site`, summary({ at: 1_700_000_000 })),
    );
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    const line = (atS: number) => `heliograph_plant,site=${BAD} power_w=1 ${atS}000000000\n`;
    const answer = await post(BAD, line(tomorrow) + line(tomorrow - 86_460));
    expect([answer.status, answer.headers.get('x-refused')]).toEqual([204, '1']);
    await eventually(async () => expect(await problemsOf(BAD)).toContain('readings-refused'));
    await fleet.victoria.flush();
    expect(await fleet.victoria.number(`count_over_time(heliograph_plant_power_w{site="${BAD}"}[1h])`)).toBe(
      1,
    );
    await eventually(
      async () => {
        await client.publishAsync(`sites/${BAD}/site`, summary());
        const problems = await problemsOf(BAD);
        expect([problems.includes('clock'), problems.includes('readings-refused')]).toEqual([false, true]);
      },
      { everyMs: 300 },
    );
  });

  it('that talks garbage, or too much, is refused with that word, thousands of times', async () => {
    const client = await enter(BAD);
    const garbage = [
      '',
      'x',
      '{}',
      '[]',
      'null',
      '{"name":7}',
      '\u0000\uffff',
      summary({ power: 1e300 }),
      '{'.repeat(2000),
    ];
    const before = costOf([page().pid()]);
    const startMs = performance.now();
    const { count, sickly } = await flood(client, garbage, 5000);
    expect(sickly).toEqual([]);
    const seconds = (performance.now() - startMs) / 1000;
    const after = costOf([page().pid()]);
    figure(
      `bad input: ${(count / seconds).toFixed(0)} messages of garbage a second cost the page ${(((after.cpuS - before.cpuS) / seconds) * 100).toFixed(0)} % of a core, and ${((after.residentBytes - before.residentBytes) / 2 ** 20).toFixed(0)} MB`,
    );
    await isSaid(BAD, 'garbage', () => client.publishAsync(`sites/${BAD}/site`, 'x'));
    await isSaid(BAD, 'too-large', () =>
      client.publishAsync(`sites/${BAD}/site`, summary({ name: 'x'.repeat(4000) })),
    );
    await eventually(
      async () => {
        await client.publishAsync(`sites/${BAD}/site`, summary());
        expect(await problemsOf(BAD)).not.toContain('garbage');
      },
      { everyMs: 300 },
    );
  });

  it('that writes a million series gets as many as a site may have, and a word', async () => {
    const atS = Math.floor(Date.now() / 1000);
    const before = costOf([page().pid()]);
    let refused = 0;
    for (let first = 0; first < 1_000_000; first += 20_000) {
      let body = '';
      for (let serial = first; serial < first + 20_000; serial += 1)
        body += `heliograph_inverter,site=${BAD},serial=1161${String(serial).padStart(8, '0')} power_w=1 ${atS}000000000\n`;
      const answer = await post(BAD, body);
      expect(answer.status).toBe(204);
      refused += Number(answer.headers.get('x-refused'));
    }
    const after = costOf([page().pid()]);
    await fleet.victoria.flush();
    const series = await fleet.victoria.number(
      `count(count_over_time(heliograph_inverter_power_w{site="${BAD}"}[1h]))`,
    );
    figure(
      `bad input: of 1,000,000 series of one site ${series} were taken; ${(after.cpuS - before.cpuS).toFixed(1)} s of a core, ${((after.residentBytes - before.residentBytes) / 2 ** 20).toFixed(0)} MB more in the page`,
    );
    expect(series).toBe(200);
    expect(refused).toBe(1_000_000 - 200);
    expect(await problemsOf(BAD)).toContain('too-many-series');
  });

  it('cannot write into the series of another one, nor series of its own making', async () => {
    const atS = Math.floor(Date.now() / 1000);
    const [other = ''] = WELL;
    const lines = [
      `heliograph_plant,site=${other} power_w=666 ${atS}000000000`,
      `heliograph_plant,site=${other}\\ ,site=${BAD} power_w=666 ${atS}000000000`,
      `heliograph_plant,site=${BAD},site=${other} power_w=666 ${atS}000000000`,
      `heliograph_plant,site=${BAD} power_w=666 ${atS}000000000\rheliograph_plant,site=${other} power_w=666 ${atS}000000000`,
      `evil_measurement,site=${BAD} value=666 ${atS}000000000`,
      `heliograph_plant,site=${BAD},extra=1 power_w=666 ${atS}000000000`,
      `ALERTS,site=${other} value=666 ${atS}000000000`,
    ];
    const answer = await post(BAD, `${lines.join('\n')}\n`);
    expect([answer.status, answer.headers.get('x-refused')]).toEqual([204, String(lines.length)]);
    await fleet.victoria.flush();
    expect(await fleet.victoria.query('count_over_time(({__name__!=""} == 666)[1h:1s])')).toEqual([]);
  });
});
