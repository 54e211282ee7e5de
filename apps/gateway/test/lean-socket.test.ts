import { createLiveReader, PAGE_HEADER, readLiveData } from '@heliograph/contract';
import type { InverterSettings } from '@heliograph/domain';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';
import { letLive } from './let-live.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';

const PATH = '/livedata/lean';
const ATTIC = 'attic';

const serialOf = (number: number) => `1141${String(number).padStart(8, '0')}`;

/** As a device with so many inverters would bring them. */
function bring(server: TestServer, count: number): void {
  const settings = Array.from(
    { length: count },
    (_, number): InverterSettings => ({
      serial: serialOf(number),
      name: `Roof ${number}`,
      strings: [
        { name: 'East', maxPowerW: 400 },
        { name: 'West', maxPowerW: 400 },
      ],
      model: { typeText: 'HM-800', stringCount: 2, phaseCount: 1 },
    }),
  );
  server.fleet.configure(settings, ATTIC);
}

function measure(server: TestServer, number: number, powerW: number): void {
  server.fleet.update(serialOf(number), ({ reading }, nowMs) => {
    const [string] = reading.strings;
    const strings = string
      ? reading.strings.map(() => ({ ...string, powerW: powerW / 2, voltageV: 31 }))
      : [];
    return { readingAtMs: nowMs, reading: { ...reading, powerW, strings } };
  });
}

async function openPage(server: TestServer, shown?: string) {
  const client = await openSocket(server.port, {}, PATH);
  if (shown !== undefined) client.socket.send(`show ${shown}`);
  await client.settle();
  const read = createLiveReader();
  let seen = 0;
  let live: ReturnType<typeof read>;
  return {
    client,
    show: async (serial: string) => {
      client.socket.send(`show ${serial}`);
      await client.settle();
    },
    /** Lets time pass, and gives the bytes that came meanwhile. */
    async pass(ms: number): Promise<number> {
      await server.clock.advanceAsync(ms);
      await client.settle();
      const texts = client.messages.slice(seen);
      seen = client.messages.length;
      for (const text of texts) live = read(text);
      return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    },
    inverter: (number: number) => live?.inverters.find(({ serial }) => serial === serialOf(number)),
    live: () => live,
  };
}

