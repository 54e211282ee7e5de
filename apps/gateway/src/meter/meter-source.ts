import type { MeterProblem } from '@heliograph/contract';

/** What a meter says, in W as it counts itself, or why it says nothing. */
export type MeterWord =
  | { readonly kind: 'power'; readonly powerW: number }
  | { readonly kind: 'problem'; readonly problem: MeterProblem };

/** A meter that is listened to, or asked, in some way. */
export interface MeterSource {
  /** Begins; `tell` gets whatever comes, until the function that is returned is called. */
  start(tell: (word: MeterWord) => void): () => void;
}

export const power = (powerW: number): MeterWord => ({ kind: 'power', powerW });
export const problem = (code: MeterProblem): MeterWord => ({ kind: 'problem', problem: code });
