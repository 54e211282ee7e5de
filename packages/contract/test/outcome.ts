import * as z from 'zod/mini';
import { firstFailure } from '../src/results.ts';

/** What a body is read as, or the code (and param) that it is refused with. */
export function outcome(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const { code, param } = firstFailure(parsed.error);
  return param === undefined ? code : [code, param];
}
