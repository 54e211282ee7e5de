import { connect } from 'node:net';
import { INVERTER_COUNT_MAX, REQUESTED_WITH_HEADER } from '@heliograph/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, login, send, sendRaw } from './http-client.ts';
import { startSharedGateway, startTestGateway, type TestGateway } from './start-test-gateway.ts';

/**
 * What every POST goes through before it is carried out, in this order: login, page, size of the body, its field,
 * the field's length, its JSON, its keys, its values. Source: device contract, sections 0.2 to 0.4 and 16.2.
 */

const POWER = '/api/power/config';
const LF = '\r\n';
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=B' };
const BODY_MAX_BYTES = 65_536;

let gateway: TestGateway;
let serial = '';
beforeAll(async () => {
  gateway = await startSharedGateway();
  serial = await firstSerial(gateway.port);
  return gateway.dispose;
});

async function firstSerial(port: number): Promise<string> {
  const list = await send(port, '/api/inverter/list', { headers: login() });
  return JSON.parse(list.text).inverter[0].serial;
}

interface Post {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly port?: number;
}

/** Posts a body as the admin. */
function postBody(body: string, { path = POWER, headers = {}, port = gateway.port }: Post = {}) {
  return send(port, path, { method: 'POST', headers: { ...login(), ...headers }, body });
}

/** Posts the field `data`. */
function post(data: string, { headers, ...where }: Post = {}): Promise<Answer> {
  return postBody(`data=${encodeURIComponent(data)}`, { ...where, headers: { ...URLENCODED, ...headers } });
}

