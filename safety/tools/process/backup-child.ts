import { writeSync } from 'node:fs';
import { backupStepAt, runBackupStep } from '../disk/backup-steps.ts';
import { openBackupStore } from '../disk/backup-store.ts';

/**
 * The process that is killed while it makes backups and takes them: `<folder> <seed> <first step> <backups>`. Prints the number of each
 * step that is done.
 */

const [folder = '', seed = '0', first = '0', ...backups] = process.argv.slice(2);
const say = (line: unknown) => writeSync(1, `${String(line)}\n`);

async function run(): Promise<void> {
  let store = await openBackupStore(folder);
  for (let index = Number(first); ; index += 1) {
    const facts = { seed: Number(seed), index, backups };
    await runBackupStep(store, facts);
    say(index);
    if (backupStepAt(index) !== 'restore') continue;
    await store.end();
    store = await openBackupStore(folder);
  }
}

say('begins');
void run().catch((error: unknown) => {
  say(`fails ${String(error)}`);
  process.exitCode = 1;
});
