import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** What buffers held is given back a little after they were collected. */
const PASSES = 5;
const PASS_MS = 10;

/** What is held in memory, what can be thrown away not counted. */
export async function memoryBytes(): Promise<number> {
  for (let pass = 0; pass < PASSES; pass++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, PASS_MS));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
