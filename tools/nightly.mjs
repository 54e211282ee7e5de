/**
 * `npm run test:nightly`: the safety plan at its full counts; all browser tests in every language, theme and width; then a
 * table and docs/safety.md; the unit tests on the newest Node with long-term support; and programs of others at a running
 * gateway. `-- F13 L3` runs only those rows and leaves what the page says of the others. `-- node` runs only the unit tests on
 * that Node, `-- node packages/protocol` some of them, `-- programs` only the programs, `-- kernel` only the calls to a
 * real kernel on an emulated board.
 */
import { requireNode } from './node-version.mjs';

/** @param {readonly string[]} words */
async function runNightly([first, ...others]) {
  const testOnNewestNode = async () => (await import('./newest-node.mjs')).testOnNewestNode(others);
  const testPrograms = async () => (await import('./real-programs.mjs')).testRealPrograms();
  if (first === 'node') return (await testOnNewestNode()) ? 0 : 1;
  const testKernel = async () => (await import('./kernel-lane.mjs')).testOnBoard();
  if (first === 'kernel') return (await testKernel()) ? 0 : 1;
  if (first === 'programs') return (await testPrograms()) ? 0 : 1;
  const { runSafetyPlan } = await import('./safety-run.mjs');
  const code = await runSafetyPlan(first === undefined ? [] : [first, ...others]);
  if (first !== undefined) return code;
  const isWholeOnNode = await testOnNewestNode();
  const isWholeOnKernel = await testKernel();
  return (await testPrograms()) && isWholeOnNode && isWholeOnKernel ? code : 1;
}

requireNode();
void runNightly(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
