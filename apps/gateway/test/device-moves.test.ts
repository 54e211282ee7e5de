import { createServer } from 'node:http';
import {
  createSimulatedDevice,
  SCENARIOS,
  type SimulatedDevice,
  type SimulatedDeviceOptions,
} from '@heliograph/simulator';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { DEVICE_PASSWORD } from '@heliograph/testbed/gateway/served-device.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { freePort } from '@heliograph/testbed/outside/free-port.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFleet } from '../src/fleet/fleet.ts';
import { createLog } from '../src/platform/log.ts';
import { serveDevice } from '../src/simulated-devices/serve-device.ts';
import { type AnnouncedDevice, createDeviceFinder } from '../src/sources/opendtu/device-finder.ts';
import type { DeviceIdentities, DeviceIdentity } from '../src/sources/opendtu/device-identity.ts';
import { createDeviceSource } from '../src/sources/opendtu/device-source.ts';

/** A device that its owner knows by a name below `.local`, and that gets other addresses by DHCP. */

const NAME = 'opendtu-attic.local';
const log = createLog({ level: 'error', writeLine: () => undefined });

/** What the gateway remembers of devices, in memory. */
function identitiesOf(known = new Map<string, DeviceIdentity>()): DeviceIdentities {
  return {
    find: (id) => known.get(id),
    keep: (id, identity) => void known.set(id, identity),
    drop: (id) => void known.delete(id),
    forget: async () => known.clear(),
    close: async () => undefined,
  };
}

/** A network: who announces that name, and from where. Every device listens on the same port, each at an address of its own. */
async function startNetwork() {
  const clock = createVirtualClock();
  const port = await freePort();
  const announced: string[] = [];
  const identities = identitiesOf();
  const finder = createDeviceFinder({
    ...{ clock, log },
    systemLookup: (name, _, callback) =>
      callback(Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' }), '', 0),
    browse(onDevice) {
      for (const address of announced) {
        onDevice({ name: 'attic', host: NAME, port, addresses: [address] } satisfies AnnouncedDevice);
      }
      return () => undefined;
    },
  });

  function createDevice(options: Partial<SimulatedDeviceOptions> = {}): SimulatedDevice {
    const device = createSimulatedDevice({
      ...{ firmware: 'v26.3.30', scenario: SCENARIOS['three-inverters'], password: DEVICE_PASSWORD, clock },
      ...options,
    });
    onTestFinished(() => device.stop());
    return device;
  }

  /** The device is at that address from now on; gives what takes it away. */
  async function place(device: SimulatedDevice, host: string) {
    const heard: (string | undefined)[] = [];
    const served = await serveDevice({
      device: {
        faults: () => device.faults(),
        openSocket: (opening) => device.openSocket(opening),
        answer(request) {
          heard.push(request.headers.authorization);
          return device.answer(request);
        },
      },
      ...{ clock, host, port },
    });
    onTestFinished(() => served.close());
    return { heard, leave: () => served.close() };
  }

  function startSource() {
    const fleet = createFleet({ clock, configs: [] });
    const source = createDeviceSource({
      ...{ id: 'attic', gatewayId: 'c0ffee', fleet, clock, log, identities },
      address: {
        ...{ host: NAME, port, isHttps: false, basePath: '', user: 'admin', password: DEVICE_PASSWORD },
      },
      ...{ lookup: finder.lookup, doubtName: finder.doubt, deviceClock: { utcOffsetS: () => 0 } },
      onInverters: (inverters) => fleet.configure(inverters, 'attic'),
      onOrderStep: () => undefined,
    });
    onTestFinished(() => source.stop());
    source.start();
    return source;
  }

  async function pass(seconds: number): Promise<void> {
    for (let step = 0; step < seconds * 2; step += 1) {
      await clock.advanceAsync(500);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  return { clock, port, announced, createDevice, place, startSource, pass };
}

type Network = Awaited<ReturnType<typeof startNetwork>>;

/** A device at its first address, and a source that has its inverters. */
async function startAttic(network: Network, options: Partial<SimulatedDeviceOptions> = {}) {
  const device = network.createDevice(options);
  network.clock.advance(16_000);
  const first = await network.place(device, '127.0.0.2');
  network.announced.push('127.0.0.2');
  const source = network.startSource();
  await network.pass(5);
  await eventually(() => expect(source.status().state).toBe('live'));
  return { device, first, source };
}

describe('a device that is known by its name', () => {
  it.each(['2023-02', 'v23.4.4', 'v26.3.30'] as const)(
    'is followed to another address within 16 s: %s',
    async (firmware) => {
      const network = await startNetwork();
      const { device, first, source } = await startAttic(network, { firmware });
      await first.leave();
      network.announced.splice(0);
      await network.pass(20);
      expect(source.status()).toMatchObject({ state: 'problem' });
      const second = await network.place(device, '127.0.0.3');
      network.announced.push('127.0.0.3');
      await network.pass(16);
      expect(source.status().state).toBe('live');
      // Before it heard the password it has told who it is.
      expect(second.heard[0]).toBeUndefined();
      expect(second.heard).toContain(`Basic ${btoa(`admin:${DEVICE_PASSWORD}`)}`);
    },
  );

  it('that tells nothing without a login is followed too', async () => {
    const network = await startNetwork();
    const { device, first, source } = await startAttic(network, { allowReadonly: false });
    await first.leave();
    await network.place(device, '127.0.0.3');
    network.announced.splice(0, 1, '127.0.0.3');
    await network.pass(30);
    expect(source.status().state).toBe('live');
  });
});

describe('whoever takes the name of a device', () => {
  it('hears no password where it is another device, until its owner says so', async () => {
    const network = await startNetwork();
    const { first, source } = await startAttic(network);
    await first.leave();
    const other = network.createDevice({ chipId: 'ABCDEF' });
    const second = await network.place(other, '127.0.0.3');
    network.announced.splice(0, 1, '127.0.0.3');
    await network.pass(30);
    expect(source.status()).toMatchObject({ state: 'problem', problem: 'other-device' });
    expect(second.heard.length).toBeGreaterThan(0);
    expect(second.heard.filter((login) => login !== undefined)).toEqual([]);
    source.retry();
    await network.pass(16);
    expect(source.status().state).toBe('live');
  });

  it('hears none where it is no device at all, and the device is found beside it', async () => {
    const network = await startNetwork();
    const { device, first, source } = await startAttic(network);
    await first.leave();
    const logins: unknown[] = [];
    const stranger = createServer((request, response) => {
      logins.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>');
    });
    await new Promise<void>((resolve) => stranger.listen(network.port, '127.0.0.3', resolve));
    onTestFinished(() => void stranger.close());
    network.announced.splice(0, 1, '127.0.0.3');
    await network.pass(30);
    expect(source.status()).toMatchObject({ state: 'problem', problem: 'other-device' });
    await network.place(device, '127.0.0.4');
    network.announced.push('127.0.0.4');
    await network.pass(16);
    expect(source.status().state).toBe('live');
    expect(logins.filter((login) => login !== undefined)).toEqual([]);
  });

  it('shows as another one when it is in, where nothing is told before', async () => {
    const network = await startNetwork();
    const { first, source } = await startAttic(network, { allowReadonly: false });
    await first.leave();
    const other = network.createDevice({ allowReadonly: false, chipId: 'ABCDEF' });
    await network.place(other, '127.0.0.3');
    network.announced.splice(0, 1, '127.0.0.3');
    await network.pass(30);
    expect(source.status()).toMatchObject({ state: 'problem', problem: 'other-device' });
  });
});
