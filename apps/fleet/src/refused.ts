import type { RefusalName } from '@heliograph/fleet-contract';

/** Instead of an answer. */
export class Refused {
  readonly refusal: RefusalName;
  /** Seconds until another try makes sense. */
  readonly retryAfterS: number | undefined;

  constructor(refusal: RefusalName, retryAfterS?: number) {
    this.refusal = refusal;
    this.retryAfterS = retryAfterS;
  }
}
