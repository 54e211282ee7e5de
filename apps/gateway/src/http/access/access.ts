import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  type AccessClass,
  basicAuthorization,
  encodeCredentials,
  NO_FIRST_PASSWORD,
  REQUESTED_WITH_HEADER,
  ROLES,
  type Role,
} from '@heliograph/contract';
import type { Share } from '../../accounts/shares.ts';
import { plainAddress } from '../../platform/plain-address.ts';
import { ACCESS_RULES, type AccessRule, changesSomething } from './access-rules.ts';
import type { Authenticator, Who } from './authenticator.ts';
import type { HostNames } from './host-names.ts';
import { mayBePage, type RequestOrigin, requestOrigin } from './request-origin.ts';
import type { ShareCookies } from './share-cookies.ts';
import type { SocketTickets } from './socket-tickets.ts';
import type { ProxyUser, TrustedProxies } from './trusted-proxies.ts';

/** What of a request decides about it. */
export interface AccessRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** How many Host headers there are; `headers` holds the first one. */
  readonly hostCount: number;
  /** Address of the client: that of the peer, or what a proxy that is believed says. */
  readonly address: string;
  /** Such as `1.1`. */
  readonly httpVersion: string;
  /** It came to us over HTTPS, or to a proxy that is believed; what another one in between speaks does not count. */
  readonly isHttps: boolean;
  /** Whom a proxy names that is believed. */
  readonly proxyUser?: ProxyUser | undefined;
}

function accessRequestOf(request: IncomingMessage, proxies?: Pick<TrustedProxies, 'wordOn'>): AccessRequest {
  const { method = '', headers, headersDistinct, httpVersion, socket, rawHeaders } = request;
  const peerAddress = plainAddress(socket.remoteAddress ?? '');
  const word = proxies?.wordOn({ peerAddress, rawHeaders });
  return {
    method,
    headers,
    hostCount: headersDistinct.host?.length ?? 0,
    address: word?.address ?? peerAddress,
    httpVersion,
    isHttps: 'encrypted' in socket || word?.isHttps === true,
    proxyUser: word?.user,
  };
}

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 421 | 429 | 503;
  readonly headers: Readonly<Record<string, string>>;
  /** One sentence for the caller; undefined where the body stays empty. */
  readonly message: string | undefined;
}

export interface Access {
  /** What of a request decides about it. */
  requestOf(request: IncomingMessage): AccessRequest;
  /** Judges a request under a rule; undefined when it may go on. */
  refusalOf(rule: AccessRule, request: AccessRequest): Promise<Refusal | undefined>;
  /** Who a call brings the login of, where it needs none; undefined: of nobody. */
  callerOf(call: AccessRequest): Promise<Who | undefined>;
  /** The same as far as it is known without looking at a password. */
  knownCallerOf(call: AccessRequest): Who | undefined;
  /** The same of the handshake of a socket, where a cookie is as good. */
  guestOf(handshake: AccessRequest): Promise<SocketWho | undefined>;
  knownGuestOf(handshake: AccessRequest): SocketWho | undefined;
  /** The link by which a request comes that brings no login. */
  shareOf(request: Pick<AccessRequest, 'headers' | 'proxyUser'>): Share | undefined;
  /** The session that a call, or the handshake of a socket, is part of. */
  sessionIdOf(request: AccessRequest): string | undefined;
}

/** What of who opens a socket matters. */
export type SocketWho = Pick<Who, 'name' | 'role'>;

export interface AccessOptions {
  readonly hostNames: HostNames;
  readonly authenticator: Authenticator;
  readonly tickets: SocketTickets;
  /** Undefined where there are no links that share pages. */
  readonly shareCookies?: Pick<ShareCookies, 'shareOf'>;
  /** Undefined where no proxy is believed. */
  readonly proxies?: Pick<TrustedProxies, 'wordOn'>;
  readonly allowReadonly: () => boolean;
  /** How far a fresh gateway is set up; without it nothing is locked. */
  readonly firstRun?: FirstRunLock;
}

export interface FirstRunLock {
  /** Until a password is chosen only the own machine may change things. */
  isLocked(): boolean;
  isOwnMachine(request: AccessRequest): boolean;
}

/**
 * The one way in. The checks are always done in this order: our name, no foreign page, the login (and with it the
 * throttle), the path, the mark of our own page on what changes something, and whether a fresh gateway is to be changed yet.
 */
