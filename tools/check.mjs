/** `npm run check`: the gate. Everything that can be wrong fails here. */
import { requireNode } from './node-version.mjs';

requireNode();
void import('./gate.mjs')
  .then((module) => module.runGate())
  .then((passed) => {
    process.exitCode = passed ? 0 : 1;
  });
