import { guard } from './guard.ts';

/** What keeps one client from taking all there is; also for rows that need more of something than a household does. */
export const REQUEST_BUDGET = guard(
  'the budget of requests',
  'apps/gateway/src/http/routes.ts',
  'budget.refusalOf(networkOf(asked.address)) ??',
  '',
);
export const SOCKET_PLACES = guard(
  'the number of sockets that there may be',
  'apps/gateway/src/http/sockets/socket-hub.ts',
  'return clients.size < clientsMax && ofAddress < max;',
  'return ofAddress >= 0;',
);
