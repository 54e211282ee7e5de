import { createContext, type ReactNode, useContext, useState } from 'react';

/** What stands in a form, by the names of its fields: texts as typed, switches as they are. */
export type FormValues = Readonly<Record<string, string | boolean>>;

/**
 * What was typed and not saved when a page had to go (a login that ran out), by the name of the form. In memory only:
 * some forms hold passwords.
 */
export interface Drafts {
  read(key: string): FormValues | undefined;
  keep(key: string, values: FormValues): void;
  drop(key: string): void;
  /** Forgets all: who logs out leaves nothing to the next one. */
  clear(): void;
}

function createDrafts(): Drafts {
  const drafts = new Map<string, FormValues>();
  return {
    read: (key) => drafts.get(key),
    keep: (key, values) => void drafts.set(key, values),
    drop: (key) => void drafts.delete(key),
    clear: () => drafts.clear(),
  };
}

const DraftsContext = createContext<Drafts | undefined>(undefined);

/** Stands around all pages, so that a draft outlives its page. */
export function DraftsProvider({ children }: { readonly children: ReactNode }) {
  const [drafts] = useState(createDrafts);
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

export function useDrafts(): Drafts {
  const drafts = useContext(DraftsContext);
  if (drafts === undefined) throw new Error('useDrafts outside of DraftsProvider');
  return drafts;
}
