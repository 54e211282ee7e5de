import { describe, expect, it } from 'vitest';
import {
  FILE_REFUSALS,
  type FileRefusal,
  type FileRefusalName,
  fileRefusal,
  fileRefusalText,
  readFileRefusal,
} from './file-refusals.ts';

const ALL = Object.keys(FILE_REFUSALS) as FileRefusalName[];

describe('the reason for which a file is refused', () => {
  it.each(ALL)('comes through a header as it was: %s', (name) => {
    const params = Object.fromEntries(FILE_REFUSALS[name].map((key, index) => [key, `${key} ${index}`]));
    const refusal = { name, params } as FileRefusal;
    expect(readFileRefusal(fileRefusalText(refusal))).toEqual(refusal);
  });

  it('brings nothing into a header that does not belong there', () => {
    const path = 'a\r\nx: y?&=%ü€';
    const text = fileRefusalText(fileRefusal('wrong-type', { path }));
    expect(text).toMatch(/^[\x21-\x7e]+$/);
    expect(readFileRefusal(text)?.params).toEqual({ path });
  });

  it.each([null, undefined, '', 'toString', 'unknown?max=1', 'too-large', 'too-large?min=1', '?max=1'])(
    'is not made up: %j',
    (header) => expect(readFileRefusal(header)).toBeUndefined(),
  );
});
