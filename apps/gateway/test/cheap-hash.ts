/** Hashing a password in a test must not take a quarter of a second. */
export const CHEAP_HASH = { logCost: 4, blockSize: 1, parallelism: 1 };
