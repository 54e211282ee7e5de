import { writeSync } from 'node:fs';
import { CRASH_OPERATIONS, findIn } from './crash-operations.ts';
import { ACKNOWLEDGED } from './disk-trace.ts';

/** The process that is traced: does one operation to a folder, by its name, or starts on it where none is named. */

const [folder = '', name] = process.argv.slice(2);
const operation = CRASH_OPERATIONS.find((candidate) => candidate.name === name);
if (operation === undefined) await findIn(folder);
else await operation.change(folder, () => writeSync(1, `${ACKNOWLEDGED}\n`));
