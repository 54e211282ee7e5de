import type { DataDirectory } from './platform/data-directory.ts';
import type { Log } from './platform/log.ts';

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
}

const FILE = 'simulation.json';
/** The next content while it is being written. */
const NEXT_FILE = `${FILE}.tmp`;

export async function openSimulationMemory(options: SimulationMemoryOptions): Promise<SimulationMemory> {
  const { directory, log } = options;
  const remembered = await load(options);
  let next: Uint8Array | undefined;
  let writing: Promise<void> | undefined;
  let isClosed = false;
  let hasFailed = false;

  async function write(bytes: Uint8Array): Promise<void> {
    try {
      await directory.write(NEXT_FILE, bytes);
      await directory.sync(NEXT_FILE);
      await directory.rename(NEXT_FILE, FILE);
    } catch (error) {
      if (!hasFailed)
        log.warn(`The state of the simulated inverters cannot be written to ${FILE}.`, { error });
      hasFailed = true;
    }
  }

  async function writeAll(): Promise<void> {
    for (let bytes = next; bytes !== undefined; bytes = next) {
      next = undefined;
      await write(bytes);
    }
    writing = undefined;
  }

  return {
    remembered,
    remember(state) {
      if (isClosed) return;
      next = new TextEncoder().encode(JSON.stringify(state));
      writing ??= writeAll();
    },
    async close() {
      isClosed = true;
      await writing;
    },
  };
}

async function load({ directory, log }: SimulationMemoryOptions): Promise<unknown> {
  try {
    const bytes = await directory.read(FILE);
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    log.warn(`The file ${FILE} cannot be read; the simulated inverters begin anew.`, { error });
    return undefined;
  }
}
