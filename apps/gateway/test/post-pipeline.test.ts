import { REQUESTED_WITH_HEADER } from '@heliograph/contract';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send, sendRaw } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { LF } from './data-form.ts';
import {
  AS_PAIRS,
  AS_PARTS,
  BODY_MAX_BYTES,
  codeOf,
  POWER,
  type PostTestbed,
  startPostTestbed,
} from './post-testbed.ts';

/**
 * What every POST goes through before it is carried out, in this order: login, page, size of the body, its field, the
 * field's length, its JSON, its keys, its values. Here are the answer, the login and the page; the others have files of
 * their own. Source: docs/reference/original-device.md#json-that-the-device-takes, #answers-to-a-post and
 * #checks-of-a-post.
 */

let testbed: PostTestbed;
beforeAll(async () => {
  testbed = await startPostTestbed();
  return testbed.gateway.dispose;
});

describe('the answer', () => {
  it('to what is done is 200 and JSON with its keys in order', async () => {
    const { status, headers, text } = await testbed.post(testbed.order());
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(text).toMatch(/^\{"type":"success","message":"[^"]+","code":1001\}$/);
  });

  it('to what is refused as well, with its numbers last', async () => {
    expect((await testbed.post('{')).text).toMatch(/^\{"type":"warning","message":"[^"]+","code":1004\}$/);
    const { status, headers, text } = await testbed.post(
      `{"serial":${testbed.serial},"limit_value":0,"limit_type":1}`,
      {
        path: '/api/limit/config',
      },
    );
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(text).toMatch(/^\{"type":"warning","message":"[^"]+","code":5002,"param":\{"max":1500\}\}$/);
  });
});

describe('the login', () => {
  it.each([
    ['a good order', { ...AS_PAIRS }, `data=%7B%22serial%22%3A1%7D`],
    ['no body', {}, ''],
    ['another kind of body', { 'content-type': 'application/json' }, '{}'],
    ['a malformed body', { ...AS_PARTS }, 'cut off'],
    ['a body that is too large', { ...AS_PAIRS }, 'x'.repeat(BODY_MAX_BYTES + 1)],
    ['no media type', { 'content-type': 'x' }, 'x'],
  ])('comes first: %s', async (_, headers, body) => {
    for (const credentials of [{}, login('wrong')]) {
      const { port } = testbed.gateway;
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
    expect(await sendRaw(testbed.gateway.port, `${head.join(LF)}${LF}${LF}`)).toMatch(/^HTTP\/1\.1 401 /);
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
    for (const body of [testbed.order(), '{', 'x'.repeat(BODY_MAX_BYTES)]) {
      const answer = await testbed.post(body, { port, headers });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String) });
    }
    expect(await testbed.powerStatus(port)).not.toBe('Pending');
  });

  it('of ours with its mark gives orders, and so does a program', async () => {
    for (const headers of [{}, { origin: 'http://localhost', host: 'localhost', ...mark() }]) {
      const { port } = await startTestGateway();
      expect(await testbed.powerStatus(port)).not.toBe('Pending');
      expect(await codeOf(testbed.post(testbed.order(), { port, headers }))).toBe(1001);
      expect(await testbed.powerStatus(port)).toBe('Pending');
    }
  });

  function mark() {
    return { [REQUESTED_WITH_HEADER.name]: REQUESTED_WITH_HEADER.value };
  }
});
