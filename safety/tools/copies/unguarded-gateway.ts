import type { TestGateway, TestGatewayOptions } from '../../../apps/gateway/test/start-test-gateway.ts';
import { IS_NIGHTLY } from '../../plan/lane.ts';
import { loadEntry } from './build-entry.ts';
import { READING_GATE } from './crowd-guards.ts';
import { type Guard, guard } from './guard.ts';

const HTTP = 'apps/gateway/src/http';
const HUB = `${HTTP}/sockets/socket-hub.ts`;
const SERVER = `${HTTP}/limits/limited-server.ts`;
const UPGRADES = `${HTTP}/sockets/socket-upgrades.ts`;

/** What protects the gateway from clients that are slow, gone or talk nonsense. */
export const CLIENT_GUARDS = {
  gate: READING_GATE,
  headers: guard(
    'the limit for headers',
    SERVER,
    'headersTimeout: SERVER_LIMITS.headersTimeoutMs,',
    'headersTimeout: 0,',
  ),
  watch: guard(
    'the watch over connections',
    SERVER,
    'if (connection.isStuck(nowMs)) connection.cut();',
    'void connection.isStuck(nowMs);',
  ),
  bodyTime: guard('the limit for bodies', `${HTTP}/routes.ts`, 'if (!raw.complete)', 'if (false)'),
  pace: guard('the least pace of uploads', `${HTTP}/upload-body.ts`, 'if (isBehind || ', 'if ('),
  uploadTime: guard(
    'the limit for uploads',
    `${HTTP}/upload-body.ts`,
    'nowMs - startMs >= timeoutMs',
    'false',
  ),
  counts: guard(
    'the count of connections',
    SERVER,
    'if (!limits.connections.enter(connection)) turnAway(connection);',
    'if (!limits.connections.enter(connection) && !server) turnAway(connection);',
  ),
  cap: guard('the cap on unread bytes', HUB, 'if (unreadBytes === 0 || ', 'if (true || '),
  pings: guard('the check for answers to pings', HUB, 'if (client.hasAnsweredPing)', 'if (true)'),
  messageSize: guard(
    'the limit for messages',
    UPGRADES,
    'maxPayload: CLIENT_MESSAGE_MAX_BYTES,',
    'maxPayload: 0,',
  ),
  malformedForm: guard(
    'the answer to malformed forms',
    `${HTTP}/read-data.ts`,
    'readonly statusCode = 400;',
    'readonly statusCode = 500;',
  ),
  twoNames: guard('the check for two names', `${HTTP}/access.ts`, 'if (hostCount > 1)', 'if (false)'),
  ownWords: guard(
    'the answer to what is no HTTP',
    `${HTTP}/routes.ts`,
    'clientErrorHandler: (error, socket) => answerMalformed(error, socket, clock),',
    '',
  ),
} as const;

/**
 * A gateway in this process without these guards; on a virtual clock, as all gateways of tests. The short form shares
 * one build that has none of all the guards.
 */
export async function startUnguardedGateway(
  without: readonly Guard[],
  options: TestGatewayOptions = {},
): Promise<TestGateway> {
  const copy = await loadEntry<typeof import('../../../apps/gateway/test/start-test-gateway.ts')>({
    entry: 'apps/gateway/test/start-test-gateway.ts',
    without: IS_NIGHTLY ? without : Object.values(CLIENT_GUARDS),
  });
  return copy.startSharedGateway(options);
}
