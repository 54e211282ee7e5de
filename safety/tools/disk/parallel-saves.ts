import { rmSync } from 'node:fs';
import { openSettingsIn } from '@heliograph/testbed/disk/settings-on-disk.ts';
import { passingFolder, storedContents } from '@heliograph/testbed/disk/stored-settings.ts';

/**
 * So many saves of one section at once, each of which adds 1 to what it finds. Resolves with how many are missing at
 * the end, failed ones included, and how many were told out of order. A file of its own, so that guards can be
 * taken out of a copy.
 */
export async function tryParallelSaves(count: number): Promise<{ lost: number; outOfOrder: number }> {
  const folder = passingFolder();
  const { settings, end } = await openSettingsIn(folder);
  const numbers: number[] = [];
  settings.subscribe('dtu', () => {
    numbers.push(storedContents(folder).saveCount);
  });
  const add = () => settings.update('dtu', (dtu) => ({ ...dtu, dtu_pollinterval: dtu.dtu_pollinterval + 1 }));
  await Promise.allSettled(Array.from({ length: count }, add));
  await end();
  const { dtu_pollinterval: last } = JSON.parse(storedContents(folder).sections.dtu ?? '{}');
  rmSync(folder, { recursive: true });
  return {
    lost: count - (last - 1),
    outOfOrder: numbers.filter((number, index) => number !== index + 2).length,
  };
}
