import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { END, fieldPart, LF, MULTIPART, part, URLENCODED } from '../../../test/data-form.ts';
import { readOutcome } from '../../../test/read-outcome.ts';
import { BodyError, readDataField } from './read-data.ts';

describe('a body that can have no fields', () => {
  const json = Buffer.from('{"data":1}&data={}');
  it.each([
    undefined,
    '',
    ';',
    'application/json',
    'text/plain',
    'multipart/mixed; boundary=B',
    'multipart/form-data-2; boundary=B',
    'x-multipart/form-data; boundary=B',
    `${URLENCODED}-2`,
    `"${URLENCODED}"`,
    `${URLENCODED}, text/plain`,
  ])('has none: %s', (contentType) => {
    expect(readDataField(contentType, json)).toBeUndefined();
    expect(readDataField(contentType, Buffer.from(fieldPart('{}') + END))).toBeUndefined();
    expect(readDataField(contentType, Buffer.from('data={}'))).toBeUndefined();
  });

  it.each([undefined, MULTIPART, 'multipart/form-data', URLENCODED])('is empty: %s', (contentType) => {
    expect(readDataField(contentType, Buffer.alloc(0))).toBeUndefined();
  });
});

const fromForm = (form: string) => readDataField(URLENCODED, Buffer.from(form));

describe('the field of a url-encoded body', () => {
  it.each([
    ['data={}', '{}'],
    ['data=', ''],
    ['a=1&data=%7B%22a%22%3A+%22b%2Bc%26d%22%7D&b=2', '{"a": "b+c&d"}'],
    ['data=first&data=second', 'first'],
    ['%64at%61=x', 'x'],
    ['data=a=b=c', 'a=b=c'],
    ['&&data=x&&', 'x'],
    ['data=100%&x', '100%'],
    ['data=%7g%', '%7g%'],
    ['data=S%c3%bcd', 'Süd'],
    ['data=Süd', 'Süd'],
    ['x=%ff%zz&data=1', '1'],
    ['data={"a":1}', '{"a":1}'],
    ['data={"a": "b+c", "d": "50%25 %2B 1e+2"}', '{"a": "b+c", "d": "50% + 1e+2"}'],
    ['data=%7B"a": "b+c"}', '{"a": "b c"}'],
    ['data=[1+1]', '[1+1]'],
    ['data=a+b', 'a b'],
    [' data=x', undefined],
    ['Data=x', undefined],
    ['data', undefined],
    ['=data', undefined],
    ['', undefined],
    ['{"data":1}', undefined],
    ['{"a":"&data={}"}', undefined],
    ['[1]&data={}', undefined],
    ['data%00=x', undefined],
  ])('%j: %j', (form, expected) => {
    expect(fromForm(form)).toBe(expected);
    expect(readDataField(`${URLENCODED.toUpperCase()} ; charset=latin1`, Buffer.from(form))).toBe(expected);
  });

  it('is refused when its bytes are no UTF-8', () => {
    expect(() => fromForm('data=S%fcd')).toThrow(BodyError);
    expect(readOutcome(URLENCODED, Buffer.from('data=Süd', 'latin1'))).toBe(BodyError);
  });

  it('is found in every form that the platform writes', () => {
    const texts = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(texts, fc.constant('data')), texts)), (pairs) => {
        const form = new URLSearchParams(pairs);
        expect(fromForm(form.toString())).toBe(form.get('data') ?? undefined);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('any body', () => {
  const types = fc.oneof(
    fc.constantFrom(MULTIPART, URLENCODED, 'multipart/form-data; boundary="-"', undefined),
    fc.string({ unit: 'binary' }).map((text) => `multipart/form-data; ${text}`),
  );

  it('of random bytes has an outcome', () => {
    fc.assert(
      fc.property(types, fc.uint8Array({ maxLength: 2000 }), (contentType, bytes) => {
        readOutcome(contentType, Buffer.from(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  it('of the pieces of a form has an outcome, and the field is what it was sent as', () => {
    const pieces = fc.constantFrom(
      ...['--B', '--B--', LF, '\r', '\n', ' ', '--', 'B', ':', ';', '=', '"', '\\', '\0', 'ü'],
      ...['Content-Disposition: form-data; name="data"', 'Content-Type: text/plain', '; filename="x"'],
      ...[
        'name=',
        'data',
        '{"a":1}',
        fieldPart('{}'),
        part('x', 'Content-Disposition: form-data; name="data"; filename="f"'),
        END,
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (picked) => {
        const text = picked.join('');
        const found = readOutcome(MULTIPART, Buffer.from(text));
        if (typeof found === 'string') {
          expect(`${LF}${text}`).toContain(`${LF}${LF}${found}${LF}--B`);
          expect(found).not.toContain(`${LF}--B`);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['delimiters', MULTIPART, `--B${LF}`],
    ['empty parts', MULTIPART, `--B${LF}${LF}${LF}`],
    ['headers', MULTIPART, `--B${LF}a: b${LF}`],
    ['header lines', MULTIPART, `a: b${LF}`],
    ['line breaks', MULTIPART, LF],
    ['padding', MULTIPART, ' '],
    ['quotes', MULTIPART, '"'],
    ['parameters', MULTIPART, ';a="'],
    ['backslashes', MULTIPART, '\\'],
    ['pairs', URLENCODED, '&='],
    ['percent signs', URLENCODED, '%'],
    ['escapes', URLENCODED, '%ff'],
  ])('is read in no time, even if it is full of %s', (_, contentType, piece) => {
    const filling = piece.repeat(Math.floor(65_000 / piece.length));
    const startedAt = Date.now();
    readOutcome(contentType, Buffer.from(filling));
    readOutcome(contentType, Buffer.from(`--B${filling}`));
    readOutcome(
      contentType,
      Buffer.from(`--B${LF}Content-Disposition: form-data${filling}${LF}${LF}${LF}${END}`),
    );
    readOutcome(
      contentType,
      Buffer.from(`--B${LF}Content-Disposition: form-data; a="${filling}${LF}${LF}${LF}${END}`),
    );
    readOutcome(`multipart/form-data${filling}`, Buffer.from('x'));
    readOutcome(`multipart/form-data; a="${filling}`, Buffer.from('x'));
    expect(Date.now() - startedAt).toBeLessThan(500);
  });
});
