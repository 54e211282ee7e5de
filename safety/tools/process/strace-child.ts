import { writeSync } from 'node:fs';
import { DEFAULT_ADMIN_PASSWORD } from '@heliograph/contract';
import { systemErrorCode } from '../../../apps/gateway/src/platform/start-error.ts';
import { NotSavedError } from '../../../apps/gateway/src/settings/settings-store.ts';
import { type Operation, passwordOf } from '../disk/folder-model.ts';
import { openFolderStore } from '../disk/folder-store.ts';

/**
 * The process whose system calls fail: `<folder>` starts on it, `<folder> <operation> <index>` does one operation as
 * well. Prints a line for the start and one for the operation: `done`, or `refused` and what it was refused with
 * (`unexplained` for what nobody could be told), and then what it holds in memory.
 */

const [folder = '', operation, index = ''] = process.argv.slice(2);
const say = (line: string) => writeSync(1, `${line}\n`);

function refusal(error: unknown): string {
  const isTold = error instanceof NotSavedError || systemErrorCode(error) !== undefined;
  return `${isTold ? 'refused' : 'unexplained'} ${String(error).replaceAll('\n', ' ')}`;
}

const store = await openFolderStore(folder).catch((error: unknown) => say(refusal(error)));
if (typeof store === 'object') {
  say('done');
  if (operation !== undefined) {
    const told = await store.run(operation as Operation, Number(index)).then(() => 'done', refusal);
    say(told);
  }
  say(JSON.stringify(await store.state([DEFAULT_ADMIN_PASSWORD, passwordOf(Number(index))])));
}
