import { type Handlers, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

type SignInHandlers = Pick<Handlers, 'getSignIn' | 'setSignIn' | 'getSignInWays'>;

/** Who is known by the word of a proxy. */
export function createSignInHandlers(settings: SettingsStore): SignInHandlers {
  return {
    getSignIn() {
      const { proxy } = settings.get('signin');
      return { proxy: { ...proxy, secret: shownSecret(proxy.secret) } };
    },
    async setSignIn({ proxy }) {
      let lacksSecret = false;
      await settings.update('signin', (current) => {
        const secret = keptOrNew(proxy.secret, current.proxy.secret);
        // The placeholder stands for nothing where there was nothing.
        lacksSecret = proxy.addresses.length > 0 && secret === '';
        return lacksSecret ? current : { proxy: { ...proxy, secret } };
      });
      return result(lacksSecret ? 'SignInSecret' : 'SettingsSaved');
    },
    getSignInWays: (_body, _query, { user }) => (user?.by === 'proxy' ? { proxy_user: user.name } : {}),
  };
}
