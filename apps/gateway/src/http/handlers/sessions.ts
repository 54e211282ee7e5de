import { type Handlers, result } from '@heliograph/contract';
import type { Session, Sessions } from '../../accounts/sessions.ts';

type SessionHandlers = Pick<Handlers, 'getSessions' | 'endSession'>;

/** The logins that go on. */
export function createSessionHandlers(sessions: Pick<Sessions, 'all' | 'end'>): SessionHandlers {
  return {
    getSessions: (_body, _query, { sessionId }) => ({
      sessions: sessions.all().map((session) => ({ ...factsOf(session), own: session.id === sessionId })),
    }),
    async endSession({ id }, _query, { sessionId = '' }) {
      const isEnded = await sessions.end(id === '' ? sessionId : id);
      return result(isEnded ? 'SessionEnded' : 'SessionUnknown');
    },
  };
}

function factsOf({ id, userName, beganAtMs, usedAtMs, address, agent }: Session) {
  const seconds = (ms: number) => Math.floor(ms / 1000);
  return { id, user: userName, since: seconds(beganAtMs), last_used: seconds(usedAtMs), address, agent };
}
