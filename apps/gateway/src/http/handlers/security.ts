import { type Handlers, result, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { Secret } from '../../platform/secret.ts';
import { createStoredSecurity } from '../../settings/first-settings.ts';
import { type HashCost, passwordMatches } from '../../settings/password-hash.ts';
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

  /** The same password once more changes nothing, so nobody has to log in again. */
  function isCurrentPassword(password: Secret): Promise<boolean> {
    return passwordMatches(password, settings.get('security').password_hash);
  }

  return {
    getSecurityConfig: () => ({
      password: SECRET_PLACEHOLDER,
      allow_readonly: settings.get('security').allow_readonly,
    }),
    async setSecurityConfig({ password, allow_readonly: allowReadonly }) {
      const secret = new Secret(password);
      if (password === SECRET_PLACEHOLDER || (await isCurrentPassword(secret))) {
        await settings.update('security', (current) =>
          current.allow_readonly === allowReadonly ? current : { ...current, allow_readonly: allowReadonly },
        );
      } else {
        const stored = await createStoredSecurity({ password: secret, allowReadonly, randomBytes, hashCost });
        await settings.update('security', () => stored);
      }
      return result('SettingsSaved');
    },
  };
}
