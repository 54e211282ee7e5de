import type { IncomingMessage } from 'node:http';
import type { Role } from '@heliograph/contract';
import type { AccessLog } from '../../accounts/access-log.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Secret } from '../../platform/secret.ts';
import type { Access } from './access.ts';
import type { BrowserMarks } from './browser-marks.ts';
import { LoginEndedError } from './login-ended-error.ts';
import type { CookiePlace, SocketTickets } from './socket-tickets.ts';

/** What a login leaves with whoever logged in. */
export interface LeftByLogin {
  /** The values of Set-Cookie headers. */
  readonly setCookies: readonly string[];
  /** What a page of ours is told besides: a token in place of the password, and what somebody may do who is no admin. */
  readonly forPage: { readonly token?: string; readonly role?: Role; readonly refused?: number };
}

/** What comes of a login and of its end. */
export interface PageLogins {
  /**
   * Of a request that was let in. A page of ours that came with the password begins a session. Rejects with `LoginEndedError` where
   * it would not be let in any more.
   */
  begin(request: IncomingMessage, isPage: boolean): Promise<LeftByLogin>;
  /**
   * Ends the ticket, and with it the session, of a request; resolves with the values of the Set-Cookie headers that drop its
   * cookies. That of a known browser goes, too: nothing of a login is left behind.
   */
  end(request: IncomingMessage): Promise<readonly string[]>;
  /** Begins the session of somebody who is known to be who they are. */
  beginSession(login: PageLogin): Promise<LeftByLogin>;
}

/** Who logs in at a page, and from where. */
export interface PageLogin {
  readonly userName: string;
  readonly address: string;
  readonly agent: string;
  /** Where its cookies are for. */
  readonly place: CookiePlace;
  readonly cookies: string | undefined;
  /** With which passkey; undefined: with the password. */
  readonly passkey?: { readonly id: string; readonly name: string };
  /** What a provider of OpenID Connect has said that they may do; undefined: it did not speak for them. */
  readonly openIdRole?: Role;
  /** How they came, for the list of who was here. */
  readonly how?: string;
}

export interface PageLoginsOptions {
  readonly access: Pick<Access, 'requestOf' | 'knownCallerOf'>;
  readonly tickets: SocketTickets;
  /** Undefined where there are none: who comes with the password goes on with it. */
  readonly sessions: Pick<Sessions, 'begin' | 'end' | 'browserOf' | 'forgetBrowser'> | undefined;
  readonly marks?: BrowserMarks;
  readonly accessLog?: Pick<AccessLog, 'note' | 'refusedSinceLoginOf'>;
}

export function createPageLogins(options: PageLoginsOptions): PageLogins {
  const { access, tickets, sessions, marks, accessLog } = options;
  const leftMark = (place: CookiePlace, mark: Secret | undefined) =>
    mark === undefined || marks === undefined ? [] : [marks.leave(place, mark)];

  async function beginSession(login: PageLogin) {
    const { userName, address, agent, place, cookies, passkey, openIdRole } = login;
    if (sessions === undefined) throw new LoginEndedError();
    const browserMark = marks?.of(cookies).find((one) => sessions.browserOf(one) !== undefined);
    const begun = { userName, address, agent, passkey: passkey?.id, openIdRole, browser: browserMark };
    const { session, token, browser } = await sessions.begin(begun);
    const refused = accessLog?.refusedSinceLoginOf(userName) ?? 0;
    const how = passkey?.name ?? login.how;
    const what = how !== undefined && { what: how };
    accessLog?.note({ kind: 'login', user: userName, address, agent, ...what });
    const setCookies = [tickets.issue(place, userName, session.id), ...leftMark(place, browser)];
    const guesses = refused > 0 ? { refused } : {};
    return { setCookies, forPage: { ...guesses, token: token.reveal() } };
  }

  return {
    beginSession,
    async begin(request, isPage) {
      const asked = access.requestOf(request);
      const { headers, address, isHttps } = asked;
      const who = access.knownCallerOf(asked);
      if (who === undefined) throw new LoginEndedError();
      const { name: userName, session: known } = who;
      const role = isPage && who.role !== 'admin' ? { role: who.role } : {};
      const agent = headers['user-agent'] ?? '';
      if (who.by === 'proxy') {
        // It goes on as long as the proxy says so, and begins no session that could outlast that.
        if (isPage) accessLog?.note({ kind: 'login', user: userName, address, agent, what: BY_PROXY });
        return { setCookies: [], forPage: role };
      }
      const place = { port: request.socket.localPort ?? 0, isHttps };
      if (known !== undefined || !isPage || sessions === undefined) {
        return { setCookies: [tickets.issue(place, userName, known?.id)], forPage: role };
      }
      const begun = await beginSession({ userName, address, agent, place, cookies: headers.cookie });
      return { ...begun, forPage: { ...role, ...begun.forPage } };
    },
    async end(request) {
      const { headers, address, isHttps } = access.requestOf(request);
      const place = { port: request.socket.localPort ?? 0, isHttps };
      const holder = tickets.holderOf(headers.cookie);
      const ended = tickets.end(headers.cookie, place);
      if (ended !== undefined && holder !== undefined) {
        accessLog?.note({ kind: 'logout', user: holder.name, address });
      }
      if (ended?.sessionId !== undefined) await sessions?.end(ended.sessionId);
      for (const mark of marks?.of(headers.cookie) ?? []) sessions?.forgetBrowser(mark);
      const dropped = [ended?.setCookie, marks?.drop(place, headers.cookie)];
      return dropped.filter((cookie) => cookie !== undefined);
    },
  };
}

/** How somebody came, in the list of who was here. */
const BY_PROXY = 'proxy';
