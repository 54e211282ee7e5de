import type { Clock } from '../platform/clock.ts';

/**
 * Browsers cannot send credentials with a socket's handshake. A login therefore leaves a ticket in a cookie that is
 * good for handshakes and for nothing else. Source: decision 12.
 */
export interface SocketTickets {
  /**
   * Makes a new ticket; returns the value of the Set-Cookie header. Cookies know no ports: the port in its name keeps
   * gateways on one machine apart.
   */
  issue(port: number): string;
  /** Whether a Cookie header holds a ticket that is still good. */
  isGood(cookieHeader: string | undefined): boolean;
  /** Ends all tickets: the password has changed. */
  revokeAll(): void;
}

const COOKIE_NAME = /^wsid_\d+$/;
const TICKET_BYTES = 16;
const VALID_FOR_S = 43_200;
const TICKETS_MAX = 64;

export function createSocketTickets(clock: Clock, randomBytes: (count: number) => Uint8Array): SocketTickets {
  const expiresAtMs = new Map<string, number>();
  return {
    issue(port) {
      const ticket = Buffer.from(randomBytes(TICKET_BYTES)).toString('hex');
      expiresAtMs.set(ticket, clock.monotonicMs() + VALID_FOR_S * 1000);
      for (const oldest of expiresAtMs.keys()) {
        if (expiresAtMs.size <= TICKETS_MAX) break;
        expiresAtMs.delete(oldest);
      }
      return `wsid_${port}=${ticket}; Max-Age=${VALID_FOR_S}; Path=/; HttpOnly; SameSite=Strict`;
    },
    isGood(cookieHeader = '') {
      return cookieHeader.split(';').some((pair) => {
        const [name, value = ''] = pair.trim().split('=', 2);
        return COOKIE_NAME.test(name ?? '') && (expiresAtMs.get(value) ?? 0) > clock.monotonicMs();
      });
    },
    revokeAll: () => expiresAtMs.clear(),
  };
}
