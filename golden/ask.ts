import { once } from 'node:events';
import { request } from 'node:http';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { type Answer, readAnswer } from '@heliograph/testbed/outside/http-client.ts';
import { WebSocket } from 'ws';
import { type HttpAnswer, parseJson, parseMetrics, type Value } from './answer.ts';

/** Plain HTTP and sockets, with exactly the headers that are given. */

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** What an answer says about its way, or another time says otherwise. */
const LEFT_OUT = new Set([
  ...['connection', 'content-length', 'date', 'etag', 'keep-alive', 'sec-websocket-accept'],
  ...['transfer-encoding', 'vary'],
]);

const CALLS_PER_ADDRESS = 10;
let calls = 0;

/** Many callers of one address would be told to wait: every few calls come from another address of this machine. */
function nextAddress(): string {
  calls += 1;
  const number = Math.floor(calls / CALLS_PER_ADDRESS);
  return `127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}`;
}

export function ask(url: string, path: string, call: Call = {}): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, body } = call;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const outgoing = request(
      {
        ...{ hostname, port, path, method, headers: { ...length, ...headers } },
        ...{ agent: false, localAddress: nextAddress(), joinDuplicateHeaders: true },
      },
      (incoming) =>
        readAnswer(incoming)
          .then((answer) => httpAnswer(answer, path))
          .then(resolve, reject),
    );
    outgoing.on('error', (cause) => reject(new Error(`${method} ${path} failed`, { cause })));
    outgoing.end(body);
  });
}

function httpAnswer({ status, headers, bytes }: Omit<Answer, 'text'>, path: string): HttpAnswer {
  const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name));
  const told = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
  return { status, headers: told, body: bodyOf(told['content-type'] ?? '', bytes, path) };
}

/** Files that are made from other files, which have tests of their own. */
const MADE_FILES: readonly string[] = ['/zones.json', '/api/openapi.json', '/api/asyncapi.json'];
/** Of a file it is kept that it came. */
const SOME_FILE = '(a file)';

function bodyOf(type: string, bytes: Buffer, path: string): Value {
  const text = bytes.toString();
  if (text === '') return '';
  if (MADE_FILES.includes(path) && bytes.length > 1000) return SOME_FILE;
  if (type.startsWith('application/json')) return parseJson(text) ?? text;
  if (type.startsWith('text/plain')) return /^# /m.test(text) ? parseMetrics(text) : text;
  return SOME_FILE;
}

/** What a gateway says to a handshake, and its first message where it sends one by itself. */
export async function openSocket(
  url: string,
  path: string,
  { headers = {}, hasMessage = false }: { headers?: Call['headers']; hasMessage?: boolean } = {},
): Promise<{ readonly answer: Value; readonly socket: WebSocket | undefined }> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, {
    headers,
    localAddress: nextAddress(),
  });
  socket.on('error', () => {}); // what it was refused with is told below
  const first = hasMessage ? once(socket, 'message') : undefined;
  first?.catch(() => undefined); // a refused one has none
  return new Promise((resolve, reject) => {
    socket.once('unexpected-response', (outgoing, incoming) => {
      readAnswer(incoming).then((answer) => {
        outgoing.destroy();
        resolve({ answer: { ...httpAnswer(answer, path) }, socket: undefined });
      }, reject);
    });
    socket.once('upgrade', async ({ statusCode = 0, headers: told }) => {
      const upgraded = { status: statusCode, headers: told, bytes: Buffer.alloc(0) };
      const { status, headers: kept } = httpAnswer(upgraded, path);
      const message = first === undefined ? {} : { message: parseJson(String((await first)[0])) };
      resolve({ answer: { status, headers: kept, ...message }, socket });
    });
  });
}

/** Asks again and again until `isReady` likes it; the last answer is returned, and its time is limited. */
export async function until<Answer>(
  what: string,
  look: () => Answer | Promise<Answer>,
  isReady: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = await look();
  const check = async () => {
    if (isReady(answer)) return true;
    answer = await look();
    return isReady(answer);
  };
  await eventually(check, { what, timeoutMs: WAIT_MAX_MS, everyMs: LOOK_AGAIN_MS });
  return answer;
}

/** Generous: the machine may have other things to do. */
const WAIT_MAX_MS = 120_000;
const LOOK_AGAIN_MS = 100;
