import { ENDPOINTS, REQUESTED_WITH_HEADER, ROLES, type Role } from '@heliograph/contract';
import { login } from '@heliograph/testbed/outside/http-client.ts';
import type { Audience } from './access-table.ts';
import { PROXY_SECRET, type Target } from './access-targets.ts';

type Headers = Readonly<Record<string, string>>;

/** Somebody who asks for everything; a column of the access table. */
export interface Caller {
  readonly name: string;
  /** The headers that make the caller; `port` is the gateway's. */
  readonly headers: (port: number) => Headers;
  /** What the answer has to be, while `allow_readonly` is on or off. */
  readonly expected: (target: Target, allowReadonly: boolean) => number;
  /** Asks with another method than the row says. */
  readonly method?: string;
  /** Does not ask for this. */
  readonly leavesOut?: (target: Target) => boolean;
}

const MARK = { [REQUESTED_WITH_HEADER.name]: REQUESTED_WITH_HEADER.value };
const own = (port: number) => `http://127.0.0.1:${port}`;

/** What is answered to whom gets all that there is. */
function fullStatus({ kind, audience }: Target): number {
  if (kind === 'socket') return 101;
  return audience === 'nobody' ? 404 : 200;
}

function statusForReader(target: Target, allowReadonly: boolean): number {
  const { audience } = target;
  if (audience === 'everybody') return 200;
  const isForReaders = audience === 'readers' || audience === 'nobody';
  return isForReaders && allowReadonly ? fullStatus(target) : 401;
}

const statusForForeignPage = (target: Target) => (target.kind === 'page' ? 200 : 403);

function statusWithoutMark(target: Target): number {
  const isChange = target.call.method === 'POST' && target.audience !== 'nobody';
  return isChange ? 403 : fullStatus(target);
}

export const NOBODY: Caller = { name: 'nobody', headers: () => ({}), expected: statusForReader };

export const ADMIN_SCRIPT: Caller = {
  name: 'the admin, by a script',
  headers: () => login(),
  expected: fullStatus,
};

export const ADMIN_PAGE: Caller = {
  name: 'the admin, on our page',
  headers: (port) => ({ ...login(), ...MARK, origin: own(port), 'sec-fetch-site': 'same-origin' }),
  expected: fullStatus,
};

/** In place of the password it carries what a page got for it. */
export function adminSession(token: string): Caller {
  return {
    name: 'the admin, by the token of a session',
    headers: () => login(token),
    expected: fullStatus,
  };
}

/** Accounts of each role beside `admin`, whose password is the name, and tokens of programs. */
export const USERS: Readonly<Record<Role, string>> = {
  ...{ viewer: 'a viewer', operator: 'an operator', admin: 'another admin' },
};

/** The least that somebody must be. */
const LEAST: Readonly<Record<Audience | 'nobody', Role | undefined>> = {
  ...{ everybody: undefined, nobody: 'viewer', readers: 'viewer', users: 'viewer' },
  ...{ operators: 'operator', admin: 'admin', 'admin in person': 'admin' },
};

function statusFor(role: Role, target: Target): number {
  const least = LEAST[target.audience];
  const isEnough = least === undefined || ROLES.indexOf(role) >= ROLES.indexOf(least);
  return isEnough ? fullStatus(target) : 403;
}

/** Somebody who has an account of this role, by the password of it or by the token of a session, which may have begun with a passkey. */
export function user(role: Role, by: 'password' | 'session' | 'passkey', password: string): Caller {
  return {
    name: `${USERS[role]}, by the ${by}`,
    headers: () => login(password, USERS[role]),
    expected: (target, allowReadonly) =>
      target.audience === 'readers' && allowReadonly ? fullStatus(target) : statusFor(role, target),
  };
}

/** Somebody for whom a provider of OpenID Connect has spoken, by the token of the session that began with it; there is no account. */
export function namedByProvider(role: Role, userName: string, token: string): Caller {
  return {
    name: `${USERS[role]}, by OpenID Connect`,
    headers: () => login(token, userName),
    expected: (target) => statusFor(role, target),
  };
}

/** A program that was given a token, which sends no user name that we know. */
export function program(role: Role, token: string): Caller {
  const isInPerson = (target: Target) => ['users', 'admin in person'].includes(target.audience);
  return {
    name: `a program with the token of ${role}`,
    headers: () => login(token, 'api'),
    expected: (target) => (isInPerson(target) ? 403 : statusFor(role, target)),
  };
}

/** Whom a proxy names, on our page: of an account of this role, or of nobody who has one (`stranger`). */
export function namedByProxy(role: Role | 'stranger', secret = PROXY_SECRET): Caller {
  const name = role === 'stranger' ? 'a stranger' : USERS[role];
  return {
    name: `${name}, by the word of a proxy`,
    headers: (port) => ({ ...wordOfProxy(name, secret), ...MARK, origin: own(port) }),
    expected: (target) => statusFor(role === 'stranger' ? 'viewer' : role, target),
  };
}

const wordOfProxy = (name: string, secret = PROXY_SECRET) => ({
  ...{ 'Remote-User': name, 'Heliograph-Proxy-Secret': secret },
  ...{ 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'http' },
});

/** Who says a proxy's words and is none: from an address that is not listed, or without the secret. */
export function pretender(what: string, secret = PROXY_SECRET): Caller {
  return {
    name: `an admin, by the word of a proxy ${what}`,
    headers: (port) => ({ ...wordOfProxy(USERS.admin, secret), ...MARK, origin: own(port) }),
    expected: statusForReader,
  };
}

