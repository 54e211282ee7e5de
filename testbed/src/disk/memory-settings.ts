import type { Contents, SettingsCalls } from '../../../apps/gateway/src/settings/settings-database.ts';
import type { ConnectSettings } from '../../../apps/gateway/src/settings/settings-storage.ts';

/** The settings of a folder that is in memory alone: what the database would hold, without one. */
export interface MemorySettings {
  readonly connect: ConnectSettings;
  /** Refuses write number `index` (counted from now) with this error code. */
  refuse(index: number, code: string): void;
  /** Writes that were asked for, refused ones included. */
  writes(): number;
  /** What a restart would find; undefined where nothing was ever written. */
  contents(): Contents | undefined;
}

export function createMemorySettings(): MemorySettings {
  let contents: Contents | undefined;
  let writes = 0;
  let refusal: { readonly at: number; readonly code: string } | undefined;

  function write(next: (before: Contents | undefined) => Contents) {
    const index = writes++;
    if (refusal?.at === index) return { kind: 'failed', code: refusal.code, reason: refusal.code } as const;
    contents = next(contents);
    return { kind: 'done', saveCount: contents.saveCount } as const;
  }

  const calls: SettingsCalls = {
    lock: () => ({ kind: 'held' }),
    read: () => (contents === undefined ? { kind: 'missing' } : { kind: 'whole', contents }),
    create: (created) => write(() => created),
    useCopy: () => write((before) => before ?? { sections: {}, saveCount: 0 }),
    save: ({ sections, startsAnew = false }) =>
      write((before) => ({
        ...(startsAnew ? {} : before),
        sections: startsAnew ? sections : { ...before?.sections, ...sections },
        saveCount: (before?.saveCount ?? 0) + 1,
      })),
    renewCopy: () => ({ kind: 'done', saveCount: contents?.saveCount ?? 0 }),
    copyTo: () => undefined,
    sections: () => contents?.sections ?? {},
    changes: () => ({ kind: 'done', changes: [] }), // no test looks for them in memory
    finishReset: () => ({ kind: 'done', saveCount: contents?.saveCount ?? 0 }),
    close: () => undefined,
  };
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    async (...args: unknown[]) => (call as (...args: unknown[]) => unknown)(...args),
  ]);
  const connection = { calls: Object.fromEntries(entries), end: async () => undefined };
  return {
    connect: () => connection as ReturnType<ConnectSettings>,
    refuse(index, code) {
      refusal = { at: writes + index, code };
    },
    writes: () => writes,
    contents: () => contents,
  };
}
