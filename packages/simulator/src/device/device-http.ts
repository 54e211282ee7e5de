import { encodeResult } from '@heliograph/opendtu-api';
import { RESULT_MESSAGES, type ResultCode } from './result-messages.ts';

/** What arrives at a simulated device. */
export interface DeviceRequest {
  /** Upper case. */
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Decoded as UTF-8. */
  readonly body: string;
}

/**
 * How an answer ends. `whole`: as it should. `endless`: the body is repeated for ever. `never`: nothing is sent, and the
 * connection stays open. `reset`: the connection is cut without a byte.
 */
export type AnswerEnd = 'whole' | 'endless' | 'never' | 'reset';

/** What goes back. Every answer closes its connection (docs/reference/original-device.md#paths-and-methods). */
export interface DeviceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long it takes until the first byte. */
  readonly delayMs: number;
  readonly end: AnswerEnd;
}

export function textAnswer(status: number, contentType: string, body: string): DeviceAnswer {
  return { status, headers: { 'content-type': contentType }, body, delayMs: 0, end: 'whole' };
}

export function jsonAnswer(document: object, status = 200): DeviceAnswer {
  return textAnswer(status, 'application/json', JSON.stringify(document));
}

/** The start page, which answers whatever is not known. Source: docs/reference/original-device.md#quirk-4. */
export function pageAnswer(): DeviceAnswer {
  const page =
    '<!DOCTYPE html><html><head><title>OpenDTU</title></head><body><div id="app"></div></body></html>';
  return textAnswer(200, 'text/html', page);
}

export function noAnswer(end: 'never' | 'reset'): DeviceAnswer {
  return { status: 0, headers: {}, body: '', delayMs: 0, end };
}

/** What a POST comes to: a code with the values that belong to it, or a refusal that has a message only. */
export interface Outcome {
  readonly code: ResultCode | undefined;
  readonly message?: string;
  readonly param?: Readonly<Record<string, number>>;
}

export function outcome(code: ResultCode, param: Readonly<Record<string, number>> = {}): Outcome {
  return { code, param };
}

/** Codes of success; all others are refusals. Source: docs/reference/original-device.md#result-codes. */
const SUCCESSES: ReadonlySet<ResultCode> = new Set([
  1001, 3002, 3003, 4004, 4007, 4008, 4009, 4010, 6001, 9010, 10002,
]);

/** Source: docs/reference/original-device.md#answers-to-a-post. */
export function outcomeAnswer({ code, message, param = {} }: Outcome): DeviceAnswer {
  const isSuccess = code !== undefined && SUCCESSES.has(code);
  const text = message ?? (code === undefined ? '' : RESULT_MESSAGES[code]);
  return jsonAnswer(encodeResult({ isSuccess, code, message: text, param }));
}

/** The path without its query. */
export function pathOf({ path }: Pick<DeviceRequest, 'path'>): string {
  return path.split('?', 1)[0] ?? '';
}

/** A value of the query; undefined where it is not there. */
export function queryValue({ path }: Pick<DeviceRequest, 'path'>, name: string): string | undefined {
  return formValue(path.slice(pathOf({ path }).length + 1), name);
}

/** A value of a text in the form of a query. */
export function formValue(text: string, name: string): string | undefined {
  const start = `${name}=`;
  const field = text.split('&').find((one) => one.startsWith(start));
  return field === undefined ? undefined : percentDecoded(field.slice(start.length));
}

/** JSON that nobody has escaped arrives too: what is no escape stays as it is. */
function percentDecoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.replace(/(%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes; // bytes that are no UTF-8
    }
  });
}
