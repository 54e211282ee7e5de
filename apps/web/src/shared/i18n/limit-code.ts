import type { ResultCode } from '@heliograph/contract';

type OfLimits = { [C in ResultCode]: `${C}` extends `19${string}` ? C : never }[ResultCode];

/** Results that only the page of the limits gets: its texts have them. Those of an order are with all others. */
export type LimitCode = Exclude<OfLimits, 19001 | 19002>;
