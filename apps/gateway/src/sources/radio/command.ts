import type { PowerCommand } from '@heliograph/domain';
import type { CommandKind, Link } from '@heliograph/protocol';
import type { ExchangeEnd } from '../../fleet/radio-quality.ts';
import type { AirUse } from '../../fleet/radio-statistics.ts';

/** One request to one inverter, ready to be sent, and what its end means. */
export interface Command {
  readonly kind: CommandKind;
  /** What a `PowerControl` does. */
  readonly action?: PowerCommand;
  readonly link: Link;
  /** The packet; made when the command was queued, so that a repetition carries the same time. */
  readonly request: Uint8Array;
  /**
   * Reads the payload of the answer (empty for the acknowledgement of a control command). Gives what remembers it, and
   * what it took of the air, or undefined when this cannot be an answer to the command.
   */
  readonly read: (payload: Uint8Array) => ((use: AirUse) => void) | undefined;
  /** Called right before the first transmission: from here on the inverter may have heard it. */
  readonly started?: () => void;
  /** Called right before it is sent again since nothing came back: the inverter may have obeyed all the same. */
  readonly repeated?: () => void;
  /** Called when no usable answer came for all that was sent. */
  readonly gaveUp: (use: AirUse, end: Exclude<ExchangeEnd, 'answered'>) => void;
}
