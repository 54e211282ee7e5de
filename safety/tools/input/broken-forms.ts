import { createDice } from '@heliograph/testbed/dice.ts';

/** A body and what it says it is. */
export interface FormBody {
  readonly type: string;
  readonly body: Buffer;
}

const BOUNDARY = 'b';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const URLENCODED = 'application/x-www-form-urlencoded';
const FIELD = 'Content-Disposition: form-data; name="data"';
const bytes = (text: string) => Buffer.from(text, 'latin1');
const part = (headers: string, content = '{') => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

type Outcome = 'malformed' | 'no data' | 'no JSON' | 'too large';

/** How a form is broken, what comes of it, and the form. */
export type BrokenForm = readonly [what: string, outcome: Outcome, make: () => FormBody];

const multipart = (body: string, type = MULTIPART) => ({ type, body: bytes(body) });
const WHOLE = `${part(FIELD)}${END}`;

/** Forms of every kind that are broken or look like it; a field that is found is no JSON, so that nothing comes of it. */
export const BROKEN_FORMS: readonly BrokenForm[] = [
  ['nothing wrong', 'no JSON', () => multipart(WHOLE)],
  ['no boundary', 'no JSON', () => multipart(WHOLE, 'multipart/form-data')],
  ['no boundary anywhere', 'malformed', () => multipart(`${FIELD}\r\n\r\n{\r\n`, 'multipart/form-data')],
  ['an empty boundary', 'malformed', () => multipart(WHOLE, 'multipart/form-data; boundary=')],
  [
    'a boundary of 5,000',
    'malformed',
    () => multipart(WHOLE, `multipart/form-data; boundary=${'b'.repeat(5000)}`),
  ],
  ['two boundaries', 'no data', () => multipart(WHOLE, `${MULTIPART}; boundary=c`)],
  ['another boundary', 'malformed', () => multipart(WHOLE, 'multipart/form-data; boundary=c')],
  ['another kind of multipart', 'no data', () => multipart(WHOLE, `multipart/mixed; boundary=${BOUNDARY}`)],
  ['two fields', 'no JSON', () => multipart(`${part(FIELD)}${part(FIELD, '{"a":1}')}${END}`)],
  ['a file in its place', 'no data', () => multipart(`${part(`${FIELD}; filename="data"`)}${END}`)],
  [
    'a type in its place',
    'no data',
    () => multipart(`${part(`${FIELD}\r\nContent-Type: text/plain`)}${END}`),
  ],
  [
    '1,001 parts',
    'no JSON',
    () => multipart(`${part('Content-Disposition: form-data; name="x"', '').repeat(1000)}${WHOLE}`),
  ],
  [
    'a form in a form',
    'no data',
    () =>
      multipart(
        `${part('Content-Disposition: form-data; name="x"\r\nContent-Type: multipart/mixed; boundary=c', `--c\r\n${FIELD}\r\n\r\n{\r\n--c--`)}${END}`,
      ),
  ],
  ['text that is no UTF-8', 'malformed', () => multipart(`${part(FIELD, '{"a":"\xff\xfe"}')}${END}`)],
  ['UTF-16', 'malformed', () => multipart(`${part(FIELD, '\xff\xfe{\x00}\x00')}${END}`)],
  [
    'a line break in the name',
    'malformed',
    () => multipart(`${part('Content-Disposition: form-data; name="da\r\nta"')}${END}`),
  ],
  [
    'a CR in the name',
    'malformed',
    () => multipart(`${part('Content-Disposition: form-data; name="da\rta"')}${END}`),
  ],
  [
    'a NUL in the name',
    'no data',
    () => multipart(`${part('Content-Disposition: form-data; name="data\x00"')}${END}`),
  ],
  ['two dispositions', 'malformed', () => multipart(`${part(`${FIELD}\r\n${FIELD}`)}${END}`)],
  ['two names', 'malformed', () => multipart(`${part(`${FIELD}; name="x"`)}${END}`)],
  ['no disposition', 'no data', () => multipart(`${part('X: y')}${END}`)],
  [
    'another disposition',
    'malformed',
    () => multipart(`${part('Content-Disposition: attachment; name="data"')}${END}`),
  ],
  ['a folded header', 'malformed', () => multipart(`${part(`${FIELD};\r\n x=y`)}${END}`)],
  ['a header without colon', 'malformed', () => multipart(`${part(`${FIELD}\r\nnonsense`)}${END}`)],
  ['no end of headers', 'malformed', () => multipart(`--${BOUNDARY}\r\n${FIELD}\r\n${END}`)],
  ['no end', 'malformed', () => multipart(part(FIELD))],
  ['no line break before the end', 'malformed', () => multipart(`--${BOUNDARY}\r\n${FIELD}\r\n\r\n{${END}`)],
  ['line feeds only', 'malformed', () => multipart(WHOLE.replaceAll('\r', ''))],
  ['only the end', 'no data', () => multipart(END)],
  ['nothing at all', 'no data', () => multipart('')],
  ['64 kB and more', 'too large', () => multipart(`${part(FIELD, 'x'.repeat(66_000))}${END}`)],
  ['bare JSON', 'no data', () => multipart('{"a":1}', 'application/json')],
  ['JSON called a form', 'no data', () => multipart('{"a":"&data={"}', URLENCODED)],
  ['a pair', 'no JSON', () => multipart('data={', URLENCODED)],
  ['two pairs', 'no JSON', () => multipart('data={&data={"a":1}', URLENCODED)],
  ['broken escapes', 'no JSON', () => multipart('data=%zz%', URLENCODED)],
  ['escapes that are no UTF-8', 'malformed', () => multipart('data=%ff%fe', URLENCODED)],
  ['30,000 pairs', 'no data', () => multipart('x&'.repeat(30_000), URLENCODED)],
  ['a type without end', 'no data', () => multipart(WHOLE, 'multipart/form-data; boundary="b')],
];

const PIECES = [
  `--${BOUNDARY}`,
  '\r\n',
  '\r\n\r\n',
  '--',
  FIELD,
  '{',
  '}',
  ';',
  '"',
  '=',
  '&',
  'data',
  '%',
  '\x00',
  ': ',
];
const TYPES = [
  MULTIPART,
  MULTIPART,
  URLENCODED,
  'multipart/form-data',
  'application/json',
  'text/plain',
  '',
  ';;;',
];

/** Bodies by chance: bytes, or pieces of forms among bytes. */
export function createRandomForms(seed: number): () => FormBody {
  const dice = createDice(seed);
  const pick = <T>(from: readonly T[], otherwise: T): T =>
    from[Math.floor(dice() * from.length)] ?? otherwise;
  const noise = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(Math.floor(dice() * 256))).join('');
  return () => {
    const count = Math.floor(dice() * 40);
    const isForm = dice() < 0.6;
    const pieces = Array.from({ length: count }, () =>
      isForm && dice() < 0.8 ? pick(PIECES, '') : noise(Math.floor(dice() * 20)),
    );
    const text = dice() < 0.3 ? `--${BOUNDARY}\r\n${pieces.join('')}` : pieces.join('');
    return { type: pick(TYPES, ''), body: bytes(text) };
  };
}
