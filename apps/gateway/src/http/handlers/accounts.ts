import {
  ADMIN_USER_NAME,
  byteLength,
  type Handlers,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  result,
} from '@heliograph/contract';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Passkeys } from '../../accounts/passkeys.ts';
import { noteDeed } from '../../platform/acting-user.ts';
import { Secret } from '../../platform/secret.ts';

type AccountHandlers = Pick<
  Handlers,
  'getAccounts' | 'saveAccount' | 'removeAccount' | 'setOwnPassword' | 'createToken' | 'endToken'
>;

export interface AccountHandlerOptions {
  readonly accounts: Accounts;
  readonly passkeys: Pick<Passkeys, 'of' | 'remove'>;
  /** Told of a new password when it counts. */
  readonly onPasswordSet: (userName: string, password: Secret) => void;
}

const TOO_SHORT_OR_LONG = result('PasswordLength', { max: PASSWORD_MAX_LENGTH });

const isLongEnough = (password: string) => byteLength(password) >= PASSWORD_MIN_LENGTH;

/** Who may log in, and which programs may call. */
export function createAccountHandlers(options: AccountHandlerOptions): AccountHandlers {
  const { accounts, passkeys, onPasswordSet } = options;
  return {
    getAccounts: () => ({
      accounts: accounts.all().map(({ name, role, passwordHash }) => ({
        ...{ name, role, has_password: passwordHash !== '', passkeys: passkeys.of(name).length },
      })),
      tokens: accounts.tokens().map(({ id, name, role, madeAtS, usedAtS }) => ({
        ...{ id, name, role, made_at: madeAtS, used_at: usedAtS },
      })),
    }),
    async saveAccount({ name, role, password, is_new: isNew }) {
      if (password !== '' && !isLongEnough(password)) return TOO_SHORT_OR_LONG;
      const part = password === '' ? undefined : 'password';
      noteDeed({ on: name, role, part: isNew ? 'new' : part });
      const secret = password === '' ? undefined : new Secret(password);
      const outcome = await accounts.save({ name, role, password: secret, isNew });
      return outcome === 'PasswordLength' ? TOO_SHORT_OR_LONG : result(outcome);
    },
    async removeAccount({ name }) {
      if (name === ADMIN_USER_NAME) return result('AccountAdmin');
      noteDeed({ on: name });
      await passkeys.remove(name); // an account of the same name that is made later has none of them
      return result((await accounts.remove(name)) ? 'AccountRemoved' : 'AccountUnknown');
    },
    async setOwnPassword({ current_password: current, password }, _query, { user }) {
      if (!isLongEnough(password)) return TOO_SHORT_OR_LONG;
      const name = user?.name ?? '';
      if (!(await accounts.isPassword(name, new Secret(current)))) return result('PasswordWrong');
      if (password === current) return result('PasswordChanged'); // nobody has to log in again
      const secret = new Secret(password);
      await accounts.setPassword(name, secret);
      onPasswordSet(name, secret);
      return result('PasswordChanged');
    },
    async createToken(made) {
      noteDeed({ on: made.name, role: made.role });
      const created = await accounts.createToken(made);
      if (created === 'ListFull') return result('ListFull');
      return { ...result('TokenCreated'), token: created.token.reveal() };
    },
    async endToken({ id }) {
      const ended = accounts.tokens().find((token) => token.id === id);
      noteDeed({ on: ended?.name, role: ended?.role });
      return result((await accounts.endToken(id)) ? 'TokenEnded' : 'TokenUnknown');
    },
  };
}
