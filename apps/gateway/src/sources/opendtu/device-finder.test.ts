import type { LookupFunction } from 'node:net';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { type AnnouncedDevice, type Browse, createDeviceFinder } from './device-finder.ts';

const ATTIC: AnnouncedDevice = {
  ...{ name: 'OpenDTU-1234', host: 'OpenDTU-1234.local', port: 80, addresses: ['192.168.1.50', 'fd00::50'] },
};
const notFound: LookupFunction = (name, _options, callback) =>
  callback(Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' }), '', 0);

function start(devices: readonly AnnouncedDevice[]) {
  const clock = createVirtualClock();
  const world = { devices, listening: 0, asked: 0 };
  const browse: Browse = (onDevice) => {
    world.listening += 1;
    world.asked += 1;
    for (const device of world.devices) onDevice(device);
    return () => {
      world.listening -= 1;
    };
  };
  const log = createLog({ level: 'error', writeLine: () => undefined });
  const finder = createDeviceFinder({ clock, log, browse, systemLookup: notFound });
  const lookup = (name: string) =>
    new Promise((resolve) => {
      finder.lookup(name, { all: true }, (error, addresses) => resolve(error?.message ?? addresses));
    });
  return { clock, world, finder, lookup };
}

describe('finding devices', () => {
  it('listens once for all who ask, and stops', async () => {
    const { clock, world, finder } = start([ATTIC, ATTIC]);
    expect(finder.found()).toEqual({ devices: [ATTIC], isListening: true });
    expect(finder.found().isListening).toBe(true);
    expect(world).toMatchObject({ listening: 1, asked: 1 });
    await clock.advanceAsync(3000);
    expect(finder.found()).toEqual({ devices: [ATTIC], isListening: false });
    expect(world).toMatchObject({ listening: 0, asked: 1 });
    await clock.advanceAsync(10_000);
    expect(finder.found().isListening).toBe(true);
  });

  it('knows names that the system does not, and follows them to another address', async () => {
    const { clock, world, lookup } = start([ATTIC]);
    const first = lookup('opendtu-1234.local');
    await clock.advanceAsync(3000);
    const addresses = [
      { address: '192.168.1.50', family: 4 },
      { address: 'fd00::50', family: 6 },
    ];
    expect(await first).toEqual(addresses);
    expect(await lookup('OpenDTU-1234.local')).toEqual(addresses); // from what was heard
    world.devices = [{ ...ATTIC, addresses: ['192.168.1.77'] }];
    await clock.advanceAsync(60_000);
    const later = lookup('opendtu-1234.local');
    await clock.advanceAsync(3000);
    expect(await later).toEqual([{ address: '192.168.1.77', family: 4 }]);
  });

  it('asks nobody for other names', async () => {
    const { world, lookup } = start([ATTIC]);
    expect(await lookup('opendtu-1234.example')).toBe('no opendtu-1234.example');
    expect(world.asked).toBe(0);
  });

  it('leaves a name unknown that nobody announces', async () => {
    const { clock, lookup } = start([]);
    const nothing = lookup('barn.local');
    await clock.advanceAsync(3000);
    expect(await nothing).toBe('no barn.local');
  });
});
