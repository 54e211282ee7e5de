import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basicAuthorization, decodeAuthorization, encodeCredentials } from './login.ts';

describe('credentials', () => {
  it('encode as the original does', () => {
    expect(basicAuthorization(encodeCredentials('admin', 'openDTU42'))).toBe('Basic YWRtaW46b3BlbkRUVTQy');
  });

  it('come back whole, whatever the password holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }), (password) => {
        const decoded = decodeAuthorization(basicAuthorization(encodeCredentials('admin', password)));
        expect(decoded).toEqual({ userName: 'admin', password });
      }),
      { numRuns: 300, seed: 42 },
    );
  });

  it.each([
    '',
    'Basic',
    'Basic ',
    'basic YTpi',
    'Bearer YTpi',
    'Basic YTp',
    'Basic YTpi ',
    'Basic Y!pi',
    'Basic YWI=',
  ])('are not found in %j', (header) => {
    expect(decodeAuthorization(header)).toBeUndefined();
  });
});
