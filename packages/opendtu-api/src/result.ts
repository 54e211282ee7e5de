import { countIn, numberIn, objectIn, textIn, valueIn } from './untrusted-values.ts';

/** What a device answers to a POST. */
export interface DeviceResult {
  readonly isSuccess: boolean;
  /** Undefined where the refusal has none (docs/reference/original-device.md#quirk-2). */
  readonly code: number | undefined;
  /** A short English sentence; programs must not interpret it. */
  readonly message: string;
  /** Values that belong to the code, such as the largest that is taken. */
  readonly param: Readonly<Record<string, number>>;
}

/** Codes that a program has to act on. Source: docs/reference/original-device.md#result-codes. */
export const RESULT_CODE = {
  /** Sent with another numbering, the limit may be taken: see `limitTypeNumber`. */
  limitInvalidType: 5003,
  limitInvalidValue: 5002,
} as const;

/** Parameters beyond these are left out. */
const PARAMS_MAX = 16;

/**
 * Reads the answer to a POST; undefined where it is none. That a status is 200 says nothing: refusals have it, and so has
 * the page that answers calls which a device does not know. Source:
 * docs/reference/original-device.md#answers-to-a-post.
 */
export function decodeResult(document: unknown): DeviceResult | undefined {
  const object = objectIn(document);
  const type = valueIn(object, 'type');
  if (object === undefined || typeof type !== 'string') return undefined;
  const param: Record<string, number> = {};
  const sent = objectIn(valueIn(object, 'param')) ?? {};
  for (const key of Object.keys(sent).slice(0, PARAMS_MAX)) {
    const value = numberIn(sent[key]);
    if (value !== undefined) param[key] = value;
  }
  return {
    isSuccess: type === 'success',
    code: countIn(valueIn(object, 'code')),
    message: textIn(valueIn(object, 'message')) ?? '',
    param,
  };
}

/** As a device answers a POST. `isFault`: the device failed, not the caller; newer ones say `danger` then, with status 500. */
export function encodeResult({ isSuccess, code, message, param }: DeviceResult, isFault = false): object {
  return {
    type: isSuccess ? 'success' : isFault ? 'danger' : 'warning',
    message,
    ...(code === undefined ? {} : { code }),
    ...(Object.keys(param).length === 0 ? {} : { param }),
  };
}
