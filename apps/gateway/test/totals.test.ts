import { readdir } from 'node:fs/promises';
import { ENDPOINTS } from '@heliograph/contract';
import { SCENARIOS } from '@heliograph/simulator';
import { restarted } from '@heliograph/testbed/gateway/config-calls.ts';
import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { startTestBroker } from '@heliograph/testbed/mqtt/test-broker.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { describe, expect, it } from 'vitest';

const LIVE = '/api/livedata/status';
const METRICS = '/api/prometheus/metrics';
const sumsOf = (text: string | undefined) => {
  const { total, plant } = JSON.parse(text ?? 'null');
  return {
    power: total.Power.v,
    yieldday: total.YieldDay.v,
    yieldtotal: total.YieldTotal.v,
    inverters: plant.all,
    answering: plant.answering,
    producing: plant.producing,
  };
};

/** Inverters that say the same for ever: whatever is told of them within a minute is of the same moment. */
const CONSTANT = SCENARIOS.captured.inverters
  .filter(({ captured }) => captured?.RealTimeRunData !== undefined)
  .slice(0, 3);
const [, SECOND] = CONSTANT.map(({ serial }) => serial);

function metricsOf(text: string) {
  const metric = (name: string) => Number(new RegExp(`^heliograph_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    power: metric('total_power_watts'),
    yieldday: metric('total_yield_day_watthours'),
    yieldtotal: metric('total_yield_kilowatthours'),
    inverters: metric('inverters\\{state="all"\\}'),
    answering: metric('inverters\\{state="answering"\\}'),
    producing: metric('inverters\\{state="producing"\\}'),
  };
}

describe('every way out of the gateway', () => {
  it.each([
    ['while all answer', true, 372.6],
    ['after one has fallen silent', false, 79.1],
  ])('tells the same sums at the same moment, %s', async (_when, isPresent, powerW) => {
    const broker = await startTestBroker();
    const inverter = CONSTANT.map(({ serial, name, strings }, id) => ({
      ...{ id, serial, name },
      channel: strings.map(() => ({ name: '', max_power: 0 })),
    }));
    const gateway = await startPlantGateway({
      scenario: 'captured',
      prepare: (settings) => settings.update('inverters', () => ({ inverter })),
    });
    await gateway.advance(10_000);
    const config = JSON.parse((await gateway.get('/api/mqtt/config')).text);
    const here = { mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: broker.port };
    await gateway.result('/api/mqtt/config', { ...config, ...here });
    const wasPublished = () => eventually(() => broker.last('solar/dtu/total/night') !== undefined);
    await wasPublished();
    const client = await openSocket(gateway.port());
    gateway.setPresence(SECOND ?? '', isPresent);
    await gateway.advance(60_000);
    broker.forget();
    await gateway.advance(5000);
    await wasPublished();
    await client.settle();

    const told = sumsOf((await gateway.get(LIVE)).text);
    const count = isPresent ? 3 : 2;
    expect(told).toMatchObject({ inverters: 3, answering: count, producing: count });
    // The sum of the readings of those that answer, and of nobody else.
    expect(told.power).toBeCloseTo(powerW, 1);
    expect(sumsOf(client.messages.at(-1))).toEqual(told);
    const metrics = metricsOf((await gateway.get(METRICS)).text);
    for (const [name, value] of Object.entries(told)) {
      expect(Number(broker.last(`solar/dtu/total/${name}`)), `MQTT: ${name}`).toBeCloseTo(value, 2);
      expect(metrics[name as keyof typeof metrics], `Prometheus: ${name}`).toBeCloseTo(value, 3);
    }
  });
});

describe('what the inverters told last', () => {
  const live = async ({ port }: { readonly port: number }) =>
    sumsOf((await send(port, LIVE, { headers: login() })).text);

  it('counts in the yields after a restart, before anybody has answered again', async () => {
    const first = await startTestGateway({ seed: 3 });
    await first.clock.advanceAsync(20_000);
    const before = await live(first);
    expect(before.yieldtotal).toBeGreaterThan(1000);
    await first.stopNow();
    const second = await startTestGateway({ seed: 3, dataFolder: first.dataFolder });
    expect(await live(second)).toEqual({ ...before, power: 0, answering: 0, producing: 0 });
  });

  it('is forgotten by a factory reset', async () => {
    const gateway = await startTestGateway();
    await gateway.clock.advanceAsync(70_000);
    await expect.poll(() => readdir(gateway.dataFolder)).toContain('yields.json');
    await postData(gateway.port, ENDPOINTS.deleteConfig.path, { delete: true });
    expect(await readdir(gateway.dataFolder)).not.toContain('yields.json');
    await restarted(gateway);
    expect(await live(gateway)).toMatchObject({ yieldday: 0, yieldtotal: 0 });
  });
});
