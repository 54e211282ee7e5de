/** `npm run check`: what can be known within two minutes, without a build or a browser. `npm test` runs everything. */
import { requireNode } from './node-version.mjs';

requireNode();
void import('./gate.mjs')
  .then((module) => module.runCheck())
  .then((passed) => {
    process.exitCode = passed ? 0 : 1;
  });
