import { type CallingUser, type Handlers, result } from '@heliograph/contract';
import type { Session, Sessions } from '../../accounts/sessions.ts';

type SessionHandlers = Pick<Handlers, 'getSessions' | 'endSession'>;

/** An admin sees and ends every login, anybody else the own ones. */
const isFor = (user: CallingUser | undefined, { userName }: Session) =>
  user !== undefined && (user.role === 'admin' || user.name === userName);

/** The logins that go on. */
export function createSessionHandlers(sessions: Pick<Sessions, 'all' | 'end'>): SessionHandlers {
  return {
    getSessions: (_body, _query, { sessionId, user }) => ({
      sessions: sessions
        .all()
        .filter((session) => isFor(user, session))
        .map((session) => ({ ...factsOf(session), own: session.id === sessionId })),
    }),
    async endSession({ id }, _query, { sessionId = '', user }) {
      const meant = id === '' ? sessionId : id;
      const isTheirs = sessions.all().some((session) => session.id === meant && isFor(user, session));
      const isEnded = isTheirs && (await sessions.end(meant));
      return result(isEnded ? 'SessionEnded' : 'SessionUnknown');
    },
  };
}

function factsOf({ id, userName, beganAtMs, usedAtMs, address, agent }: Session) {
  const seconds = (ms: number) => Math.floor(ms / 1000);
  return { id, user: userName, since: seconds(beganAtMs), last_used: seconds(usedAtMs), address, agent };
}
