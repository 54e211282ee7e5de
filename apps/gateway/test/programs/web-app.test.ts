import { readFileSync } from 'node:fs';
import type { ApiGenerations } from '@heliograph/contract';
import { keysOf } from '@heliograph/testbed/document-keys.ts';
import { type Answer, login, send } from '@heliograph/testbed/outside/http-client.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ReachedGateway, startFor } from './reach-gateway.ts';

/** What the web app of the newest original devices asks, replayed: which keys it reads, and which it posts. */

interface Load {
  readonly when: string;
  readonly path: string;
  /** Keys with their types, or the document of `keys.json` that has them. */
  readonly reads: string | readonly string[];
  /** It is asked before anybody has logged in. */
  readonly isOpen?: true;
}

interface Save {
  readonly page: string;
  readonly path: string;
  readonly keys: readonly string[];
  readonly changes: Tree;
  /** The same values by their older names. */
  readonly also?: Tree;
}

interface Order {
  readonly dialog: string;
  readonly path: string;
  readonly body: Tree;
  readonly onlyWith?: ApiGenerations;
}

type Tree = Readonly<Record<string, unknown>>;
const NO_TREE: Tree = {};

const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const WEB_APP: {
  readonly loads: readonly Load[];
  readonly saves: readonly Save[];
  readonly orders: readonly Order[];
} = readJson('./web-app-v26.3.30.json');
const KEYS: Readonly<Record<string, readonly string[]>> = readJson(
  '../../../../packages/opendtu-api/vectors/keys.json',
)['2024-02'];

/** A computer has none of these: a list without an item has no keys below it. */
const EMPTY_HERE = /^task_details\[\]/;
const keysRead = ({ reads }: Load) =>
  (typeof reads === 'string' ? (KEYS[reads] ?? []) : reads).filter((key) => !EMPTY_HERE.test(key));

describe.each(['both', 'newest'] as const)('the web app of v26.3.30, with the API %s', (generations) => {
  let gateway: ReachedGateway;
  beforeAll(async () => {
    gateway = await startFor(generations);
    // A new device has none, and takes nothing of this page without one.
    expect(await post('/api/device/config', { curPin: { name: 'Default' } })).toBe('success');
    return gateway.dispose;
  });

  /** As a page of this address sends it. */
  const headers = () => ({
    ...login(gateway.password),
    'x-requested-with': 'XMLHttpRequest',
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'accept-language': 'en',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    referer: `http://127.0.0.1:${gateway.port}/`,
  });
  const withSerial = (text: string) => text.replaceAll('{serial}', gateway.serial);
  const get = (path: string): Promise<Answer> => send(gateway.port, withSerial(path), { headers: headers() });
  const read = async (path: string) => JSON.parse((await get(path)).text);

  async function post(path: string, body: Tree): Promise<unknown> {
    const form = new FormData();
    form.append('data', withSerial(JSON.stringify(body)));
    const request = new Response(form); // adds the boundary, as a browser does
    const type = { 'content-type': request.headers.get('content-type') ?? '' };
    const origin = { origin: `http://127.0.0.1:${gateway.port}` };
    const answer = await send(gateway.port, path, {
      method: 'POST',
      headers: { ...headers(), ...origin, ...type },
      body: new Uint8Array(await request.arrayBuffer()),
    });
    return JSON.parse(answer.text).type;
  }

  it.each(WEB_APP.loads)('reads at $path what it shows: $when', async (load) => {
    const { status, headers: told, text } = await get(load.path);
    expect([status, told['content-type']]).toEqual([200, expect.stringMatching(/^application\/json/)]);
    expect(keysOf(JSON.parse(text))).toEqual(expect.arrayContaining([...keysRead(load)]));
  });

  it('asks for languages before anybody has logged in', async () => {
    for (const { path } of WEB_APP.loads.filter(({ isOpen }) => isOpen)) {
      expect((await send(gateway.port, path)).status).toBe(200);
    }
  });

  const allSettings = async (): Promise<Readonly<Record<string, Tree>>> => {
    const paths = [...WEB_APP.saves.map(({ path }) => path), '/api/inverter/list'];
    const documents = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
    return Object.fromEntries(documents);
  };

  it.each(WEB_APP.saves)(
    'saves the $page and changes nothing else',
    async ({ path, keys, changes, also }) => {
      const before = await allSettings();
      const stored = before[path] ?? {};
      expect(Object.keys(stored)).toEqual(expect.arrayContaining([...keys]));
      const posted = Object.fromEntries(keys.map((key) => [key, stored[key]]));
      expect(await post(path, posted)).toBe('success');
      expect(await allSettings()).toEqual(before);

      expect(await post(path, changed(posted, changes))).toBe('success');
      const older = Object.fromEntries(Object.entries(also ?? {}).filter(([key]) => key in stored));
      expect(await allSettings()).toEqual({ ...before, [path]: changed(stored, { ...changes, ...older }) });

      expect(await post(path, posted)).toBe('success');
      expect(await allSettings()).toEqual(before);
    },
  );

  it('saves an inverter, and the order of all, and changes nothing else', async () => {
    const before = await allSettings();
    const inverters: readonly Tree[] = (await read('/api/inverter/list')).inverter;
    const [first = NO_TREE] = inverters;
    const { type: _, ...edited } = first;
    expect(await post('/api/inverter/edit', { ...edited, name: 'Carport' })).toBe('success');
    const list = {
      inverter: inverters.map((each) => (each === first ? { ...each, name: 'Carport' } : each)),
    };
    expect(await allSettings()).toEqual({ ...before, '/api/inverter/list': list });
    expect(await post('/api/inverter/order', { order: inverters.map(({ id }) => id) })).toBe('success');
    expect(await allSettings()).toEqual({ ...before, '/api/inverter/list': list });
  });

  it.each(WEB_APP.orders)('has its order taken: $body', async ({ path, body, onlyWith = generations }) => {
    const before = await allSettings();
    expect(await post(path, body)).toBe(onlyWith === generations ? 'success' : 'warning');
    expect(await allSettings()).toEqual(before);
    await gateway.wait(20);
  });
});

/** An object with changes in it, objects key by key. */
function changed(tree: Tree, changes: Tree): Tree {
  const entries = Object.entries(changes).map(([key, change]) => [
    key,
    isTree(change) && isTree(tree[key]) ? changed(tree[key], change) : change,
  ]);
  return { ...tree, ...Object.fromEntries(entries) };
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
