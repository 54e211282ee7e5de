import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { noReading, type OrderAction } from '@heliograph/domain';
import {
  type DeviceInverter,
  type DeviceLiveData,
  decodeLimitOrder,
  decodePowerOrder,
  encodeEventLog,
  encodeInverterList,
  encodeLimitStatuses,
  encodeLiveData,
  encodePowerStatuses,
  encodeResult,
  type OrderStatus,
  type Release,
} from '@heliograph/opendtu-api';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { assert, describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createFleet } from '../../fleet/fleet.ts';
import { createLog } from '../../platform/log.ts';
import { createDeviceSource } from './device-source.ts';

const SERIAL = '114182730124';
const SHED = '112174506011';
const VERSIONS = { 230201: 'gabcdef0', 230404: 'v23.4.4', 260330: 'v26.3.30' } as const;

function inverter(serial: string, powerW: number): DeviceInverter {
  const reading = {
    ...noReading({ phaseCount: 1, stringCount: 2 }),
    ...{ powerW, yieldTodayWh: 1000, yieldTotalKWh: 50, eventCount: Number.NaN },
  };
  return {
    ...{ serial, name: serial, order: 0, dataAgeMs: 0, isReachable: true, isProducing: powerW > 0 },
    ...{ isPolled: true, limit: { percent: 100, watts: 800 }, eventCount: undefined, radio: undefined },
    ...{ isSummary: false, reading, strings: [1, 2].map((n) => ({ name: `S${n}`, maxPowerW: 400 })) },
  };
}

/** A device of that release with two inverters: what it answers is what it knows now. */
async function startDevice(release: keyof typeof VERSIONS & Release) {
  const world = {
    password: 'open sesame',
    isAway: false,
    /** Requests are answered with this; its socket goes on. */
    page: undefined as string | undefined,
    powers: new Map([
      [SERIAL, 120.5],
      [SHED, 30],
    ]),
    /** Of the reading of an inverter; 0 where nothing is said. */
    ageS: new Map<string, number>(),
    /** Entries in the log of each inverter; undefined: the device does not say. */
    eventCount: undefined as number | undefined,
    orderStatus: 'ok' as OrderStatus,
    limitPercent: 100,
    asked: [] as string[],
    orders: [] as unknown[],
  };
  const plant = (): DeviceLiveData => ({
    inverters: [...world.powers].map(([serial, powerW]) => ({
      ...inverter(serial, powerW),
      dataAgeMs: (world.ageS.get(serial) ?? 0) * 1000,
      eventCount: world.eventCount,
    })),
    total: { powerW: 0, yieldTodayWh: 0, yieldTotalKWh: 0 },
    hints: { isClockUnset: false, hasRadioProblem: false, hasDefaultPassword: false, hasPinProblem: false },
  });
  const status = () => ({
    ...{ hostname: 'roof', git_hash: VERSIONS[release], config_version: '0.1.23', uptime: 100 },
    ...(release === 23_02_01 ? { radio_connected: true } : { nrf_configured: true }),
  });
  const byKind = <Value>(value: Value) => new Map([...world.powers.keys()].map((key) => [key, value]));
  const list = () =>
    encodeInverterList(
      release,
      plant().inverters.map(({ strings }, id) => ({
        ...{ id, serial: [SERIAL, SHED][id] ?? '', name: ['Garage', 'Shed'][id] ?? '' },
        ...{ typeText: 'HM-600, HM-700, HM-800', order: id },
        strings: strings.map(({ name }) => ({ name, maxPowerW: 385, yieldTotalOffsetKWh: 0 })),
        ...{ isPolled: true, isPolledAtNight: true, takesOrders: true, takesOrdersAtNight: true },
        ...{ reachableThreshold: 2, isZeroedWhenSilent: false, isYieldZeroedAtMidnight: false },
        ...{ isYieldCorrected: false, isEventLogCleared: false },
      })),
    );
  const take = (body: unknown) => {
    world.orders.push(body);
    const type = Object(body).limit_type;
    const isWrong = release === 26_03_30 ? type > 3 : type === 2 || type === 3;
    const result = { isSuccess: !isWrong, code: isWrong ? 5003 : 1001, message: '', param: {} };
    return decodeLimitOrder(body) || decodePowerOrder(body) ? encodeResult(result) : undefined;
  };
  const answers: Record<string, (serial: string | null, body: unknown) => object | undefined> = {
    '/api/system/status': status,
    '/api/devinfo/status': (serial) => ({
      ...{
        valid_data: true,
        fw_build_version: 10_008,
        hw_part_number: 269_553_681,
        hw_model_name: 'HM-800-2T',
      },
      ...{ max_power: 800, ...(release === 26_03_30 && { pdl_supported: serial === SERIAL }) },
    }),
    '/api/eventlog/status': (serial) => encodeEventLog(release, serial ?? '', []),
    '/api/security/authenticate': () => ({ type: 'success', message: 'Authentication successful!' }),
    '/api/inverter/list': list,
    '/api/livedata/status': (serial) =>
      encodeLiveData(release, plant(), serial === null ? 'all' : { serial }),
    '/api/limit/status': () =>
      encodeLimitStatuses(byKind({ percent: world.limitPercent, maxPowerW: 800, status: world.orderStatus })),
    '/api/power/status': () => encodePowerStatuses(byKind(world.orderStatus)),
    '/api/limit/config': (_, body) => take(body),
    '/api/power/config': (_, body) => take(body),
  };
  async function answer(request: IncomingMessage): Promise<object | undefined> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://device');
    const data = new URLSearchParams(await text(request)).get('data');
    return answers[pathname]?.(searchParams.get('inv'), data === null ? undefined : JSON.parse(data));
  }
  const sockets = new Set<WebSocket>();
  const http = createServer(async (request, response) => {
    if (world.isAway) return void request.socket.destroy();
    world.asked.push(request.url ?? '');
    if (world.page !== undefined)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(world.page);
    if (request.headers.authorization !== `Basic ${btoa(`admin:${world.password}`)}`)
      return void response.writeHead(401).end();
    const document = await answer(request);
    const type = document === undefined ? 'text/html' : 'application/json';
    response.writeHead(200, { 'content-type': type }).end(document ? JSON.stringify(document) : '<html>');
  });
  const socketServer = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    if (world.isAway) return void socket.destroy();
    socketServer.handleUpgrade(request, socket, head, (opened) => sockets.add(opened));
  });
  const listening = await listen(http);
  onTestFinished(() => listening.close());
  return {
    ...{ world, port: listening.port, sockets },
    push(serial: string) {
      const message = JSON.stringify(encodeLiveData(release, plant(), { serial }));
      for (const socket of sockets) socket.send(message);
    },
    leave() {
      world.isAway = true;
      for (const socket of sockets) socket.terminate();
      sockets.clear();
    },
  };
}

