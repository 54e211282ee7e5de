import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARIES = '/usr/lib';
const NAME = join('faketime', 'libfaketimeMT.so.1');

/**
 * The library that shows another time to a process that was started with it in `LD_PRELOAD`; undefined where it is
 * not installed. Debian keeps it below the name of the machine's architecture.
 */
export const FAKETIME: string | undefined = (existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [])
  .map((folder) => join(LIBRARIES, folder, NAME))
  .find((path) => existsSync(path));
