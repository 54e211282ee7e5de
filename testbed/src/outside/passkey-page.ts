import { type Answer, AS_FORM, dataForm, login, send } from './http-client.ts';
import { createSoftAuthenticator, type SoftAuthenticator, type Wrong } from './soft-authenticator.ts';

export interface PasskeyPageOptions {
  /** By which the page was opened, with a port where it is not that of the scheme. */
  readonly host?: string;
  readonly scheme?: 'http' | 'https';
  readonly authenticator?: SoftAuthenticator;
  /** The address of the browser, one of this machine. */
  readonly from?: string;
}

/** What a JSON answer has, or its status alone where that is not 200. */
export type Told = { readonly status: number } & Readonly<
  Record<string, string | number | string[] | undefined>
>;

/** A browser with a page of the gateway on `port`, as far as passkeys go: it keeps the cookies that it gets. */
export function openPasskeyPage(port: number, options: PasskeyPageOptions = {}) {
  const { host = `localhost:${port}`, scheme = 'http', from = '127.0.0.1' } = options;
  const { authenticator = createSoftAuthenticator() } = options;
  const origin = `${scheme}://${host}`;
  const cookies = new Map<string, string>();

  function keepCookies({ headers }: Answer): void {
    for (const text of headers['set-cookie'] ?? []) {
      const [pair = ''] = text.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  const headers = () => ({
    ...{ host, origin, 'x-requested-with': 'XMLHttpRequest', 'x-heliograph-page': '1' },
    ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
  });

  /** Posts to a call of ours; `as`: the headers of a login. */
  async function post(name: string, body: unknown, as: Readonly<Record<string, string>> = {}): Promise<Told> {
    const answer = await send(port, `/api/heliograph/${name}`, {
      ...{ method: 'POST', body: dataForm(body), from },
      headers: { ...headers(), ...as, ...AS_FORM },
    });
    keepCookies(answer);
    return { ...(answer.status === 200 && JSON.parse(answer.text)), status: answer.status };
  }

  const asked = (told: Told) => ({
    ...{ challenge: String(told.challenge), host: String(told.host), origin },
    user_handle: String(told.user_handle ?? ''),
  });

  const page = {
    origin,
    cookies,
    headers,
    authenticator,
    post,
    /** Asks for a new passkey, and has it made; what is to be sent next. */
    async make(name = 'Phone', as = login(), wrong: Wrong = {}) {
      return authenticator.make(asked(await post('passkey-begin', { name }, as)), wrong);
    },
    /** Makes a passkey and has the gateway take it. */
    async add(name = 'Phone', as = login(), wrong: Wrong = {}): Promise<Told> {
      return post('passkey-add', await page.make(name, as, wrong), as);
    },
    /** Asks for a login, and has it signed; what is to be sent next. */
    async sign(wrong: Wrong = {}) {
      return authenticator.sign(asked(await post('passkey-question', { ask: true })), wrong);
    },
    /** Logs in. */
    async logIn(wrong: Wrong = {}): Promise<Told> {
      return post('passkey-login', await page.sign(wrong));
    },
  };
  return page;
}
