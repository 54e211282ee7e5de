import { IS_NIGHTLY } from '../../plan/lane.ts';
import { type Guard, guard } from './guard.ts';

/** What keeps one client from taking all there is; also for rows that need more of something than a household does. */
export const REQUEST_BUDGET = guard(
  'the budget of requests',
  'apps/gateway/src/http/routes.ts',
  'isCounted ? budget.refusalOf(networkOf(asked.address)) : undefined',
  'undefined',
);
export const SOCKET_PLACES = guard(
  'the number of sockets that there may be',
  'apps/gateway/src/http/sockets/socket-hub.ts',
  'return clients.size < clientsMax && ofAddress < max;',
  'return ofAddress >= 0;',
);
export const BODY_LIMIT = guard(
  'the limit of a body',
  'apps/gateway/src/http/routes.ts',
  'bodyLimit: SERVER_LIMITS.bodyMaxBytes,',
  'bodyLimit: 2 ** 30,',
);
export const HANDLES_LEFT = guard(
  'the connections that leave handles for files',
  'apps/gateway/src/http/server-limits.ts',
  'Math.min(connectionsMax, Math.max(CONNECTIONS_MIN, left))',
  'connectionsMax + 0 * left * CONNECTIONS_MIN',
);

/** The guards to take out for the proof of one of them: in the short form all, since each build takes its time. */
export function crowdGuards(one: Guard): readonly Guard[] {
  return IS_NIGHTLY ? [one] : [REQUEST_BUDGET, SOCKET_PLACES, BODY_LIMIT, HANDLES_LEFT];
}
