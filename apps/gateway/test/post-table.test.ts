import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS, type PostName } from '@heliograph/contract';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { startSharedGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { type Answer, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { END, fieldPart, MULTIPART } from './data-form.ts';

/**
 * What every POST refuses, in the order in which it does, with nothing changed by it. Source:
 * docs/reference/original-device.md#json-that-the-device-takes, #answers-to-a-post, #checks-of-a-post, #limit, #power,
 * #inverter-settings, #network, #time, #mqtt-settings, #device-settings-and-pins, #security and #result-codes.
 */

/** All but the backup of everything, which is a file that is made anew each time. */
const PATHS = [...new Set(Object.values(ENDPOINTS).map(({ path }) => path))].filter(
  // The file for help has the newest lines of the log in it.
  (path) => path !== ENDPOINTS.getBackup.path && path !== ENDPOINTS.getSupportBundle.path,
);
const CASES = (Object.keys(POST_CASES) as PostName[]).map((name) => ({
  name,
  path: ENDPOINTS[name].path,
  isOpen: ENDPOINTS[name].access === 'open',
  ...POST_CASES[name],
}));

let gateway: TestGateway;
let before: unknown;
beforeAll(async () => {
  gateway = await startSharedGateway();
  before = await everything();
});
afterAll(() => gateway.dispose());

/** All that can be asked for, and the files of the data folder. */
async function everything() {
  const answers: [string, unknown][] = [];
  for (const path of PATHS) {
    const { status, text } = await send(gateway.port, path, { headers: login() });
    answers.push([path, CHANGING.get(path)?.(text) ?? { status, text }]);
  }
  const files: [string, unknown][] = [];
  for (const name of await readdir(gateway.dataFolder)) {
    const text = await readFile(join(gateway.dataFolder, name), 'utf8');
    const isLog = name === ACCESS_LOG_FILE;
    const lines = text.split('\n').filter(Boolean);
    files.push([name, isLog ? withoutOwn(lines.map((line) => JSON.parse(line))) : text]);
  }
  return { answers, files };
}

function withoutMemory(text: string): unknown {
  return { ...JSON.parse(text), heap_used: undefined };
}

const ACCESS_LOG_FILE = 'access-log.ndjson';

interface LoggedCall {
  readonly kind: string;
  readonly count?: number;
}

/**
 * Wrong logins are tried as well, and the list of who was here tells of them. It also counts how often this test itself has reset the
 * statistics of the radio, which it asks for as for everything.
 */
function withoutOwn(entries: readonly LoggedCall[]): unknown {
  return entries.filter(({ kind }) => kind !== 'refused').map(({ count: _, ...entry }) => entry);
}

function withoutOwnEntries(text: string): unknown {
  const { entries, ...others } = JSON.parse(text);
  return { ...others, entries: withoutOwn(entries) };
}

const CHANGING = new Map<string, (text: string) => unknown>([
  [ENDPOINTS.getSystemStatus.path, withoutMemory],
  [ENDPOINTS.getAccessLog.path, withoutOwnEntries],
]);

const post = (path: string, data: unknown) => postData(gateway.port, path, data);

/** As pages send it: in the other form of a body a brace is three bytes, and the longest data would not fit into it. */
const postInParts = (path: string, text: string) =>
  send(gateway.port, path, {
    method: 'POST',
    headers: { ...login(), 'content-type': MULTIPART },
    body: fieldPart(text) + END,
  });

/** `data` of exactly so many bytes. */
function ofBytes(good: object, count: number): string {
  const text = JSON.stringify(good);
  return text + ' '.repeat(count - Buffer.byteLength(text));
}

/** A refusal with its keys in order: `answer` is its code, or its message where it has no code. */
function expectRefusal({ status, text }: Answer, answer: number | string, param?: object): void {
  expect(status).toBe(200);
  const { message } = JSON.parse(text);
  expect(message).toMatch(/^[A-Z].{10,}\.$/);
  expect(message).not.toContain('{');
  const sent = typeof answer === 'string' ? { message: answer } : { message, code: answer };
  expect(text).toBe(JSON.stringify({ type: 'warning', ...sent, param }));
}

describe.each(CASES)('$name', ({ path, isOpen, good, required, dataMaxLength, refused }) => {
  it.skipIf(isOpen)('is for the admin alone', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = `data=${encodeURIComponent(JSON.stringify(good))}`;
    for (const credentials of [{}, login('wrong'), login('openDTU42', 'Admin')]) {
      const answer = await send(gateway.port, path, {
        method: 'POST',
        headers: { ...headers, ...credentials },
        body,
      });
      expect([answer.status, answer.text]).toEqual([401, '']);
    }
  });

  it('needs its field, which is short enough, can be read and is an object', async () => {
    const json = { ...login(), 'content-type': 'application/json' };
    const call = { method: 'POST', headers: json, body: JSON.stringify(good) };
    expectRefusal(await send(gateway.port, path, call), 1002);
    expectRefusal(await send(gateway.port, path, { method: 'POST', headers: login() }), 1002);
    expectRefusal(await postInParts(path, ofBytes(good, dataMaxLength + 1)), 1003);
    expectRefusal(await postInParts(path, '{'.repeat(dataMaxLength + 1)), 1003);
    expectRefusal(await postInParts(path, '{'.repeat(dataMaxLength)), 1004);
    for (const data of ['', '{', JSON.stringify(good).slice(0, -1)])
      expectRefusal(await post(path, data), 1004);
    for (const data of ['[]', '{}', '5', 'null', '"text"', `[${JSON.stringify(good)}]`])
      expectRefusal(await post(path, data), 1005);
  });

  it('needs each of its keys, whatever the others hold', async () => {
    const [firstKey] = Object.keys(good);
    for (const key of required) {
      const { [key]: _, ...others } = good;
      expectRefusal(await post(path, others), 1005);
      if (firstKey !== undefined && firstKey !== key)
        expectRefusal(await post(path, { ...others, [firstKey]: null }), 1005);
    }
  });

  it('looks at its fields one after the other, and the first failure counts', async () => {
    for (const [index, [key, bad, answer, param]] of refused.entries()) {
      for (const value of bad) expectRefusal(await post(path, { ...good, [key]: value }), answer, param);
      const later = refused.slice(index + 1).map(([name, [value]]) => [name, value]);
      const all = { ...good, ...Object.fromEntries(later), [key]: bad[0] };
      expectRefusal(await post(path, Object.fromEntries(Object.entries(all).reverse())), answer, param);
    }
  });
});

it('nothing of all this has changed anything', async () => {
  expect(await everything()).toEqual(before);
});
