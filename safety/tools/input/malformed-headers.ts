import { ADMIN, all, DATA, each, get, HOST, type MalformedCase } from './malformed-case.ts';

const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n';
const post = (more: string, body = '') =>
  `POST /api/ntp/config HTTP/1.1\r\n${HOST}${ADMIN}${more}\r\n${body}`;

const NAMES = [
  ...all(421, 'stays', {
    'no name': `GET ${DATA} HTTP/1.1\r\n\r\n`,
    'an empty name': `GET ${DATA} HTTP/1.1\r\nHost:\r\n\r\n`,
  }),
  ...all(
    421,
    'stays',
    each(
      [
        'evil.test',
        'localhost.evil.test',
        'localhost@evil.test',
        'localhost evil',
        'localhost, evil.test',
        '[::1',
        '127.0.0.1:80:90',
        '\u00e9',
        'localhost\u0080',
        '*',
        '%6cocalhost',
        'localhost/',
        'http://localhost',
      ],
      (name) => `GET ${DATA} HTTP/1.1\r\nHost: ${name}\r\n\r\n`,
    ),
  ),
  ...all(400, 'stays', {
    'two names': get(DATA, 'Host: evil.test\r\n'),
    'the same name twice': get(DATA, HOST),
    'a name in capitals besides': get(DATA, 'HOST: evil.test\r\n'),
  }),
];

const HEADERS = [
  ...all(
    400,
    'closes',
    each(
      [
        'X : y\r\n',
        ' X: y\r\n',
        '\tX: y\r\n',
        ': y\r\n',
        'X\r\n',
        'X\u0000: y\r\n',
        'X: a\u0000b\r\n',
        'X: a\rb\r\n',
        'X: y\r\n folded\r\n',
        'X: y\r\n\tfolded\r\n',
        '(X): y\r\n',
        'X\u00e9: y\r\n',
        'X y: z\r\n',
        'X: \u0001\r\n',
        'X: \u007f\r\n',
        '"X": y\r\n',
        'X[]: y\r\n',
        '@: y\r\n',
      ],
      (more) => get(DATA, more),
    ),
  ),
  ...all(431, 'closes', {
    'a header of 64 kB': get(DATA, `X: ${'x'.repeat(65_536)}\r\n`),
    'a name of 64 kB': get(DATA, `${'x'.repeat(65_536)}: y\r\n`),
    '300 long headers': get(DATA, `X: ${'x'.repeat(60)}\r\n`.repeat(300)),
    '20,000 headers': get(DATA, 'X: y\r\n'.repeat(20_000)),
    'a long cookie': get(DATA, `Cookie: ${'a=b; '.repeat(4000)}\r\n`),
  }),
  ...all(200, 'stays', {
    '300 short headers': get(DATA, Array.from({ length: 300 }, (_, index) => `x${index}: y\r\n`).join('')),
    'the same header 300 times': get(DATA, 'X: y\r\n'.repeat(300)),
    'a header of the prototype': get(DATA, '__proto__: a\r\nconstructor: b\r\ntoString: c\r\n'),
    'another encoding': get(DATA, 'Accept-Encoding: \u00ff;q=x,,,*\r\n'),
    'a range': get(DATA, 'Range: bytes=0-0,5-,-1\r\n'),
    'an odd connection': get(DATA, 'Connection: x, keep-alive, ,\r\n'),
    'another method meant': get(DATA, 'X-HTTP-Method-Override: POST\r\n'),
    'another address meant': get(
      DATA,
      'X-Forwarded-For: 1.2.3.4\r\nForwarded: for=_a;host=evil.test\r\nX-Forwarded-Host: evil.test\r\nX-Original-URL: /api/maintenance/reboot\r\n',
    ),
  }),
  ...all(200, 'stays', { 'an expectation nobody knows': get(DATA, 'Expect: a miracle\r\n') }),
];

