import type { Log } from '../platform/log.ts';
import type { SectionName, Sections } from './sections.ts';

/** Who wants to hear of changes, by section. */
export interface SectionListeners {
  /** The returned function ends it. */
  add<S extends SectionName>(section: S, listener: (value: Sections[S]) => void): () => void;
  /** One that fails keeps nobody else from hearing. */
  tell<S extends SectionName>(section: S, value: Sections[S]): void;
}

type Listener = (value: never) => void;

export function createSectionListeners(log: Log): SectionListeners {
  const listeners = new Map<SectionName, Set<Listener>>();
  return {
    add(section, listener) {
      const ofSection = listeners.get(section) ?? new Set();
      listeners.set(section, ofSection.add(listener));
      return () => ofSection.delete(listener);
    },
    tell<S extends SectionName>(section: S, value: Sections[S]) {
      for (const listener of [...(listeners.get(section) ?? [])]) {
        try {
          (listener as (value: Sections[S]) => void)(value);
        } catch (error) {
          log.error('A subscriber of the settings failed.', { section, error });
        }
      }
    },
  };
}
