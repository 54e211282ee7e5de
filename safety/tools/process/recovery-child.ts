import { readFileSync, writeSync } from 'node:fs';
import { recoverFolder } from '../disk/backup-store.ts';

/** The process that is killed while it restores a backup in recovery mode: `<folder> <backup>`. Says when it is done, and waits. */

const [folder = '', backup = ''] = process.argv.slice(2);
const say = (line: string) => writeSync(1, `${line}\n`);

say('begins');
void recoverFolder(folder, readFileSync(backup), () => say('looked')).then(
  () => {
    say('done');
    setInterval(() => undefined, 1000);
  },
  (error: unknown) => {
    say(`fails ${String(error)}`);
    process.exitCode = 1;
  },
);
