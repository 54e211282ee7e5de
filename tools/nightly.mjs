/**
 * `npm run test:nightly`: the safety plan at its full counts; all browser tests in every language, theme and width; then a
 * table and docs/safety.md; and the unit tests on the newest Node with long-term support. `-- F13 L3` runs only those rows and
 * leaves what the page says of the others. `-- node` runs only the last part, `-- node packages/protocol` some of it.
 */
import { requireNode } from './node-version.mjs';

/** @param {readonly string[]} words */
async function runNightly([first, ...others]) {
  const testOnNewestNode = async () => (await import('./newest-node.mjs')).testOnNewestNode(others);
  if (first === 'node') return (await testOnNewestNode()) ? 0 : 1;
  const { runSafetyPlan } = await import('./safety-run.mjs');
  const code = await runSafetyPlan(first === undefined ? [] : [first, ...others]);
  if (first !== undefined) return code;
  return (await testOnNewestNode()) ? code : 1;
}

requireNode();
void runNightly(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