const FRAMING = [
  ...all(400, 'closes', {
    'both ways of framing': post(`${FORM}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n`, '0\r\n\r\n'),
    'both the other way round': post(
      `${FORM}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n`,
      '0\r\n\r\n',
    ),
    'two lengths': post(`${FORM}Content-Length: 3\r\nContent-Length: 4\r\n`, 'abcd'),
    'the same length twice': post(`${FORM}Content-Length: 3\r\nContent-Length: 3\r\n`, 'abc'),
    'a list of lengths': post(`${FORM}Content-Length: 3, 3\r\n`, 'abc'),
  }),
  ...all(
    400,
    'closes',
    each(
      ['-1', '+3', '0x3', '3.0', '3e0', 'x', '', '3 3', '99999999999999999999999', '3;', "'3'"],
      (length) => post(`${FORM}Content-Length: ${length}\r\n`, 'abc'),
    ),
  ),
  ...all(
    400,
    'closes',
    each(
      [
        'x',
        'identity',
        'chunked, x',
        'chunked, identity',
        'xchunked',
        'chunkedx',
        'chunked;q=1',
        '"chunked"',
        ', chunked,x',
        'chunked, gzip',
      ],
      (coding) => post(`${FORM}Transfer-Encoding: ${coding}\r\n`, '0\r\n\r\n'),
    ),
  ),
  ...all(
    400,
    'closes',
    each(
      [
        'x\r\n',
        '-1\r\n\r\n',
        '0x1\r\na\r\n',
        'g\r\na\r\n',
        '1 \r\nabc\r\n',
        '1\r\nabc\r\n',
        '1\nabc\r\n',
        ' 1\r\na\r\n',
        '\r\n',
        'ffffffffffffffffff\r\na',
        '1;\u0000\r\na\r\n',
        '5\r\nabc\r\n0\r\n\r\n',
      ],
      (chunks) => post(`${FORM}Transfer-Encoding: chunked\r\n`, chunks),
    ),
  ),
  ...all(413, 'closes', {
    'a body that is announced too long': post(`${FORM}Content-Length: 70000\r\n`, 'x'.repeat(70_000)),
    'a chunk that is too long': post(
      `${FORM}Transfer-Encoding: chunked\r\n`,
      `11170\r\n${'x'.repeat(70_000)}\r\n0\r\n\r\n`,
    ),
    'a body of an exabyte': post(`${FORM}Content-Length: 999999999999999999\r\n`, 'x'),
  }),
];

const upgrade = (path: string, more: string) =>
  get(path, `Connection: Upgrade\r\nUpgrade: websocket\r\n${more}`);
const KEY = 'Sec-WebSocket-Key: aGVsaW9ncmFwaCB0ZXN0IQ==\r\n';
const VERSION = 'Sec-WebSocket-Version: 13\r\n';

const HANDSHAKES = [
  ...all(400, 'closes', {
    'no key': upgrade('/livedata', VERSION),
    'no version': upgrade('/livedata', KEY),
    'an empty key': upgrade('/livedata', `${VERSION}Sec-WebSocket-Key:\r\n`),
    'a short key': upgrade('/livedata', `${VERSION}Sec-WebSocket-Key: x\r\n`),
    'two keys': upgrade('/livedata', VERSION + KEY + KEY),
    'a POST for a socket': upgrade('/livedata', VERSION + KEY).replace('GET', 'POST'),
  }),
  ...all(
    400,
    'closes',
    each(['0', '7', '8', '12', '14', '013', '13.0', 'x', '-13', '1e1', '13, 8'], (version) =>
      upgrade('/console', `${KEY}Sec-WebSocket-Version: ${version}\r\n`),
    ),
  ),
  ...all(
    404,
    'closes',
    each(
      [
        '/',
        '/nothing',
        '/livedata/',
        '/livedata/x',
        '/LIVEDATA',
        '/live%64ata',
        '//livedata',
        '/api/livedata/status',
        '/livedata%00',
      ],
      (path) => upgrade(path, VERSION + KEY),
    ),
  ),
  ...all(
    403,
    'stays',
    each(
      [
        'null',
        'http://evil.test',
        'http://localhost.evil.test',
        'http://evil.test#localhost',
        'file://',
        'x',
        'http://',
        'http://localhost@evil.test',
        'https://localhost:1',
        '\u00e9',
      ],
      (origin) => get(DATA, `Origin: ${origin}\r\n`),
    ),
  ),
];

/** Headers, bodies and handshakes that are no good, or look like it. */
export const MALFORMED_HEADERS: readonly MalformedCase[] = [NAMES, HEADERS, FRAMING, HANDSHAKES].flat();
