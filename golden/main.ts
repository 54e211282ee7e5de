import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeFolder } from './make-folder.ts';
import { masked } from './masks.ts';
import { recordAll } from './record.ts';
import { writeRecords } from './records.ts';

/** `npm run golden`: records anew what release 0.1.0 answers. */

/** The commit of the release. */
const RELEASE = '43b56ed';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: 'inherit' });

/** The release in a folder of its own, installed and built; `work` is done, and it goes. */
async function withRelease(work: (checkout: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-release-'));
  const checkout = join(folder, 'checkout');
  run('git', ['worktree', 'add', '--detach', checkout, RELEASE], ROOT);
  try {
    run('npm', ['ci', '--no-audit', '--no-fund'], checkout);
    run('npm', ['run', 'build'], checkout);
    await work(checkout);
  } finally {
    run('git', ['worktree', 'remove', '--force', checkout], ROOT);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function record(checkout: string): Promise<void> {
  const exchanges = await recordAll(checkout);
  writeRecords(exchanges.map((exchange) => ({ ...exchange, answer: masked(exchange) })));
}

const { from, folder } = parseArgs({
  options: { from: { type: 'string' }, folder: { type: 'boolean', default: false } },
}).values;
const work = async (checkout: string) => {
  if (folder) await makeFolder(checkout);
  await record(checkout);
};
void (from === undefined ? withRelease(work) : work(from));