describe('the socket for pages', () => {
  it('tells of ten inverters what the socket for programs tells', async () => {
    const server = await startTestServer();
    const program = await openSocket(server.port);
    const page = await openPage(server, '');
    await page.pass(0);
    await program.settle();
    const [told] = page.client.messages;
    const { AC, DC, INV, order, poll_enabled, data_age_ms, radio_stats, ...asIn2023 } = JSON.parse(
      program.messages[0] ?? '',
    ).inverters[0];
    expect([order, poll_enabled, data_age_ms, radio_stats?.rssi]).toEqual([
      0,
      true,
      expect.any(Number),
      -127,
    ]);
    expect(JSON.parse(told ?? '').inverters).toEqual([asIn2023]);
    expect(JSON.parse(told ?? '').plant).not.toHaveProperty('lean');
  });

  it('tells of more of them all of the one that is shown, from its first word on', async () => {
    const server = await startTestServer();
    bring(server, 30);
    measure(server, 7, 300);
    const page = await openPage(server, serialOf(7));
    await page.pass(0);
    expect(page.live()?.inverters).toHaveLength(31);
    expect(page.live()?.plant.isLean).toBe(true);
    expect(page.inverter(7)?.strings).toHaveLength(2);
    expect(page.inverter(8)?.strings).toEqual([]);
    await page.show(serialOf(8));
    await page.pass(100);
    expect(page.inverter(8)?.strings).toHaveLength(2);
    expect(page.inverter(7)?.strings).toEqual([]);
  });

  it('waits a second for a page to say what it shows, and then tells of the first inverter', async () => {
    const server = await startTestServer();
    bring(server, 30);
    const page = await openPage(server);
    await page.pass(900);
    expect(page.live()).toBeUndefined();
    await page.pass(1100);
    expect(page.live()?.inverters[0]?.strings).toHaveLength(1); // that of the radio
  });

  it('begins anew when inverters are added, and when there are few again', async () => {
    const server = await startTestServer();
    const page = await openPage(server, '');
    await page.pass(1000);
    bring(server, 20);
    await page.pass(1000);
    expect(page.live()?.inverters).toHaveLength(21);
    bring(server, 3);
    await page.pass(1000);
    expect(page.live()?.inverters).toHaveLength(4);
    expect(page.inverter(2)?.strings).toHaveLength(2);
    bring(server, 12);
    await page.pass(1000);
    expect(page.live()?.inverters).toHaveLength(13);
    expect(page.inverter(2)?.strings).toEqual([]);
  });

  it('brings a page at most 8 kB a second of two hundred inverters that all change', async () => {
    const server = await startTestServer();
    bring(server, 200);
    const page = await openPage(server, serialOf(0));
    await page.pass(0);
    const seconds: number[] = [];
    for (let second = 0; second < 15; second++) {
      for (let number = 0; number < 200; number++) measure(server, number, 100 + second + number / 10);
      seconds.push(await page.pass(1000));
    }
    expect(Math.max(...seconds)).toBeLessThanOrEqual(8000);
    const powers =
      page
        .live()
        ?.inverters.slice(1)
        .map(({ phase }) => phase?.values[0]?.value ?? 0) ?? [];
    expect(Math.min(...powers.map((power, number) => power - number / 10))).toBeGreaterThan(105);
  });

  it('does what frames do not say: it takes no other word for one of its own', async () => {
    const server = await startTestServer();
    bring(server, 30);
    const page = await openPage(server, serialOf(7));
    await page.pass(0);
    for (const word of ['ping', 'show', 'show x y', `show ${serialOf(9)} `, '{"show":1}', 'x'.repeat(500)])
      page.client.socket.send(word);
    page.client.socket.send(Buffer.from([1, 2, 3]));
    await page.client.settle();
    await page.pass(2000);
    expect(page.inverter(7)?.strings).toHaveLength(2);
    expect(page.client.socket.readyState).toBe(page.client.socket.OPEN);
  });

  it('is for whom the other one is for', async () => {
    const gateway = await startTestGateway();
    const open = await openSocket(gateway.port, {}, PATH);
    await letLive(gateway, [open], 2);
    expect(open.messages.length).toBeGreaterThan(0);
    const locked = await startTestGateway({
      prepare: (settings) => settings.update('security', (now) => ({ ...now, allow_readonly: false })),
    });
    await expect(openSocket(locked.port, {}, PATH)).rejects.toThrow('401');
  });
});

describe('what a page asks for', () => {
  const asked = async (server: TestServer, query: string, headers = {}) =>
    (await send(server.port, `/api/livedata/status${query}`, { headers })).text;
  const AS_PAGE = { [PAGE_HEADER.name]: PAGE_HEADER.value };

  it('is lean where there are many inverters, and is so for nobody else', async () => {
    const server = await startTestServer();
    bring(server, 50);
    const forPage = await asked(server, `?shown=${serialOf(40)}`, AS_PAGE);
    const live = readLiveData(JSON.parse(forPage));
    expect(live?.inverters.find(({ serial }) => serial === serialOf(40))?.strings).toHaveLength(2);
    expect(live?.inverters.filter(({ strings }) => strings.length > 0)).toHaveLength(1);
    const forProgram = await asked(server, `?shown=${serialOf(40)}`);
    expect(forProgram.length).toBeGreaterThan(3 * forPage.length);
    expect(JSON.parse(forProgram).inverters[20]).toHaveProperty('2');
  });

  it('is everything where there are few', async () => {
    const server = await startTestServer();
    bring(server, 9);
    const live = readLiveData(JSON.parse(await asked(server, '', AS_PAGE)));
    expect(live?.inverters.map(({ strings }) => strings.length)).toEqual([1, ...Array(9).fill(2)]);
  });
});