export function createAccess(options: AccessOptions): Access {
  const { hostNames, authenticator, tickets, shareCookies, proxies, allowReadonly, firstRun } = options;

  function nameRefusal({ headers, hostCount }: AccessRequest): Refusal | undefined {
    if (hostCount > 1 && !__WITHOUT__.twoHostNames) return TWO_NAMES;
    return hostNames.accepts(headers.host) || __WITHOUT__.knownHostNames ? undefined : NOT_OUR_NAME;
  }

  async function loginRefusal(rule: AccessRule, request: AccessRequest): Promise<Refusal | undefined> {
    if (__WITHOUT__.adminLogin) return undefined;
    if (isForEverybody(rule) || mayByTicket(rule, request)) return undefined;
    const share = rule.access === 'readonly' ? shareOf(request) : undefined;
    if (share !== undefined) return mayByShare(share, rule) ? undefined : NOT_OF_LINK;
    return refusalOfLogin(rule, request);
  }

  const isForEverybody = ({ access }: AccessRule) =>
    access === 'open' || (access === 'readonly' && allowReadonly());

  async function refusalOfLogin(rule: AccessRule, request: AccessRequest): Promise<Refusal | undefined> {
    const named = namedByProxy(request);
    if (named !== undefined) return judged(rule, named);
    const { headers, address } = request;
    const verdict = await authenticator.check(headers.authorization, address, headers.cookie);
    if (verdict.kind === 'throttled') return throttled(verdict.waitS);
    if (verdict.kind === 'refused') return unauthorized(request.headers);
    return judged(rule, verdict.who);
  }

  function judged({ access }: AccessRule, who: Who): Refusal | undefined {
    return mayDo(access, who) || __WITHOUT__.rightsOfRoles ? undefined : notForRole(access);
  }

  function mayByTicket({ kind, access }: AccessRule, { headers }: AccessRequest): boolean {
    const isForTickets = kind === 'socket' || __WITHOUT__.socketTickets;
    const holder = isForTickets ? ticketHolder(headers, tickets) : undefined;
    return holder !== undefined && mayDo(access, { ...holder, by: 'session' });
  }

  /** Who brings a login comes by that: a link takes nothing away. */
  function shareOf({ headers, proxyUser }: Pick<AccessRequest, 'headers' | 'proxyUser'>): Share | undefined {
    if (headers.authorization !== undefined || proxyUser !== undefined) return undefined;
    return shareCookies?.shareOf(headers.cookie);
  }

  /** The one change that anybody may try is the one that ends this. */
  function earlyRefusal(rule: AccessRule, request: AccessRequest): Refusal | undefined {
    if (firstRun?.isLocked() !== true || __WITHOUT__.firstRunLock) return undefined;
    if (!changesSomething(rule) || rule === ACCESS_RULES.endpoints.setFirstPassword) return undefined;
    return firstRun.isOwnMachine(request) ? undefined : NO_PASSWORD_YET;
  }

  async function callerOf(request: AccessRequest): Promise<Who | undefined> {
    const { headers, address } = request;
    const named = namedByProxy(request);
    if (named !== undefined) return named;
    if (headers.authorization === undefined) return undefined;
    const verdict = await authenticator.check(headers.authorization, address, headers.cookie);
    return verdict.kind === 'known' ? verdict.who : undefined;
  }

  const knownCallerOf = (request: AccessRequest) =>
    namedByProxy(request) ?? authenticator.knownBy(request.headers.authorization);

  return {
    requestOf: (request) => accessRequestOf(request, proxies),
    async refusalOf(rule, request) {
      const misnamed = nameRefusal(request);
      if (misnamed !== undefined) return misnamed;
      if (request.method === 'OPTIONS') return NOT_FOUND;
      if (rule.kind === 'static') return undefined;
      const origin = requestOrigin(request.headers, request.isHttps);
      if (isForeign(origin)) return FOREIGN_PAGE;
      const refused = await loginRefusal(rule, request);
      if (refused !== undefined) return refused;
      if (rule.kind === 'unknown-api') return NOT_FOUND;
      return isUnmarked(rule, origin, request) ? UNMARKED : earlyRefusal(rule, request);
    },
    shareOf,
    callerOf,
    knownCallerOf,
    guestOf: async (handshake) => ticketHolder(handshake.headers, tickets) ?? (await callerOf(handshake)),
    knownGuestOf: (handshake) => ticketHolder(handshake.headers, tickets) ?? knownCallerOf(handshake),
    sessionIdOf: ({ headers }) =>
      authenticator.knownBy(headers.authorization)?.session?.id ?? tickets.sessionIdOf(headers.cookie),
  };
}

/**
 * Whom a proxy names, where the request brings no login of its own. A page keeps the name alone of who came like this, and says it with
 * an empty password: it is no login, but where the proxy names somebody else by now, that one is not taken for the first.
 */
function namedByProxy({ headers, proxyUser }: Pick<AccessRequest, 'headers' | 'proxyUser'>): Who | undefined {
  if (proxyUser === undefined) return undefined;
  const { authorization } = headers;
  const isOwn = authorization === undefined || authorization === nameAlone(proxyUser.name);
  return isOwn ? { ...proxyUser, by: 'proxy' } : undefined;
}

const nameAlone = (name: string) => basicAuthorization(encodeCredentials(name, ''));

/** Whether a link lets somebody have what readers have. */
export function mayByShare(
  { page }: Pick<Share, 'page'>,
  { sharedWith = [] }: Pick<AccessRule, 'sharedWith'>,
): boolean {
  return page === 'all' || sharedWith.includes(page) || __WITHOUT__.pagesOfShares;
}

