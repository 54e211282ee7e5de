import type { Exchange } from '../answer.ts';
import { STATUS_PATHS } from '../calls.ts';
import { type Recorder, recordPlant, untilRead } from './recorder.ts';

/** What is told of plants that differ; the one with recorded frames always says the same. */
const PLANTS = [
  { scenario: 'captured', answering: 10 },
  { scenario: 'night', answering: 0, silent: 3 },
  { scenario: 'radio-problem', answering: 0 },
  { scenario: 'clock-not-set', answering: 0 },
  { scenario: 'no-inverters', answering: 0 },
  { scenario: 'dead-string', answering: 3 },
] as const;

export async function recordReading(checkout: string): Promise<readonly Exchange[]> {
  const recorded = await Promise.all(
    PLANTS.map(({ scenario, ...expected }) =>
      recordPlant({ checkout, scenario }, async (recorder) => {
        await untilRead(recorder, expected);
        recorder.enter(scenario);
        await askStatus(recorder);
      }),
    ),
  );
  return recorded.flat();
}

export async function askStatus(recorder: Recorder): Promise<void> {
  const list = await recorder.get('/api/inverter/list');
  for (const path of STATUS_PATHS) await recorder.get(path);
  await recorder.get('/readyz');
  for (const serial of JSON.stringify(list).match(/(?<="serial":")\w+/g) ?? []) {
    await recorder.get(`/api/eventlog/status?inv=${serial}`);
  }
  await recorder.socket('/livedata', 'anonymous');
}
