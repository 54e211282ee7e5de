import { isIP } from 'node:net';
import {
  type CallingUser,
  type Handlers,
  PASSKEY_COUNT_MAX,
  type PasskeyAuthenticated,
  type PasskeyLogin,
  result,
  UNKNOWN_VISITORS,
  type Visit,
} from '@heliograph/contract';
import type { AccessLog } from '../../accounts/access-log.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import {
  checkNewPasskey,
  checkPasskeyLogin,
  type PasskeyOrigin,
  readClientData,
} from '../../accounts/passkey-check.ts';
import type { PasskeyQuestion, PasskeyQuestions } from '../../accounts/passkey-questions.ts';
import type { Passkey, Passkeys } from '../../accounts/passkeys.ts';
import { noteDeed } from '../../platform/acting-user.ts';
import type { BegunLoginCookies } from '../access/begun-login-cookies.ts';
import { hostOf } from '../access/host-names.ts';
import { TooManyLoginsError } from '../access/login-ended-error.ts';
import type { PageLogins } from '../access/page-logins.ts';
import type { Client } from '../limits/client-address.ts';
import type { ClientLimits } from '../limits/client-limits.ts';

type PasskeyHandlers = Pick<
  Handlers,
  | ('getPasskeys' | 'beginPasskey' | 'addPasskey' | 'removePasskey' | 'removePasskeysOf')
  | ('getPasskeyHosts' | 'askForPasskey' | 'logInWithPasskey')
>;

export interface PasskeyHandlerOptions {
  readonly passkeys: Passkeys;
  readonly questions: PasskeyQuestions;
  readonly passkeyCookies: BegunLoginCookies;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly limits: Pick<ClientLimits, 'clientOf' | 'logins'>;
  readonly logins: Pick<PageLogins, 'beginSession'>;
  /** Which browser a Cookie header is of, where somebody has logged in with it before. */
  readonly browserOf: (cookies: string | undefined) => string | undefined;
  readonly accessLog: Pick<AccessLog, 'note' | 'noteRefused'>;
}

/** What stands in the list of who was here where nobody knows whose passkey it was. */
const UNKNOWN = UNKNOWN_VISITORS.passkey;

