import {
  createSimulatedDevice,
  SCENARIOS,
  type SimulatedDevice,
  type SimulatedDeviceOptions,
} from '@heliograph/simulator';
import { onTestFinished } from 'vitest';
import { createFleet } from '../../../apps/gateway/src/fleet/fleet.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { serveDevice } from '../../../apps/gateway/src/simulated-devices/serve-device.ts';
import {
  type AnnouncedDevice,
  createDeviceFinder,
} from '../../../apps/gateway/src/sources/opendtu/device-finder.ts';
import type {
  DeviceIdentities,
  DeviceIdentity,
} from '../../../apps/gateway/src/sources/opendtu/device-identity.ts';
import { createDeviceSource } from '../../../apps/gateway/src/sources/opendtu/device-source.ts';
import { createVirtualClock } from '../clock.ts';
import { eventually } from '../outside/eventually.ts';
import { freePort } from '../outside/free-port.ts';
import { DEVICE_PASSWORD } from './served-device.ts';

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

/** A network on this machine: who announces that name, and from where. Every device listens on the same port, each at an address of its own. */
export async function startDeviceNetwork() {
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

export type DeviceNetwork = Awaited<ReturnType<typeof startDeviceNetwork>>;

/** A device at its first address, and a source that has its inverters. */
export async function startNamedDevice(
  network: DeviceNetwork,
  options: Partial<SimulatedDeviceOptions> = {},
) {
  const device = network.createDevice(options);
  network.clock.advance(16_000);
  const first = await network.place(device, '127.0.0.2');
  network.announced.push('127.0.0.2');
  const source = network.startSource();
  await network.pass(5);
  await eventually(() => source.status().state === 'live');
  return { device, first, source };
}
