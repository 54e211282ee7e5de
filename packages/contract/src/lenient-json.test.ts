import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { JSON_NESTING_MAX } from './constants.ts';
import { lenientUnsigned, text, wireObject } from './constraints.ts';
import { readLenientJson } from './lenient-json.ts';
import { readText } from './lenient-values.ts';

/** The value of a text that has to be readable, its objects with the usual prototype. */
function parsed(source: string): unknown {
  const read = readLenientJson(source);
  if (!read.ok) throw new Error(`refused: ${source}`);
  return withPrototype(read.value);
}

function withPrototype(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPrototype);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPrototype(item)]));
}

const isRefused = (source: string) => !readLenientJson(source).ok;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a lenient text', () => {
  it.each<[source: string, value: unknown]>([
    [`{'serial':'114181234567'}`, { serial: '114181234567' }],
    [`{serial:114181234567,limit_type:1}`, { serial: 114181234567, limit_type: 1 }],
    [`{ 'a' : 1 , b2_C : [ ] , "c" : { } }`, { a: 1, b2_C: [], c: {} }],
    [`{1:true,_:false,null:null}`, { 1: true, _: false, null: null }],
    [`{"it's":'say "no"'}`, { "it's": 'say "no"' }],
    [`{'a':'it\\'s'}`, { a: "it's" }],
    ['\t\r\n {"a":1}\n', { a: 1 }],
    ['{"a":1} // that is all', { a: 1 }],
    ['{"a":1}}', { a: 1 }],
    ['[1]\0', [1]],
    ['{"a":1,"a":{"b":2},"a":3}', { a: 3 }],
    ['{"certificate":"one\ntwo\tthree"}', { certificate: 'one\ntwo\tthree' }],
    ['["\\u00e4\\u20AC\\ud83d\\ude00\\/\\b\\f\\n\\r\\t\\"\\\\"]', ['ä€😀/\b\f\n\r\t"\\']],
    ['"a text"', 'a text'],
    [' 5 ', 5],
    ['null', null],
    ['true ', true],
  ])('%j is read as %j', (source, value) => {
    expect(parsed(source)).toStrictEqual(value);
  });

  it.each([
    ['+5', 5],
    ['-5', -5],
    ['-0', -0],
    ['007', 7],
    ['.5', 0.5],
    ['5.', 5],
    ['+.5e1', 5],
    ['5.e+2', 500],
    ['25E-1', 2.5],
    ['9007199254740993', 9007199254740992],
    ['1e-999', 0],
    ['1e999', Number.POSITIVE_INFINITY],
    ['-1e999', Number.NEGATIVE_INFINITY],
    ['1'.repeat(400), Number.POSITIVE_INFINITY],
  ])('the number %s is %d', (source, value) => {
    expect(parsed(`[${source}]`)).toStrictEqual([value]);
  });

  it('half a surrogate pair is what it would be in UTF-8, a whole one stays', () => {
    expect(parsed('["\\ud800","x\\udfffy","\\ud83d\\ude00","\\ude00\\ud83d"]')).toStrictEqual([
      '\ufffd',
      'x\ufffdy',
      '😀',
      '\ufffd\ufffd',
    ]);
    expect(parsed('["\ud800"]')).toStrictEqual(['\ufffd']);
  });

  it('a NUL may be spelt, not sent', () => {
    expect(parsed('["a\\u0000b"]')).toStrictEqual(['a\0b']);
    expect(isRefused('["a\0b"]')).toBe(true);
    expect(isRefused('[1,\0 2]')).toBe(true);
  });
});

describe('a text that is no JSON', () => {
  it.each([
    '',
    ' \n\t',
    '{',
    '[',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '[1,',
    '"open',
    "'open",
    '"wrong end\'',
    '["\\',
    '["\\u12',
    '["\\u12g4"]',
    '["\\x41"]',
    '["\\0"]',
    '{"a":1,}',
    '[1,]',
    '[,1]',
    '[1 2]',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '{,}',
    '{:1}',
    '{a-b:1}',
    '{ä:1}',
    '/* no */ {"a":1}',
    '{"a":/* no */1}',
    '{"a":1 // no\n}',
    '{"a":on}',
    '{"a":True}',
    '{"a":nullx}',
    '[truefalse]',
    '[undefined]',
    '[NaN]',
    '[Infinity]',
    '[-Infinity]',
    '[0x10]',
    '[1_000]',
    '[.]',
    '[+]',
    '[-]',
    '[e5]',
    '[1e]',
    '[1e+]',
    '[--1]',
    '[1.2.3]',
    '[5,]',
    'nothing',
    '5 6',
    'true x',
    '"a text" x',
    'null}',
    '\ufeff{"a":1}',
    '\u00a0{"a":1}',
    '\u2028[]',
    ']',
    '}',
    ':',
  ])('%j is refused', (source) => {
    expect(isRefused(source)).toBe(true);
  });

  it('may be nested as deep as the device takes it, and no deeper', () => {
    expect(isRefused(nested(JSON_NESTING_MAX))).toBe(false);
    expect(isRefused(nested(JSON_NESTING_MAX + 1))).toBe(true);
    const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(isRefused(objects(JSON_NESTING_MAX))).toBe(false);
    expect(isRefused(objects(JSON_NESTING_MAX + 1))).toBe(true);
    const wide = `[${Array.from({ length: 50 }, () => nested(JSON_NESTING_MAX - 1)).join(',')}]`;
    expect(isRefused(wide)).toBe(false);
  });

  it.each(['[', '{"a":', '{a:[', '"\\"', "'", '\\', '1', '1.', ' ', '{', '[[],'])(
    'however often %j stands in it, the answer comes at once',
    (piece) => {
      const source = piece.repeat(60_000);
      const startedAt = Date.now();
      readLenientJson(source);
      readLenientJson(`[${source}`);
      readLenientJson(`{${source}`);
      expect(Date.now() - startedAt).toBeLessThan(1000);
    },
  );
});

