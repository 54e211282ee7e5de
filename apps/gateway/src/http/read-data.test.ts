import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyError, readDataField } from './read-data.ts';

const MULTIPART = 'multipart/form-data; boundary=B';
const URLENCODED = 'application/x-www-form-urlencoded';
const LF = '\r\n';

/** A part with these header lines. */
const part = (content: string, ...headers: string[]) =>
  `--B${LF}${headers.join(LF)}${LF}${LF}${content}${LF}`;
const plain = (content: string, name = 'data') =>
  part(content, `Content-Disposition: form-data; name="${name}"`);
const END = `--B--${LF}`;
const fromParts = (...parts: string[]) => readDataField(MULTIPART, Buffer.from(parts.join('') + END));
const fromForm = (form: string) => readDataField(URLENCODED, Buffer.from(form));

/** What a body is read as: a text, nothing, or a refusal. Everything else is thrown on. */
function outcome(contentType: string | undefined, body: Buffer): string | undefined | typeof BodyError {
  try {
    return readDataField(contentType, body);
  } catch (error) {
    if (error instanceof BodyError) return BodyError;
    throw error;
  }
}

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
    expect(readDataField(contentType, Buffer.from(plain('{}') + END))).toBeUndefined();
    expect(readDataField(contentType, Buffer.from('data={}'))).toBeUndefined();
  });

  it.each([undefined, MULTIPART, 'multipart/form-data', URLENCODED])('is empty: %s', (contentType) => {
    expect(readDataField(contentType, Buffer.alloc(0))).toBeUndefined();
  });
});

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
    ['the only one', [plain('{"a":1}')]],
    ['among others', [plain('x', 'before'), plain('{"a":1}'), plain('x', 'after')]],
    ['the first of several', [plain('{"a":1}'), plain('second')]],
    [
      'behind files of its name',
      [
        part('file', 'Content-Disposition: form-data; name="data"; filename="a.json"'),
        part('file', 'Content-Disposition: form-data; name="data"; filename=""'),
        part('file', "Content-Disposition: form-data; name=data; filename*=utf-8''a"),
        part('typed', 'Content-Disposition: form-data; name="data"', 'Content-Type: text/plain'),
        part('typed', 'content-type:', 'Content-Disposition: form-data; name="data"'),
        plain('{"a":1}'),
      ],
    ],
    ['with its name unquoted', [part('{"a":1}', 'content-disposition:form-data;name=data')]],
    [
      'with odd spelling',
      [part('{"a":1}', 'X: y', 'CONTENT-DISPOSITION:  Form-Data ;  NAME="data" ; other=1; ')],
    ],
    ['behind a preamble', [`Hello${LF}there${LF}`, plain('{"a":1}')]],
    ['behind a part without headers', [`--B${LF}${LF}text${LF}`, plain('{"a":1}')]],
    ['before an epilogue', [plain('{"a":1}'), END, `${LF}${plain('second')}`]],
    ['behind padding', [plain('x', 'before').replace('--B', '--B \t'), plain('{"a":1}')]],
    [
      'of 1,001 parts the last one',
      [...Array.from({ length: 1000 }, () => plain('', 'x')), plain('{"a":1}')],
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
    expect(fromParts(plain(content))).toBe(content);
  });

  it.each([
    [
      'another name',
      [
        plain('{}', 'Data'),
        plain('{}', 'data2'),
        plain('{}', ' data'),
        plain('{}', '%64ata'),
        plain('{}', 'data\0'),
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
    const body = Buffer.from((plain('{}') + END).replaceAll('--B', `--${boundary}`));
    expect(readDataField(`Multipart/Form-Data; charset=utf-16; BOUNDARY="${boundary}"`, body)).toBe('{}');
  });
});

describe('a malformed multipart body', () => {
  const body = Buffer.from(plain('{}') + END);

  it.each([
    'multipart/form-data',
    'multipart/form-data;',
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
    const whole = `${plain('x', 'before')}${plain('{"a":1}')}${END}`;
    for (let length = 1; length < whole.length - 2; length += 1) {
      expect(outcome(MULTIPART, Buffer.from(whole.slice(0, length)))).toBe(BodyError);
    }
    expect(outcome(MULTIPART, Buffer.from(whole.slice(0, -2)))).toBe('{"a":1}');
  });

  const disposition = 'Content-Disposition: form-data; name="data"';
  it.each([
    ['bare line feeds', (plain('{}') + END).replaceAll(LF, '\n')],
    ['no end of the headers', `--B${LF}${disposition}${LF}${END}`],
    ['nothing between two delimiters', `--B${LF}--B${LF}${plain('{}')}${END}`],
    ['a longer boundary', `${plain('{}').replace('--B', '--BC')}${END}`],
    ['a longer boundary in the content', `${plain(`x${LF}--BC`)}${END}`],
    ['one dash at the end', `${plain('{}')}--B-${LF}`],
    ['a line break in the name', plain('{}', `da${LF}ta`) + END],
    [
      'a header in the name',
      plain('{}', `data"${LF}Content-Type: text/plain${LF}X: "`) + plain('{}', 'x"; name="data') + END,
    ],
    ['a continued header', part('{}', 'Content-Disposition: form-data;', ' name="data"') + END],
    ['a header without a colon', part('{}', disposition, 'Content-Type') + END],
    ['a space before the colon', part('{}', disposition, 'Content-Type : text/plain') + END],
    ['two dispositions', part('{}', disposition, disposition) + END],
    ['two names', part('{}', `${disposition}; name="x"`) + END],
    ['an open quote', part('{}', 'Content-Disposition: form-data; name="data') + END],
    ['another disposition', part('{}', 'Content-Disposition: attachment; name="data"') + END],
    ['something malformed behind the field', plain('{}') + part('x', 'malformed') + END],
  ])('is refused: %s', (_, text) => {
    expect(outcome(MULTIPART, Buffer.from(text))).toBe(BodyError);
  });

  it('is refused when the field is in another encoding, not when something else is', () => {
    expect(outcome(MULTIPART, Buffer.from(plain('{"name":"Süd"}') + END, 'latin1'))).toBe(BodyError);
    expect(outcome(MULTIPART, Buffer.from(plain('Süd', 'süß') + plain('{}') + END, 'latin1'))).toBe('{}');
    expect(outcome(MULTIPART, Buffer.from(plain('{}') + END, 'utf16le'))).toBe(BodyError);
  });
});

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
    expect(outcome(URLENCODED, Buffer.from('data=Süd', 'latin1'))).toBe(BodyError);
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
        outcome(contentType, Buffer.from(bytes));
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
        plain('{}'),
        part('x', 'Content-Disposition: form-data; name="data"; filename="f"'),
        END,
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (picked) => {
        const text = picked.join('');
        const found = outcome(MULTIPART, Buffer.from(text));
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
    outcome(contentType, Buffer.from(filling));
    outcome(contentType, Buffer.from(`--B${filling}`));
    outcome(
      contentType,
      Buffer.from(`--B${LF}Content-Disposition: form-data${filling}${LF}${LF}${LF}${END}`),
    );
    outcome(
      contentType,
      Buffer.from(`--B${LF}Content-Disposition: form-data; a="${filling}${LF}${LF}${LF}${END}`),
    );
    outcome(`multipart/form-data${filling}`, Buffer.from('x'));
    outcome(`multipart/form-data; a="${filling}`, Buffer.from('x'));
    expect(Date.now() - startedAt).toBeLessThan(500);
  });
});
