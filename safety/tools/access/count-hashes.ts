import { createHook } from 'node:async_hooks';

export interface HashCount {
  /** Passwords that this process has begun to hash since the count began or was last asked for. */
  take(): number;
  end(): void;
}

/** Counts the passwords that are really hashed, whatever the gateway says of itself. */
export function countHashes(): HashCount {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') count += 1;
    },
  }).enable();
  return {
    take() {
      const taken = count;
      count = 0;
      return taken;
    },
    end: () => hook.disable(),
  };
}
