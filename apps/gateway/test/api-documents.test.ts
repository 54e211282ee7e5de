import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { ENDPOINTS, PIN_PROFILE_FILE, type PostName, UPLOADS } from '@heliograph/contract';
import { Window } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import asyncapi from '../../../docs/api/asyncapi.json' with { type: 'json' };
import openapi from '../../../docs/api/openapi.json' with { type: 'json' };
import { createValueChecks } from '../../../tools/api-documents/document-checks.ts';
import { DOCUMENT_SCRIPT } from '../src/http/api-documents/document-script.ts';
import { openDataDirectory } from '../src/platform/data-directory.ts';
import { type Answer, type Call, login, send, sendRaw } from './http-client.ts';
import { GARAGE, postData, SOUTH_ROOF } from './plant-gateway.ts';
import { POST_CASES } from './post-cases.ts';
import { openSocket } from './socket-client.ts';
import {
  createTestPlatform,
  startSharedGateway,
  startTestGateway,
  type TestGateway,
  temporaryFolder,
} from './start-test-gateway.ts';

interface Content {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, object>>;
}
interface RefusalContent {
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, Content>> } };
}

const PATHS = openapi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const REFUSALS = openapi.components.responses;
const strict = createValueChecks(openapi, true);

/** The schema of the answer 200, and how the document names its type. */
function answerOf(method: string, path: string): readonly [type: string, content: Content] {
  const [entry] = Object.entries(PATHS[path]?.[method.toLowerCase()]?.responses[200].content ?? {});
  if (entry === undefined) throw new Error(`The document has no answer to ${method} ${path}.`);
  return entry;
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
  for (let second = 0; second < 60; second += 1) await gateway.clock.advanceAsync(1000);
});
afterAll(() => gateway.dispose());

const ask = (path: string, call: Call = {}) => send(gateway.port, path, call);
const messageOf = ({ text }: Answer): unknown => JSON.parse(text);

describe('what the running gateway answers is in the document', () => {
  const gets = Object.values(ENDPOINTS).filter(({ method }) => method === 'GET');
  const queries: Readonly<Record<string, string>> = { [ENDPOINTS.getEventLog.path]: `?inv=${SOUTH_ROOF}` };

  it.each(gets.map(({ path }) => path))('GET %s', async (path) => {
    const { status, headers, text } = await ask(`${path}${queries[path] ?? ''}`, { headers: login() });
    const [type, { schema }] = answerOf('GET', path);
    expect([status, headers['content-type']?.split(';')[0]]).toEqual([200, type]);
    expect(strict.problemOf(schema, type === 'application/json' ? JSON.parse(text) : text)).toBeUndefined();
  });

  it('and nothing else would be', async () => {
    const data = JSON.parse((await ask(ENDPOINTS.getLiveData.path)).text);
    const [, { schema }] = answerOf('GET', ENDPOINTS.getLiveData.path);
    const [first, ...others] = data.inverters;
    expect(strict.problemOf(schema, data)).toBeUndefined();
    const more = { ...data, inverters: [{ ...first, more: 1 }, ...others] };
    expect(strict.problemOf(schema, more)).toBeDefined();
  });

  it.each(Object.keys(POST_CASES) as PostName[])(
    '%s takes the good body, and answers as told',
    async (name) => {
      const other = await startTestGateway();
      const nobody = { mqtt_hostname: '127.0.0.1', mqtt_port: 1 }; // so that the trial ends at once
      const good =
        name === 'testMqttConnection' ? { ...POST_CASES[name].good, ...nobody } : POST_CASES[name].good;
      const answer = await postData(other.port, ENDPOINTS[name].path, good);
      expect(answer.status).toBe(200);
      const [, { schema, examples = {} }] = answerOf('POST', ENDPOINTS[name].path);
      expect(strict.problemOf(schema, messageOf(answer))).toBeUndefined();
      const components: Readonly<Record<string, { readonly value: unknown }>> = openapi.components.examples;
      const told = Object.keys(examples).map((key) => components[key]?.value);
      expect(told).toContainEqual(messageOf(answer));
    },
  );

  it('/livedata', async () => {
    const client = await openSocket(gateway.port);
    await gateway.clock.advanceAsync(1000);
    await client.settle();
    const [message = ''] = client.messages;
    const { payload } = asyncapi.components.messages.LiveData;
    const { problemOf } = createValueChecks(asyncapi, true);
    expect(problemOf(payload, JSON.parse(message))).toBeUndefined();
    client.socket.terminate();
  });
});

