import type { DataDirectory } from '../platform/data-directory.ts';
import {
  fileNames,
  keepCorrupt,
  readGenerations,
  removeUnfinished,
  saveGeneration,
} from '../platform/generation-file.ts';
import type { Log } from '../platform/log.ts';
import { type FirmwareState, NO_IMAGE, readFirmwareState } from './firmware-slot.ts';

/** The state of the firmware and its file, `firmware.json`, one write after the other. */
export interface FirmwareFile {
  get(): FirmwareState;
  /** Rejects, with nothing changed, when it cannot be written; where `change` returns what there is nothing happens. */
  update(change: (state: FirmwareState) => FirmwareState): Promise<void>;
  /** Makes it count, also when it cannot be written: the log says so. */
  updateAnyway(change: (state: FirmwareState) => FirmwareState): Promise<void>;
  /** Waits for the writes that are under way. */
  settled(): Promise<void>;
}

const NAME = 'firmware';

export interface FirmwareFileOptions {
  readonly directory: DataDirectory;
  readonly log: Log;
}

export async function openFirmwareFile({ directory, log }: FirmwareFileOptions): Promise<FirmwareFile> {
  const loaded = await load({ directory, log });
  let state = loaded?.body ?? NO_IMAGE;
  let number = loaded?.number ?? 0;
  let lastWrite: Promise<void> = Promise.resolve();

  function enqueue(work: () => Promise<void>): Promise<void> {
    const done = lastWrite.then(work);
    lastWrite = done.catch(() => undefined); // whoever asked for it hears of the failure
    return done;
  }

  async function save(body: FirmwareState): Promise<void> {
    number += 1; // also when the write fails: a number is never used twice
    await saveGeneration(directory, NAME, { number, body });
  }

  return {
    get: () => state,
    update: (change) =>
      enqueue(async () => {
        const changed = change(state);
        if (changed === state) return;
        await save(changed);
        state = changed;
      }),
    updateAnyway: (change) =>
      enqueue(async () => {
        const changed = change(state);
        if (changed === state) return;
        state = changed;
        await save(changed).catch((error: unknown) => {
          log.warn('The state of the firmware could not be saved.', { error });
        });
      }),
    settled: () => lastWrite,
  };
}

/** A damaged file is no reason not to start: our own version needs none. */
async function load({ directory, log }: FirmwareFileOptions) {
  const { current, previous } = fileNames(NAME);
  const loaded = await readGenerations(directory, NAME, readFirmwareState);
  if (loaded.kind === 'damaged') {
    log.error(`${NAME}.json is damaged; no image is used.`);
    for (const fileName of [current, previous]) await keepCorrupt(directory, fileName);
    return undefined;
  }
  if (loaded.kind === 'good' && loaded.fallbackReason !== undefined) {
    await keepCorrupt(directory, current);
    log.warn(`${NAME}.json was damaged; its previous version is used.`, { reason: loaded.fallbackReason });
  }
  await removeUnfinished(directory, NAME).catch(() => undefined); // the next write says why
  if (loaded.kind === 'missing') return undefined;
  const { body, number } = loaded.generation;
  // The damaged one had the next number.
  return { body, number: number + (loaded.fallbackReason === undefined ? 0 : 1) };
}
