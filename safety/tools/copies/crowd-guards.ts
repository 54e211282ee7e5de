import { IS_NIGHTLY } from '../../plan/lane.ts';
import { type Guard, guard } from './guard.ts';

const CLIENT_LIMITS = 'apps/gateway/src/http/limits/client-limits.ts';

/** What keeps one client from taking all there is; also for rows that need more of something than a household does. */
export const REQUEST_BUDGET = guard(
  'the budget of requests',
  CLIENT_LIMITS,
  'if (waitMs > 0) return Math.ceil(',
  'if (waitMs < 0) return Math.ceil(',
);
export const SOCKET_PLACES = guard(
  'the number of sockets that there may be',
  CLIENT_LIMITS,
  'hasRoom(name, client, guest) {',
  'hasRoom(name, client, guest) {\n      if (name !== undefined) return true;',
);
export const ADMIN_PLACES = {
  name: 'the places for the admin',
  edits: [
    { file: CLIENT_LIMITS, find: 'Math.min(reserved, Math.floor(all / 2))', replace: '0 * reserved' },
    { file: CLIENT_LIMITS, find: "if (guest === 'admin') return", replace: 'if (name === undefined) return' },
  ],
} as const satisfies Guard;
export const READING_GATE = guard(
  'the gate before what is read',
  'apps/gateway/src/http/limits/limited-server.ts',
  'gate = gateReading(speaking, (bytes) => cut(bytes));',
  'gate = gateReading(speaking, (bytes) => (cut === undefined ? 0 : bytes.length));',
);
export const GIVING_WAY = guard(
  'the rule that who has most connections gives way',
  CLIENT_LIMITS,
  'if (placed.size >= max && !makeRoom(connection)) return false;',
  'if (placed.size >= max && makeRoom !== undefined) return false;',
);
export const BODY_LIMIT = guard(
  'the limit of a body',
  'apps/gateway/src/http/routes.ts',
  'bodyLimit: SERVER_LIMITS.bodyMaxBytes,',
  'bodyLimit: 2 ** 30,',
);
export const HANDLES_LEFT = guard(
  'the connections that leave handles for files',
  'apps/gateway/src/http/limits/server-limits.ts',
  'Math.min(connectionsMax, Math.max(CONNECTIONS_MIN, left))',
  'connectionsMax + 0 * left * CONNECTIONS_MIN',
);

/** The guards to take out for the proof of one of them: in the short form all, since each build takes its time. */
export function crowdGuards(one: Guard): readonly Guard[] {
  return IS_NIGHTLY ? [one] : [REQUEST_BUDGET, SOCKET_PLACES, BODY_LIMIT, HANDLES_LEFT];
}
