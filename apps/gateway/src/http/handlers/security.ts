import { ADMIN_USER_NAME, type Handlers, result, SECRET_PLACEHOLDER } from '@heliograph/contract';
import { noteDeed } from '../../platform/acting-user.ts';
import { Secret } from '../../platform/secret.ts';
import { createStoredSecurity } from '../../settings/first-settings.ts';
import { type HashCost, passwordMatches } from '../../settings/password-hash.ts';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { LoginEndedError } from '../access/login-ended-error.ts';

type SecurityHandlers = Pick<Handlers, 'getSecurityConfig' | 'setSecurityConfig'>;

export interface SecurityHandlerOptions {
  readonly settings: SettingsStore;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly hashCost: HashCost;
  /** Told of the new password when it counts. */
  readonly onPasswordSet: (userName: string, password: Secret) => void;
}

/** Whoever lets people in has subscribed to the settings. */
export function createSecurityHandlers(options: SecurityHandlerOptions): SecurityHandlers {
  const { settings, randomBytes, hashCost, onPasswordSet } = options;

  /** The same password once more changes nothing, so nobody has to log in again. */
  function isCurrentPassword(password: Secret): Promise<boolean> {
    return passwordMatches(password, settings.get('security').password_hash);
  }

  return {
    getSecurityConfig: () => ({
      password: SECRET_PLACEHOLDER,
      allow_readonly: settings.get('security').allow_readonly,
    }),
    async setSecurityConfig({ password, allow_readonly: allowReadonly }, _query, { user }) {
      const secret = new Secret(password);
      const judgedBy = settings.get('security').password_hash;
      if (password === SECRET_PLACEHOLDER || (await isCurrentPassword(secret))) {
        await settings.update('security', (current) =>
          current.allow_readonly === allowReadonly ? current : { ...current, allow_readonly: allowReadonly },
        );
      } else if (user?.isFresh === false) {
        // Whoever gets at a browser, at what it keeps, or by a proxy in, does not get the gateway with it.
        return result('PasswordNeeded');
      } else {
        const stored = await createStoredSecurity({ password: secret, allowReadonly, randomBytes, hashCost });
        await settings.update('security', (current) => {
          // Hashing takes a while: who came in by a password that was changed meanwhile does not change it back.
          if (current.password_hash !== judgedBy) throw new LoginEndedError();
          return stored;
        });
        noteDeed({ part: 'password' });
        onPasswordSet(ADMIN_USER_NAME, secret);
      }
      return result('SettingsSaved');
    },
  };
}
