import { INVERTER_COUNT_MAX } from '@heliograph/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf, type PostTestbed, startPostTestbed } from './post-testbed.ts';

/**
 * The JSON of a POST, its keys and its values. Source: docs/reference/original-device.md#json-that-the-device-takes,
 * #answers-to-a-post and #checks-of-a-post.
 */

let testbed: PostTestbed;
beforeAll(async () => {
  testbed = await startPostTestbed();
  return testbed.gateway.dispose;
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
    expect(await codeOf(testbed.post(data))).toBe(1004);
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
    expect(await codeOf(testbed.post(data))).toBe(1005);
    expect(await codeOf(testbed.post(data, { path: '/api/inverter/del' }))).toBe(1005);
  });

  it('has keys whose value is null, and the checks of the values come after that of the keys', async () => {
    expect(await codeOf(testbed.post('{"serial":null,"power":null}'))).toBe(11001);
    expect(await codeOf(testbed.post('{"serial":null,"restart":null}'))).toBe(11001);
    expect(await codeOf(testbed.post('{"serial":"0","power":true}'))).toBe(11001);
    expect(await codeOf(testbed.post('{"serial":"114100000000","power":true}'))).toBe(11002);
    expect(await codeOf(testbed.post('{"id":null}', { path: '/api/inverter/del' }))).toBe(4005);
    const beyond = `{"id":${INVERTER_COUNT_MAX}}`;
    expect(await codeOf(testbed.post(beyond, { path: '/api/inverter/del' }))).toBe(4005);
    expect(await codeOf(testbed.post('{"id":1e999}', { path: '/api/inverter/del' }))).toBe(4005);
  });

  it('may have more members than the original has room for (quirk 01)', async () => {
    const members = Array.from({ length: 150 }, (_, index) => `k${index}:0`).join(',');
    const data = `{serial:${testbed.serial},power:true,${members}}`;
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(1024);
    expect(await codeOf(testbed.post(data))).toBe(1001);
    const lists = `{serial:${testbed.serial},power:true,list:[${'[],'.repeat(300)}0]}`;
    expect(Buffer.byteLength(lists)).toBeLessThanOrEqual(1024);
    expect(await codeOf(testbed.post(lists))).toBe(1001);
  });

  it('may be spelt as the device takes it', async () => {
    const spellings = [
      `{'serial':'${testbed.serial}','power':true}`,
      `{serial:${testbed.serial},power:1}`,
      `{serial:"${testbed.serial}",power:"false"}`,
      `  {"serial":"${testbed.serial}","power":false} // off`,
      `{"serial":"${testbed.serial}","power":true}}`,
      `{"serial":"0","serial":"${testbed.serial}","power":true}`,
      `{"serial":${testbed.serial}.0,"restart":+.5e1}`,
    ];
    for (const data of spellings) expect([data, await codeOf(testbed.post(data))]).toEqual([data, 1001]);
  });
});