async function startSource(port: number, password = 'open sesame') {
  const clock = createVirtualClock();
  const fleet = createFleet({ clock, configs: [] });
  const steps: string[] = [];
  const source = createDeviceSource({
    id: 'roof',
    gatewayId: 'c0ffee',
    address: { host: '127.0.0.1', port, isHttps: false, basePath: '', user: 'admin', password },
    ...{ fleet, clock, deviceClock: { utcOffsetS: () => 0 } },
    log: createLog({ level: 'error', writeLine: () => undefined }),
    onInverters: (inverters) => fleet.configure(inverters, 'roof'),
    onOrderStep: (serial, orderNumber, step, refusal) =>
      steps.push([serial, orderNumber, step, ...(refusal ? [refusal] : [])].join(' ')),
  });
  onTestFinished(() => source.stop());
  source.start();
  const powers = () => fleet.inverters().map(({ reading }) => reading.powerW);
  const contacts = () => fleet.inverters().map(({ contact }) => contact);
  /** Lets time pass in steps, in which what was asked is answered. */
  async function pass(ms: number) {
    for (let restMs = ms; restMs > 0; restMs -= 500) {
      await clock.advanceAsync(Math.min(500, restMs));
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }
  return { clock, fleet, source, steps, powers, contacts, pass };
}

const limit = (value: number, isPersistent = false): OrderAction => ({
  kind: 'limit',
  command: { value, isRelative: true, isPersistent },
});

describe.each([23_02_01, 23_04_04, 26_03_30] as const)('a device of release %d', (release) => {
  it('brings its inverters with names, strings and values', async () => {
    const device = await startDevice(release);
    const { fleet, source } = await startSource(device.port);
    await eventually(() => source.status().state === 'live');
    await eventually(() => device.sockets.size === 1);
    expect(fleet.inverters().map(({ serial, name, sourceId }) => [serial, name, sourceId])).toEqual([
      [SERIAL, 'Garage', 'roof'],
      [SHED, 'Shed', 'roof'],
    ]);
    expect(fleet.find(SERIAL)).toMatchObject({
      reading: { powerW: 120.5, yieldTodayWh: 1000, yieldTotalKWh: 50 },
      strings: [
        { name: 'S1', maxPowerW: 385 },
        { name: 'S2', maxPowerW: 385 },
      ],
      ...{ contact: 'answers', limit: { percent: 100, source: 'told' } },
    });
    expect(source.status()).toMatchObject({ isPasswordRight: true, problem: undefined });
  });

  it('goes on telling over the socket, without being asked again', async () => {
    const device = await startDevice(release);
    const { powers } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1);
    await eventually(() => device.world.asked.some((path) => path.startsWith('/api/devinfo')));
    const before = device.world.asked.filter((path) => path.startsWith('/api/livedata')).length;
    device.world.powers.set(SERIAL, 99);
    device.push(SERIAL);
    await eventually(() => powers()[0] === 99);
    expect(device.world.asked.filter((path) => path.startsWith('/api/livedata'))).toHaveLength(before);
  });

  it('that falls silent is lost after 14 s, and found again when it is back', async () => {
    const device = await startDevice(release);
    const { contacts, source, pass, powers } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1 && contacts().every((one) => one === 'answers'));
    device.leave();
    await pass(13_000);
    expect(contacts()).toEqual(['answers', 'answers']);
    await pass(1500);
    expect(contacts()).toEqual(['lost', 'lost']);
    expect(source.status()).toMatchObject({ state: 'problem' });
    device.world.isAway = false;
    device.world.powers.set(SERIAL, 77);
    await pass(10_000); // and says nothing more in this test
    expect(source.status()).toMatchObject({ state: 'live', problem: undefined });
    expect([powers()[0], contacts()]).toEqual([77, ['answers', 'answers']]);
    await eventually(() => device.sockets.size === 1);
  });

  it('takes an inverter away that is deleted on it, with its value', async () => {
    const device = await startDevice(release);
    const { fleet, pass, powers } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1);
    await eventually(() => device.world.asked.some((path) => path.startsWith('/api/devinfo')));
    device.world.powers.delete(SHED);
    device.push(SERIAL);
    await eventually(() => powers()[0] === 120.5);
    for (let waitedS = 0; waitedS < 64 && powers().length > 1; waitedS += 8) {
      device.push(SERIAL); // as every device does every 10 s
      await pass(8000);
      // What the socket tells no more is not live while the list is not read again.
      if (waitedS > 32) expect(fleet.find(SHED)?.contact ?? 'lost').toBe('lost');
    }
    expect(fleet.inverters().map(({ serial }) => serial)).toEqual([SERIAL]);
    expect(powers()).toEqual([120.5]);
  });

  it('knows at once what it has told of an inverter that another source lets go', async () => {
    const device = await startDevice(release);
    const { fleet, pass } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1 && fleet.find(SHED)?.contact === 'answers');
    const settings = fleet.find(SHED);
    assert(settings !== undefined);
    fleet.configure([settings]); // the own radio, which comes first
    expect(fleet.find(SHED)).toMatchObject({ sourceId: 'radio', readingAtMs: undefined });
    await pass(2000);
    fleet.configure([]);
    expect(fleet.find(SHED)).toMatchObject({
      ...{ sourceId: 'roof', contact: 'answers', reading: { powerW: 30 } },
    });
  });

  it('has nothing live of an inverter whose reading it goes on telling for minutes', async () => {
    const device = await startDevice(release);
    const { contacts, pass } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1);
    device.world.ageS.set(SHED, 200);
    device.push(SHED);
    await pass(1000);
    expect(contacts()).toEqual(['answers', 'answers']);
    device.world.ageS.set(SHED, 320);
    device.push(SHED);
    await pass(1000);
    expect(contacts()).toEqual(['answers', 'lost']);
    device.world.ageS.delete(SHED);
    device.push(SHED);
    await pass(1000);
    expect(contacts()).toEqual(['answers', 'answers']);
  });

  it('that wants another password is asked once, and then waits for its owner', async () => {
    const device = await startDevice(release);
    const { source, pass } = await startSource(device.port, 'guessed');
    await eventually(() => source.status().problem === 'login');
    expect(source.status()).toMatchObject({ state: 'problem', isPasswordRight: false });
    await pass(60_000);
    expect(device.world.asked).toHaveLength(1);
  });

  it('carries out a limit, which is followed until the inverter has taken it', async () => {
    const device = await startDevice(release);
    const { source, steps, pass, fleet } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1);
    device.world.orderStatus = 'pending';
    expect(source.order(SERIAL, limit(60))).toBe(1);
    await pass(3000);
    expect(device.world.orders).toEqual([{ serial: SERIAL, limit_value: 60, limit_type: 1 }]);
    expect(steps).toEqual([`${SERIAL} 1 sent`]);
    expect(fleet.find(SERIAL)?.limit.commandState).toBe('Pending');
    device.world.orderStatus = 'ok';
    await pass(2000);
    expect(steps).toEqual([`${SERIAL} 1 sent`, `${SERIAL} 1 acknowledged`]);
    expect(fleet.find(SERIAL)?.limit).toMatchObject({ commandState: 'Ok', percent: 60 });
  });

  it('gets a limit that is kept by the number that it knows, whatever is tried first', async () => {
    const device = await startDevice(release);
    const { source, steps, pass } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1);
    source.order(SERIAL, limit(60, true));
    await pass(2000);
    expect(device.world.orders.at(-1)).toMatchObject({ limit_type: release === 26_03_30 ? 3 : 257 });
    expect(steps.at(-1)).toBe(`${SERIAL} 1 acknowledged`);
    source.order(SERIAL, limit(70, true));
    await pass(2000);
    const numbers = device.world.orders.map((order) => Object(order).limit_type);
    expect(numbers.slice(-1)).toEqual([release === 26_03_30 ? 3 : 257]);
    expect(numbers.length).toBeLessThanOrEqual(3);
  });

  it('sends a restart once, and says so', async () => {
    const device = await startDevice(release);
    const { source, steps, pass } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1);
    source.order(SERIAL, { kind: 'power', command: 'restart' });
    await pass(3000);
    expect(device.world.orders).toEqual([{ serial: SERIAL, restart: true }]);
    expect(steps).toEqual([`${SERIAL} 1 sent`, `${SERIAL} 1 acknowledged`]);
  });

  it('that takes our password no more has refused an order itself, and that shows at once', async () => {
    const device = await startDevice(release);
    const { source, steps, pass } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1);
    device.world.password = 'another one';
    source.order(SERIAL, limit(60));
    await pass(1500);
    expect(device.world.orders).toEqual([]);
    expect(steps).toEqual([`${SERIAL} 1 refused device-login`]);
    expect(source.status()).toMatchObject({ state: 'live', isPasswordRight: false });
  });

  it('that answers with a page while its socket goes on says so within 15 s, and no longer than that', async () => {
    const device = await startDevice(release);
    const { source, pass } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1);
    await eventually(() => device.world.asked.some((path) => path.startsWith('/api/devinfo')));
    const goOn = async (steps: number) => {
      for (let step = 0; step < steps; step += 1) {
        device.push(SERIAL);
        await pass(5000);
      }
    };
    await goOn(3);
    expect(source.status()).toMatchObject({ state: 'live', requestProblem: undefined });
    device.world.page = '<html>';
    await goOn(3);
    expect(source.status()).toMatchObject({ state: 'live', problem: undefined, requestProblem: 'no-json' });
    device.world.page = undefined;
    await goOn(3);
    expect(source.status()).toMatchObject({ state: 'live', requestProblem: undefined });
  });

  it('tells of its inverters whether they share a limit by themselves, if it is new enough', async () => {
    const device = await startDevice(release);
    const { fleet } = await startSource(device.port);
    await eventually(() => fleet.find(SHED)?.deviceInfo.hardware !== undefined);
    const expected = release === 26_03_30 ? [true, false] : [undefined, undefined];
    expect(fleet.inverters().map(({ deviceInfo }) => deviceInfo.sharesLimit)).toEqual(expected);
  });

  it('knows nothing of an order to somebody else’s inverter', async () => {
    const device = await startDevice(release);
    const { source } = await startSource(device.port);
    await eventually(() => device.sockets.size === 1);
    expect(source.order('116180400144', limit(60))).toBeUndefined();
  });
});

describe('the event log of an inverter', () => {
  it.each([
    ['is not read again while its count stays', 14, 1],
    ['is read again after a while where it is full, since its count stays whatever comes', 15, 2],
  ])('%s', async (_what, eventCount, reads) => {
    const device = await startDevice(26_03_30);
    device.world.eventCount = eventCount;
    const { clock, pass } = await startSource(device.port);
    const asked = (path: string) => device.world.asked.filter((url) => url.startsWith(path)).length;
    const readsOfOne = () =>
      device.world.asked.filter((url) => url.startsWith('/api/eventlog') && url.includes(SERIAL)).length;
    await eventually(() => readsOfOne() === 1);
    await pass(1000); // its answer is there
    await clock.advanceAsync(16 * 60_000);
    const before = asked('/api/inverter/list');
    await pass(5000);
    await eventually(() => asked('/api/inverter/list') > before);
    await pass(1000);
    expect(readsOfOne()).toBe(reads);
  });
});
