import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale } from './builds.mjs';
import { installMissingDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';

/**
 * Makes the gateway runnable and runs it in this process, so that signals and the exit code are its own.
 * @param {readonly string[]} flags handed on as they are
 */
export async function startGateway(flags) {
  const ready = (await installMissingDependencies()) && (await buildStale());
  if (!ready) {
    process.exitCode = 1;
    return;
  }
  const main = join(ROOT, 'apps', 'gateway', 'dist', 'main.js');
  process.argv = [process.execPath, main, ...flags];
  await import(pathToFileURL(main).href);
}
