import type { HopLateness, ToldRadioFault } from '@heliograph/contract';

/** What the radio chip says about itself, and whoever drives it. */
export interface RadioFacts {
  readonly connected: boolean;
  /** It is the "+" variant, the only one that can send at 250 kbit/s. */
  readonly plusVariant: boolean;
  /** Why it does not work, or not well; a simulated one has no reason. */
  readonly fault?: ToldRadioFault | undefined;
  /** The same in an English sentence, with what to do. */
  readonly problem?: string | undefined;
  /** Only of a chip whose hops are measured. */
  readonly lateness?: HopLateness | undefined;
}
