import type { Clock } from '../../platform/clock.ts';
import { cookiesOf } from '../pages/cookies.ts';

/**
 * Browsers cannot send credentials with a socket's handshake, nor when a page is opened. A login therefore leaves a
 * ticket in a cookie that is good for these two and never for a call. Source: docs/decisions/0012-socket-login.md.
 */
export interface SocketTickets {
  /**
   * Makes a new ticket; returns the value of the Set-Cookie header. Cookies know no ports: the port in its name keeps
   * gateways on one machine apart.
   */
  issue(port: number): string;
  /** Whether a Cookie header holds a ticket that is still good. */
  isGood(cookieHeader: string | undefined): boolean;
  /**
   * Ends the ticket that a Cookie header holds for the gateway on this port; returns the value of the Set-Cookie header
   * that drops the cookie, undefined where there is none.
   */
  end(cookieHeader: string | undefined, port: number): string | undefined;
  /** Ends all tickets: the password has changed. */
  revokeAll(): void;
}

const COOKIE_NAME = /^wsid_\d+$/;
const TICKET_BYTES = 16;
const VALID_FOR_S = 43_200;
const TICKETS_MAX = 64;

export interface SocketTicketsOptions {
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Where the pages begin: the cookie goes nowhere else. */
  readonly basePath: string;
  /** Over HTTPS the cookie goes over HTTPS only. */
  readonly isHttps: boolean;
}

export function createSocketTickets(options: SocketTicketsOptions): SocketTickets {
  const { clock, randomBytes } = options;
  const expiresAtMs = new Map<string, number>();
  return {
    issue(port) {
      const ticket = Buffer.from(randomBytes(TICKET_BYTES)).toString('hex');
      expiresAtMs.set(ticket, clock.monotonicMs() + VALID_FOR_S * 1000);
      for (const oldest of expiresAtMs.keys()) {
        if (expiresAtMs.size <= TICKETS_MAX) break;
        expiresAtMs.delete(oldest);
      }
      return setCookie(port, ticket, VALID_FOR_S, options);
    },
    isGood(cookieHeader) {
      return cookiesOf(cookieHeader).some(
        ({ name, value }) => COOKIE_NAME.test(name) && (expiresAtMs.get(value) ?? 0) > clock.monotonicMs(),
      );
    },
    end(cookieHeader, port) {
      const own = cookiesOf(cookieHeader).filter(({ name }) => name === `wsid_${port}`);
      for (const { value } of own) if (!__WITHOUT__.ticketEnd) expiresAtMs.delete(value);
      return own.length === 0 ? undefined : setCookie(port, '', 0, options);
    },
    revokeAll: () => expiresAtMs.clear(),
  };
}

function setCookie(
  port: number,
  ticket: string,
  maxAgeS: number,
  { basePath, isHttps }: SocketTicketsOptions,
): string {
  const secure = isHttps ? '; Secure' : '';
  return `wsid_${port}=${ticket}; Max-Age=${maxAgeS}; Path=${basePath}; HttpOnly; SameSite=Strict${secure}`;
}
