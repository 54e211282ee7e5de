import { type Handlers, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

type SignInHandlers = Pick<Handlers, 'getSignIn' | 'setSignIn' | 'getSignInWays'>;

/** Who is known by the word of a proxy or of a provider of OpenID Connect. */
export function createSignInHandlers(settings: SettingsStore): SignInHandlers {
  return {
    getSignIn() {
      const { proxy, openid } = settings.get('signin');
      return {
        proxy: { ...proxy, secret: shownSecret(proxy.secret) },
        openid: { ...openid, client_secret: shownSecret(openid.client_secret) },
      };
    },
    async setSignIn({ proxy, openid }) {
      let lacksSecret = false;
      await settings.update('signin', (current) => {
        const secret = keptOrNew(proxy.secret, current.proxy.secret);
        // The placeholder stands for nothing where there was nothing.
        lacksSecret = proxy.addresses.length > 0 && secret === '';
        const client_secret = keptOrNew(openid.client_secret, current.openid.client_secret);
        return lacksSecret ? current : { proxy: { ...proxy, secret }, openid: { ...openid, client_secret } };
      });
      return result(lacksSecret ? 'SignInSecret' : 'SettingsSaved');
    },
    getSignInWays(_body, _query, { user }) {
      const { enabled, name } = settings.get('signin').openid;
      return {
        ...(user?.by === 'proxy' && { proxy_user: user.name }),
        ...(enabled && { openid: name }),
      };
    },
  };
}
