/** `npm test`: installs what is missing, a browser included, then runs the whole gate. */
import { requireNode } from './node-version.mjs';

async function test() {
  const { installMissingDependencies } = await import('./dependencies.mjs');
  if (!(await installMissingDependencies())) return false;
  const { ensureBrowser } = await import('./browser.mjs');
  if (!(await ensureBrowser())) return false;
  const { runGate } = await import('./gate.mjs');
  return runGate();
}

requireNode();
void test().then((passed) => {
  process.exitCode = passed ? 0 : 1;
});
