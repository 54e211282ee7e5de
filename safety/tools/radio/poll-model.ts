/**
 * How often a poll succeeds when every packet, requests included, is lost with the same chance and independently of the
 * others. Exact, and made of the rules alone: the whole request goes out until something is heard of the answer, then
 * the missing fragments are asked for one by one. Source: docs/reference/radio-protocol.md#exchanges.
 */
export interface PollRules {
  readonly fragments: number;
  /** Transmissions of the whole request, the first one included. */
  readonly requests: number;
  /** Requests for single fragments, over all of them. */
  readonly retransmits: number;
}

const RULES: PollRules = { fragments: 5, requests: 5, retransmits: 5 };

/** The chance, 0 to 1, that a poll succeeds; `loss` is 0 to 1, too. */
export function pollSuccess(loss: number, { fragments, requests, retransmits }: PollRules = RULES): number {
  const arrives = 1 - loss;
  const nothing = loss + arrives * loss ** fragments;
  let tries = 0;
  for (let request = 0; request < requests; request++) tries += nothing ** request;
  let once = 0;
  for (let heard = 1; heard <= fragments; heard++) {
    once +=
      arrives * binomial(fragments, heard, arrives) * atLeast(fragments - heard, retransmits, arrives ** 2);
  }
  return tries * once;
}

/** The chance that the last three polls were missed: then an inverter is shown as unreachable. */
export function unreachableShare(loss: number, rules?: PollRules): number {
  return (1 - pollSuccess(loss, rules)) ** 3;
}

/** Of `count`, exactly `hits` hit. */
function binomial(count: number, hits: number, chance: number): number {
  let ways = 1;
  for (let index = 0; index < hits; index++) ways = (ways * (count - index)) / (index + 1);
  return ways * chance ** hits * (1 - chance) ** (count - hits);
}

function atLeast(hits: number, count: number, chance: number): number {
  let sum = 0;
  for (let exactly = hits; exactly <= count; exactly++) sum += binomial(count, exactly, chance);
  return sum;
}
