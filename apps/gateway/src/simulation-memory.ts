import type { DataDirectory } from './platform/data-directory.ts';
import type { Log } from './platform/log.ts';
import { openMemoryFile } from './platform/memory-file.ts';

/**
 * What simulated inverters remember over a restart of the gateway, in a file of the data folder. It is no setting:
 * where it cannot be read they begin anew, and where it cannot be written they go on without.
 */
export interface SimulationMemory {
  /** What the file held; undefined when it is missing or no JSON. */
  readonly remembered: unknown;
  /** Has `state` written; of several that come while the disk is busy only the last. */
  remember(state: object): void;
  /** Waits for the write that is under way; later states are dropped. */
  close(): Promise<void>;
}

export interface SimulationMemoryOptions {
  readonly directory: DataDirectory;
  readonly log: Log;
  /** Of the file. */
  readonly name: 'simulation.json' | 'simulated-devices.json';
}

export async function openSimulationMemory({
  directory,
  log,
  name,
}: SimulationMemoryOptions): Promise<SimulationMemory> {
  const file = await openMemoryFile<unknown>({
    directory,
    log,
    name,
    read: (state) => state,
    subject: 'The state of the simulated inverters',
    whenLost: 'the simulated inverters start over',
  });
  return { ...file, remember: (state) => file.remember(() => state) };
}
