import { createCrashDisk } from '@heliograph/testbed/disk/crash-disk.ts';
import { BARE_HOST } from '@heliograph/testbed/gateway/platform.ts';
import { firstTestSettings } from '@heliograph/testbed/gateway/test-settings.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { openSettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';

/**
 * So many saves of one section at once, each of which adds 1 to what it finds. Resolves with how many are missing at
 * the end, failed ones included, and how many wrote a number out of order. A file of its own, so that guards can be
 * taken out of a copy.
 */
export async function tryParallelSaves(count: number): Promise<{ lost: number; outOfOrder: number }> {
  const directory = createCrashDisk();
  const first = firstTestSettings({ host: BARE_HOST, pollIntervalS: 1 });
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
