/** How many connections each address (or network of one household) has open, so that nobody takes all of them. */
export interface ConnectionCounts {
  /** Counts one more of this address; false, with nothing counted, when it has its share already. */
  add(address: string): boolean;
  remove(address: string): void;
}

export function createConnectionCounts(perAddressMax: number): ConnectionCounts {
  const counts = new Map<string, number>();
  return {
    add(address) {
      const count = counts.get(address) ?? 0;
      if (count >= perAddressMax) return false;
      counts.set(address, count + 1);
      return true;
    },
    remove(address) {
      const count = counts.get(address) ?? 0;
      if (count > 1) counts.set(address, count - 1);
      else counts.delete(address);
    },
  };
}
