import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createDeviceBackups } from './device-backups.ts';

const BARN = '0badcafe';
const DAY_MS = 24 * 60 * 60 * 1000;

function start() {
  const clock = createVirtualClock();
  const directory = createCrashDisk();
  const world = { config: config(1) as object | undefined, ids: [BARN], reads: 0 };
  const backups = createDeviceBackups({
    ...{ directory, clock },
    log: createLog({ level: 'error', writeLine: () => undefined }),
    ids: () => world.ids,
    async readConfig() {
      world.reads += 1;
      return world.config;
    },
  });
  /** Lets the next day come, and looks. */
  async function nextDay(): Promise<void> {
    clock.advance(DAY_MS);
    await backups.look();
  }
  return { clock, directory, world, backups, nextDay };
}

const config = (pollInterval: number, saveCount = 1) => ({
  cfg: { version: 71_424, save_count: saveCount },
  dtu: { poll_interval: pollInterval },
  inverters: [{ name: 'Garage' }],
});

describe('the copies of a device’s settings', () => {
  it('are taken once a day, and kept where something has changed', async () => {
    const { backups, world, nextDay } = start();
    await backups.look();
    await backups.look();
    expect(world.reads).toBe(1);
    world.config = config(1, 2); // saved again, with nothing changed
    await nextDay();
    expect((await backups.list(BARN)).backups).toHaveLength(1);
    world.config = { ...config(5, 3), inverters: [{ name: 'Shed' }] };
    await nextDay();
    const { backups: copies, checked_at: checkedAt } = await backups.list(BARN);
    expect(copies.map(({ changed }) => changed)).toEqual([
      ['dtu.poll_interval', 'inverters.0.name'],
      undefined,
    ]);
    expect(checkedAt).toBe(copies[0]?.at);
    expect(await backups.read(BARN, copies[1]?.name ?? '')).toEqual(config(1));
  });

  it('are thirty at most, and the oldest goes', async () => {
    const { backups, world, nextDay } = start();
    for (let day = 1; day <= 33; day += 1) {
      world.config = config(day);
      await nextDay();
    }
    const { backups: copies } = await backups.list(BARN);
    expect(copies).toHaveLength(30);
    expect(await backups.read(BARN, copies[0]?.name ?? '')).toEqual(config(33));
    expect(await backups.read(BARN, copies[29]?.name ?? '')).toEqual(config(4));
  });

  it('stay while a device cannot be read, and go with it', async () => {
    const { backups, world, nextDay, directory } = start();
    await backups.look();
    world.config = undefined;
    await nextDay();
    expect((await backups.list(BARN)).backups).toHaveLength(1);
    world.ids = [];
    await backups.look();
    expect(await directory.names()).toEqual([]);
  });

  it('are read by nobody under another name', async () => {
    const { backups, directory } = start();
    await directory.write('security.json', new TextEncoder().encode('{"secret":1}'));
    expect(await backups.read(BARN, 'security.json')).toBeUndefined();
    await backups.look();
    const [{ name = '' } = {}] = (await backups.list(BARN)).backups;
    expect(await backups.read('01234567', name)).toBeUndefined();
  });
});
