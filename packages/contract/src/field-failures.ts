import type * as z from 'zod/mini';
import { type ConstraintFailure, isConstraintFailure } from './api-result.ts';
import { RESULT_CODES } from './result-codes.ts';

/** Why one field of a form would be refused: what the gateway would answer if it were the first bad one. */
export interface FieldFailure {
  /** Keys and indexes joined by dots, e.g. `channel.0.name`; empty for the form as a whole. */
  readonly path: string;
  /** Missing where the gateway would send a message only: then the form has its own words. */
  readonly code?: number;
  readonly param?: Readonly<Record<string, number>>;
}

/** Runs a schema of ours over what a form would send, and tells every field that fails, in the schema's order. */
export function fieldFailures(schema: z.ZodMiniType, body: unknown): readonly FieldFailure[] {
  const parsed = schema.safeParse(body);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => {
    const path = issue.path.join('.');
    const params = issue.code === 'custom' ? issue.params : undefined;
    // An issue of the schema library itself: the value has the wrong shape altogether.
    const failure: ConstraintFailure = isConstraintFailure(params) ? params : { result: 'ValuesMissing' };
    const { code } = RESULT_CODES[failure.result];
    if (code === undefined) return { path };
    return failure.param === undefined ? { path, code } : { path, code, param: failure.param };
  });
}
