import { login } from '@heliograph/testbed/outside/http-client.ts';

/** A request as bytes (a character for each), the status it gets, and whether the connection ends after it. */
export type MalformedCase = readonly [what: string, text: string, status: number, closes: 'closes' | 'stays'];

/** The name of the gateway. */
export const HOST = 'Host: localhost\r\n';
/** The login of the owner. */
export const ADMIN = `Authorization: ${login().authorization}\r\n`;
/** A GET with the name of the gateway and more headers. */
export const get = (target: string, more = '') => `GET ${target} HTTP/1.1\r\n${HOST}${more}\r\n`;
/** What everybody may read. */
export const DATA = '/api/livedata/status';

/** The same outcome for several requests. */
export function all(
  status: number,
  closes: 'closes' | 'stays',
  texts: Readonly<Record<string, string>>,
): readonly MalformedCase[] {
  return Object.entries(texts).map(([what, text]) => [what, text, status, closes]);
}
/** A request for each of these texts, which name it as well. */
export const each = <T extends string>(names: readonly T[], textOf: (name: T) => string) =>
  Object.fromEntries(names.map((name) => [JSON.stringify(name), textOf(name)]));
