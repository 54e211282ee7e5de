import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { ENDPOINTS } from '@heliograph/contract';
import {
  startSharedGateway,
  startTestGateway,
  type TestGateway,
} from '@heliograph/testbed/gateway/start-gateway.ts';
import { type Call, jsonOf, send } from '@heliograph/testbed/outside/http-client.ts';
import { Window } from 'happy-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import asyncapi from '../../../docs/api/asyncapi.json' with { type: 'json' };
import openapi from '../../../docs/api/openapi.json' with { type: 'json' };
import { DOCUMENT_SCRIPT } from '../src/http/api-documents/document-script.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startSharedGateway();
  return gateway.dispose;
});

const ask = (path: string, call: Call = {}) => send(gateway.port, path, call);

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
    expect(jsonOf(await ask('/api/openapi.json'))).toEqual(openapi);
    expect(jsonOf(await ask('/api/asyncapi.json'))).toEqual(asyncapi);
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

  it('says at every call who may make it', async () => {
    const { text } = await ask('/api/docs');
    const audiences = [...text.matchAll(/ class="audience">([^<]*)</g)].map(([, audience = '']) => audience);
    expect(audiences.length).toBeGreaterThan(Object.keys(ENDPOINTS).length);
    expect(audiences.filter((audience) => !audience.startsWith('for '))).toEqual([]);
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
    expect(button?.getAttribute('aria-label')).toBe('Copy as curl: Everything that the live view shows');
    (button as unknown as HTMLButtonElement).click();
    await expect.poll(() => window.document.getElementById('told')?.textContent).toBe('Copied.');
    expect(copied).toEqual(["curl 'http://roof.test/dtu/api/livedata/status'"]);
    await window.happyDOM.close();
  });
});
