import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  authenticate,
  getExpectedYield,
  getFindings,
  getHistoryCurve,
  getLimitState,
  getLimitStatus,
  getLiveData,
  getOrders,
  getPlantDay,
  quantityOf,
  SOCKETS,
} from '@heliograph/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Device, startDevice } from './device.ts';
import { createLivePlant } from './live-plant.ts';

const PLAIN_PAGE = fileURLToPath(new URL('plain-page', import.meta.url));

let device: Device;
afterEach(() => device.close());

async function startWith(inverterCount: number): Promise<string> {
  device = await startDevice({ webFolder: PLAIN_PAGE, plant: createLivePlant(inverterCount) });
  return `http://127.0.0.1:${device.port}`;
}

describe('the device of the bench', () => {
  it('serves the page with the content policy of the gateway, and hangs up', async () => {
    const answer = await fetch(`${await startWith(4)}/`);
    expect(await answer.text()).toContain('plain-page.js');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('connection')).toBe('close');
  });

  it.each([4, 10])('tells live data and limits of %d inverters that were heard', async (count) => {
    const url = await startWith(count);
    const live = getLiveData.read(await (await fetch(url + getLiveData.path)).json());
    expect(live).toMatchObject({ refusedInverters: 0, refusedTotal: false, refusedHints: false });
    expect(live?.inverters.map(({ isProducing }) => isProducing)).toEqual(Array(count).fill(true));
    const [{ phase, strings } = { phase: undefined, strings: [] }] = live?.inverters ?? [];
    expect([phase, ...strings].map((channel) => channel?.number)).toEqual([0, 1, 2, 3, 4]);
    const limits = getLimitStatus.read(await (await fetch(url + getLimitStatus.path)).json());
    expect([...(limits?.keys() ?? [])]).toEqual(live?.inverters.map(({ serial }) => serial));
  });

  it('pushes new values of all inverters', async () => {
    const url = await startWith(4);
    const before = getLiveData.read(await (await fetch(url + getLiveData.path)).json());
    const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKETS.liveData.path}`);
    await once(socket, 'open');
    device.push();
    const [data] = await once(socket, 'message');
    const after = SOCKETS.liveData.read(String(data));
    const powers = (live: typeof after) =>
      live?.inverters.map(({ phase }) => quantityOf(phase, 'power')?.value);
    powers(after)?.forEach((power, index) => {
      expect(power).not.toBe(powers(before)?.[index]);
    });
    expect(powers(after)).toHaveLength(4);
  });

  it('tells of the day as a gateway with a history does', async () => {
    const url = await startWith(1);
    const read = async (path: string) => (await fetch(url + path)).json();
    const day = getPlantDay.read(await read(getPlantDay.path));
    const midnight = (day?.sunrise ?? 0) - 6 * 3600;
    const span = `?from=${midnight - 86_400}&to=${midnight}`;
    const curve = getHistoryCurve.read(await read(getHistoryCurve.path + span));
    expect(Math.max(...(curve?.mean ?? []).map(Number))).toBe(2000);
    const sky = getExpectedYield.read(await read(getExpectedYield.path + span));
    expect(sky?.at).toHaveLength(96);
    expect(getFindings.read(await read(getFindings.path))?.has_judged).toBe(true);
    expect(device.unknownCalls).toEqual([]);
  });

  it('lets in whoever is logged in, and tells that nobody holds a limit', async () => {
    const url = await startWith(2);
    const read = async (path: string) => (await fetch(url + path)).json();
    expect(authenticate.read(await read(authenticate.path))?.type).toBe('success');
    expect(getLimitState.read(await read(getLimitState.path))?.inverters).toHaveLength(2);
    expect(getOrders.read(await read(getOrders.path))?.orders).toEqual([]);
  });

  it('notes calls that it does not know', async () => {
    expect((await fetch(`${await startWith(1)}/api/unknown`)).status).toBe(404);
    expect(device.unknownCalls).toEqual(['/api/unknown']);
  });
});
