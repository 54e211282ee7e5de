import { ENDPOINTS, type PostName } from '@heliograph/contract';
import { createSimulatedRadio } from '@heliograph/simulator';
import { SOUTH_ROOF, startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

/**
 * Saved settings count at once, without a restart. Source: docs/reference/original-device.md#time and
 * #device-settings-and-pins.
 */

const HOUR_S = 3600;
const MINUTE_MS = 60_000;

async function save({ port }: Pick<TestGateway, 'port'>, name: PostName, change: object): Promise<void> {
  const { text } = await postData(port, ENDPOINTS[name].path, { ...POST_CASES[name].good, ...change });
  expect(JSON.parse(text)).toMatchObject({ code: 1001 });
}

/**
 * The sender's part of a frame: the last eight digits of its serial. Source: docs/reference/radio-protocol.md#frames.
 */
const senderOf = (frame: Uint8Array) => Buffer.from(frame).subarray(5, 9).toString('hex');

/** A gateway, and what its radio is told. */
async function startWatched() {
  const sent: { readonly atMs: number; readonly bytes: Uint8Array }[] = [];
  const levels: number[] = [];
  const gateway = await startTestGateway({
    scenario: 'one-inverter',
    createRadio(options) {
      const radio = createSimulatedRadio(options);
      return {
        ...radio,
        exchange(request, onSent) {
          sent.push({ atMs: options.clock.monotonicMs(), bytes: request.bytes });
          radio.exchange(request, onSent);
        },
        setPaLevel(level) {
          levels.push(level);
          radio.setPaLevel(level);
        },
      };
    },
  });
  await gateway.clock.advanceAsync(10_000);
  return { gateway, sent, levels };
}

describe('the DTU settings', () => {
  it('change the interval of the running poll loop, both ways', async () => {
    const { gateway, sent } = await startWatched();
    const framesOfAMinute = async () => {
      sent.length = 0;
      await gateway.clock.advanceAsync(MINUTE_MS);
      return sent.length;
    };
    const often = await framesOfAMinute();
    await save(gateway, 'setDtuConfig', { dtu_pollinterval: 20 });
    const seldom = await framesOfAMinute();
    expect(seldom).toBeGreaterThan(0);
    expect(seldom).toBeLessThan(often / 4);
    await save(gateway, 'setDtuConfig', { dtu_pollinterval: 86_400 });
    expect(await framesOfAMinute()).toBeLessThan(seldom);
    await save(gateway, 'setDtuConfig', { dtu_pollinterval: 1 });
    expect(await framesOfAMinute()).toBeGreaterThan(often / 2);
  });

  it('change the address in the very next frame, and the inverters answer it', async () => {
    const { gateway, sent } = await startWatched();
    expect(new Set(sent.map(({ bytes }) => senderOf(bytes)))).toEqual(new Set(['80159375']));

    sent.length = 0;
    await save(gateway, 'setDtuConfig', { dtu_serial: '199981234567', dtu_pollinterval: 1 });
    await gateway.clock.advanceAsync(30_000);
    expect(sent.length).toBeGreaterThan(5);
    expect(new Set(sent.map(({ bytes }) => senderOf(bytes)))).toEqual(new Set(['81234567']));
    const { text } = await send(gateway.port, ENDPOINTS.getLiveData.path);
    expect(JSON.parse(text).inverters[0].data_age).toBeLessThan(5);
  });

  it('change the power of the radio', async () => {
    const { gateway, levels } = await startWatched();
    expect(levels).toEqual([0]);
    await save(gateway, 'setDtuConfig', { dtu_palevel: 3 });
    await save(gateway, 'setDtuConfig', { dtu_palevel: '1' });
    expect(levels).toEqual([0, 3, 1]);
  });
});

describe('the time zone', () => {
  it('changes the local time and the times of events at once, also of those that were read before', async () => {
    const plant = await startPlantGateway();
    await plant.advance(15_000);
    await plant.result('/api/power/config', { serial: SOUTH_ROOF, power: false });
    await plant.advance(10_000);
    await plant.result('/api/power/config', { serial: SOUTH_ROOF, power: true });
    await plant.advance(10_000);
    const events = async () => {
      const logs = await plant.json(`${ENDPOINTS.getEventLog.path}?inv=${SOUTH_ROOF}`);
      return (logs as Logs)[SOUTH_ROOF]?.events ?? [];
    };
    const before = await events();
    expect(before.some(({ end_time }) => end_time > 0)).toBe(true);
    expect(await plant.json(ENDPOINTS.getTime.path)).toMatchObject({ hour: 11, minute: 30 });
    await save({ port: plant.port() }, 'setNtpConfig', { ntp_timezone: '<+0545>-5:45' });
    expect(await plant.json(ENDPOINTS.getTime.path)).toMatchObject({ hour: 15, minute: 15 });
    expect(await plant.json(ENDPOINTS.getNtpStatus.path)).toMatchObject({
      ntp_localtime: 'Friday, June 21 2024 15:15:35',
    });
    const moved = (timeS: number) => timeS - 2 * HOUR_S + 5.75 * HOUR_S;
    expect(await events()).toEqual(
      before.map((event) => ({
        ...event,
        start_time: moved(event.start_time),
        end_time: event.end_time === 0 ? 0 : moved(event.end_time),
      })),
    );
  });

  it('that is no rule is UTC', async () => {
    const plant = await startPlantGateway();
    await save({ port: plant.port() }, 'setNtpConfig', { ntp_timezone: 'Europe/Berlin' });
    expect(await plant.json(ENDPOINTS.getTime.path)).toMatchObject({ hour: 9, minute: 30 });
  });
});

type Logs = Readonly<Record<string, { events: { start_time: number; end_time: number }[] }>>;

describe('the host name', () => {
  it('is expanded wherever it is told', async () => {
    const plant = await startPlantGateway();
    await save({ port: plant.port() }, 'setNetworkConfig', { hostname: 'My sun_%06X!' });
    expect(await plant.json(ENDPOINTS.getNetworkConfig.path)).toMatchObject({ hostname: 'My sun_%06X!' });
    const hostname = 'My-sun-ABCDEF';
    expect(await plant.json(ENDPOINTS.getNetworkStatus.path)).toMatchObject({ network_hostname: hostname });
    expect(await plant.json(ENDPOINTS.getSystemStatus.path)).toMatchObject({ hostname });
  });
});