describe('names that objects have by nature', () => {
  const source =
    '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"hasOwnProperty":1,"toString":2,"toJSON":3}';

  it('are keys like all others and reach no prototype', () => {
    const read = readLenientJson(source);
    expect(read.ok && Object.keys(read.value as object)).toStrictEqual([
      '__proto__',
      'constructor',
      'hasOwnProperty',
      'toString',
      'toJSON',
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(read.ok && readText(read.value)).toBe(source);
  });

  it('are not there unless they were sent', () => {
    const schema = wireObject({ constructor: lenientUnsigned(8), toString: lenientUnsigned(8) });
    const check = (sent: string) => {
      const read = readLenientJson(sent);
      return read.ok && z.safeParse(schema, read.value).success;
    };
    expect(check('{}')).toBe(false);
    expect(check('{"constructor":1}')).toBe(false);
    expect(check('{"constructor":1,"toString":2}')).toBe(true);
  });

  it('the schemas take the fields of what was read and drop the others', () => {
    const schema = wireObject({
      name: text({ max: 31, fail: 'InverterNameLength' }),
      id: lenientUnsigned(8),
    });
    const read = readLenientJson(`{id:'7',name:null,"__proto__":{"id":9},constructor:1,more:2} and so on`);
    expect(read.ok && z.parse(schema, read.value)).toStrictEqual({ name: 'null', id: 7 });
    const tooMuch = readLenientJson('{"id":1e999,"name":-1e999}');
    expect(tooMuch.ok && z.parse(schema, tooMuch.value)).toStrictEqual({ name: 'null', id: 0 });
  });
});

describe('against the parser of the language', () => {
  const inLimits = (value: unknown, depthLeft = JSON_NESTING_MAX): boolean =>
    typeof value !== 'object' ||
    value === null ||
    (depthLeft > 0 && Object.values(value).every((item) => inLimits(item, depthLeft - 1)));
  const collections = fc
    .oneof(
      fc.array(fc.jsonValue({ maxDepth: 11 })),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 11 })),
    )
    .map((value): unknown => JSON.parse(JSON.stringify(value)));

  it('every object and array is read alike, up to the nesting limit, with and without spaces', () => {
    fc.assert(
      fc.property(collections, fc.constantFrom('', ' ', '\t', '\n'), (value, indent) => {
        const source = JSON.stringify(value, null, indent);
        if (inLimits(value)) expect(parsed(source)).toStrictEqual(withPrototype(JSON.parse(source)));
        else expect(isRefused(source)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('every text it takes as a collection is taken, whatever the spelling of its strings and numbers', () => {
    const escaped = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
      .map((units) => `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`);
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.maxSafeInteger().map(String),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(escaped, number)), (items) => {
        const source = `[${items.join(',')}]`;
        const expected = JSON.parse(source, (_, item) =>
          typeof item === 'string' ? Buffer.from(item).toString() : item,
        );
        expect(parsed(source)).toStrictEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('no text makes it throw, and what is valid JSON is not read as something else', () => {
    const signs = fc.constantFrom(
      ...'{}[]:,"\'\\ut0123456789+-.eEnrfalsu_ \n\0/*'.split(''),
      '\ud800',
      'ä',
      '😀',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(signs, { maxLength: 60 }).map((picked) => picked.join('')),
    );
    fc.assert(
      fc.property(texts, (source) => {
        const read = readLenientJson(source);
        let expected: unknown;
        try {
          expected = JSON.parse(source, (_, item) =>
            typeof item === 'string' ? item.replace(/\p{Surrogate}/gu, '\ufffd') : item,
          );
        } catch {
          return;
        }
        expect(read.ok).toBe(inLimits(expected));
        if (read.ok) expect(withPrototype(read.value)).toStrictEqual(expected);
      }),
      { numRuns: 5000 },
    );
  });
});
