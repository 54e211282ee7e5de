import type { ReceivedSource } from './read-live-data.ts';
import { isNumber } from './unknown-values.ts';

/** How it goes with a device that brings inverters. */
export interface ReceivedSourceState extends Omit<ReceivedSource, 'sent'> {
  /** Why it is not live, one of `SOURCE_PROBLEMS`; empty where it is. */
  readonly problem: string;
  /** Seconds that it wants to be left alone. */
  readonly retryAfterS: number | undefined;
  /** Serials that it brings although they belong to a source before it. */
  readonly duplicates: readonly string[];
  /** It does not take the gateway's password: it carries out nothing. */
  readonly isLocked: boolean;
}

/** What makes no sense is left out. */
export function readSourceState({ id, name, state, sent }: ReceivedSource): ReceivedSourceState {
  const { problem, retry_after: retryAfterS, duplicates, password_right: isPasswordRight } = sent;
  return {
    ...{ id, name, state, problem: textOf(problem) },
    retryAfterS: isNumber(retryAfterS) ? retryAfterS : undefined,
    duplicates: Array.isArray(duplicates) ? duplicates.map(textOf) : [],
    isLocked: isPasswordRight === false,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
