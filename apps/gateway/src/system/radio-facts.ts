/** What the radio chip says about itself. */
export interface RadioFacts {
  readonly connected: boolean;
  /** It is the "+" variant, the only one that can send at 250 kbit/s. */
  readonly plusVariant: boolean;
}