/** Keys in place of the password. */
export function createPasskeyHandlers(options: PasskeyHandlerOptions): PasskeyHandlers {
  const { passkeys, questions, passkeyCookies, accounts, limits, accessLog } = options;

  function clientOf({ address, cookies }: Visit): Client {
    const browser = __WITHOUT__.knownBrowsers ? undefined : options.browserOf(cookies);
    const client = limits.clientOf(address);
    return browser === undefined ? client : { ...client, browser };
  }

  /** Puts a question, and leaves the key of it with the browser. */
  function ask(visit: Visit, about: Omit<PasskeyQuestion, 'challenge'>): PasskeyQuestion {
    const { address, network } = limits.clientOf(visit.address);
    const { question, key } = questions.ask(network ?? address, about);
    visit.setCookie(passkeyCookies.leave(visit, key));
    return question;
  }

  /** The question that this answers, which is over with that. */
  function answered(visit: Visit, place: PasskeyOrigin, clientData: string): PasskeyQuestion | undefined {
    const { challenge = '', crossOrigin = true } = readClientData(clientData) ?? {};
    const question = questions.take(passkeyCookies.of(visit.cookies), challenge);
    if (question === undefined) return undefined;
    visit.setCookie(passkeyCookies.drop(visit));
    return question.host === place.host && !crossOrigin ? question : undefined;
  }

  function refuse(client: Client, passkey: Passkey | undefined) {
    limits.logins.countFailure(client);
    accessLog.noteRefused(passkey?.user ?? UNKNOWN, client.address);
    return result('PasskeyRefused');
  }

  /** The passkey that has signed for a login, and how often by now; or why it does not count. */
  async function signed(sent: PasskeyLogin, visit: Visit, place: PasskeyOrigin, client: Client) {
    const question = answered(visit, place, sent.client_data);
    // Late, or of another browser: no guess.
    if (question === undefined || question.making !== undefined) return result('PasskeyLate');
    const passkey = passkeys.find(sent.id);
    const isMeant = passkey?.host === place.host && passkey.handle === sent.user_handle;
    const counter = isMeant ? await checkPasskeyLogin(sent, passkey, place, question.challenge) : undefined;
    return passkey === undefined || counter === undefined ? refuse(client, passkey) : { passkey, counter };
  }

  async function logIn(
    sent: PasskeyLogin,
    visit: Visit,
    place: PasskeyOrigin,
  ): Promise<PasskeyAuthenticated> {
    const client = clientOf(visit);
    const waitS = limits.logins.waitS(client);
    if (waitS > 0) throw new TooManyLoginsError(waitS);
    const found = await signed(sent, visit, place, client);
    if (!('passkey' in found)) return found;
    const { passkey, counter } = found;
    const { id, name, user } = passkey;
    const { address, agent, port, isHttps, cookies } = visit;
    if (!countsOn(counter, passkeys.counterOf(passkey)) && !__WITHOUT__.passkeyCounter) {
      limits.logins.countFailure(client);
      accessLog.note({ kind: 'passkey-copied', user, address, agent, what: name });
      return result('PasskeyCopied');
    }
    await passkeys.noteUse(id, counter);
    // Both took a while, and the passkey may have been removed meanwhile.
    const account = passkeys.has(id) ? accounts.find(user) : undefined;
    if (account === undefined) return refuse(client, passkey);
    limits.logins.noteLogin(client);
    limits.logins.forgetFailures(client);
    const passed = { id, name };
    const login = { userName: user, address, agent, place: { port, isHttps }, cookies, passkey: passed };
    const { setCookies, forPage } = await options.logins.beginSession(login);
    for (const cookie of setCookies) visit.setCookie(cookie);
    const role = account.role === 'admin' ? {} : { role: account.role };
    return { ...result('PasskeyAccepted'), user, ...role, ...forPage };
  }

  /** Somebody without an account has none for it either: whoever is given an account of that name later would share it. */
  const mayAdd = (user: CallingUser | undefined) =>
    user?.isFresh === true && accounts.find(user.name) !== undefined;

  return {
    getPasskeys: (_body, _query, { user, visit }) => ({
      ...{ host: nameOf(visit), fresh: mayAdd(user) },
      passkeys: passkeys.of(user?.name ?? '').map(({ id, name, host, made_at: madeAtS, usedAtS }) => ({
        ...{ id, name, host, made_at: madeAtS, used_at: usedAtS },
      })),
    }),
    beginPasskey({ name }, _query, { user, visit }) {
      const place = placeOf(visit);
      if (place === undefined) return result('PasskeyPlace');
      if (user === undefined || visit === undefined || !mayAdd(user)) return result('PasswordNeeded');
      const own = passkeys.of(user.name);
      if (own.length >= PASSKEY_COUNT_MAX) return result('ListFull');
      const handle = passkeys.handleOf(user.name);
      const { host } = place;
      const { challenge } = ask(visit, { host, making: { user: user.name, name, handle } });
      const exclude = own.filter((one) => one.host === host).map(({ credential }) => credential);
      return { ...result('PasskeyAsked'), challenge, host, user_handle: handle, exclude };
    },
    async addPasskey(sent, _query, { user, visit }) {
      const place = placeOf(visit);
      if (place === undefined) return result('PasskeyPlace');
      const question = visit && answered(visit, place, sent.client_data);
      const making = question?.making;
      if (question === undefined || making === undefined) return result('PasskeyLate');
      if (making.user !== user?.name) return result('PasskeyLate');
      const made = await checkNewPasskey(sent, place, question.challenge);
      if (made === undefined) return result('PasskeyRefused');
      const { credential, publicKey: public_key, counter } = made;
      const outcome = await passkeys.add({ ...making, host: place.host, credential, public_key, counter });
      if (outcome === 'PasskeyChanged') note('passkey-added', user, visit, making.name);
      return result(outcome);
    },
    async removePasskey({ id }, _query, { user, visit }) {
      if (user === undefined || !user.isFresh) return result('PasswordNeeded');
      const name = passkeys.of(user.name).find((one) => one.id === id)?.name ?? '';
      if ((await passkeys.remove(user.name, id)) === 0) return result('PasskeyRefused');
      note('passkey-removed', user, visit, name);
      return result('PasskeyChanged');
    },
    async removePasskeysOf({ name }) {
      noteDeed({ on: name });
      if (accounts.find(name) === undefined) return result('AccountUnknown');
      return result((await passkeys.remove(name)) > 0 ? 'PasskeyChanged' : 'PasskeyRefused');
    },
    getPasskeyHosts: (_body, _query, { visit }) => ({
      host: nameOf(visit),
      hosts: [...new Set(passkeys.all().map(({ host }) => host))].sort(),
    }),
    askForPasskey(_body, _query, { visit }) {
      const place = placeOf(visit);
      if (place === undefined || visit === undefined) return result('PasskeyPlace');
      const { challenge, host } = ask(visit, { host: place.host, making: undefined });
      return { ...result('PasskeyAsked'), challenge, host };
    },
    async logInWithPasskey(sent, _query, { visit }) {
      const place = placeOf(visit);
      if (place === undefined || visit === undefined) return result('PasskeyPlace');
      return logIn(sent, visit, place);
    },
  };

  function note(
    kind: 'passkey-added' | 'passkey-removed',
    { name: user }: CallingUser,
    visit: Visit | undefined,
    what: string,
  ): void {
    accessLog.note({ kind, user, address: visit?.address ?? '', agent: visit?.agent ?? '', what });
  }
}

/** Authenticators that do not count say 0 each time. */
const countsOn = (now: number, before: number) => now > before || (now === 0 && before === 0);

/** The name that a page was opened by; empty: an address. A passkey of an address is none that browsers take. */
function nameOf(visit: Visit | undefined): string {
  const name = hostOf(visit?.host) ?? '';
  return isIP(name) === 0 ? name : '';
}

/**
 * The name and the pages that passkeys are good for. Whether the name is one of ours was looked at before. A browser has passkeys on pages
 * that came over HTTPS, to us or to a proxy, and on those of its own machine; it signs which page it was.
 */
function placeOf(visit: Visit | undefined): PasskeyOrigin | undefined {
  const host = nameOf(visit);
  if (visit === undefined || host === '') return undefined;
  const schemes = visit.isHttps || host !== 'localhost' ? ['https'] : ['http', 'https'];
  // A page that came over plain HTTP has no passkeys to use, and would be told nothing but that.
  if (visit.origin?.startsWith('http:') === true && !schemes.includes('http')) return undefined;
  return { host, origins: schemes.map((scheme) => new URL(`${scheme}://${visit.host}`).origin) };
}
