/**
 * `npm run release -- 0.2.0`: makes that version of what is checked out, as a commit and a tag, and pushes neither.
 * What it does before, and what comes after: docs/how-to/release.md.
 */
import { requireNode } from './node-version.mjs';

requireNode();
void import('./make-release.mjs')
  .then((module) => module.runRelease(process.argv.slice(2)))
  .then((isMade) => {
    process.exitCode = isMade ? 0 : 1;
  });