/** The least that somebody must be. */
const LEAST_ROLE: Readonly<Record<Exclude<AccessClass, 'open'>, Role>> = {
  ...{ readonly: 'viewer', login: 'viewer', operate: 'operator', admin: 'admin', owner: 'admin' },
};

/** Whether somebody who is logged in may make a call of this class. */
function mayDo(access: AccessClass, { role, by }: Pick<Who, 'role' | 'by'>): boolean {
  if (access === 'open') return true;
  // A program that may change settings must not be able to make itself, or others, more than that.
  if (by === 'token' && (access === 'owner' || access === 'login')) return false;
  return ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLE[access]);
}

/** Who comes has an account, or a token; it is only not enough. Another login would not be asked for by a browser. */
function notForRole(access: AccessClass): Refusal {
  return { status: 403, headers: {}, message: `Only ${WHO_MAY[access]} may do this.` };
}

const WHO_MAY: Readonly<Record<AccessClass, string>> = {
  open: 'everybody', // nobody is refused there
  readonly: 'somebody with an account',
  login: 'somebody who has an account, and no token,',
  operate: 'an operator or an admin',
  admin: 'an admin',
  owner: 'an admin with a password',
};

function isForeign(origin: RequestOrigin): boolean {
  return origin === 'foreign' && !__WITHOUT__.pageOrigins;
}

/** A ticket counts only together with an Origin, which by now is known to be ours. */
function ticketHolder(headers: IncomingHttpHeaders, tickets: SocketTickets): SocketWho | undefined {
  const counts = headers.origin !== undefined || __WITHOUT__.socketTickets;
  return counts ? tickets.holderOf(headers.cookie) : undefined;
}

/**
 * What changes something, and a browser sends without the mark of our page. What a proxy adds is added to what foreign pages make a browser
 * send as well, and over plain HTTP that may show no trace of a browser, so there whatever changes something needs the mark.
 */
function isUnmarked(rule: AccessRule, origin: RequestOrigin, request: AccessRequest): boolean {
  if (hasMark(request.headers)) return false;
  if (namedByProxy(request) !== undefined && changesSomething(rule) && !__WITHOUT__.markBehindProxy)
    return true;
  return rule.method === 'POST' && origin !== 'none';
}

function hasMark(headers: IncomingHttpHeaders): boolean {
  const mark = headers[REQUESTED_WITH_HEADER.name.toLowerCase()];
  return mark === REQUESTED_WITH_HEADER.value || __WITHOUT__.pageMark;
}

/**
 * A Basic challenge is for programs, some of which wait for one before they send their login. A browser never gets it:
 * it would keep the login and add it to what foreign pages send, so it gets one that it does not know. Calls of our own
 * page need none at all.
 */
function unauthorized(headers: IncomingHttpHeaders): Refusal {
  const isMarked = headers[REQUESTED_WITH_HEADER.name.toLowerCase()] !== undefined;
  const scheme = mayBePage(headers) && !__WITHOUT__.basicChallenge ? 'xBasic' : 'Basic';
  const challenge: Readonly<Record<string, string>> = isMarked
    ? {}
    : { 'www-authenticate': `${scheme} realm="Heliograph"` };
  return { status: 401, headers: challenge, message: undefined };
}

/** For who has sent more than its budget of requests. */
export function tooManyRequests(waitS: number): Refusal {
  return {
    status: 429,
    headers: { 'retry-after': String(waitS) },
    message: 'Too many requests. Please wait a moment.',
  };
}

/** By this sentence the recovery page tells it from too many requests. */
export const TOO_MANY_LOGINS = 'Too many logins failed. Please wait a moment.';

function throttled(waitS: number): Refusal {
  return {
    status: 429,
    headers: { 'retry-after': String(waitS) },
    message: TOO_MANY_LOGINS,
  };
}

/** Whoever stands in between may have gone by the other one. Source: RFC 9112, section 3.2. */
const TWO_NAMES: Refusal = {
  status: 400,
  headers: {},
  message: 'A request must have exactly one Host header.',
};
const NOT_OUR_NAME: Refusal = {
  status: 421,
  headers: {},
  message:
    'The gateway does not answer to this name. Use its IP address or host name, or add the name with --allowed-hosts.',
};
const NOT_OF_LINK: Refusal = {
  status: 403,
  headers: {},
  message: 'The link that you came by is for another page.',
};
const FOREIGN_PAGE: Refusal = {
  status: 403,
  headers: {},
  message: 'Pages of other sites may not call the gateway.',
};
const UNMARKED: Refusal = {
  status: 403,
  headers: {},
  message: `A browser's call that changes something needs the header ${REQUESTED_WITH_HEADER.name}.`,
};
/** By this sentence pages know it. */
const NO_PASSWORD_YET: Refusal = { status: 403, headers: {}, message: NO_FIRST_PASSWORD };
const NOT_FOUND: Refusal = { status: 404, headers: {}, message: 'There is nothing at this address.' };
