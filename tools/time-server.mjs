import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand, tail } from './run-command.mjs';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

const hasTimeServer = () => FOLDERS.some((folder) => existsSync(join(folder, 'chronyd')));

/**
 * The tests that ask a real time server start chrony. On Debian as root it is installed, unless another time service
 * would have to go for it; without it those tests are skipped and say so.
 */
export async function installTimeServer() {
  if (hasTimeServer() || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  console.error('Installing a time server for the tests (apt-get install chrony) ...');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update'], { env }); // a failed update may still leave a usable list
  const { code, output } = await runCommand(
    'apt-get',
    ['install', '-y', '--no-remove', '--no-install-recommends', 'chrony'],
    { env },
  );
  if (code !== 0) console.error(`${tail(output)}\n\napt-get install chrony ended with code ${code}.`);
}
