import { type CallingUser, type Handlers, result } from '@heliograph/contract';
import type { AccessLog } from '../../accounts/access-log.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Session, Sessions } from '../../accounts/sessions.ts';

type SessionHandlers = Pick<Handlers, 'getSessions' | 'endSession' | 'getAccessLog'>;

/** An admin sees and ends every login, anybody else the own ones. */
const isFor = (user: CallingUser | undefined, { userName }: Session) =>
  user !== undefined && (user.role === 'admin' || user.name === userName);

/** The logins that go on. */
export function createSessionHandlers(
  sessions: Pick<Sessions, 'all' | 'end'>,
  accounts: Pick<Accounts, 'find'>,
  accessLog: Pick<AccessLog, 'note' | 'entries'>,
): SessionHandlers {
  const hasPassword = ({ name }: CallingUser) => (accounts.find(name)?.passwordHash ?? '') !== '';
  return {
    getSessions: (_body, _query, { sessionId, user }) => ({
      sessions: sessions
        .all()
        .filter((session) => isFor(user, session))
        .map((session) => ({ ...factsOf(session), own: session.id === sessionId })),
      ...(user !== undefined && !hasPassword(user) && { elsewhere: true }),
    }),
    async endSession({ id }, _query, { sessionId = '', user, address }) {
      const meant = id === '' ? sessionId : id;
      const ended = sessions.all().find((session) => session.id === meant && isFor(user, session));
      const isEnded = ended !== undefined && (await sessions.end(meant));
      if (isEnded && ended !== undefined) {
        const { userName } = ended;
        const { name = userName } = user ?? {};
        if (meant === sessionId) accessLog.note({ kind: 'logout', user: userName, address });
        else accessLog.note({ kind: 'ended', user: name, address, on: userName });
      }
      return result(isEnded ? 'SessionEnded' : 'SessionUnknown');
    },
    getAccessLog: (_body, { before = '', find = '', means = '' }) =>
      accessLog.entries(
        /^\d{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER,
        find,
        means.split(';').map((codes) => codes.split(',').filter(Boolean)),
      ),
  };
}

function factsOf({ id, userName, beganAtMs, usedAtMs, address, agent }: Session) {
  const seconds = (ms: number) => Math.floor(ms / 1000);
  return { id, user: userName, since: seconds(beganAtMs), last_used: seconds(usedAtMs), address, agent };
}