describe('refusals have the texts of the document', () => {
  const post: Call = {
    method: 'POST',
    headers: { ...login(), 'content-type': 'application/x-www-form-urlencoded' },
  };
  const exampleOf = (name: keyof typeof REFUSALS, example: string): unknown => {
    const { content } = REFUSALS[name] as { readonly content?: Readonly<Record<string, RefusalContent>> };
    return content?.['application/json']?.examples[example]?.value;
  };

  it('400', async () => {
    const received = await sendRaw(
      gateway.port,
      'GET /api/dtu/config HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    );
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toEqual(exampleOf('Unreadable', 'TwoNames'));
  });

  it('401', async () => {
    const { status, headers, text } = await ask('/api/dtu/config');
    expect([status, text]).toEqual([401, '']);
    expect(REFUSALS.LoginNeeded.headers['WWW-Authenticate'].description).toContain(
      headers['www-authenticate'],
    );
  });

  it('403', async () => {
    const foreign = await ask('/api/dtu/config', { headers: { origin: 'http://other.test' } });
    const unmarked = await ask('/api/dtu/config', {
      ...post,
      headers: { ...post.headers, origin: `http://127.0.0.1:${gateway.port}` },
    });
    expect([foreign.status, unmarked.status]).toEqual([403, 403]);
    expect(messageOf(foreign)).toEqual(exampleOf('Forbidden', 'ForeignPage'));
    expect(messageOf(unmarked)).toEqual(exampleOf('Forbidden', 'NoMark'));
  });

  it('404', async () => {
    const { status, text } = await ask(`${ENDPOINTS.getConfigFile.path}?file=pin_mapping.json`, {
      headers: login(),
    });
    expect([status, text]).toEqual([404, '']);
  });

  it('408', async () => {
    const head = 'POST /api/dtu/config HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n';
    const received = sendRaw(gateway.port, `${head}Authorization: ${login().authorization}\r\n\r\nx`);
    let answer: string | undefined;
    void received.then((text) => {
      answer = text;
    });
    await expect
      .poll(async () => {
        await gateway.clock.advanceAsync(1000);
        return answer;
      })
      .toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(answer?.split('\r\n\r\n')[1] ?? '')).toEqual(exampleOf('TooSlow', 'TooSlow'));
  });

  it('413', async () => {
    const answer = await ask('/api/dtu/config', { ...post, body: 'x'.repeat(65_537) });
    expect(answer.status).toBe(413);
    expect(messageOf(answer)).toEqual(exampleOf('TooLarge', 'TooLarge'));
  });

  it('421', async () => {
    const answer = await ask('/api/dtu/config', { headers: { host: 'other.test' } });
    expect(answer.status).toBe(421);
    expect(messageOf(answer)).toEqual(exampleOf('OtherName', 'OtherName'));
  });

  it('429', async () => {
    const { port } = await startTestGateway({ limits: { requestBurst: 8, requestsPerSecond: 1 } });
    const answers: Answer[] = [];
    for (let call = 0; call < 9; call += 1) {
      answers.push(await send(port, '/api/dtu/config', { headers: login(`wrong ${call}`) }));
    }
    const slowed = answers.filter(({ status }) => status === 429);
    expect(slowed.length).toBeGreaterThan(1);
    for (const { headers } of slowed) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const messages = slowed.map(messageOf);
    expect(messages[0]).toEqual(exampleOf('TooMany', 'TooManyLogins'));
    expect(messages.at(-1)).toEqual(exampleOf('TooMany', 'TooManyRequests'));
  });

  it('500', async () => {
    const disk = { isBroken: false };
    const { port } = await startTestGateway({
      platform: {
        ...createTestPlatform(),
        async openDataDirectory(path) {
          const directory = await openDataDirectory(path);
          return {
            ...directory,
            async read(name) {
              if (disk.isBroken) throw new Error('nobody thought of this');
              return directory.read(name);
            },
            async write(name, bytes) {
              if (disk.isBroken) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
              await directory.write(name, bytes);
            },
          };
        },
      },
    });
    disk.isBroken = true;
    const notSaved = await postData(port, ENDPOINTS.addInverter.path, { serial: GARAGE, name: 'New' });
    const failed = await send(port, `${ENDPOINTS.getConfigFile.path}?file=${PIN_PROFILE_FILE}`, {
      headers: login(),
    });
    expect([notSaved.status, failed.status]).toEqual([500, 500]);
    expect(messageOf(notSaved)).toEqual(exampleOf('NotSaved', 'NotSaved'));
    expect(messageOf(failed)).toEqual(exampleOf('Failed', 'Failed'));
    expect(messageOf(failed)).toEqual(exampleOf('NotSaved', 'Failed'));
  });

  it('500 of an upload', async () => {
    const { status, headers, text } = await ask(UPLOADS.restoreConfig.path, { ...post, body: 'no form' });
    const told = openapi.paths['/api/config/upload'].post.responses[500].content['text/plain'].example;
    expect([status, headers['content-type'], text]).toEqual([500, 'text/plain; charset=utf-8', told]);
  });

  it('503', async () => {
    const crowded = await startTestGateway({ limits: { connectionsMax: 0 } });
    const noPlace = await send(crowded.port, '/api/dtu/config');
    expect([noPlace.status, Number(noPlace.headers['retry-after']) > 0]).toEqual([503, true]);
    expect(messageOf(noPlace)).toEqual(exampleOf('Busy', 'NoPlace'));
    const dataFolder = await temporaryFolder();
    for (const name of ['dtu.json', 'dtu.json.bak']) await writeFile(join(dataFolder, name), 'damaged');
    const { port } = await startTestGateway({ dataFolder });
    const damaged = await send(port, '/api/dtu/config');
    expect([damaged.status, damaged.headers['retry-after']]).toEqual([503, undefined]);
    expect(messageOf(damaged)).toEqual(exampleOf('Busy', 'RecoveryMode'));
  });
});

