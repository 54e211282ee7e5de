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
 *     start ──> transmit request ──window──> all there ──────────────────────────> answered
 *                    ^                        │ nothing: send it again, 5 times in all ──> no-answer
 *                    └────────────────────────┤
 *                                             │ some: ask for a missing one, 5 times in all ──> fragments-missing
 *               transmit retransmit request <─┤
 *                                             └ all there, but wrong ──> bad-checksum, unexpected-answer
 *
 * Source: radio protocol, section 4; device contract, section 14.3. Two things differ from the original on purpose:
 *
 * - The original always waits for the end of the window. We take an answer as soon as it is complete and good, which
 *   frees the air three to ten times sooner; everything that is not plainly good still waits for the end.
 *   `waitFullWindow` brings the original's behaviour back.
 * - The original takes any complete data answer for the answer to whatever it has asked (radio protocol,
 *   section 10). We look whether it can be one. An answer to another command is dropped as if it had not been heard
 *   and the wait goes on: late fragments of the previous command can come in now, and must neither become a reading
 *   nor cost this command its turn.
 */
export interface Exchange<Answer> {
  /** The first transmission. */
  start(): ExchangeStep<Answer>;
  /** A fragment from this inverter. */
  hear(fragment: Fragment): ExchangeStep<Answer>;
  /** The window of the last transmission is over. */
  windowOver(): ExchangeStep<Answer>;
}

export type ExchangeStep<Answer> =
  | { readonly kind: 'wait' }
  | { readonly kind: 'transmit-request'; readonly attempt: number; readonly windowMs: number }
  | { readonly kind: 'transmit-retransmit'; readonly index: number; readonly windowMs: number }
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'gave-up'; readonly reason: GiveUpReason };

export type GiveUpReason = 'no-answer' | 'fragments-missing' | 'bad-checksum' | 'unexpected-answer';

export interface ExchangeOptions<Answer> {
  readonly kind: CommandKind;
  /** Reads a payload with a good checksum; undefined when it cannot be an answer to this command. */
  readonly read: (payload: Uint8Array) => Answer | undefined;
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

type Evaluation<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'bad-checksum' | 'not-ours' };

export function createExchange<Answer>(options: ExchangeOptions<Answer>): Exchange<Answer> {
  const { kind, read, waitFullWindow } = options;
  const isControl = kind === 'ActivePowerControl' || kind === 'PowerControl';
  const assembly = createAssembly();
  let transmissions = 0;
  let retransmits = 0;
  /** A fragment came that carries the main command of another kind of answer. */
  let heardOtherKind = false;

  function evaluate(fragments: readonly Fragment[]): Evaluation<Answer> {
    const joined = isControl ? { ok: true as const, payload: NO_PAYLOAD } : joinPayload(fragments);
    if (!joined.ok) return { kind: 'bad-checksum' };
    const answer = read(joined.payload);
    return answer === undefined ? { kind: 'not-ours' } : { kind: 'answered', answer };
  }

  function giveUp(reason: GiveUpReason): ExchangeStep<Answer> {
    return { kind: 'gave-up', reason };
  }

  function transmitRequest(): ExchangeStep<Answer> {
    transmissions += 1;
    return { kind: 'transmit-request', attempt: transmissions, windowMs: ANSWER_TIMEOUT_MS[kind] };
  }

  function nothingReceived(): ExchangeStep<Answer> {
    // An acknowledgement of the wrong kind ends a control command, as on the original (no repetition).
    if (isControl && heardOtherKind) return giveUp('unexpected-answer');
    return transmissions < REQUEST_TRANSMISSIONS_MAX ? transmitRequest() : giveUp('no-answer');
  }

  function someMissing(index: number): ExchangeStep<Answer> {
    // Control commands have no retransmit requests: the original runs through its five tries without sending any.
    if (isControl || retransmits >= RETRANSMIT_REQUESTS_MAX) return giveUp('fragments-missing');
    retransmits += 1;
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
      const evaluation = evaluate(status.fragments);
      if (evaluation.kind === 'answered') return evaluation;
      // A bad checksum may still be mended by a fragment that comes again before the window is over.
      if (evaluation.kind === 'not-ours') assembly.clear();
      return WAIT;
    },
    windowOver() {
      const status = assembly.status();
      if (status.kind === 'empty') return nothingReceived();
      if (status.kind === 'missing') return someMissing(status.index);
      const evaluation = evaluate(status.fragments);
      if (evaluation.kind === 'answered') return evaluation;
      if (evaluation.kind === 'bad-checksum') return giveUp('bad-checksum');
      assembly.clear();
      return nothingReceived();
    },
  };
}
