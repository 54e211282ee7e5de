/** The caches of a browser as far as they are used: by name, and in each an answer by its address. */
export class FakeCaches {
  readonly kept = new Map<string, Map<string, string>>();
  /** As of a browser without room. */
  isFull = false;
  /** What a `put` waits for, where a test holds it up. */
  mayPut: Promise<void> = Promise.resolve();

  readonly open = async (name: string): Promise<Cache> => {
    const cache = this.kept.get(name) ?? new Map<string, string>();
    this.kept.set(name, cache);
    const put = async (address: string, answer: Response) => {
      await this.mayPut;
      if (this.isFull) throw new DOMException('no room', 'QuotaExceededError');
      this.kept.set(name, cache.set(address, await answer.text()));
    };
    const match = async (address: string) => {
      const text = cache.get(address);
      return text === undefined ? undefined : new Response(text);
    };
    return { put, match } as unknown as Cache;
  };

  readonly delete = async (name: string): Promise<boolean> => this.kept.delete(name);

  /** As a page sees them. */
  asCaches(): CacheStorage {
    return { open: this.open, delete: this.delete } as unknown as CacheStorage;
  }
}
