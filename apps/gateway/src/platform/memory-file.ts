import type { DataDirectory } from './data-directory.ts';
import type { Log } from './log.ts';

/**
 * A file of the data folder in which something is remembered that is no setting: what cannot be read is forgotten, and
 * where nothing can be written things go on without.
 */
export interface MemoryFile<Content> {
  /** What the file held; undefined when it is missing or damaged. */
  readonly remembered: Content | undefined;
  /** Has what `content` returns written when the disk is free; of several while it is busy only the last. */
  remember(content: () => object): void;
  /** Resolves when what was to be remembered by now is written, or with why it is not. */
  written(): Promise<WriteFailure | undefined>;
  /** Waits for the writes that are due; what comes later is dropped. */
  close(): Promise<void>;
  /** Removes the file; what comes later is dropped. */
  forget(): Promise<void>;
}

export interface WriteFailure {
  /** What the system said. */
  readonly error: unknown;
}

export interface MemoryFileOptions<Content> {
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly name: string;
  /** Makes sense of the JSON of the file; undefined where there is none. */
  readonly read: (value: unknown) => Content | undefined;
  /** What the file holds, as the subject of a sentence. */
  readonly subject: string;
  /** It is waited for until its name survives a power cut, too. */
  readonly isDurable?: boolean;
  /** What follows of a file that cannot be read, as a sentence without its point. */
  readonly whenLost: string;
}

export async function openMemoryFile<Content>(
  options: MemoryFileOptions<Content>,
): Promise<MemoryFile<Content>> {
  const { directory, log, name, subject } = options;
  /** The next content while it is being written. */
  const nextName = `${name}.tmp`;
  const remembered = await load(options);
  let next: (() => object) | undefined;
  let writing: Promise<WriteFailure | undefined> | undefined;
  let isClosed = false;
  let hasFailed = false;

  async function write(content: object): Promise<WriteFailure | undefined> {
    try {
      await directory.write(nextName, new TextEncoder().encode(JSON.stringify(content)));
      await directory.sync(nextName);
      await directory.rename(nextName, name);
      if (options.isDurable) await directory.syncFolder();
      return undefined;
    } catch (error) {
      if (!hasFailed) log.warn(`${subject} cannot be written to ${name}.`, { error });
      hasFailed = true;
      return { error };
    }
  }

  /** Each content is the whole: whether the last one was written is what counts. */
  async function writeAll(): Promise<WriteFailure | undefined> {
    let failure: WriteFailure | undefined;
    for (let content = next; content !== undefined; content = next) {
      next = undefined;
      failure = await write(content());
    }
    writing = undefined;
    return failure;
  }

  return {
    remembered,
    remember(content) {
      if (isClosed) return;
      next = content;
      writing ??= writeAll();
    },
    written: async () => writing,
    async close() {
      isClosed = true;
      await writing;
    },
    async forget() {
      isClosed = true;
      next = undefined;
      await writing;
      await directory.remove(name).catch((error: unknown) => {
        log.warn(`The file ${name} cannot be removed.`, { error });
      });
    },
  };
}

async function load<Content>(options: MemoryFileOptions<Content>): Promise<Content | undefined> {
  const { directory, log, name, read, whenLost } = options;
  try {
    const bytes = await directory.read(name);
    if (bytes === undefined) return undefined;
    const content = read(JSON.parse(new TextDecoder().decode(bytes)));
    if (content !== undefined) return content;
    throw new Error('its content is not valid');
  } catch (error) {
    log.warn(`The file ${name} cannot be read; ${whenLost}.`, { error });
    // Kept for its owner; where that fails the next write takes its place.
    await directory.rename(name, `${name}.corrupt`).catch(() => undefined);
    return undefined;
  }
}
