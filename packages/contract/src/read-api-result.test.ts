import { describe, expect, it } from 'vitest';
import { readApiResult } from './read-api-result.ts';

describe('an answer that came in', () => {
  it('may lack code, param and message, and of params only numbers and texts are kept', () => {
    expect(readApiResult({})).toEqual({ type: 'warning' });
    expect(readApiResult({ type: 'success', code: 1001 })).toEqual({ type: 'success', code: 1001 });
    expect(
      readApiResult({ type: 5, message: 'no', code: '7', param: { max: 31, min: '1', odd: {} } }),
    ).toEqual({
      type: 'warning',
      message: 'no',
      param: { max: 31, min: '1' },
    });
  });

  it.each([undefined, null, 1, 'x', []])('is refused when it is no object: %j', (value) => {
    expect(readApiResult(value)).toBeUndefined();
  });
});
