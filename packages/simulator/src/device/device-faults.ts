import { encodeResult } from '@heliograph/opendtu-api';
import { type DeviceAnswer, jsonAnswer, noAnswer, textAnswer } from './device-http.ts';
import { RESULT_MESSAGES } from './result-messages.ts';

/**
 * What answers instead of the device. `too-many-requests`: 429 with `Retry-After: 60`. `internal-error`: 500 with code
 * 1007. `login-page`: 200 with the page of somebody in between. `cut-json`: JSON without its end. `redirect`: to the address
 * `redirectTo`. `endless-body`: JSON that never ends. `no-answer`: the connection stays open without a byte, and open
 * sockets say nothing.
 */
export type DeviceFailure =
  | 'none'
  | 'too-many-requests'
  | 'internal-error'
  | 'login-page'
  | 'cut-json'
  | 'redirect'
  | 'endless-body'
  | 'no-answer';

/** Everything that can be wrong with a simulated device at a time; each can be switched while it runs. */
export interface DeviceFaults {
  /** How long each answer takes. */
  readonly answerDelayMs: number;
  readonly failure: DeviceFailure;
  /** Paths that begin so fail; empty: all. Sockets count too. */
  readonly failingPaths: string;
  /** An origin without a path: `http://192.0.2.1`. */
  readonly redirectTo: string;
  /** Clients that a socket may have; of one more the oldest goes. */
  readonly maxSockets: number;
  /** Sockets send `{}` and `null` in turns, and no documents. */
  readonly hasEmptyFrames: boolean;
  /** Of the answers to limit and power orders, 0 to 1: the order is carried out, the connection is cut. */
  readonly lostOrderAnswers: number;
  /** Of the orders themselves, 0 to 1: the connection is cut before the device has understood. */
  readonly lostOrderRequests: number;
}

/** Source of the places: docs/reference/original-device.md#sockets. */
export const NO_FAULTS: DeviceFaults = {
  answerDelayMs: 0,
  failure: 'none',
  failingPaths: '',
  redirectTo: 'http://192.0.2.1',
  maxSockets: 8,
  hasEmptyFrames: false,
  lostOrderAnswers: 0,
  lostOrderRequests: 0,
};

/** What answers a request instead of the device; undefined: the device itself. */
export function failureAnswer(
  { failure, failingPaths, redirectTo }: DeviceFaults,
  path: string,
): DeviceAnswer | undefined {
  if (!path.startsWith(failingPaths)) return undefined;
  switch (failure) {
    case 'too-many-requests': {
      const answer = textAnswer(429, 'text/plain', 'Too Many Requests');
      return { ...answer, headers: { ...answer.headers, 'retry-after': '60' } };
    }
    case 'internal-error':
      return jsonAnswer(internalError(), 500);
    case 'login-page':
      return textAnswer(200, 'text/html', '<!DOCTYPE html><title>Log in</title><form method="post"></form>');
    case 'redirect': {
      const answer = textAnswer(302, 'text/html', '');
      return { ...answer, headers: { ...answer.headers, location: `${redirectTo}${path}` } };
    }
    case 'endless-body':
      return { ...textAnswer(200, 'application/json', '{"inverters":[],"more":'), end: 'endless' };
    case 'no-answer':
      return noAnswer('never');
    default:
      return undefined; // of `cut-json` the device answers, and the end is lost
  }
}

function internalError(): object {
  return encodeResult({ isSuccess: false, code: 1007, message: RESULT_MESSAGES[1007], param: {} }, true);
}

/** What is left of an answer where its end gets lost. */
export function cutAnswer(
  { failure, failingPaths }: DeviceFaults,
  path: string,
  answer: DeviceAnswer,
): DeviceAnswer {
  const isCut = failure === 'cut-json' && path.startsWith(failingPaths) && answer.body.startsWith('{');
  return isCut ? { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) } : answer;
}
