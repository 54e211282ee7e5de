import { FIRMWARES, type FirmwareName } from '@heliograph/simulator';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { DEVICE_PASSWORD, startServedDevice } from '@heliograph/testbed/gateway/served-device.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { assert, describe, expect, it, onTestFinished } from 'vitest';
import { createFleet } from '../src/fleet/fleet.ts';
import { createLog } from '../src/platform/log.ts';
import { createDeviceSource } from '../src/sources/opendtu/device-source.ts';

const SOUTH_ROOF = '114182730124';
const ALL_READ_MS = 16_000;

/** A simulated device whose inverters are all read, and a source that speaks to it. */
async function start(firmware: FirmwareName) {
  const clock = createVirtualClock();
  const { device, port } = await startServedDevice({ firmware, clock, allowReadonly: false });
  clock.advance(ALL_READ_MS);
  const fleet = createFleet({ clock, configs: [] });
  const steps: string[] = [];
  const source = createDeviceSource({
    id: 'attic',
    gatewayId: 'c0ffee',
    address: {
      host: '127.0.0.1',
      port,
      isHttps: false,
      basePath: '',
      user: 'admin',
      password: DEVICE_PASSWORD,
    },
    ...{ fleet, clock, deviceClock: { utcOffsetS: () => 3600 } },
    log: createLog({ level: 'error', writeLine: () => undefined }),
    onInverters: (inverters) => fleet.configure(inverters, 'attic'),
    onOrderStep: (_serial, _orderNumber, step) => steps.push(step),
  });
  onTestFinished(() => source.stop());
  source.start();
  /** Lets time pass in steps, in which what was asked is answered. */
  async function pass(ms: number): Promise<void> {
    for (let restMs = ms; restMs > 0; restMs -= 500) {
      await clock.advanceAsync(Math.min(500, restMs));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  await eventually(() => source.status().state === 'live' && device.socketCount() === 1);
  return { clock, device, fleet, source, steps, pass };
}

describe.each(Object.keys(FIRMWARES) as FirmwareName[])('a simulated device with %s', (firmware) => {
  it('is read by the source of original devices', async () => {
    const { fleet, source, pass } = await start(firmware);
    await pass(12_000);
    const inverters = fleet.inverters();
    expect(inverters.map(({ name }) => name)).toEqual(['Garage', 'South roof', 'East and west roof']);
    expect(inverters.map(({ contact }) => contact)).toEqual(['answers', 'answers', 'answers']);
    for (const { reading } of inverters) expect(reading.powerW).toBeGreaterThan(20);
    const { capabilities } = source.status().facts ?? assert.fail('no facts');
    for (const { radioStatistics } of inverters) {
      if (!capabilities.radioStatistics) expect(radioStatistics).toBeUndefined();
      else expect(radioStatistics?.answers).toBeGreaterThan(0);
      const isMeasured = capabilities.radioStrength;
      expect(radioStatistics?.rssiDbm ?? -127).toBeGreaterThan(isMeasured ? -100 : -128);
    }
    const isOnBattery = firmware === 'onbattery';
    expect(source.status().facts?.kind).toBe(isOnBattery ? 'onbattery' : 'opendtu');
  });

  it('has its inverters take a limit that is kept', async () => {
    const { source, device, steps, pass } = await start(firmware);
    const command = { value: 30, isRelative: true, isPersistent: true };
    expect(source.order(SOUTH_ROOF, { kind: 'limit', command })).toBe(1);
    await pass(6000);
    expect(steps).toEqual(['sent', 'acknowledged']);
    expect(device.inspect(SOUTH_ROOF)).toMatchObject({ limitPercent: 30, persistentLimitPercent: 30 });
  });
});

it('an update in between brings another generation, which is read on', async () => {
  const { source, device, fleet, pass } = await start('2023-02');
  device.update('v26.3.30', 5);
  await pass(60_000);
  expect(source.status()).toMatchObject({ state: 'live', facts: { generation: '2024-02' } });
  const { reading, contact } = fleet.find(SOUTH_ROOF) ?? assert.fail('no inverter');
  expect(contact).toBe('answers');
  expect(reading.powerW).toBeGreaterThan(20);
});
