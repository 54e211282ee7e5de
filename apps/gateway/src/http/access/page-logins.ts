import type { IncomingMessage } from 'node:http';
import { ADMIN_USER_NAME } from '@heliograph/contract';
import type { Sessions } from '../../accounts/sessions.ts';
import { accessRequestOf } from './access.ts';
import type { Authenticator } from './authenticator.ts';
import type { SocketTickets } from './socket-tickets.ts';

/** What a login leaves with whoever logged in. */
export interface LeftByLogin {
  /** The value of a Set-Cookie header. */
  readonly setCookie: string;
  /** What takes the place of the password from now on. */
  readonly token?: string;
}

/** What comes of a login and of its end. */
export interface PageLogins {
  /** Of a request that was let in. A page of ours that came with the password begins a session. */
  begin(request: IncomingMessage, isPage: boolean): Promise<LeftByLogin>;
  /**
   * Ends the ticket, and with it the session, of a request; resolves with the value of the Set-Cookie header that drops the
   * cookie, undefined where there is none.
   */
  end(request: IncomingMessage): Promise<string | undefined>;
}

export interface PageLoginsOptions {
  readonly authenticator: Pick<Authenticator, 'sessionOf'>;
  readonly tickets: SocketTickets;
  /** Undefined where there are none: who comes with the password goes on with it. */
  readonly sessions: Pick<Sessions, 'begin' | 'end'> | undefined;
}

export function createPageLogins({ authenticator, tickets, sessions }: PageLoginsOptions): PageLogins {
  return {
    async begin(request, isPage) {
      const { headers, address } = accessRequestOf(request);
      const port = request.socket.localPort ?? 0;
      const known = authenticator.sessionOf(headers.authorization);
      if (known !== undefined || !isPage || sessions === undefined) {
        return { setCookie: tickets.issue(port, known?.id) };
      }
      const agent = headers['user-agent'] ?? '';
      const { session, token } = await sessions.begin({ userName: ADMIN_USER_NAME, address, agent });
      return { setCookie: tickets.issue(port, session.id), token: token.reveal() };
    },
    async end({ headers, socket }) {
      const ended = tickets.end(headers.cookie, socket.localPort ?? 0);
      if (ended?.sessionId !== undefined) await sessions?.end(ended.sessionId);
      return ended?.setCookie;
    },
  };
}