/** What a foreign page makes a browser send behind a proxy, over HTTP, where nothing tells a browser by it. */
export const UNMARKED_BEHIND_PROXY: Caller = {
  name: 'an admin behind a proxy, without the mark of our page',
  headers: () => wordOfProxy(USERS.admin),
  expected(target) {
    const isPost = target.call.method === 'POST';
    const isReset = !isPost && target.path.startsWith(ENDPOINTS.resetInverterStatistics.path);
    return (isPost && target.audience !== 'nobody') || isReset ? 403 : fullStatus(target);
  },
};

/** On our page, with the cookie of a login and nothing else: it is for sockets. */
export function cookieOf(role: Role, cookie: string): Caller {
  return {
    name: `${USERS[role]}, by the cookie alone`,
    headers: (port) => ({ cookie, ...MARK, origin: own(port) }),
    expected: (target, allowReadonly) =>
      target.kind === 'socket' ? 101 : statusForReader(target, allowReadonly),
    // That is how a page says that its login is over.
    leavesOut: ({ path }) => path.startsWith(ENDPOINTS.authenticate.path),
  };
}

/** On our page, with the cookie of a link that shares a page, or everything. */
export function sharedBy(scope: 'all' | 'home', cookie: string): Caller {
  const has = ({ name, audience }: Target) =>
    scope === 'all' ? audience === 'readers' || audience === 'nobody' : isOfLiveView(name);
  return {
    name: `who came by a link to ${scope}`,
    headers: (port) => ({ cookie, ...MARK, origin: own(port) }),
    expected(target) {
      if (target.audience === 'everybody') return 200;
      const isForReaders = target.audience === 'readers' || target.audience === 'nobody';
      if (!isForReaders) return 401;
      return has(target) ? fullStatus(target) : 403;
    },
  };
}

/** What the live view needs, once more and on purpose: what goes on behind the path of a GET is the same call. */
const LIVE_VIEW = [
  ...['/api/livedata/status', '/api/limit/status', '/api/power/status', '/api/orders'],
  ...['/api/eventlog/status', '/api/devinfo/status', '/api/gridprofile/status', '/api/gridprofile/rawdata'],
  ...['/api/heliograph/plant-day', '/api/heliograph/expected', '/api/heliograph/findings'],
  ...['/api/heliograph/history-curve', '/api/heliograph/limits', '/livedata', '/livedata/lean'],
];

function isOfLiveView(name: string): boolean {
  const [method = '', path = ''] = name.split(' ');
  return ['GET', 'HEAD', 'SOCKET'].includes(method) && LIVE_VIEW.includes(path.replace(/\/x?$/, ''));
}

export const UNMARKED_PAGE: Caller = {
  name: 'the admin, on our page without its mark',
  headers: (port) => ({ ...login(), origin: own(port) }),
  expected: statusWithoutMark,
};

export const OTHER_NAME: Caller = {
  name: 'the admin, under a name that is not ours',
  headers: () => ({ ...login(), ...MARK, host: 'evil.test' }),
  expected: () => 421,
};

export const FOREIGN_PAGE: Caller = {
  name: 'the admin, on a page of somebody else',
  headers: () => ({ ...login(), ...MARK, origin: 'http://evil.test' }),
  expected: statusForForeignPage,
};

/** What a browser adds to a form, an image or a frame of a foreign page, with credentials that it had kept. */
const EMBEDDED: Caller = {
  name: 'the admin, by what a foreign page embeds',
  headers: () => ({
    ...{ ...login(), referer: 'http://evil.test/', 'sec-fetch-site': 'cross-site' },
    ...{ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  }),
  expected: statusForForeignPage,
};

const PREFLIGHT: Caller = {
  name: 'the preflight of a foreign page',
  headers: () => ({
    ...{ origin: 'http://evil.test', 'access-control-request-method': 'POST' },
    'access-control-request-headers': 'authorization, x-requested-with',
  }),
  method: 'OPTIONS',
  expected: () => 404,
};

const RIGHT = login().authorization;
/** The first ones are tried each time, all of them at night. */
const WRONG = {
  'a wrong password': login('openDTU43').authorization,
  'a prefix of the right header': RIGHT.slice(0, -2),
  'an empty password': login('').authorization,
  'an empty header': '',
  'another scheme': RIGHT.replace('Basic', 'Bearer'),
  'the scheme in lower case': RIGHT.replace('Basic', 'basic'),
  'another user': login('openDTU42', 'root').authorization,
};
const ORIGINS = {
  'on a page of nobody': () => 'null',
  'on a page of another port': (port: number) => `http://127.0.0.1:${port + 1}`,
  'on a page of another machine': () => 'http://127.0.0.2',
  'on a page whose name begins like ours': (port: number) => `${own(port)}.evil.test`,
};

/** Everybody but the admin; `variants` of those of whom there are several kinds. */
export function strangers(variants: number): readonly Caller[] {
  const wrong = Object.entries(WRONG).slice(0, variants);
  const origins = Object.entries(ORIGINS).slice(0, variants);
  return [
    ...[NOBODY, UNMARKED_PAGE, OTHER_NAME, FOREIGN_PAGE, EMBEDDED, PREFLIGHT],
    ...wrong.map(([name, authorization]) => ({
      ...{ name, headers: () => ({ authorization }), expected: statusForReader },
    })),
    ...origins.map(([name, originOf]) => ({
      name: `the admin, ${name}`,
      headers: (port: number) => ({ ...login(), ...MARK, origin: originOf(port) }),
      expected: statusForForeignPage,
    })),
  ];
}

/** Who has the token of a session that has ended. */
export function formerSession(token: string): Caller {
  return { ...adminSession(token), name: 'who has the token of an ended session', expected: statusForReader };
}

/** Who knows a password that was right a moment ago. */
export function formerAdmin(password: string): Caller {
  return { name: 'who knows the old password', headers: () => login(password), expected: statusForReader };
}
