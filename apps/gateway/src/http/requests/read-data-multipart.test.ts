import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { END, fieldPart, LF, MULTIPART, part } from '../../../test/data-form.ts';
import { readOutcome } from '../../../test/read-outcome.ts';
import { BodyError, readDataField } from './read-data.ts';

const MULTIPART_BODY = fieldPart('{"a":1}') + END;
const fromParts = (...parts: string[]) => readDataField(MULTIPART, Buffer.from(parts.join('') + END));

describe('the field of a multipart body', () => {
  it('is found as browsers and fetch send it, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }).map((text) => text.replace(/\r\n|\r|\n/g, '\r\n')),
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }),
        async (text, others) => {
          const form = new FormData();
          for (const name of others) if (name !== 'data') form.append(name, `the value of ${name}`);
          form.append('data', text);
          form.append('file', new Blob(['{}'], { type: 'application/json' }), 'data');
          const request = new Response(form);
          const contentType = request.headers.get('content-type') ?? '';
          expect(readDataField(contentType, Buffer.from(await request.arrayBuffer()))).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['as programs send it that set the type themselves', MULTIPART_BODY, '{"a":1}'],
    ['with the longest boundary', MULTIPART_BODY.replaceAll('--B', `--${'B'.repeat(70)}`), '{"a":1}'],
  ])('is found by the first line of the body where the type has no boundary: %s', (_, body, expected) => {
    expect(readDataField('multipart/form-data', Buffer.from(body))).toBe(expected);
    expect(readDataField('Multipart/Form-Data; charset=utf-8', Buffer.from(body))).toBe(expected);
  });

  it.each([
    ['one that is too long', MULTIPART_BODY.replaceAll('--B', `--${'B'.repeat(71)}`)],
    ['one that is very long', MULTIPART_BODY.replaceAll('--B', `--${'B'.repeat(5000)}`)],
    ['an empty one', MULTIPART_BODY.replaceAll('--B', '--')],
    ['one that ends with a space', MULTIPART_BODY.replaceAll('--B', '--B ')],
    ['one behind something else', `x${LF}${MULTIPART_BODY}`],
    ['a line feed behind it', MULTIPART_BODY.replaceAll(LF, '\n')],
    ['none but its hyphens', '--'],
  ])('is not looked for there behind %s', (_, body) => {
    expect(() => readDataField('multipart/form-data', Buffer.from(body))).toThrow(BodyError);
    expect(() => readDataField('multipart/form-data; boundary=', Buffer.from(MULTIPART_BODY))).toThrow(
      BodyError,
    );
  });

  it.each([
    ['the only one', [fieldPart('{"a":1}')]],
    ['among others', [fieldPart('x', 'before'), fieldPart('{"a":1}'), fieldPart('x', 'after')]],
    ['the first of several', [fieldPart('{"a":1}'), fieldPart('second')]],
    [
      'behind files of its name',
      [
        part('file', 'Content-Disposition: form-data; name="data"; filename="a.json"'),
        part('file', 'Content-Disposition: form-data; name="data"; filename=""'),
        part('file', "Content-Disposition: form-data; name=data; filename*=utf-8''a"),
        part('typed', 'Content-Disposition: form-data; name="data"', 'Content-Type: text/plain'),
        part('typed', 'content-type:', 'Content-Disposition: form-data; name="data"'),
        fieldPart('{"a":1}'),
      ],
    ],
    ['with its name unquoted', [part('{"a":1}', 'content-disposition:form-data;name=data')]],
    [
      'with odd spelling',
      [part('{"a":1}', 'X: y', 'CONTENT-DISPOSITION:  Form-Data ;  NAME="data" ; other=1; ')],
    ],
    ['behind a preamble', [`Hello${LF}there${LF}`, fieldPart('{"a":1}')]],
    ['behind a part without headers', [`--B${LF}${LF}text${LF}`, fieldPart('{"a":1}')]],
    ['before an epilogue', [fieldPart('{"a":1}'), END, `${LF}${fieldPart('second')}`]],
    ['behind padding', [fieldPart('x', 'before').replace('--B', '--B \t'), fieldPart('{"a":1}')]],
    [
      'of 1,001 parts the last one',
      [...Array.from({ length: 1000 }, () => fieldPart('', 'x')), fieldPart('{"a":1}')],
    ],
    [
      'with a transfer encoding, which counts for nothing',
      [part('{"a":1}', 'Content-Disposition: form-data; name="data"', 'Content-Transfer-Encoding: base64')],
    ],
  ])('is found: %s', (_, parts) => {
    expect(fromParts(...parts)).toBe('{"a":1}');
  });

  it.each([
    ['', ''],
    ['line breaks at its ends', `${LF}x${LF}`],
    ['dashes', '-----'],
    ['something like a delimiter within a line', 'x--B--'],
    ['the boundary on a line of its own', `x${LF}B${LF}-B`],
    ['a byte order mark', '\ufeff{}'],
    ['a NUL', 'a\0b'],
    ['many bytes', 'ü'.repeat(30_000)],
  ])('may hold %s', (_, content) => {
    expect(fromParts(fieldPart(content))).toBe(content);
  });

  it.each([
    [
      'another name',
      [
        fieldPart('{}', 'Data'),
        fieldPart('{}', 'data2'),
        fieldPart('{}', ' data'),
        fieldPart('{}', '%64ata'),
        fieldPart('{}', 'data\0'),
      ],
    ],
    ['no name', [part('{}', 'Content-Disposition: form-data')]],
    ['no disposition', [part('{}', 'X-Name: data')]],
    ['a file', [part('{}', 'Content-Disposition: form-data; name="data"; filename="data"')]],
    [
      'a type of its own',
      [part('{}', 'Content-Disposition: form-data; name="data"', 'Content-Type: text/plain')],
    ],
    [
      'a form within the form',
      [
        part(
          `--C${LF}Content-Disposition: form-data; name="data"${LF}${LF}{}${LF}--C--`,
          'Content-Disposition: form-data; name="outer"',
          'Content-Type: multipart/form-data; boundary=C',
        ),
      ],
    ],
    [
      'a name that only looks so',
      [
        part('{}', 'Content-Disposition: form-data; name="x\\"; name=data; \\""'),
        part('{}', 'Content-Disposition: form-data; x="; name=data; "'),
      ],
    ],
  ])('is not there: %s', (_, parts) => {
    expect(fromParts(...parts)).toBeUndefined();
  });

  it('may have a quoted boundary of 70 characters with everything in it that a boundary may have', () => {
    const boundary = `0aZ'()+_,-./:=? ${'x'.repeat(54)}`;
    expect(boundary).toHaveLength(70);
    const body = Buffer.from((fieldPart('{}') + END).replaceAll('--B', `--${boundary}`));
    expect(readDataField(`Multipart/Form-Data; charset=utf-16; BOUNDARY="${boundary}"`, body)).toBe('{}');
  });
});

