/**
 * `npm run test:nightly`: the safety plan at its full counts and the browser tests that are marked `@nightly`, then a
 * table and docs/safety.md. `-- F13 L3` runs only those rows and leaves what the page says of the others.
 */
import { requireNode } from './node-version.mjs';

requireNode();
void import('./safety-run.mjs')
  .then((module) => module.runSafetyPlan(process.argv.slice(2)))
  .then((code) => {
    process.exitCode = code;
  });
