import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openDeviceIdentities } from './device-identity.ts';

const log = createLog({ level: 'error', writeLine: () => undefined });
const ATTIC = { macs: ['C0:4E:30:12:AB:34'], isLocked: true, addresses: ['192.168.1.50'] };

describe('what is remembered of devices', () => {
  it('outlives the gateway, until its owner has another device there', async () => {
    const directory = createCrashDisk();
    const first = await openDeviceIdentities({ directory, log });
    first.keep('attic', ATTIC);
    first.keep('shed', { ...ATTIC, isLocked: false });
    first.drop('shed');
    await first.close();
    const second = await openDeviceIdentities({ directory, log });
    expect([second.find('attic'), second.find('shed')]).toEqual([ATTIC, undefined]);
    await second.forget();
    expect((await openDeviceIdentities({ directory, log })).find('attic')).toBeUndefined();
  });

  it.each(['', '[]', '{"devices":7}', '{"devices":{"attic":{"macs":7}}}'])(
    'is known anew where the file is damaged: %s',
    async (text) => {
      const directory = createCrashDisk();
      await directory.write('device-identities.json', new TextEncoder().encode(text));
      expect((await openDeviceIdentities({ directory, log })).find('attic')).toBeUndefined();
    },
  );
});