describe('the page of the API', () => {
  const FILES = {
    '/api/docs': 'text/html; charset=utf-8',
    '/api/docs.css': 'text/css; charset=utf-8',
    '/api/docs.js': 'text/javascript; charset=utf-8',
    '/api/openapi.json': 'application/json',
    '/api/asyncapi.json': 'application/json',
  };

  it('is there for everybody, also where reading needs the login', async () => {
    const { port } = await startTestGateway({
      prepare: (settings) =>
        settings.update('security', (security) => ({ ...security, allow_readonly: false })),
    });
    for (const [path, type] of Object.entries(FILES)) {
      const { status, headers } = await send(port, path);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'no-cache']);
      expect(headers['content-security-policy']).toContain("script-src 'self'");
    }
    expect((await send(port, '/api/livedata/status')).status).toBe(401);
  });

  it('comes packed, and once', async () => {
    const packed = await ask('/api/docs', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.bytes).toString()).toBe((await ask('/api/docs')).text);
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) };
    const again = await ask('/api/docs', { headers });
    expect(again.status).toBe(304);
  });

  it('hands out the documents that are kept', async () => {
    expect(messageOf(await ask('/api/openapi.json'))).toEqual(openapi);
    expect(messageOf(await ask('/api/asyncapi.json'))).toEqual(asyncapi);
  });

  it('shows every call, and leads to what is there, below any base path', async () => {
    const { text } = await ask('/api/docs');
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of Object.keys(ENDPOINTS)) expect(ids).toContain(name);
    const links = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    const inside = links.filter((link) => link.startsWith('#')).map((link) => link.slice(1));
    expect(inside.filter((id) => !ids.includes(id))).toEqual([]);
    const outside = new Set(links.filter((link) => !link.startsWith('#')));
    expect(outside).toEqual(
      new Set(['../favicon.svg', 'docs.css', 'docs.js', '../', 'openapi.json', 'asyncapi.json']),
    );
    expect(text).not.toMatch(/<script(?! src)|<style| style="| on\w+="|undefined|\[object/);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  it('tells every result code with its sentence', async () => {
    const { text } = await ask('/api/docs');
    expect(text).toContain('<code>7013</code> <span>MqttPublishInterval</span>');
    expect(text).toContain('The publish interval must be between {min} and {max} seconds.');
  });

  it('copies a command with the address of the gateway', async () => {
    const window = new Window({ url: 'http://roof.test/dtu/api/docs' });
    window.document.write((await ask('/api/docs')).text.replace(/<link[^>]*>|<script.*<\/script>/g, ''));
    const copied: string[] = [];
    runInNewContext(DOCUMENT_SCRIPT, {
      document: window.document,
      location: window.location,
      navigator: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
      URL,
      setTimeout: () => 0,
    });
    const button = window.document.querySelector('#getLiveData button');
    expect(button?.textContent).toBe('Copy as curl');
    (button as unknown as HTMLButtonElement).click();
    await expect.poll(() => window.document.getElementById('told')?.textContent).toBe('Copied.');
    expect(copied).toEqual(["curl 'http://roof.test/dtu/api/livedata/status'"]);
    await window.happyDOM.close();
  });
});
