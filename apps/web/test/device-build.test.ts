import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encodeCredentials } from '@heliograph/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { createBrowserServices } from '../src/shared/api/browser-services.ts';
import { buildPart, WEB } from './build-part.ts';
import { createMemoryStorage } from './memory-storage.ts';

const ENTRY = join(WEB, 'src/shared/api/browser-services.ts');

interface Built {
  readonly code: string;
  readonly createBrowserServices: typeof createBrowserServices;
}

/** The services as the build of this mode has them. */
async function buildServices(mode: 'production' | 'device', outDir: string): Promise<Built> {
  const { output, path } = await buildPart({ mode, entry: ENTRY, outDir });
  const module = await import(pathToFileURL(path).href);
  const code = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n');
  return { code, createBrowserServices: module.createBrowserServices };
}

/** The addresses of both sockets that such a build opens while the admin is logged in. */
function openedBy({ createBrowserServices }: Built): readonly string[] {
  const opened: string[] = [];
  vi.stubGlobal('WebSocket', function WebSocket(address: URL) {
    opened.push(address.href);
  });
  const page = {
    localStorage: createMemoryStorage({
      user: JSON.stringify({ type: 'success', authdata: encodeCredentials('admin', 'Sönne @ 42%') }),
    }),
    document: { visibilityState: 'visible' },
    location: { origin: 'http://10.0.0.5', href: 'http://someone:else@10.0.0.5/', protocol: 'http:' },
  };
  const { openSocket } = createBrowserServices(page as unknown as Window, '');
  openSocket('/livedata');
  openSocket('/console');
  return opened;
}

let outDir = '';
let forDevice: Built;
let forGateway: Built;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'heliograph-device-build-'));
  await writeFile(join(outDir, 'package.json'), '{"type":"module"}');
  forDevice = await buildServices('device', join(outDir, 'device'));
  forGateway = await buildServices('production', join(outDir, 'gateway'));
}, 60_000);

afterEach(() => {
  vi.unstubAllGlobals();
});

afterAll(() => rm(outDir, { recursive: true }));

describe('the login in the address of a socket', () => {
  it('is there in the build for a device', () => {
    expect(openedBy(forDevice)).toEqual([
      'ws://admin:S%C3%B6nne%20%40%2042%25@10.0.0.5/livedata',
      'ws://admin:S%C3%B6nne%20%40%2042%25@10.0.0.5/console',
    ]);
  });

  it('is not there in the build for the gateway, whatever the address of the page', () => {
    expect(openedBy(forGateway)).toEqual(['ws://10.0.0.5/livedata', 'ws://10.0.0.5/console']);
  });

  it('cannot get there: the build for the gateway lacks the code for it', () => {
    const setsLogin = /\.(username|password)\s*=/;
    expect([forDevice, forGateway].map(({ code }) => setsLogin.test(code))).toEqual([true, false]);
  });
});
