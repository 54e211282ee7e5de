import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand, tail } from './run-command.mjs';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
/** Asked by packages before they start their service; 101 refuses, 0 allows. Source: Debian policy, section 9.3.3. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d';

/**
 * Installs the packages of a program that tests need, on Debian as root, where it is missing. Nothing is removed for
 * it, and its service is not started. When it fails that is said, and its tests are skipped.
 * @param {string} program
 * @param {readonly string[]} packages
 */
export async function installDebianPackage(program, packages) {
  if (FOLDERS.some((folder) => existsSync(join(folder, program)))) return;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  console.error(`Installing ${program} for the tests (apt-get install ${packages.join(' ')}) ...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await runCommand('apt-get', ['update'], { env }); // a failed update may still leave a usable list
  const { code, output } = await withoutServices(() =>
    runCommand('apt-get', ['install', '-y', '--no-remove', '--no-install-recommends', ...packages], { env }),
  );
  if (code === 0) return;
  console.error(`${tail(output)}\n\napt-get install ${packages.join(' ')} ended with code ${code}.`);
}

/**
 * @template Result
 * @param {() => Promise<Result>} action
 */
async function withoutServices(action) {
  if (existsSync(SERVICE_POLICY)) return action(); // the machine has its own
  // Should it ever stay behind, it allows everything once this process is gone.
  writeFileSync(SERVICE_POLICY, `#!/bin/sh\nkill -0 ${process.pid} 2>/dev/null && exit 101\nexit 0\n`);
  try {
    chmodSync(SERVICE_POLICY, 0o755);
    return await action();
  } finally {
    rmSync(SERVICE_POLICY, { force: true });
  }
}
