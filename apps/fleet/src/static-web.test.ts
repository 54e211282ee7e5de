import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStaticWeb, type StaticWeb } from './static-web.ts';

describe('the pages', () => {
  let folder: string;
  let web: StaticWeb;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-fleet-web-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<p>page</p>');
    await writeFile(join(folder, 'index.html.gz'), 'packed page');
    await writeFile(join(folder, 'assets', 'fleet-abc1234.js'), 'code');
    await writeFile(join(folder, 'assets', 'fleet-abc1234.js.br'), 'brotli');
    await writeFile(join(folder, 'assets', 'secret.unknown'), 'x');
    web = await openStaticWeb(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const ask = (path: string, headers: Record<string, string> = {}) => {
    const { status, body, ...answer } = web.answer(path, headers);
    return { status, body: body?.toString(), headers: answer.headers };
  };

  it.each(['/', '/sites/barn', '/login', '/share', '/manage/accounts', '/sites/barn/'])(
    'are one at %s',
    (path) => {
      expect(ask(path)).toMatchObject({
        status: 200,
        body: '<p>page</p>',
        headers: { 'cache-control': 'no-cache' },
      });
      expect(ask(path).headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  it('have files that a browser may keep for good, packed for who takes that', () => {
    const path = '/assets/fleet-abc1234.js';
    expect(ask(path).body).toBe('code');
    expect(ask(path).headers['cache-control']).toContain('immutable');
    const packed = ask(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(packed).toMatchObject({
      body: 'brotli',
      headers: { 'content-encoding': 'br', vary: 'Accept-Encoding' },
    });
    expect(ask(path, { 'accept-encoding': 'br;q=0, gzip' }).body).toBe('code');
    expect(ask('/', { 'accept-encoding': 'gzip' })).toMatchObject({ body: 'packed page' });
  });

  it('are not sent again to who has them', () => {
    const { etag = '' } = ask('/').headers;
    expect(ask('/', { 'if-none-match': etag })).toMatchObject({ status: 304, body: undefined });
    expect(ask('/', { 'if-none-match': '"other"' }).status).toBe(200);
  });

  it.each([
    ...['/nothing.js', '/assets/secret.unknown', '/index.html.gz', '/../../etc/passwd.txt', '/assets/.env'],
  ])('are not there at %s', (path) => {
    expect(ask(path).status).toBe(404);
  });

  it('say in one sentence that they were not built', async () => {
    const { status, body } = (await openStaticWeb('/nowhere')).answer('/', {});
    expect([status, body?.toString()]).toEqual([503, expect.stringContaining('not built yet')]);
  });
});
