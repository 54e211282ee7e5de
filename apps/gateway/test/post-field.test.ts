import { beforeAll, describe, expect, it } from 'vitest';
import { END, fieldPart, LF, MULTIPART, part, URLENCODED } from './data-form.ts';
import { AS_PAIRS, AS_PARTS, codeOf, POWER, type PostTestbed, startPostTestbed } from './post-testbed.ts';

/**
 * Where the order is found in the body of a POST. Source: docs/reference/original-device.md#json-that-the-device-takes,
 * #answers-to-a-post and #checks-of-a-post.
 */

let testbed: PostTestbed;
beforeAll(async () => {
  testbed = await startPostTestbed();
  return testbed.gateway.dispose;
});

describe('the field', () => {
  it.each([
    ['an empty body', AS_PAIRS, ''],
    ['an empty body of the other kind', AS_PARTS, ''],
    ['an empty body of no kind', {}, ''],
    ['a body of no kind', {}, 'data={}'],
    ['JSON', { 'content-type': 'application/json' }, '{"data":{}}'],
    ['JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }, '{}'],
    ['malformed JSON', { 'content-type': 'application/json' }, '{'],
    ['plain text', { 'content-type': 'text/plain' }, 'data={}'],
    ['JSON that says it is a form', AS_PAIRS, '{"a":"&data={}"}'],
    ['a list that says it is a form', AS_PAIRS, '[]&data={}'],
    ['another name', AS_PAIRS, 'Data={}&date={}'],
    ['no value', AS_PAIRS, 'data'],
    ['another part', AS_PARTS, fieldPart('{}', 'body') + END],
    ['a file', AS_PARTS, part('{}', 'Content-Disposition: form-data; name="data"; filename="data"') + END],
    [
      'a part with a type of its own',
      AS_PARTS,
      part('{}', 'Content-Disposition: form-data; name="data"', 'Content-Type: application/json') + END,
    ],
    ['a long body without it', AS_PAIRS, `body=${'x'.repeat(5000)}`],
  ])('is not in %s: 1002', async (_, headers, body) => {
    expect(await codeOf(testbed.postBody(body, { headers }))).toBe(1002);
  });

  it('is no parameter of the address: 1002', async () => {
    const path = `${POWER}?data=${encodeURIComponent(testbed.order())}`;
    expect(await codeOf(testbed.postBody('', { path }))).toBe(1002);
    expect(await codeOf(testbed.postBody('a=1', { path, headers: AS_PAIRS }))).toBe(1002);
  });

  it('is found in forms of both kinds, and the first one counts', async () => {
    expect(
      await codeOf(
        testbed.postBody(fieldPart(testbed.order()) + fieldPart('{') + END, { headers: AS_PARTS }),
      ),
    ).toBe(1001);
    expect(
      await codeOf(
        testbed.postBody(fieldPart('{') + fieldPart(testbed.order()) + END, { headers: AS_PARTS }),
      ),
    ).toBe(1004);
    expect(await codeOf(testbed.postBody(`data=${testbed.order()}&data={`, { headers: AS_PAIRS }))).toBe(
      1001,
    );
    expect(await codeOf(testbed.postBody(`data={&data=${testbed.order()}`, { headers: AS_PAIRS }))).toBe(
      1004,
    );
    const type = { 'content-type': 'APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8' };
    expect(await codeOf(testbed.postBody(`a=b&data=${testbed.order()}`, { headers: type }))).toBe(1001);
  });

  it.each([
    ['no boundary anywhere', 'multipart/form-data', 'data={}'],
    [
      'a boundary of 5,000 characters',
      `multipart/form-data; boundary=${'B'.repeat(5000)}`,
      fieldPart('{}') + END,
    ],
    ['another boundary', 'multipart/form-data; boundary=C', fieldPart('{}') + END],
    ['no end', MULTIPART, fieldPart('{}')],
    ['a line break in a name', MULTIPART, fieldPart('{}', `da${LF}ta`) + END],
    ['no text of UTF-8', URLENCODED, 'data=%ff'],
  ])('is not looked for in a malformed body: %s', async (_, contentType, body) => {
    const answer = await testbed.postBody(body, { headers: { 'content-type': contentType } });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
    expect(JSON.parse(answer.text)).toEqual({ message: expect.any(String) });
  });

  it.each(['x', '', 'text/', '/', ';', 'a b/c'])('has no place in a body of the type %j', async (type) => {
    const answer = await testbed.postBody('data={}', { headers: { 'content-type': type } });
    if (answer.status === 200) expect(JSON.parse(answer.text).code).toBe(1002);
    else expect(answer.status).toBe(415);
    expect(JSON.parse(answer.text)).toHaveProperty('message');
  });
});
