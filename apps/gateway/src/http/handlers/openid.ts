import {
  type Handlers,
  type OpenIdAuthenticated,
  type OpenIdFinish,
  type Role,
  result,
  UNKNOWN_VISITORS,
  type Visit,
} from '@heliograph/contract';
import type { AccessLog } from '../../accounts/access-log.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { OpenIdAttempts } from '../../accounts/openid-attempts.ts';
import type { OpenIdProvider } from '../../accounts/openid-provider.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import type { BegunLoginCookies } from '../access/begun-login-cookies.ts';
import { TooManyLoginsError } from '../access/login-ended-error.ts';
import type { PageLogins } from '../access/page-logins.ts';
import type { Client } from '../limits/client-address.ts';
import type { ClientLimits } from '../limits/client-limits.ts';

type OpenIdHandlers = Pick<Handlers, 'startOpenId' | 'finishOpenId'>;

export interface OpenIdHandlerOptions {
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly openIdProvider: OpenIdProvider;
  readonly openIdAttempts: OpenIdAttempts;
  readonly openIdCookies: BegunLoginCookies;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly limits: Pick<ClientLimits, 'clientOf' | 'logins'>;
  readonly logins: Pick<PageLogins, 'beginSession'>;
  readonly accessLog: Pick<AccessLog, 'noteRefused'>;
}

/** What stands in the list of who was here where nobody knows who it was. */
const UNKNOWN = UNKNOWN_VISITORS.openid;
/** How somebody came, in the same list. */
const BY_OPENID = 'OpenID';

/** Logins by a provider of OpenID Connect. */
export function createOpenIdHandlers(options: OpenIdHandlerOptions): OpenIdHandlers {
  const { settings, openIdProvider, openIdAttempts, openIdCookies, accounts, limits, accessLog } = options;
  const openid = () => settings.get('signin').openid;

  function noteRefused(client: Client): void {
    limits.logins.countFailure(client);
    accessLog.noteRefused(UNKNOWN, client.address);
  }

  /** The answer to somebody who is known, and may do this. */
  async function begin(userName: string, role: Role, visit: Visit, returnUrl: string) {
    const { address, agent, port, isHttps, cookies } = visit;
    const login = { userName, address, agent, place: { port, isHttps }, cookies };
    const begun = await options.logins.beginSession({ ...login, openIdRole: role, how: BY_OPENID });
    for (const cookie of begun.setCookies) visit.setCookie(cookie);
    const told = role === 'admin' ? {} : { role };
    const answer = { ...result('OpenIdAccepted'), user: userName, return_url: returnUrl };
    return { ...answer, ...told, ...begun.forPage };
  }

  async function logIn(sent: OpenIdFinish, visit: Visit): Promise<OpenIdAuthenticated> {
    const client = limits.clientOf(visit.address);
    const waitS = limits.logins.waitS(client);
    if (waitS > 0) throw new TooManyLoginsError(waitS);
    const attempt = openIdAttempts.take(openIdCookies.of(visit.cookies), sent.state);
    // Late, or of another browser: no guess.
    if (attempt === undefined) return result('OpenIdLate');
    visit.setCookie(openIdCookies.drop(visit));
    const before = openid();
    const person = await openIdProvider.personOf(sent, attempt);
    if (person === 'OpenIdRefused') noteRefused(client);
    if (typeof person === 'string') return result(person);
    // The exchange took a while, and what it went by may count no more.
    if (openid() !== before) return result('OpenIdLate');
    const { name: userName, role } = person;
    const isOfAccount = accounts.find(userName) !== undefined;
    if (role === undefined || isOfAccount) {
      accessLog.noteRefused(userName, client.address);
      return result('OpenIdStranger');
    }
    limits.logins.noteLogin(client);
    return begin(userName, role, visit, attempt.returnUrl);
  }

  return {
    async startOpenId({ return_url: returnUrl }, _query, { visit }) {
      if (visit === undefined || !openid().enabled) return result('OpenIdOff');
      const { address, network } = limits.clientOf(visit.address);
      const { attempt, key } = openIdAttempts.begin(network ?? address, returnUrl);
      const found = await openIdProvider.addressFor(attempt);
      if (typeof found === 'string') return result(found);
      visit.setCookie(openIdCookies.leave(visit, key));
      return { ...result('OpenIdAsked'), address: found.address };
    },
    async finishOpenId(sent, _query, { visit }) {
      return visit === undefined || !openid().enabled ? result('OpenIdOff') : logIn(sent, visit);
    },
  };
}
