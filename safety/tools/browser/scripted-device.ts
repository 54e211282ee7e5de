import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { GUIDE_PUT_OFF } from '@heliograph/testbed/outside/put-off-guide.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import { strippedOfValues } from '../../../e2e/checks.ts';

/** What a test answers in place of the gateway. */
export interface Reply {
  readonly body: string | Buffer;
  /** JSON unless given. */
  readonly type?: string;
  readonly status?: number;
  /** Characters of Latin-1. */
  readonly statusText?: string;
}

/** What the content policy of a page does: what it does always, tell only, or nothing at all. */
export type Policy = 'enforced' | 'reported' | 'none';

/** Takes a guard out of the page's scripts: each hit of the pattern is replaced. */
export interface ScriptEdit {
  readonly find: RegExp;
  readonly replace: string;
}

/**
 * Serves the page and its calls as a gateway does, from whose true answers it starts, until a test says something else.
 * Sockets bring what the test says and nothing else.
 */
export interface ScriptedDevice {
  readonly url: string;
  /** The JSON that the gateway answers at a path, the same over the whole test. */
  trueAnswer(path: string): Promise<string>;
  /** What calls get from now on, by method and path, as in `GET /api/ntp/status`; all others get the true answer. */
  script(replies: ReadonlyMap<string, Reply>): void;
  /** What sockets at a path hear: those that are open, and each new one at its beginning. */
  say(path: '/livedata' | '/console', frame: string | Buffer): void;
  setPolicy(policy: Policy): void;
  setEdit(edit: ScriptEdit | undefined): void;
  /** How often a pattern was replaced so far. */
  edits(): number;
  /** Method and path of each call of the API since this was last asked. */
  takeCalls(): readonly string[];
  close(): Promise<void>;
}

interface TrueAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What must not be passed on: it belongs to one hop, or would let the browser keep an answer. */
const OWN_HEADERS = ['content-length', 'content-encoding', 'connection', 'keep-alive', 'etag', 'date'];

const AS_ADMIN = {
  authorization: `Basic ${btoa('admin:openDTU42')}`,
  'x-requested-with': 'XMLHttpRequest',
};

function askGateway(gatewayUrl: string, request: IncomingMessage): Promise<TrueAnswer> {
  const { accept, authorization, 'content-type': type, 'x-requested-with': marked } = request.headers;
  const headers = {
    ...(accept !== undefined && { accept }), // pages are for who wants pages
    // And not the guide of a fresh gateway.
    ...(accept?.includes('text/html') && { cookie: `${GUIDE_PUT_OFF.name}=${GUIDE_PUT_OFF.value}` }),
    ...(authorization !== undefined && { authorization }),
    ...(type !== undefined && { 'content-type': type }),
    ...(typeof marked === 'string' && { 'x-requested-with': marked }),
  };
  return take(gatewayUrl + request.url, request, headers);
}

async function take(
  url: string,
  request: IncomingMessage | undefined,
  headers: TrueAnswer['headers'],
): Promise<TrueAnswer> {
  const method = request?.method ?? 'GET';
  const body =
    request === undefined || method === 'GET' || method === 'HEAD' ? undefined : await text(request);
  const answer = await fetch(url, {
    ...{ method, headers, redirect: 'manual' },
    ...(body !== undefined && { body }),
  });
  const kept = [...answer.headers].filter(([name]) => !OWN_HEADERS.includes(name));
  return {
    status: answer.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

function withPolicy(headers: TrueAnswer['headers'], policy: Policy): Record<string, string> {
  const { 'content-security-policy': own, ...others } = headers;
  if (own === undefined || policy === 'none') return others;
  const name = policy === 'enforced' ? 'content-security-policy' : 'content-security-policy-report-only';
  return { ...others, [name]: own };
}

/** The sockets of a server, which say what they are told to and hear nothing. */
function openSockets(server: Server): Pick<ScriptedDevice, 'say'> & { close(): void } {
  const spoken = new Map<string, string | Buffer>();
  const sockets = new Map<WebSocket, string>();
  const upgrades = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const path = request.url ?? '/';
    upgrades.handleUpgrade(request, socket, head, (opened) => {
      sockets.set(opened, path);
      opened.on('close', () => sockets.delete(opened));
      opened.on('error', () => opened.terminate());
      const frame = spoken.get(path);
      if (frame !== undefined) opened.send(frame);
    });
  });
  return {
    say(path, frame) {
      spoken.set(path, frame);
      for (const [socket, own] of sockets) if (own === path) socket.send(frame);
    },
    close() {
      for (const socket of sockets.keys()) socket.terminate();
    },
  };
}

export async function startScriptedDevice(gatewayUrl: string): Promise<ScriptedDevice> {
  const known = new Map<string, Promise<TrueAnswer>>();
  let replies: ReadonlyMap<string, Reply> = new Map();
  let policy: Policy = 'enforced';
  let edit: ScriptEdit | undefined;
  let edited = 0;
  let calls: string[] = [];

  /** GETs are answered alike each time, so that a page differs by the script alone. */
  function ask(request: IncomingMessage): Promise<TrueAnswer> {
    if (request.method !== 'GET') return askGateway(gatewayUrl, request);
    const key = request.url ?? '/';
    const answer = known.get(key) ?? askGateway(gatewayUrl, request);
    known.set(key, answer);
    return answer;
  }

  function editedScript(body: Buffer): Buffer | string {
    const { find, replace } = edit ?? {};
    if (find === undefined || replace === undefined) return body;
    const before = body.toString();
    edited += before.match(find)?.length ?? 0;
    return before.replace(find, replace);
  }

  function changed(path: string, type: string, body: Buffer): Buffer | string {
    if (path.endsWith('.js')) return editedScript(body);
    return type.startsWith('text/html') ? strippedOfValues(body.toString()) : body;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/'] = (request.url ?? '/').split('?');
    const call = `${request.method} ${path}`;
    if (path.startsWith('/api/') || path === '/zones.json') calls.push(call);
    const reply = replies.get(call);
    if (reply !== undefined) {
      request.resume();
      const headers = { 'content-type': reply.type ?? 'application/json' };
      if (reply.statusText === undefined) response.writeHead(reply.status ?? 200, headers);
      else response.writeHead(reply.status ?? 200, reply.statusText, headers);
      response.end(reply.body);
      return;
    }
    const { status, headers, body } = await ask(request);
    response.writeHead(status, { ...withPolicy(headers, policy), 'cache-control': 'no-store' });
    response.end(changed(path, headers['content-type'] ?? '', body));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const sockets = openSockets(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    async trueAnswer(path) {
      const answer = known.get(path) ?? take(gatewayUrl + path, undefined, AS_ADMIN);
      known.set(path, answer);
      const { status, body } = await answer;
      if (status !== 200) throw new Error(`GET ${path}: ${status}`);
      return body.toString();
    },
    script(next) {
      replies = next;
    },
    say: sockets.say,
    setPolicy(next) {
      policy = next;
    },
    setEdit(next) {
      edit = next;
    },
    edits: () => edited,
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async close() {
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
