import { ROLES } from '@heliograph/contract';
import type { Account } from '../../accounts/accounts.ts';
import type { Clock } from '../../platform/clock.ts';
import { cookiesOf } from '../pages/cookies.ts';

/**
 * Browsers cannot send credentials with a socket's handshake, nor when a page is opened. A login therefore leaves a
 * ticket in a cookie that is good for these two and never for a call. Source: docs/decisions/0012-socket-login.md.
 */
export interface SocketTickets {
  /**
   * Makes a new ticket; returns the value of the Set-Cookie header. Cookies know no ports: the port in its name keeps
   * gateways on one machine apart. One of a session is good as long as that goes on, at most.
   */
  issue(place: CookiePlace, userName: string, sessionId?: string): string;
  /** Whose account the good ticket in a Cookie header is of; of several that of the highest role. */
  holderOf(cookieHeader: string | undefined): TicketHolder | undefined;
  /** The session of the good ticket in a Cookie header; undefined: there is none, or it is of no session. */
  sessionIdOf(cookieHeader: string | undefined): string | undefined;
  /**
   * Ends the ticket that a Cookie header holds for the gateway on this port; returns the value of the Set-Cookie header
   * that drops the cookie, and the session that it was of. Undefined where there is none.
   */
  end(cookieHeader: string | undefined, place: CookiePlace): EndedTicket | undefined;
  /** The session has ended. */
  endOf(sessionId: string): void;
  /** Ends the tickets of accounts whose password has changed, or that are no more. */
  revokeOutdated(): void;
}

/** Where a cookie is for. */
export interface CookiePlace {
  /** Of the gateway. */
  readonly port: number;
  /** Over HTTPS the cookie goes over HTTPS only. */
  readonly isHttps: boolean;
}

export type TicketHolder = Pick<Account, 'name' | 'role'>;

export interface EndedTicket {
  readonly setCookie: string;
  readonly sessionId: string | undefined;
}

interface Ticket {
  readonly expiresAtMs: number;
  readonly userName: string;
  /** What the password was kept as when it was issued. */
  readonly hash: string;
  readonly sessionId: string | undefined;
}

const COOKIE_NAME = /^wsid_\d+$/;
const TICKET_BYTES = 16;
const VALID_FOR_S = 43_200;
const TICKETS_MAX = 64;

export interface SocketTicketsOptions {
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly accountOf: (userName: string) => Account | undefined;
  /** Who has a session without an account. */
  readonly guestOf?: (sessionId: string) => TicketHolder | undefined;
  /** Where the pages begin: the cookie goes nowhere else. */
  readonly basePath: string;
}

export function createSocketTickets(options: SocketTicketsOptions): SocketTickets {
  const { clock, randomBytes, accountOf } = options;
  const tickets = new Map<string, Ticket>();
  const hashOf = (userName: string) => accountOf(userName)?.passwordHash ?? '';

  /** Those of a Cookie header that are good, whatever port they are of. */
  function goodOf(cookieHeader: string | undefined): readonly Ticket[] {
    return cookiesOf(cookieHeader).flatMap(({ name, value }) => {
      const ticket = COOKIE_NAME.test(name) ? tickets.get(value) : undefined;
      return ticket !== undefined && ticket.expiresAtMs > clock.monotonicMs() ? [ticket] : [];
    });
  }

  return {
    issue(place, userName, sessionId) {
      const value = Buffer.from(randomBytes(TICKET_BYTES)).toString('hex');
      const hash = hashOf(userName);
      tickets.set(value, {
        ...{ expiresAtMs: clock.monotonicMs() + VALID_FOR_S * 1000, userName, hash, sessionId },
      });
      for (const oldest of tickets.keys()) {
        if (tickets.size <= TICKETS_MAX) break;
        tickets.delete(oldest);
      }
      return setCookie(place, value, VALID_FOR_S, options);
    },
    holderOf(cookieHeader) {
      const holders: TicketHolder[] = goodOf(cookieHeader).flatMap(
        ({ userName, sessionId = '' }) => accountOf(userName) ?? options.guestOf?.(sessionId) ?? [],
      );
      const [highest] = holders.sort((one, other) => ROLES.indexOf(other.role) - ROLES.indexOf(one.role));
      return highest && { name: highest.name, role: highest.role };
    },
    sessionIdOf: (cookieHeader) =>
      goodOf(cookieHeader).find(({ sessionId }) => sessionId !== undefined)?.sessionId,
    end(cookieHeader, place) {
      const { port } = place;
      const own = cookiesOf(cookieHeader).filter(({ name }) => name === `wsid_${port}`);
      const sessionId = own.map(({ value }) => tickets.get(value)?.sessionId).find((id) => id !== undefined);
      for (const { value } of own) if (!__WITHOUT__.ticketEnd) tickets.delete(value);
      return own.length === 0 ? undefined : { setCookie: setCookie(place, '', 0, options), sessionId };
    },
    endOf(sessionId) {
      for (const [value, ticket] of tickets) if (ticket.sessionId === sessionId) tickets.delete(value);
    },
    revokeOutdated() {
      for (const [value, { userName, hash }] of tickets) if (hash !== hashOf(userName)) tickets.delete(value);
    },
  };
}

function setCookie(
  { port, isHttps }: CookiePlace,
  ticket: string,
  maxAgeS: number,
  { basePath }: SocketTicketsOptions,
): string {
  const secure = isHttps ? '; Secure' : '';
  return `wsid_${port}=${ticket}; Max-Age=${maxAgeS}; Path=${basePath}; HttpOnly; SameSite=Strict${secure}`;
}
