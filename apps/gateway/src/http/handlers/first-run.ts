import {
  ADMIN_USER_NAME,
  type CallingUser,
  DEFAULT_ADMIN_PASSWORD,
  ENDPOINTS,
  type Handlers,
  result,
} from '@heliograph/contract';
import type { AccessLog } from '../../accounts/access-log.ts';
import type { FirstRun } from '../../accounts/first-run.ts';
import { Secret } from '../../platform/secret.ts';
import { createStoredSecurity } from '../../settings/first-settings.ts';
import type { ClientLimits } from '../limits/client-limits.ts';
import { isGuidePutOff } from '../pages/cookies.ts';
import type { SecurityHandlerOptions } from './security.ts';

const isAdminByPassword = (user: CallingUser | undefined) =>
  user?.name === ADMIN_USER_NAME && user.by === 'password';

type FirstRunHandlers = Pick<Handlers, 'authenticate' | 'getFirstRun' | 'setFirstPassword' | 'endFirstRun'>;

export interface FirstRunHandlerOptions extends SecurityHandlerOptions {
  readonly firstRun: Omit<FirstRun, 'forget' | 'close'>;
  readonly accessLog: Pick<AccessLog, 'note' | 'noteRefused'>;
  readonly limits: Pick<ClientLimits, 'clientOf' | 'logins'>;
}

export function createFirstRunHandlers(options: FirstRunHandlerOptions): FirstRunHandlers {
  const { firstRun, accessLog, settings, randomBytes, hashCost, onPasswordSet } = options;
  const { clientOf, logins } = options.limits;

  /** Why somebody may not set the first password; whoever guesses waits as whoever guesses passwords. */
  function codeProblem(code: string, address: string): 'FirstCodeWrong' | 'FirstCodeWait' | undefined {
    const client = clientOf(address);
    if (logins.waitS(client) > 0) return 'FirstCodeWait';
    if (firstRun.isCode(code)) return undefined;
    logins.countFailure(client);
    accessLog.noteRefused(ADMIN_USER_NAME, address);
    return 'FirstCodeWrong';
  }

  return {
    authenticate(_body, _query, { isPage, user, visit }) {
      const mayBeAsked = isPage && user?.role === 'admin' && !isGuidePutOff(visit?.cookies);
      return {
        ...result('Authenticated'),
        ...(mayBeAsked && isAdminByPassword(user) && firstRun.asksForPassword() && { ask_password: true }),
        ...(mayBeAsked && firstRun.isOpen() && { open_guide: true }),
      };
    },
    getFirstRun: async (_body, _query, { isOwnMachine, mayReadPrivate }) => ({
      ...{ open: firstRun.isOpen(), locked: firstRun.isLocked(), own_machine: isOwnMachine },
      default_password: settings.get('security').default_password && (await mayReadPrivate()),
    }),
    async setFirstPassword({ code, password }, _query, { address, isOwnMachine }) {
      if (!firstRun.isLocked()) return result('FirstPasswordOver');
      const problem = isOwnMachine ? undefined : codeProblem(code, address);
      if (problem !== undefined) return result(problem);
      if (password === DEFAULT_ADMIN_PASSWORD) return result('FirstPasswordKnown');
      const secret = new Secret(password);
      const { allow_readonly: allowReadonly } = settings.get('security');
      const stored = await createStoredSecurity({ password: secret, allowReadonly, randomBytes, hashCost });
      let isFirst = false;
      await settings.update('security', (current) => {
        // Hashing takes a while, and of two that came at once only one is the first.
        isFirst = current.default_password;
        return isFirst ? { ...stored, allow_readonly: current.allow_readonly } : current;
      });
      if (!isFirst) return result('FirstPasswordOver');
      onPasswordSet(ADMIN_USER_NAME, secret);
      const what = ENDPOINTS.setFirstPassword.path;
      accessLog.note({ kind: 'done', user: ADMIN_USER_NAME, address, what });
      return result('FirstPasswordSaved');
    },
    async endFirstRun({ done }) {
      await firstRun.setDone(done);
      return result('SettingsSaved');
    },
  };
}
