import { type Handlers, result, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { Secret } from '../../platform/secret.ts';
import { createStoredSecurity } from '../../settings/first-settings.ts';
import type { HashCost } from '../../settings/password-hash.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';

type SecurityHandlers = Pick<Handlers, 'getSecurityConfig' | 'setSecurityConfig'>;

interface SecurityHandlerOptions {
  readonly settings: SettingsStore;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly hashCost: HashCost;
}

/** Whoever lets people in has subscribed to the settings. */
export function createSecurityHandlers(options: SecurityHandlerOptions): SecurityHandlers {
  const { settings, randomBytes, hashCost } = options;
  return {
    getSecurityConfig: () => ({
      password: SECRET_PLACEHOLDER,
      allow_readonly: settings.get('security').allow_readonly,
    }),
    async setSecurityConfig({ password, allow_readonly: allowReadonly }) {
      if (password === SECRET_PLACEHOLDER) {
        await settings.update('security', (current) => ({ ...current, allow_readonly: allowReadonly }));
        return result('SettingsSaved');
      }
      const secret = new Secret(password);
      const stored = await createStoredSecurity({ password: secret, allowReadonly, randomBytes, hashCost });
      await settings.update('security', () => stored);
      return result('SettingsSaved');
    },
  };
}
