/** A local storage in memory. */
export function createMemoryStorage(entries: Readonly<Record<string, string>> = {}): Storage {
  const stored = new Map(Object.entries(entries));
  return {
    get length() {
      return stored.size;
    },
    clear: () => stored.clear(),
    getItem: (key) => stored.get(key) ?? null,
    key: (index) => [...stored.keys()][index] ?? null,
    removeItem: (key) => {
      stored.delete(key);
    },
    setItem: (key, value) => {
      stored.set(key, value);
    },
  };
}

/** A local storage as private windows have it: everything is refused. */
export function createRefusingStorage(): Storage {
  const refuse = (): never => {
    throw new Error('storage is refused');
  };
  return { length: 0, clear: refuse, getItem: refuse, key: refuse, removeItem: refuse, setItem: refuse };
}
