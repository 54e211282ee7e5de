import type * as z from 'zod/mini';
import { RESULT_CODES, type ResultName, type ResultParam, type ResultType } from './result-codes.ts';
import { RESULT_MESSAGES } from './result-messages.ts';

/**
 * What the gateway answers to an action. Key order as on the wire. Source:
 * docs/reference/original-device.md#answers-to-a-post.
 */
export interface ApiResult {
  readonly type: ResultType;
  readonly message: string;
  /** Missing for the few results that have none; such an answer carries nothing but its message. */
  readonly code?: number;
  readonly param?: Readonly<Record<string, number>>;
}

type ParamArguments<N extends ResultName> = undefined extends ResultParam<N> ? [] : [param: ResultParam<N>];

/** Builds the answer for a result; a param that the result needs, or does not have, is a compile error. */
export function result<N extends ResultName>(name: N, ...[param]: ParamArguments<N>): ApiResult {
  return resultOf(name, param);
}

function resultOf(name: ResultName, param: Readonly<Record<string, number>> | undefined): ApiResult {
  const { code, type } = RESULT_CODES[name];
  const message = RESULT_MESSAGES[name].replace(/\{(min|max)\}/g, (whole, key: string) =>
    String(param?.[key] ?? whole),
  );
  if (code === undefined) return { type, message };
  return param === undefined ? { type, message, code } : { type, message, code, param };
}

/** What a failed constraint leaves in its zod issue. */
export interface ConstraintFailure {
  readonly result: ResultName;
  readonly param?: Readonly<Record<string, number>>;
}

export function isConstraintFailure(params: unknown): params is ConstraintFailure {
  return (
    typeof params === 'object' &&
    params !== null &&
    'result' in params &&
    typeof params.result === 'string' &&
    Object.hasOwn(RESULT_CODES, params.result)
  );
}

/**
 * Turns a failed parse into the answer the device gives: a missing key comes before every field check, then the
 * first failing check in field order. Texts of the schema library never reach an answer.
 */
export function firstFailure(error: z.core.$ZodError): ApiResult {
  const failures = error.issues.map((issue) => (issue.code === 'custom' ? issue.params : undefined));
  const first = failures[0];
  if (first === undefined || !failures.every(isConstraintFailure) || !isConstraintFailure(first)) {
    return result('ValuesMissing');
  }
  return resultOf(first.result, first.param);
}