describe('a malformed multipart body', () => {
  const body = Buffer.from(fieldPart('{}') + END);

  it.each([
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary="B "',
    'multipart/form-data; boundary="a\tb"',
    'multipart/form-data; boundary=ä',
    `multipart/form-data; boundary=${'B'.repeat(71)}`,
    `multipart/form-data; boundary=${'B'.repeat(5000)}`,
    'multipart/form-data; boundary=C',
    'multipart/form-data; boundary=b',
  ])('is refused: %s', (contentType) => {
    expect(() => readDataField(contentType, body)).toThrow(BodyError);
  });

  it.each([
    'multipart/form-data; boundary=B; boundary=C',
    'multipart/form-data; boundary="B',
    'multipart/form-data boundary=B',
  ])('is none when its content type cannot be read: %s', (contentType) => {
    expect(readDataField(contentType, body)).toBeUndefined();
  });

  it('is refused wherever it is cut off', () => {
    const whole = `${fieldPart('x', 'before')}${fieldPart('{"a":1}')}${END}`;
    for (let length = 1; length < whole.length - 2; length += 1) {
      expect(readOutcome(MULTIPART, Buffer.from(whole.slice(0, length)))).toBe(BodyError);
    }
    expect(readOutcome(MULTIPART, Buffer.from(whole.slice(0, -2)))).toBe('{"a":1}');
  });

  const disposition = 'Content-Disposition: form-data; name="data"';
  it.each([
    ['bare line feeds', (fieldPart('{}') + END).replaceAll(LF, '\n')],
    ['no end of the headers', `--B${LF}${disposition}${LF}${END}`],
    ['nothing between two delimiters', `--B${LF}--B${LF}${fieldPart('{}')}${END}`],
    ['a longer boundary', `${fieldPart('{}').replace('--B', '--BC')}${END}`],
    ['a longer boundary in the content', `${fieldPart(`x${LF}--BC`)}${END}`],
    ['one dash at the end', `${fieldPart('{}')}--B-${LF}`],
    ['a line break in the name', fieldPart('{}', `da${LF}ta`) + END],
    [
      'a header in the name',
      fieldPart('{}', `data"${LF}Content-Type: text/plain${LF}X: "`) +
        fieldPart('{}', 'x"; name="data') +
        END,
    ],
    ['a continued header', part('{}', 'Content-Disposition: form-data;', ' name="data"') + END],
    ['a header without a colon', part('{}', disposition, 'Content-Type') + END],
    ['a space before the colon', part('{}', disposition, 'Content-Type : text/plain') + END],
    ['two dispositions', part('{}', disposition, disposition) + END],
    ['two names', part('{}', `${disposition}; name="x"`) + END],
    ['an open quote', part('{}', 'Content-Disposition: form-data; name="data') + END],
    ['another disposition', part('{}', 'Content-Disposition: attachment; name="data"') + END],
    ['something malformed behind the field', fieldPart('{}') + part('x', 'malformed') + END],
  ])('is refused: %s', (_, text) => {
    expect(readOutcome(MULTIPART, Buffer.from(text))).toBe(BodyError);
  });

  it('is refused when the field is in another encoding, not when something else is', () => {
    expect(readOutcome(MULTIPART, Buffer.from(fieldPart('{"name":"Süd"}') + END, 'latin1'))).toBe(BodyError);
    expect(
      readOutcome(MULTIPART, Buffer.from(fieldPart('Süd', 'süß') + fieldPart('{}') + END, 'latin1')),
    ).toBe('{}');
    expect(readOutcome(MULTIPART, Buffer.from(fieldPart('{}') + END, 'utf16le'))).toBe(BodyError);
  });
});
