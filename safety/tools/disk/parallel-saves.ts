import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { createFirstSettings } from '../../../apps/gateway/src/settings/first-settings.ts';
import { openSettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
import { CHEAP_HASH } from '../../../apps/gateway/test/cheap-hash.ts';
import { TEST_HOST } from '../../../apps/gateway/test/test-host.ts';
import { createCrashDisk } from './crash-disk.ts';

/**
 * So many saves of one section at once, each of which adds 1 to what it finds. Resolves with how many are missing at
 * the end, failed ones included, and how many wrote a number out of order. A file of its own, so that guards can be
 * taken out of a copy.
 */
export async function tryParallelSaves(count: number): Promise<{ lost: number; outOfOrder: number }> {
  const directory = createCrashDisk();
  const first = createFirstSettings({
    ...{ host: { ...TEST_HOST, rootCertificates: () => [] }, hashCost: CHEAP_HASH, firstPassword: undefined },
    ...{ randomBytes: (length) => Buffer.alloc(length, 7), inverters: [], pollIntervalS: 1 },
  });
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const settings = await openSettingsStore({ directory, first, log });
  const numbers: number[] = [];
  settings.subscribe('dtu', () => {
    numbers.push(JSON.parse(directory.text('dtu.json') ?? '{}').generation);
  });
  const add = () => settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: dtu.dtu_pollinterval + 1 }));
  await Promise.allSettled(Array.from({ length: count }, add));
  const { body } = JSON.parse(directory.text('dtu.json') ?? '{}');
  return {
    lost: count - (body.dtu_pollinterval - 1),
    outOfOrder: numbers.filter((number, index) => number !== index + 2).length,
  };
}
