/**
 * What is remembered in this browser besides the login. `locale` is the key the specification names; `seenEvents.`
 * goes with the serial of an inverter, `updateCheck` is the newest answer about newer versions, `seenDuplicates` are the
 * serials of two sources that were put away, and `shared` is what the link shows by which somebody reads here.
 */
export type PreferenceName =
  | 'locale'
  | 'theme'
  | 'reloadedAt'
  | 'updateCheck'
  | 'seenDuplicates'
  | 'shared'
  | `seenEvents.${string}`;

/** Small choices of this browser, as text. Where storage is refused (private windows) they last as long as the page. */
export interface Preferences {
  read(name: PreferenceName): string | undefined;
  write(name: PreferenceName, value: string): void;
}

export function createPreferences(storage: Storage | undefined): Preferences {
  const unstored = new Map<PreferenceName, string>();
  return {
    read(name) {
      try {
        return unstored.get(name) ?? storage?.getItem(name) ?? undefined;
      } catch {
        return undefined; // storage is refused: nothing was ever kept
      }
    },
    write(name, value) {
      try {
        if (storage === undefined) throw new Error('no storage');
        storage.setItem(name, value);
        unstored.delete(name);
      } catch {
        unstored.set(name, value); // refused or full: the choice holds until the page is closed
      }
    },
  };
}
