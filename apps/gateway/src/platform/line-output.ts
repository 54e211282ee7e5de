import type { Writable } from 'node:stream';

/** Where lines go that somebody else reads: standard output, as a terminal, a pipe or a file. */
export interface LineOutput {
  writeLine(line: string): void;
}

/** What may wait for a reader. */
const WAITING_MAX_CHARACTERS = 256 * 1024;

/**
 * Whoever reads may stop, go away, or have no room for more; the gateway goes on all the same. What finds no room is left
 * out, and `onReadAgain` is told how many lines that were as soon as everything before has been read.
 */
export function createLineOutput(
  stream: Pick<Writable, 'on' | 'write' | 'writableLength'>,
  onReadAgain: (leftOut: number) => void,
): LineOutput {
  let leftOut = 0;
  if (!__WITHOUT__.outputErrors) stream.on('error', () => undefined); // whose line it was is told below

  function onWritten(error: Error | null | undefined): void {
    if (error) leftOut += 1;
    else if (leftOut > 0 && stream.writableLength === 0) {
      const count = leftOut;
      leftOut = 0;
      onReadAgain(count);
    }
  }

  return {
    writeLine(line) {
      const isTooMuch = stream.writableLength + line.length > WAITING_MAX_CHARACTERS;
      if (isTooMuch && !__WITHOUT__.outputBound) leftOut += 1;
      else stream.write(`${line}\n`, onWritten);
    },
  };
}
