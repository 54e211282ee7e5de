import { type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { SOCKETS, type SocketName } from '@heliograph/contract';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type Access, accessRequestOf, type Refusal } from '../access.ts';
import { ACCESS_RULES, type AccessRule, isApiPath } from '../access-rules.ts';
import { endConnection } from '../end-connection.ts';
import { networkOf } from '../network-of.ts';
import { refuseConnection } from '../refuse-connection.ts';
import type { RequestBudget } from '../request-budget.ts';
import type { SocketServer } from './socket-server.ts';

/** What serves the clients of each socket of the contract. */
export type SocketServers = Readonly<Record<SocketName, Pick<SocketServer, 'hasRoom' | 'add'>>>;

export interface SocketUpgrades {
  /** Handles an `upgrade` of the HTTP server. */
  handle(request: IncomingMessage, connection: Duplex, head: Buffer): void;
}

export interface SocketUpgradesOptions {
  readonly access: Access;
  readonly budget: RequestBudget;
  readonly servers: SocketServers;
  readonly clock: Clock;
  readonly log: Log;
  /** Answers a request that asks for an upgrade to something we do not speak. */
  readonly answerPlainly: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Clients only send `ping`; nobody needs to send more. */
const CLIENT_MESSAGE_MAX_BYTES = 1_024;

export function createSocketUpgrades(options: SocketUpgradesOptions): SocketUpgrades {
  const { access, servers, clock, log } = options;
  const handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: CLIENT_MESSAGE_MAX_BYTES,
    perMessageDeflate: false, // costs more CPU and memory than the bytes are worth on a LAN
  });
  handshakes.on('wsClientError', (error, connection) => {
    log.debug('A socket handshake makes no sense.', { error });
    refuseConnection(connection, MALFORMED_HANDSHAKE, clock);
  });

  async function upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    const path = pathOf(request);
    const name = socketNameOf(path);
    const address = networkOf(request.socket.remoteAddress ?? '');
    const refusal = await refusalOf(request, address, options);
    if (refusal !== undefined || name === undefined) {
      if (!connection.destroyed) refuseConnection(connection, refusal ?? NO_SOCKET_HERE, clock);
      return;
    }
    const server = servers[name];
    const isAdmin = await hasAdminRoom(request, server, address, access);
    if (connection.destroyed) return;
    if (!server.hasRoom(address, isAdmin)) {
      log.info('There is no room for another socket.', { path, address });
      refuseConnection(connection, NO_ROOM, clock);
    } else {
      const client = { path, address: request.socket.remoteAddress ?? '' };
      handshakes.handleUpgrade(request, connection, head, (socket) => {
        server.add(socket, address);
        log.debug('A socket client came.', client);
        socket.on('close', (code) => log.debug('A socket client went.', { ...client, code }));
      });
    }
  }

  return {
    handle(request, connection, head) {
      connection.on('error', (error) => log.debug('A connection broke.', { error }));
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
        answerWithoutUpgrade(request, connection, options);
        return;
      }
      upgrade(request, connection, head).catch((error: unknown) => {
        log.error('A socket handshake failed.', { error });
        connection.destroy();
      });
    },
  };
}

/** Everything but room; the checks have this order. */
async function refusalOf(
  request: IncomingMessage,
  address: string,
  { access, budget }: Pick<SocketUpgradesOptions, 'access' | 'budget'>,
): Promise<Refusal | undefined> {
  const path = pathOf(request);
  const name = socketNameOf(path);
  const overBudget = budget.refusalOf(address);
  if (overBudget !== undefined) return overBudget;
  if (name !== undefined && isIncomplete(request.headers)) return MALFORMED_HANDSHAKE;
  const refusal = await access.refusalOf(ruleOf(name, path), accessRequestOf(request));
  if (refusal !== undefined) return refusal;
  if (name === undefined) return NO_SOCKET_HERE;
  return request.headers['sec-websocket-version'] === PROTOCOL_VERSION ? undefined : OTHER_VERSION;
}

/** Who it is costs a hash at worst, so it is asked only where it matters. */
async function hasAdminRoom(
  request: IncomingMessage,
  server: SocketServers[SocketName],
  address: string,
  access: Access,
): Promise<boolean> {
  if (server.hasRoom(address, false) || !server.hasRoom(address, true)) return false;
  return access.isAdmin(accessRequestOf(request));
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

function socketNameOf(path: string): SocketName | undefined {
  return (Object.keys(SOCKETS) as SocketName[]).find((name) => SOCKETS[name].path === path);
}

function ruleOf(name: SocketName | undefined, path: string): AccessRule {
  if (name !== undefined) return ACCESS_RULES.sockets[name];
  return isApiPath(path) ? ACCESS_RULES.unknownApi : ACCESS_RULES.staticWeb;
}

/** The order of the checks is the original's: what is missing, the login, the version. Source: device contract, section 4.1. */
function isIncomplete(headers: IncomingHttpHeaders): boolean {
  return headers['sec-websocket-key'] === undefined || headers['sec-websocket-version'] === undefined;
}

/** Source: RFC 6455, section 4.1. */
const PROTOCOL_VERSION = '13';

const MALFORMED_HANDSHAKE: Refusal = {
  status: 400,
  headers: {},
  message: 'This is no complete handshake of a socket.',
};
const OTHER_VERSION: Refusal = {
  status: 400,
  headers: { 'sec-websocket-version': PROTOCOL_VERSION },
  message: `The gateway speaks version ${PROTOCOL_VERSION} of the socket protocol only.`,
};
const NO_SOCKET_HERE: Refusal = { status: 404, headers: {}, message: 'There is no socket at this address.' };
const NO_ROOM: Refusal = {
  status: 503,
  headers: { 'retry-after': '30' },
  message: 'The gateway has no room for another socket.',
};
const NO_UPGRADE_WITH_BODY: Refusal = {
  status: 400,
  headers: {},
  message: 'The gateway cannot switch to that protocol.',
};

/**
 * An upgrade is an offer (curl offers HTTP/2, for one): who does not take it answers as usual. Node has let go of
 * the connection by now, so it is closed after that; a body can no longer be read.
 */
function answerWithoutUpgrade(
  request: IncomingMessage,
  connection: Duplex,
  { answerPlainly, clock }: SocketUpgradesOptions,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuseConnection(connection, NO_UPGRADE_WITH_BODY, clock);
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.on('finish', () => endConnection(connection, clock));
  answerPlainly(request, response);
}
