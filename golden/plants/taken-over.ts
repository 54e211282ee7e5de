import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exchange } from '../answer.ts';
import { SETTINGS_PATHS, STATUS_PATHS } from '../calls.ts';
import { FOLDER, FOLDER_PASSWORD } from '../make-folder.ts';
import { recordPlant, untilRead } from './recorder.ts';

/** A start on a folder that release 0.1.0 has written: everything is there as it was set. */
export async function recordTakenOver(checkout: string): Promise<readonly Exchange[]> {
  return withCopy((dataFolder) =>
    recordPlant({ checkout, scenario: 'three-inverters', dataFolder }, async (recorder) => {
      recorder.setPassword(FOLDER_PASSWORD);
      recorder.enter('folder of 0.1.0');
      await untilRead(recorder, { answering: 2, silent: 1 });
      recorder.note('the files of the data folder', 'the disk', readdirSync(dataFolder).sort());
      for (const caller of ['admin', 'anonymous', 'wrong password'] as const) {
        for (const path of [...STATUS_PATHS, ...SETTINGS_PATHS]) await recorder.get(path, caller);
      }
      await recorder.get('/readyz');
      await recorder.socket('/livedata', 'admin');
    }),
  );
}

/** Hands a copy of the folder to `work`, as private as the gateway made it. */
export async function withCopy<Result>(work: (dataFolder: string) => Promise<Result>): Promise<Result> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'heliograph-golden-'));
  cpSync(FOLDER, dataFolder, { recursive: true });
  for (const name of readdirSync(dataFolder)) chmodSync(join(dataFolder, name), 0o600);
  try {
    return await work(dataFolder);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
