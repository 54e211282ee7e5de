import { writeSync } from 'node:fs';
import { openTestHistory, runStep } from '../disk/history-batches.ts';

/**
 * The process that is killed, or whose writes are looked at, while it keeps history: `<file> <seed> <first step> <steps, or none
 * for no end> <steps from one start to the next>`. Prints the number of each step that is done.
 */

const [path = '', ...words] = process.argv.slice(2);
const [seed = 0, first = 0, count = Number.POSITIVE_INFINITY, perStart = Number.POSITIVE_INFINITY] =
  words.map(Number);
const say = (line: unknown) => writeSync(1, `${String(line)}\n`);

say('begins');
let history = openTestHistory(path);
for (let index = first; index < first + count; index += 1) {
  if (index > first && (index - first) % perStart === 0) {
    history.close();
    history = openTestHistory(path);
  }
  const isLast = (index + 1 - first) % perStart === 0 || index + 1 === first + count;
  if (isLast) history.beginToEnd();
  runStep(history, seed, index);
  if (isLast) history.settle();
  say(index);
}
history.close();
