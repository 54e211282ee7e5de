import { vi } from 'vitest';

/** However slow the machine is. */
const PATIENCE_MS = 20_000;

/** Waits for what the network brings: until `check` throws no more and does not answer false. */
export async function eventually(check: () => unknown): Promise<void> {
  await vi.waitFor(
    () => {
      if (check() === false) throw new Error(`it never happened: ${check}`);
    },
    { timeout: PATIENCE_MS, interval: 2 },
  );
}
