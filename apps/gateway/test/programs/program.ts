import { type Answer, send } from '@heliograph/testbed/outside/http-client.ts';
import type { SocketClient } from '@heliograph/testbed/outside/socket-client.ts';
import type { ClientOptions } from 'ws';

/** What somebody who sets a program up tells it, and how it gets through to the gateway. */
export interface Reached {
  readonly port: number;
  readonly password: string;
  /** An inverter that was added to the gateway, for what a program is told about one. */
  readonly serial: string;
  /** Lets so many seconds pass at the gateway, which stands still otherwise, and what it sends arrive. */
  readonly wait: (seconds: number) => Promise<void>;
  /** Opens a socket; `login` goes into its first request. It is closed behind the program. */
  readonly socket: (path: string, options?: ClientOptions) => Promise<SocketClient>;
}

/** What a program does with a gateway, by what its user would say of it. Each ends well, or throws a `Lack`. */
export interface Program {
  /** As a person knows it. */
  readonly title: string;
  /** What it does first, and does nothing without. */
  readonly first?: string;
  readonly does: Readonly<Record<string, (gateway: Reached) => Promise<void>>>;
}

/** Something that a program needs and did not find: there it shows nothing, stops, or says that this is no device. */
export class Lack extends Error {
  override readonly name = 'Lack';
}

/** What is at a path inside of a document. Throws a `Lack` with the path where nothing is, as the programs stumble. */
export function at(document: unknown, ...path: readonly (string | number)[]): unknown {
  let value = document;
  for (const [step, key] of path.entries()) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    if (!isThere) throw new Lack(path.slice(0, step + 1).join('.'));
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return value;
}

export function numberAt(document: unknown, ...path: readonly (string | number)[]): number {
  const value = at(document, ...path);
  if (typeof value !== 'number') throw new Lack(`number ${path.join('.')}`);
  return value;
}

export function textAt(document: unknown, ...path: readonly (string | number)[]): string {
  const value = at(document, ...path);
  if (typeof value !== 'string') throw new Lack(`text ${path.join('.')}`);
  return value;
}

export function flagAt(document: unknown, ...path: readonly (string | number)[]): boolean {
  const value = at(document, ...path);
  if (typeof value !== 'boolean') throw new Lack(`flag ${path.join('.')}`);
  return value;
}

export function listAt(document: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const value = at(document, ...path);
  if (!Array.isArray(value)) throw new Lack(`list ${path.join('.')}`);
  return value;
}

/** The keys that a program reads of one document, each of which has to be there. */
export function all(document: unknown, ...keys: readonly string[]): void {
  for (const key of keys) at(document, ...key.split('.'));
}

/** What a GET answers as JSON. A status that is not 200, and a page in its place, are a `Lack`. */
export async function getJson(
  { port }: Reached,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  return jsonIn(path, await send(port, path, { headers }));
}

export function jsonIn(path: string, { status, headers, text }: Answer): unknown {
  if (status !== 200) throw new Lack(`answer at ${path} (${status})`);
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) throw new Lack(`JSON at ${path}`);
  return JSON.parse(text);
}

/** As most programs post: JSON as it is in a body that says it is urlencoded. */
export async function postRaw(
  { port }: Reached,
  path: string,
  data: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = `data=${JSON.stringify(data)}`;
  return jsonIn(path, await send(port, path, { method: 'POST', headers: { ...type, ...headers }, body }));
}

/** Throws a `Lack` unless the answer to a POST says that it was taken. */
export function taken(what: string, answer: unknown): void {
  if (textAt(answer, 'type') !== 'success') throw new Lack(`${what} (${textAt(answer, 'message')})`);
}

/** An object of what was read, for programs that go through all of an object. */
export function entriesOf(value: unknown): readonly (readonly [key: string, value: unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
