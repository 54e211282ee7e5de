import { type EnergyCsv, type EnergyCsvOptions, readEnergyCsv } from '@heliograph/contract';
import type { Clock } from '../../shared/lib/clock.ts';

/** Somebody who waits for work that goes on beside the page. */
export interface Waiting {
  readonly clock: Pick<Clock, 'after' | 'elapsedMs'>;
  /** Is told how much of the work is done, from 0 to 1. */
  readonly onShare: (share: number) => void;
  /** False: nobody waits for it any more. */
  readonly isWanted: () => boolean;
}

const PIECE_BYTES = 262_144;

/** The text of a file, piece by piece; undefined where nobody waits for it any more. */
export async function readTextFile(file: Blob, { onShare, isWanted }: Waiting): Promise<string | undefined> {
  const decoder = new TextDecoder(encodingOf(new Uint8Array(await file.slice(0, 2).arrayBuffer())));
  let text = '';
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    if (!isWanted()) return undefined;
    onShare(at / file.size);
    const bytes = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
    text += decoder.decode(bytes, { stream: true });
  }
  return isWanted() ? text + decoder.decode() : undefined;
}

/** By the mark at the beginning that some programs of Windows write; nearly all others write UTF-8. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** So long a page may stand still without anybody noticing. */
const SLICE_MS = 12;

/** Energy by days in a text, read while the page goes on; undefined where nobody waits for it any more. */
export async function readEnergyText(
  text: string,
  options: EnergyCsvOptions,
  { clock, onShare, isWanted }: Waiting,
): Promise<EnergyCsv | undefined> {
  const reading = readEnergyCsv(text, options);
  let sinceMs = clock.elapsedMs();
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
    if (clock.elapsedMs() - sinceMs < SLICE_MS) continue;
    onShare(step.value);
    await new Promise<void>((goOn) => clock.after(0, goOn));
    if (!isWanted()) return undefined;
    sinceMs = clock.elapsedMs();
  }
}
