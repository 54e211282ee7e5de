import { OUTSIDE_CHECKS, runOutsideCheck } from './outside-checks.mjs';
import { OWN_CHECKS } from './own-checks.mjs';

/** @param {'ok' | 'FAIL' | 'open'} state @param {string} text */
const say = (state, text) => console.log(`${state.padEnd(4)}  ${text}`);

/** Checks everything in deploy/, the Dockerfile and the compose file, and says what it cannot. True when all is well. */
export async function checkFiles() {
  let isWell = true;
  for (const { file, leavesOpen, problems } of OWN_CHECKS) {
    const found = problems();
    for (const problem of found) say('FAIL', `${file}: ${problem}`);
    if (found.length === 0) say('ok', `${file} (${leavesOpen})`);
    isWell &&= found.length === 0;
  }
  for (const check of OUTSIDE_CHECKS) {
    const { file, program, package: name } = check;
    const result = await runOutsideCheck(check);
    if (result === 'ok') say('ok', `${file}, by ${program}`);
    else if (result === 'missing')
      say('open', `${file}: no ${program} here (Debian: apt-get install ${name})`);
    else say('FAIL', `${file}, by ${program}:\n${result.problem}`);
    isWell &&= typeof result === 'string';
  }
  return isWell;
}
