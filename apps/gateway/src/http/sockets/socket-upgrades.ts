import { type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { SOCKET_CLOSE, SOCKETS, type SocketName } from '@heliograph/contract';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type Access, type Refusal, tooManyRequests } from '../access/access.ts';
import { ACCESS_RULES, type AccessRule, isApiPath } from '../access/access-rules.ts';
import type { Who } from '../access/authenticator.ts';
import { endConnection } from '../answers/end-connection.ts';
import { refuseConnection } from '../answers/refuse-connection.ts';
import type { ClientLimits, SocketGuest } from '../limits/client-limits.ts';
import type { LimitedServer } from '../limits/limited-server.ts';
import type { SocketServer } from './socket-server.ts';

/** What serves the clients of each socket of the contract. */
export type SocketServers = Readonly<Record<SocketName, Pick<SocketServer, 'add'>>>;

export interface SocketUpgrades {
  /** Handles an `upgrade` of the HTTP server. */
  handle(request: IncomingMessage, connection: Duplex, head: Buffer): void;
}

export interface SocketUpgradesOptions {
  readonly access: Access;
  readonly limits: Pick<ClientLimits, 'clientOf' | 'waitToAskS' | 'sockets'>;
  readonly carryFrames: LimitedServer['carryFrames'];
  readonly servers: SocketServers;
  /** Calls what it is given with the id of each session, and of each link, that has ended; returns what ends that. */
  readonly onSessionEnd: (listener: (id: string) => void) => () => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Answers a request that asks for an upgrade to something we do not speak. */
  readonly answerPlainly: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Clients only send `ping`; nobody needs to send more. */
const CLIENT_MESSAGE_MAX_BYTES = 1_024;
/** Nor to send it in pieces. */
const CLIENT_FRAGMENTS_MAX = 16;

export function createSocketUpgrades(options: SocketUpgradesOptions): SocketUpgrades {
  const { limits, carryFrames, servers, clock, log } = options;
  const handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: __WITHOUT__.sizeOfMessages ? 0 : CLIENT_MESSAGE_MAX_BYTES,
    maxFragments: CLIENT_FRAGMENTS_MAX,
    perMessageDeflate: false, // costs more CPU and memory than the bytes are worth on a LAN
  });
  handshakes.on('wsClientError', (error, connection) => {
    log.debug('A socket handshake makes no sense.', { error });
    refuseConnection(connection, MALFORMED_HANDSHAKE, clock);
  });

  async function upgrade(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    const path = pathOf(request);
    const name = socketNameOf(path);
    const refusal = await refusalOf(request, options);
    if (refusal !== undefined || name === undefined) {
      if (!connection.destroyed) refuseConnection(connection, refusal ?? NO_SOCKET_HERE, clock);
      return;
    }
    const guest = await guestOf(request, name, options);
    if (connection.destroyed) return;
    const asked = options.access.requestOf(request);
    const client = limits.clientOf(asked.address);
    const { address } = client;
    if (!limits.sockets.hasRoom(name, client, guest)) {
      log.info('There is no room for another socket.', { path, address });
      refuseConnection(connection, NO_ROOM, clock);
      return;
    }
    handshakes.handleUpgrade(request, connection, head, (socket) => {
      const part = servers[name].add(socket, guest);
      const leave = limits.sockets.take(name, client, guest, () => {
        log.info('A visitor gives the place of a socket to the admin.', { path, address });
        part(SOCKET_CLOSE.tryAgainLater);
      });
      // Who is logged in stays, whatever becomes of a link.
      const share = guest === 'visitor' ? options.access.shareOf(asked) : undefined;
      const endsWith = share?.id ?? options.access.sessionIdOf(asked);
      const stopFollowing = options.onSessionEnd((id) => {
        if (id === endsWith) part(SOCKET_CLOSE.unauthorized);
      });
      log.debug('A socket client came.', { path, address });
      socket.on('close', (code) => {
        leave();
        stopFollowing();
        log.debug('A socket client went.', { path, address, code });
      });
      carryFrames(request, () => {
        if (socket.readyState !== socket.OPEN) return;
        log.info('A socket client sends too much and is closed.', { path, address });
        part(SOCKET_CLOSE.tooMuch);
      });
    });
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
  { access, limits }: Pick<SocketUpgradesOptions, 'access' | 'limits'>,
): Promise<Refusal | undefined> {
  const path = pathOf(request);
  const name = socketNameOf(path);
  const asked = access.requestOf(request);
  const waitS = limits.waitToAskS(asked.address);
  if (waitS > 0) return tooManyRequests(waitS);
  if (name !== undefined && isIncomplete(request.headers)) return MALFORMED_HANDSHAKE;
  const refusal = await access.refusalOf(ruleOf(name, path), asked);
  if (refusal !== undefined) return refusal;
  if (name === undefined) return NO_SOCKET_HERE;
  return request.headers['sec-websocket-version'] === PROTOCOL_VERSION ? undefined : OTHER_VERSION;
}

/**
 * Who it is costs a hash at worst, so a password is looked at only where it matters: where only the admin finds room, and
 * at the console, which tells the admin more.
 */
async function guestOf(
  request: IncomingMessage,
  name: SocketName,
  { access, limits }: Pick<SocketUpgradesOptions, 'access' | 'limits'>,
): Promise<SocketGuest> {
  const handshake = access.requestOf(request);
  const known = access.knownGuestOf(handshake);
  if (known !== undefined) return guestFor(known);
  const client = limits.clientOf(handshake.address);
  const isForAdmin =
    !limits.sockets.hasRoom(name, client, 'visitor') && limits.sockets.hasRoom(name, client, 'admin');
  const matters = isForAdmin || (name === 'console' && handshake.headers.authorization !== undefined);
  const guest = matters ? await access.guestOf(handshake) : undefined;
  return guest === undefined ? 'visitor' : guestFor(guest);
}

const guestFor = ({ role }: Pick<Who, 'role'>): SocketGuest => (role === 'admin' ? 'admin' : 'user');

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

/**
 * The order of the checks is the original's: what is missing, the login, the version. Source:
 * docs/reference/original-device.md#sockets.
 */
function isIncomplete(headers: IncomingHttpHeaders): boolean {
  return headers['sec-websocket-key'] === undefined || headers['sec-websocket-version'] === undefined;
}

/** Source: RFC 6455, section 4.1. */
const PROTOCOL_VERSION = '13';

const MALFORMED_HANDSHAKE: Refusal = {
  status: 400,
  headers: {},
  message: 'The WebSocket handshake is incomplete.',
};
const OTHER_VERSION: Refusal = {
  status: 400,
  headers: { 'sec-websocket-version': PROTOCOL_VERSION },
  message: `The gateway only supports version ${PROTOCOL_VERSION} of the WebSocket protocol.`,
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
