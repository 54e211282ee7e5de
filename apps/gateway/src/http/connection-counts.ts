/** How many connections each address (or network of one household) has open, so that nobody takes all of them. */
export interface ConnectionCounts {
  /** Counts one more of this address; false, with nothing counted, when it has its share or there are too many in all. */
  add(address: string): boolean;
  remove(address: string): void;
}

export function createConnectionCounts(max: number, perAddressMax: number): ConnectionCounts {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    add(address) {
      const count = counts.get(address) ?? 0;
      if (total >= max || count >= perAddressMax) return false;
      total += 1;
      counts.set(address, count + 1);
      return true;
    },
    remove(address) {
      const count = counts.get(address) ?? 0;
      total -= 1;
      if (count > 1) counts.set(address, count - 1);
      else counts.delete(address);
    },
  };
}
