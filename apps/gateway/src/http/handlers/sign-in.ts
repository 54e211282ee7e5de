import { type Handlers, result, type SignInSettings } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

type SignInHandlers = Pick<Handlers, 'getSignIn' | 'setSignIn' | 'getSignInWays'>;

export interface SignInHandlerOptions {
  readonly settings: SettingsStore;
}

/** Who is known by the word of a proxy, or of an OpenID Connect provider. */
export function createSignInHandlers({ settings }: SignInHandlerOptions): SignInHandlers {
  return {
    getSignIn() {
      const { proxy, openid } = settings.get('signin');
      return {
        proxy: { ...proxy, secret: shownSecret(proxy.secret) },
        openid: { ...openid, client_secret: shownSecret(openid.client_secret) },
      };
    },
    async setSignIn(next) {
      let lacksSecret = false;
      await settings.update('signin', (current) => {
        const kept = withKept(next, current);
        // The placeholder stands for nothing where there was nothing.
        lacksSecret = kept.proxy.addresses.length > 0 && kept.proxy.secret === '';
        return lacksSecret ? current : kept;
      });
      return result(lacksSecret ? 'SignInSecret' : 'SettingsSaved');
    },
    getSignInWays: (_body, _query, { user }) => (user?.by === 'proxy' ? { proxy_user: user.name } : {}),
  };
}

/** A saved secret is for the provider that it was saved for: it is not sent to another one. */
function withKept({ proxy, openid }: SignInSettings, current: SignInSettings): SignInSettings {
  const isSame = openid.issuer === current.openid.issuer;
  return {
    proxy: { ...proxy, secret: keptOrNew(proxy.secret, current.proxy.secret) },
    openid: {
      ...openid,
      client_secret: keptOrNew(openid.client_secret, isSame ? current.openid.client_secret : ''),
    },
  };
}
