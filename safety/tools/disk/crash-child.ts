import { writeSync } from 'node:fs';
import { BACKUP_OPERATIONS } from './backup-operations.ts';
import { CRASH_OPERATIONS, findAfter } from './crash-operations.ts';
import { ACKNOWLEDGED } from './disk-trace.ts';

/** The process that is traced: `<folder> <operation>` does that to the folder; with `start` behind it starts on what it may have left. */

const [folder = '', name, what] = process.argv.slice(2);
const operation = [...CRASH_OPERATIONS, ...BACKUP_OPERATIONS].find((candidate) => candidate.name === name);
if (operation === undefined) throw new Error('there is no such operation');
if (what === 'start') await findAfter(operation, folder);
else await operation.change(folder, () => writeSync(1, `${ACKNOWLEDGED}\n`));