/** The code of an answer that has status 200 and is an envelope. */
async function codeOf(answered: Promise<Answer>): Promise<unknown> {
  const { status, text } = await answered;
  expect([status, text]).toEqual([200, expect.stringMatching(/^\{"type":"(success|warning)",/)]);
  return JSON.parse(text).code;
}

const order = (more: object = {}) => JSON.stringify({ serial, power: true, ...more });
const part = (content: string, ...headers: string[]) =>
  `--B${LF}${headers.join(LF)}${LF}${LF}${content}${LF}`;
const fieldPart = (content: string, name = 'data') =>
  part(content, `Content-Disposition: form-data; name="${name}"`);
const END = `--B--${LF}`;

/** A good order of exactly so many bytes of UTF-8, in fewer characters. */
function orderOfBytes(count: number): string {
  const start = order({ note: 'ü'.repeat(300) });
  const padded = start + ' '.repeat(count - Buffer.byteLength(start));
  expect(Buffer.byteLength(padded)).toBe(count);
  expect(padded.length).toBeLessThan(count - 200);
  return padded;
}

describe('the answer', () => {
  it('to what is done is 200 and JSON with its keys in order', async () => {
    const { status, headers, text } = await post(order());
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(text).toMatch(/^\{"type":"success","message":"[^"]+","code":1001\}$/);
  });

  it('to what is refused as well, with its numbers last', async () => {
    expect((await post('{')).text).toMatch(/^\{"type":"warning","message":"[^"]+","code":1004\}$/);
    const { status, headers, text } = await post(`{"serial":${serial},"limit_value":0,"limit_type":1}`, {
      path: '/api/limit/config',
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(text).toMatch(/^\{"type":"warning","message":"[^"]+","code":5002,"param":\{"max":1500\}\}$/);
  });
});

describe('the login', () => {
  it.each([
    ['a good order', { ...URLENCODED }, `data=%7B%22serial%22%3A1%7D`],
    ['no body', {}, ''],
    ['another kind of body', { 'content-type': 'application/json' }, '{}'],
    ['a malformed body', { ...MULTIPART }, 'cut off'],
    ['a body that is too large', { ...URLENCODED }, 'x'.repeat(BODY_MAX_BYTES + 1)],
    ['no media type', { 'content-type': 'x' }, 'x'],
  ])('comes first: %s', async (_, headers, body) => {
    for (const credentials of [{}, login('wrong')]) {
      const { port } = gateway;
      const answer = await send(port, POWER, {
        method: 'POST',
        headers: { ...headers, ...credentials },
        body,
      });
      expect([answer.status, answer.text]).toEqual([401, '']);
    }
  });

  it('is asked for before the body has come', async () => {
    const head = ['POST /api/power/config HTTP/1.1', 'Host: localhost', 'Content-Length: 500'];
    expect(await sendRaw(gateway.port, `${head.join(LF)}${LF}${LF}`)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('the page', () => {
  it.each([
    ['ours without its mark', { origin: 'http://localhost', host: 'localhost' }],
    ['ours by fetch metadata without its mark', { 'sec-fetch-site': 'same-origin' }],
    ['ours with another mark', { 'sec-fetch-site': 'same-origin', [REQUESTED_WITH_HEADER.name]: 'fetch' }],
    ['of another site', { origin: 'http://evil.test' }],
    ['of another site, with the mark', { origin: 'http://evil.test', ...mark() }],
    ['of nobody', { origin: 'null', ...mark() }],
    ['of another port', { origin: 'http://localhost:1', host: 'localhost', ...mark() }],
    ['of another site by fetch metadata', { 'sec-fetch-site': 'cross-site', ...mark() }],
  ])('is refused before its order is read: %s', async (_, headers) => {
    const { port } = await startTestGateway();
    for (const body of [order(), '{', 'x'.repeat(BODY_MAX_BYTES)]) {
      const answer = await post(body, { port, headers });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String) });
    }
    expect(await powerStatus(port)).not.toBe('Pending');
  });

  it('of ours with its mark gives orders, and so does a program', async () => {
    for (const headers of [{}, { origin: 'http://localhost', host: 'localhost', ...mark() }]) {
      const { port } = await startTestGateway();
      expect(await powerStatus(port)).not.toBe('Pending');
      expect(await codeOf(post(order(), { port, headers }))).toBe(1001);
      expect(await powerStatus(port)).toBe('Pending');
    }
  });

  function mark() {
    return { [REQUESTED_WITH_HEADER.name]: REQUESTED_WITH_HEADER.value };
  }
});

async function powerStatus(port: number): Promise<unknown> {
  const { text } = await send(port, '/api/power/status');
  return JSON.parse(text)[serial].power_set_status;
}

describe('the field', () => {
  it.each([
    ['an empty body', URLENCODED, ''],
    ['an empty body of the other kind', MULTIPART, ''],
    ['an empty body of no kind', {}, ''],
    ['a body of no kind', {}, 'data={}'],
    ['JSON', { 'content-type': 'application/json' }, '{"data":{}}'],
    ['JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }, '{}'],
    ['malformed JSON', { 'content-type': 'application/json' }, '{'],
    ['plain text', { 'content-type': 'text/plain' }, 'data={}'],
    ['JSON that says it is a form', URLENCODED, '{"a":"&data={}"}'],
    ['a list that says it is a form', URLENCODED, '[]&data={}'],
    ['another name', URLENCODED, 'Data={}&date={}'],
    ['no value', URLENCODED, 'data'],
    ['another part', MULTIPART, fieldPart('{}', 'body') + END],
    ['a file', MULTIPART, part('{}', 'Content-Disposition: form-data; name="data"; filename="data"') + END],
    [
      'a part with a type of its own',
      MULTIPART,
      part('{}', 'Content-Disposition: form-data; name="data"', 'Content-Type: application/json') + END,
    ],
    ['a long body without it', URLENCODED, `body=${'x'.repeat(5000)}`],
  ])('is not in %s: 1002', async (_, headers, body) => {
    expect(await codeOf(postBody(body, { headers }))).toBe(1002);
  });

  it('is no parameter of the address: 1002', async () => {
    const path = `${POWER}?data=${encodeURIComponent(order())}`;
    expect(await codeOf(postBody('', { path }))).toBe(1002);
    expect(await codeOf(postBody('a=1', { path, headers: URLENCODED }))).toBe(1002);
  });

  it('is found in forms of both kinds, and the first one counts', async () => {
    expect(await codeOf(postBody(fieldPart(order()) + fieldPart('{') + END, { headers: MULTIPART }))).toBe(
      1001,
    );
    expect(await codeOf(postBody(fieldPart('{') + fieldPart(order()) + END, { headers: MULTIPART }))).toBe(
      1004,
    );
    expect(await codeOf(postBody(`data=${order()}&data={`, { headers: URLENCODED }))).toBe(1001);
    expect(await codeOf(postBody(`data={&data=${order()}`, { headers: URLENCODED }))).toBe(1004);
    const type = { 'content-type': 'APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8' };
    expect(await codeOf(postBody(`a=b&data=${order()}`, { headers: type }))).toBe(1001);
  });

  it.each([
    ['no boundary', 'multipart/form-data', fieldPart('{}') + END],
    [
      'a boundary of 5,000 characters',
      `multipart/form-data; boundary=${'B'.repeat(5000)}`,
      fieldPart('{}') + END,
    ],
    ['another boundary', 'multipart/form-data; boundary=C', fieldPart('{}') + END],
    ['no end', MULTIPART['content-type'], fieldPart('{}')],
    ['a line break in a name', MULTIPART['content-type'], fieldPart('{}', `da${LF}ta`) + END],
    ['no text of UTF-8', URLENCODED['content-type'], 'data=%ff'],
  ])('is not looked for in a malformed body: %s', async (_, contentType, body) => {
    const answer = await postBody(body, { headers: { 'content-type': contentType } });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
    expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String) });
  });

  it.each(['x', '', 'text/', '/', ';', 'a b/c'])('has no place in a body of the type %j', async (type) => {
    const answer = await postBody('data={}', { headers: { 'content-type': type } });
    if (answer.status === 200) expect(JSON.parse(answer.text).code).toBe(1002);
    else expect(answer.status).toBe(415);
    expect(JSON.parse(answer.text)).toHaveProperty('message');
  });
});

describe('the length', () => {
  it('may be 1024 bytes of UTF-8 and no more', async () => {
    expect(await codeOf(post(orderOfBytes(1024)))).toBe(1001);
    expect(await codeOf(post(orderOfBytes(1025)))).toBe(1003);
    const inParts = (data: string) => postBody(fieldPart(data) + END, { headers: MULTIPART });
    expect(await codeOf(inParts(orderOfBytes(1024)))).toBe(1001);
    expect(await codeOf(inParts(orderOfBytes(1025)))).toBe(1003);
  });

  it('is judged before the JSON', async () => {
    expect(await codeOf(post('{'.repeat(1025)))).toBe(1003);
    expect(await codeOf(post(' '.repeat(1025)))).toBe(1003);
    const nested = fieldPart('['.repeat(30_000)) + END;
    expect(await codeOf(postBody(nested, { headers: MULTIPART }))).toBe(1003);
  });

  it('is judged up to the largest body, which is refused beyond', async () => {
    const largest = `data=${'x'.repeat(BODY_MAX_BYTES - 5)}`;
    expect(await codeOf(postBody(largest, { headers: URLENCODED }))).toBe(1003);
    const { status, headers, text } = await postBody(`${largest}x`, { headers: URLENCODED });
    expect([status, headers['content-type'], headers.connection]).toEqual([413, 'application/json', 'close']);
    expect(JSON.parse(text)).toEqual({ message: expect.any(String) });
  });

  it('of a body in chunks is refused as soon as they are too many', async () => {
    const head = requestHead({ ...URLENCODED, 'transfer-encoding': 'chunked' });
    const chunk = `4000${LF}${'x'.repeat(0x4000)}${LF}`;
    const received = await sendRaw(gateway.port, head + chunk.repeat(5)); // and no end
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toMatch(/^connection: close\r?$/im);
    expect(JSON.parse(received.split(LF + LF)[1] ?? '')).toEqual({ message: expect.any(String) });
  });
});

/** The head of a POST by the admin, up to the empty line. */
function requestHead(headers: Readonly<Record<string, string>>): string {
  const all = { host: 'localhost', ...login(), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}${LF}`);
  return `POST ${POWER} HTTP/1.1${LF}${lines.join('')}${LF}`;
}

describe('a body on its way', () => {
  it('may come in chunks, also cut within a character', async () => {
    const bytes = Buffer.from(`data=${order({ note: 'ü😀' })}`);
    const { port } = await startTestGateway();
    const socket = connect(port, '127.0.0.1');
    socket.write(requestHead({ ...URLENCODED, 'transfer-encoding': 'chunked', connection: 'close' }));
    for (const byte of bytes)
      socket.write(Buffer.concat([Buffer.from(`1${LF}`), Buffer.of(byte), Buffer.from(LF)]));
    socket.write(`0${LF}${LF}`);
    let received = '';
    for await (const piece of socket) received += String(piece);
    expect(received).toMatch(/"code":1001\}$/);
    expect(await powerStatus(port)).toBe('Pending');
  });

  it('that is shorter than it says does nothing', async () => {
    const { port } = await startTestGateway();
    const body = `data=${order()}`;
    const socket = connect(port, '127.0.0.1');
    socket.end(requestHead({ ...URLENCODED, 'content-length': String(body.length + 1) }) + body);
    let received = '';
    for await (const piece of socket) received += String(piece);
    expect(received).not.toMatch(/^HTTP\/1\.1 (200|500)/);
    expect(await powerStatus(port)).not.toBe('Pending');
  });

  it('that is longer than it says is cut there, and the rest is no request', async () => {
    const body = fieldPart(order()) + END;
    const head = requestHead({ ...MULTIPART, 'content-length': String(body.length - 10) });
    const received = await sendRaw(gateway.port, head + body);
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).not.toMatch(/HTTP\/1\.1 (200|500)/);
  });
});

describe('the JSON', () => {
  it.each([
    '',
    ' ',
    '{',
    '{"serial":"114181234567","power":true',
    '/* on */ {"serial":"114181234567","power":true}',
    '{"serial":"114181234567","power":true /* on */}',
    '{"serial":114181234567,"power":on}',
    '{"serial":"114181234567","power":true,}',
    '\ufeff{"serial":"114181234567","power":true}',
    `${'['.repeat(11)}${']'.repeat(11)}`,
    '['.repeat(1000),
    `{"a":${'['.repeat(10)}1${']'.repeat(10)}}`,
    'serial=114181234567',
  ])('cannot be read: %j is 1004', async (data) => {
    expect(await codeOf(post(data))).toBe(1004);
  });

  it.each([
    '[]',
    '{}',
    '5',
    '-1e999',
    '"text"',
    'null',
    'true',
    `${'['.repeat(10)}${']'.repeat(10)}`,
    '[{"serial":"0","power":true}]',
    '{"serial":"0"}',
    '{"power":true,"restart":true}',
    '{"__proto__":{"serial":"0","power":true}}',
    '{"constructor":1,"toString":2}',
  ])('has not all keys: %j is 1005', async (data) => {
    expect(await codeOf(post(data))).toBe(1005);
    expect(await codeOf(post(data, { path: '/api/inverter/del' }))).toBe(1005);
  });

  it('has keys whose value is null, and the checks of the values come after that of the keys', async () => {
    expect(await codeOf(post('{"serial":null,"power":null}'))).toBe(11001);
    expect(await codeOf(post('{"serial":null,"restart":null}'))).toBe(11001);
    expect(await codeOf(post('{"serial":"0","power":true}'))).toBe(11001);
    expect(await codeOf(post('{"serial":"114100000000","power":true}'))).toBe(11002);
    expect(await codeOf(post('{"id":null}', { path: '/api/inverter/del' }))).toBe(4005);
    const beyond = `{"id":${INVERTER_COUNT_MAX}}`;
    expect(await codeOf(post(beyond, { path: '/api/inverter/del' }))).toBe(4005);
    expect(await codeOf(post('{"id":1e999}', { path: '/api/inverter/del' }))).toBe(4005);
  });

  it('may have more members than the original has room for (quirk 01)', async () => {
    const members = Array.from({ length: 150 }, (_, index) => `k${index}:0`).join(',');
    const data = `{serial:${serial},power:true,${members}}`;
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(1024);
    expect(await codeOf(post(data))).toBe(1001);
    const lists = `{serial:${serial},power:true,list:[${'[],'.repeat(300)}0]}`;
    expect(Buffer.byteLength(lists)).toBeLessThanOrEqual(1024);
    expect(await codeOf(post(lists))).toBe(1001);
  });

  it('may be spelt as the device takes it', async () => {
    const spellings = [
      `{'serial':'${serial}','power':true}`,
      `{serial:${serial},power:1}`,
      `{serial:"${serial}",power:"false"}`,
      `  {"serial":"${serial}","power":false} // off`,
      `{"serial":"${serial}","power":true}}`,
      `{"serial":"0","serial":"${serial}","power":true}`,
      `{"serial":${serial}.0,"restart":+.5e1}`,
    ];
    for (const data of spellings) expect([data, await codeOf(post(data))]).toEqual([data, 1001]);
  });
});
