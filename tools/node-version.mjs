/**
 * The first thing every command does. Old syntax on purpose: an old Node must get as far as the sentence.
 * Source of the version: package.json, engines.
 */
const OLDEST = { major: 20, minor: 19 };

/** The newest with long-term support: the image has it, and `npm run test:nightly` tests on it. */
export const NEWEST_LTS = 26;

/** Ends the process with one sentence when this Node is too old. */
export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  const minor = Number(process.versions.node.split('.')[1]);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return;
  console.error(
    `Heliograph needs Node ${OLDEST.major}.${OLDEST.minor} or newer; this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}
