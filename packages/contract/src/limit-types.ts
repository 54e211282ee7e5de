/**
 * How an order limits: percent instead of watts, kept by the inverter over a night or not. Newer devices count the
 * persistent ones as 2 and 3. Source: docs/reference/original-device.md#limit.
 */
export const LIMIT_TYPE = {
  absolute: 0x0000,
  relative: 0x0001,
  absolutePersistent: 0x0100,
  relativePersistent: 0x0101,
} as const;
export type LimitType = (typeof LIMIT_TYPE)[keyof typeof LIMIT_TYPE];

/** Every number that may stand for a limit type, and what it means. */
export const LIMIT_TYPE_NUMBERS: ReadonlyMap<number, LimitType> = new Map([
  [0, LIMIT_TYPE.absolute],
  [1, LIMIT_TYPE.relative],
  [2, LIMIT_TYPE.absolutePersistent],
  [3, LIMIT_TYPE.relativePersistent],
  [256, LIMIT_TYPE.absolutePersistent],
  [257, LIMIT_TYPE.relativePersistent],
]);
