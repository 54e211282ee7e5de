import { isRecord } from './unknown-values.ts';

/** What a client gets as an answer: an original device may leave out `code` and `param`, newer ones may add types. */
export interface ReceivedApiResult {
  readonly type: string;
  readonly message?: string;
  readonly code?: number;
  readonly param?: Readonly<Record<string, number | string>>;
}

/**
 * Reads an answer; nothing but an object is required. Written by hand for the reason `readLiveData` names, and apart
 * from what makes answers, so that a page carries no table of codes to read one.
 */
export function readApiResult(value: unknown): ReceivedApiResult | undefined {
  if (!isRecord(value) || Array.isArray(value)) return undefined;
  const { type, message, code, param } = value;
  return {
    type: typeof type === 'string' ? type : 'warning',
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof code === 'number' ? { code } : {}),
    ...(isRecord(param) ? { param: readParam(param) } : {}),
  };
}

function readParam(param: Readonly<Record<string, unknown>>): Record<string, number | string> {
  const isParam = (entry: [string, unknown]): entry is [string, number | string] =>
    typeof entry[1] === 'number' || typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries(param).filter(isParam));
}
