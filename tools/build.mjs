/** `npm run build`: builds the web app and the gateway where their sources changed. */
import { requireNode } from './node-version.mjs';

requireNode();
void import('./builds.mjs')
  .then((module) => module.buildStale())
  .then((built) => {
    process.exitCode = built ? 0 : 1;
  });
