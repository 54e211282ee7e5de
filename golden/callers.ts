/** Who asks. The headers are what makes them. */

export const PASSWORD = 'openDTU42';

export interface Place {
  /** The gateway's, without a slash at the end. */
  readonly url: string;
  readonly password: string;
  /** What a login has left for the handshakes of sockets. */
  readonly cookie: string;
}

export type Caller = (place: Place) => Readonly<Record<string, string>>;

export const login = (password: string, user = 'admin') => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const MARK = { 'x-requested-with': 'XMLHttpRequest' };
const ELSEWHERE = 'http://elsewhere.test';

export const CALLERS = {
  anonymous: () => ({}),
  admin: ({ password }) => login(password),
  'wrong password': () => login('openDTU43'),
  'own page': ({ url, password }) => ({
    ...{ ...login(password), ...MARK, origin: url, 'sec-fetch-site': 'same-origin' },
  }),
  'own page, logged out': ({ url }) => ({ ...MARK, origin: url, 'sec-fetch-site': 'same-origin' }),
  'own page without X-Requested-With': ({ url, password }) => ({ ...login(password), origin: url }),
  'foreign page': ({ password }) => ({ ...login(password), ...MARK, origin: ELSEWHERE }),
  'embedded in a foreign page': ({ password }) => ({
    ...{ ...login(password), referer: `${ELSEWHERE}/`, 'sec-fetch-site': 'cross-site' },
    ...{ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  }),
  'cookie of the sockets': ({ url, cookie }) => ({ cookie, origin: url }),
  'foreign host name': ({ password }) => ({ ...login(password), host: 'elsewhere.test' }),
  'fetch of Node': ({ password }) => ({
    ...{ ...login(password), accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors' },
  }),
} as const satisfies Readonly<Record<string, Caller>>;

export type CallerName = keyof typeof CALLERS;
export const CALLER_NAMES = Object.keys(CALLERS) as readonly CallerName[];
