import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NAME = 'heliograph-tests-';
/** A whole run writes a tenth of it; a container that is not told otherwise has 64 MB. */
const LEAST_FREE_BYTES = 2 ** 30;

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Disks that a killed run has mounted below it keep a folder where it is.
 * @param {string} folder
 */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EBUSY')) throw error;
  }
}

/**
 * Has this process and those it starts keep their temporary files in memory, where there is enough of it (Linux). Tests start
 * hundreds of gateways, and each of their saves waits for the disk: on a busy one they take three times as long. At night the
 * files lie on the disk, as they do where gateways run.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.HELIOGRAPH_NIGHTLY === '1' || process.env.TMPDIR !== undefined || !existsSync(MEMORY))
    return;
  for (const name of readdirSync(MEMORY)) {
    // Of a run that was killed.
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length)))) {
      removeFolder(join(MEMORY, name));
    }
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < LEAST_FREE_BYTES) return;
  const folder = join(MEMORY, `${NAME}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.on('exit', () => removeFolder(folder));
}
