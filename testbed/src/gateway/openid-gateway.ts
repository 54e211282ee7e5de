import { onTestFinished } from 'vitest';
import type { SettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
import { type OpenIdIssuer, openOpenIdIssuer, type SignedIn } from '../outside/openid-issuer.ts';
import { openPasskeyPage, type Told } from '../outside/passkey-page.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './start-gateway.ts';

export interface OpenIdGateway extends TestGateway {
  readonly issuer: OpenIdIssuer;
}

export const CLIENT_SECRET = 'a secret of the client';

/** Has a gateway believe a provider of OpenID Connect whose groups are `see`, `work` and `own`. */
export async function believeIssuer(settings: SettingsStore, issuer: string, changed: object = {}) {
  await settings.update('signin', (signin) => ({
    ...signin,
    openid: {
      ...signin.openid,
      ...{ enabled: true, issuer, client_id: 'heliograph', client_secret: CLIENT_SECRET },
      public_address: 'https://solar.example/pv/',
      roles: [
        { group: 'see', role: 'viewer' },
        { group: 'work', role: 'operator' },
        { group: 'own', role: 'admin' },
      ],
      ...changed,
    },
  }));
}

/** A gateway that lets nobody read without a login, and a provider on this machine that it believes. */
export async function startWithIssuer(
  changed: object = {},
  options: TestGatewayOptions = {},
): Promise<OpenIdGateway> {
  const issuer = await openOpenIdIssuer({ secret: CLIENT_SECRET });
  onTestFinished(issuer.close);
  const gateway = await startTestGateway({
    ...options,
    async prepare(settings) {
      await settings.update('security', (security) => ({ ...security, allow_readonly: false }));
      await believeIssuer(settings, issuer.issuer, changed);
    },
  });
  return { ...gateway, issuer };
}

let visits = 0;
/** A browser at an address of its own, so that it does not have to wait for what another one got wrong. */
export const openIdBrowser = ({ port }: Pick<TestGateway, 'port'>) =>
  openPasskeyPage(port, { from: `127.0.2.${++visits}` });
export type OpenIdBrowser = ReturnType<typeof openIdBrowser>;

/** Where the gateway sends the browser. */
export const beginOpenId = async (browser: OpenIdBrowser, returnUrl = '/history') =>
  String((await browser.post('openid-start', { return_url: returnUrl })).address);

/** What the gateway says to what the provider has sent along. */
export const finishOpenId = (browser: OpenIdBrowser, body: object) => browser.post('openid-finish', body);

/** The whole way, as `who`. */
export async function logInByOpenId(
  gateway: Pick<OpenIdGateway, 'port' | 'issuer'>,
  who: SignedIn,
  browser = openIdBrowser(gateway),
): Promise<Told> {
  return finishOpenId(browser, gateway.issuer.signIn(await beginOpenId(browser), who));
}
