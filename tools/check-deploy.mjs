/** `npm run check:deploy`: checks what the product is packed and run with, as far as this machine can. */
import { requireNode } from './node-version.mjs';

requireNode();
void import('./deploy/check-files.mjs')
  .then((module) => module.checkFiles())
  .then((isWell) => {
    process.exitCode = isWell ? 0 : 1;
  });
