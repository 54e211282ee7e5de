import {
  ANSWER_TIMEOUT_MS,
  type CommandKind,
  createAssembly,
  type Fragment,
  isAnswerTo,
  joinPayload,
  RETRANSMIT_TIMEOUT_MS,
} from '@heliograph/protocol';

/**
 * One exchange: a request on the air until its answer is there or we give up. It only decides: it knows neither
 * time nor radio. Who runs it transmits what it says, tells it each fragment that the inverter sends, and tells it
 * when the wait after a transmission (the window) is over.
 *
 *     start ──> transmit request ──window──> all there ──> payload ──> taken: over
 *                    ^                        │               └ refused: wait on, as if it had not been heard
 *                    │                        │ nothing: send it again, 5 times in all ──> no-answer
 *                    └────────────────────────┤
 *                                             │ some: ask for a missing one, 5 times in all ──> fragments-missing
 *               transmit retransmit request <─┤
 *                                             └ all there, but wrong ──> bad-checksum, unexpected-answer
 *
 * It joins fragments to a payload and hands that on; what the payload means is not its business. Who takes it says so by
 * asking nothing more, or refuses it.
 *
 * Source: docs/reference/radio-protocol.md#exchanges. Two things differ from the original on purpose:
 *
 * - The original always waits for the end of the window. We take an answer as soon as it is complete and good, which
 *   frees the air three to ten times sooner; everything that is not plainly good still waits for the end.
 *   `waitFullWindow` brings the original's behaviour back.
 * - The original takes any complete data answer for the answer to whatever it has asked
 *   (docs/reference/radio-protocol.md#exchanges). Ours can be refused. An answer to another command is then dropped as
 *   if it had not been heard and the wait goes on: late fragments of the previous command can come in now, and must
 *   neither become a reading nor cost this command its turn.
 */
export interface Exchange {
  /** The first transmission. */
  start(): ExchangeStep;
  /** A fragment from this inverter. */
  hear(fragment: Fragment): ExchangeStep;
  /** The window of the last transmission is over. */
  windowOver(): ExchangeStep;
  /** The payload of the step before cannot be an answer to this command. */
  refused(): ExchangeStep;
  /** How many fragments were not there when the window of the request was over; those of which nobody knows are not in it. */
  missedFragments(): number;
}

export type ExchangeStep =
  | { readonly kind: 'wait' }
  | { readonly kind: 'transmit-request'; readonly attempt: number; readonly windowMs: number }
  | { readonly kind: 'transmit-retransmit'; readonly index: number; readonly windowMs: number }
  /** All fragments are there and their checksum is right; empty for the acknowledgement of a control command. */
  | { readonly kind: 'payload'; readonly payload: Uint8Array }
  | { readonly kind: 'gave-up'; readonly reason: GiveUpReason };

export type GiveUpReason = 'no-answer' | 'fragments-missing' | 'bad-checksum' | 'unexpected-answer';

export interface ExchangeOptions {
  readonly kind: CommandKind;
  /** Evaluate nothing before the window is over, as the original does. */
  readonly waitFullWindow: boolean;
}

/** Transmissions of the request, the first one included. */
const REQUEST_TRANSMISSIONS_MAX = 5;
/** Retransmit requests per command, whichever fragments they ask for. */
const RETRANSMIT_REQUESTS_MAX = 5;

const WAIT = { kind: 'wait' } as const;
/** The content of an acknowledgement means nothing. */
const NO_PAYLOAD = new Uint8Array();

export function createExchange({ kind, waitFullWindow }: ExchangeOptions): Exchange {
  const isControl = kind === 'ActivePowerControl' || kind === 'PowerControl';
  const assembly = createAssembly();
  let transmissions = 0;
  let retransmits = 0;
  let missedFragments = 0;
  /** A fragment came that carries the main command of another kind of answer. */
  let heardOtherKind = false;
  let isWindowOver = false;

  /** What the fragments hold; undefined when their checksum is wrong. */
  function payloadOf(fragments: readonly Fragment[]): Uint8Array | undefined {
    if (isControl) return NO_PAYLOAD;
    const joined = joinPayload(fragments);
    return joined.ok ? joined.payload : undefined;
  }

  function giveUp(reason: GiveUpReason): ExchangeStep {
    return { kind: 'gave-up', reason };
  }

  function transmitRequest(): ExchangeStep {
    transmissions += 1;
    isWindowOver = false;
    return { kind: 'transmit-request', attempt: transmissions, windowMs: ANSWER_TIMEOUT_MS[kind] };
  }

  function nothingReceived(): ExchangeStep {
    // An acknowledgement of the wrong kind ends a control command, as on the original (no repetition).
    if (isControl && heardOtherKind) return giveUp('unexpected-answer');
    return transmissions < (__WITHOUT__.resends ? 1 : REQUEST_TRANSMISSIONS_MAX)
      ? transmitRequest()
      : giveUp('no-answer');
  }

  function someMissing(index: number): ExchangeStep {
    // Control commands have no retransmit requests: the original runs through its five tries without sending any.
    if (isControl || retransmits >= RETRANSMIT_REQUESTS_MAX) return giveUp('fragments-missing');
    retransmits += 1;
    isWindowOver = false;
    return { kind: 'transmit-retransmit', index, windowMs: RETRANSMIT_TIMEOUT_MS };
  }

  return {
    start: transmitRequest,
    hear(fragment) {
      if (!isAnswerTo(kind, [fragment])) {
        heardOtherKind = true;
        return WAIT;
      }
      assembly.add(fragment);
      const status = assembly.status();
      if (waitFullWindow || status.kind !== 'complete') return WAIT;
      const payload = payloadOf(status.fragments);
      // A bad checksum may still be mended by a fragment that comes again before the window is over.
      return payload === undefined ? WAIT : { kind: 'payload', payload };
    },
    windowOver() {
      isWindowOver = true;
      const status = assembly.status();
      if (status.kind === 'empty') return nothingReceived();
      if (status.kind === 'missing') {
        if (retransmits === 0) missedFragments = status.count;
        return someMissing(status.index);
      }
      const payload = payloadOf(status.fragments);
      return payload === undefined ? giveUp('bad-checksum') : { kind: 'payload', payload };
    },
    refused() {
      assembly.clear();
      return isWindowOver ? nothingReceived() : WAIT;
    },
    missedFragments: () => missedFragments,
  };
}
