import * as z from 'zod/mini';
import { lenientText, wireObject } from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * What is wrong with strings and inverters, and what is to be expected of a clear day. All of it is ours, no original
 * device knows it (docs/decisions/0023-extensions.md).
 */

/** `weak`: a string yields less than it should. `dead`: it yields nothing. `silent`: an inverter does not answer in daylight. */
export const FINDING_KINDS = ['weak', 'dead', 'silent'] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** `known`: its owner does not want to be told again. */
export const FINDING_STATES = ['open', 'known', 'over'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** `possible`: other reasons would look the same. `likely`: for an hour of sun. `sure`: for several. */
export const FINDING_SURENESS = ['possible', 'likely', 'sure'] as const;
export type FindingSureness = (typeof FINDING_SURENESS)[number];

/** Whether it was held against strings that look the same way, or against what it did itself before. */
export const FINDING_BASES = ['neighbours', 'itself'] as const;
export type FindingBasis = (typeof FINDING_BASES)[number];

/**
 * What is so of a string: `good`, `weak` and `dead` are judgements, the others say why there is none. `few`: too few strings
 * look the same way, and what it did itself before does not do either.
 */
export const STRING_VERDICTS = [
  ...(['good', 'weak', 'dead', 'learning', 'limited'] as const),
  ...(['off', 'dark', 'unheard', 'few'] as const),
] as const;
export type StringVerdict = (typeof STRING_VERDICTS)[number];

export interface Finding {
  readonly id: string;
  readonly serial: string;
  /** Of the inverter, as it is called now; empty where it is not there any more. */
  readonly name: string;
  /** From 1; not there where the whole inverter is meant. */
  readonly string?: number;
  /** Its own name; not there where it has none. */
  readonly string_name?: string;
  readonly kind: FindingKind;
  readonly state: FindingState;
  /** Unix seconds at which it began and was found, and at which it ended. */
  readonly since: number;
  readonly found: number;
  readonly over?: number;
  readonly basis: FindingBasis;
  readonly sureness: FindingSureness;
  /** What it yields of what it should, 0 to 1. */
  readonly ratio: number;
  /** What it has cost so far, in Wh. */
  readonly lost: number;
}

export interface JudgedString {
  readonly serial: string;
  /** From 1. */
  readonly string: number;
  readonly verdict: StringVerdict;
}

export interface Findings {
  /** The newest first. */
  readonly findings: readonly Finding[];
  readonly strings: readonly JudgedString[];
  /** Whether any string was ever judged; until then nobody can say that all is well. */
  readonly has_judged: boolean;
}

/**
 * What `expected` of a curve is. `neighbours`: by strings that look the same way. `others`: as much of its peak power as all others gave,
 * wherever they look; where nobody knows yet what is usual, that shows that there was light. `before`: what it gave of a clear sky before.
 */
export const FINDING_COMPARISONS = ['neighbours', 'others', 'before'] as const;
export type FindingComparison = (typeof FINDING_COMPARISONS)[number];

/** The day on which something was found: power in W as it was and as it should have been; null where nothing is known. */
export interface FindingCurve {
  readonly compared: FindingComparison;
  /** Unix seconds of the first value. */
  readonly start: number;
  /** Seconds from one value to the next. */
  readonly step: number;
  readonly measured: readonly (number | null)[];
  readonly expected: readonly (number | null)[];
}

/** What a plant yields under a clear sky, as a band. */
export interface ExpectedYield {
  /** Unix seconds at which each quarter of an hour begins; empty where nobody has said where the plant is. */
  readonly at: readonly number[];
  /** In W. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** In Wh, over the whole span. */
  readonly low_energy: number;
  readonly high_energy: number;
  /** Of some strings nobody knows which way they look. */
  readonly rough: boolean;
}

export const FindingUpdateSchema = /* @__PURE__ */ wireObject({
  id: /* @__PURE__ */ lenientText(),
  /** True: do not tell it again. */
  known: /* @__PURE__ */ z.boolean(),
});
export type FindingUpdate = z.infer<typeof FindingUpdateSchema>;

/** What is wrong with strings and inverters, what was in the last 30 days, and which strings are judged at all. */
export const getFindings: ReadersEndpoint<Findings, Findings> = {
  method: 'GET',
  path: '/api/heliograph/findings',
  access: 'readonly',
  query: [],
  read(value) {
    if (!isRecord(value) || !Array.isArray(value.findings)) return undefined;
    const strings = Array.isArray(value.strings) ? value.strings : [];
    return {
      findings: value.findings.flatMap(readFinding),
      strings: strings.flatMap(readString),
      has_judged: value.has_judged === true,
    };
  },
};

function readFinding(value: unknown): Finding[] {
  if (!isRecord(value)) return [];
  const { id, serial, name, string, string_name: stringName, since, found, over, ratio, lost } = value;
  const kind = FINDING_KINDS.find((known) => known === value.kind);
  const state = FINDING_STATES.find((known) => known === value.state);
  if (typeof id !== 'string' || typeof serial !== 'string' || !isNumber(since)) return [];
  if (kind === undefined || state === undefined) return [];
  return [
    {
      ...{ id, serial, kind, state, since },
      name: typeof name === 'string' ? name : '',
      ...(isNumber(string) && { string }),
      ...(typeof stringName === 'string' && { string_name: stringName }),
      found: isNumber(found) ? found : since,
      ...(isNumber(over) && { over }),
      basis: FINDING_BASES.find((known) => known === value.basis) ?? 'neighbours',
      sureness: FINDING_SURENESS.find((known) => known === value.sureness) ?? 'possible',
      ratio: isNumber(ratio) ? ratio : 0,
      lost: isNumber(lost) ? lost : 0,
    },
  ];
}

function readString(value: unknown): JudgedString[] {
  if (!isRecord(value)) return [];
  const { serial, string } = value;
  const verdict = STRING_VERDICTS.find((known) => known === value.verdict);
  if (typeof serial !== 'string' || !isNumber(string) || verdict === undefined) return [];
  return [{ serial, string, verdict }];
}

/** How the day went on which something was found; without values where that is not kept any more. */
export const getFindingCurve: ReadersEndpoint<FindingCurve, FindingCurve, 'id'> = {
  method: 'GET',
  path: '/api/heliograph/finding-curve',
  access: 'readonly',
  query: ['id'],
  read(value) {
    if (!isRecord(value) || !isNumber(value.start) || !isNumber(value.step)) return undefined;
    const { start, step, measured, expected } = value;
    if (!Array.isArray(measured) || !Array.isArray(expected)) return undefined;
    const compared = FINDING_COMPARISONS.find((one) => one === value.compared) ?? 'neighbours';
    return { compared, start, step, measured: measured.map(powerOf), expected: expected.map(powerOf) };
  },
};

const powerOf = (value: unknown) => (isNumber(value) ? value : null);

/** Says of something that was found that it is known and is not to be told again, or the contrary. */
export const setFinding: Endpoint<ApiResult, ReceivedApiResult, FindingUpdate> = {
  method: 'POST',
  path: '/api/heliograph/findings',
  access: 'operate',
  query: [],
  read: readApiResult,
};

/**
 * What the plant would yield from one unix time to another if the sky were clear, worked out from where the sun stands; the
 * weather is not asked for. Of three days at most.
 */
export const getExpectedYield: ReadersEndpoint<ExpectedYield, ExpectedYield, 'from' | 'to'> = {
  method: 'GET',
  path: '/api/heliograph/expected',
  access: 'readonly',
  query: ['from', 'to'],
  read(value) {
    if (!isRecord(value)) return undefined;
    const { at, low, high, low_energy: lowEnergy, high_energy: highEnergy, rough } = value;
    const lists = [at, low, high].map((list) =>
      Array.isArray(list) && list.every(isNumber) ? list : undefined,
    );
    const [times, lows, highs] = lists;
    if (times === undefined || lows?.length !== times.length || highs?.length !== times.length)
      return undefined;
    return {
      ...{ at: times, low: lows, high: highs, rough: rough === true },
      low_energy: isNumber(lowEnergy) ? lowEnergy : 0,
      high_energy: isNumber(highEnergy) ? highEnergy : 0,
    };
  },
};
