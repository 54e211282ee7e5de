import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { TlsPair, TlsSource } from '../../platform/tls-source.ts';
import type { Client } from './client-address.ts';
import type { ClientLimits, PlacedConnection } from './client-limits.ts';
import {
  type Cut,
  createFrameCutter,
  createRequestCutter,
  gateReading,
  type ReadingGate,
} from './reading-gate.ts';
import { SERVER_LIMITS } from './server-limits.ts';

/** An HTTP server on which nobody takes all the time and all the connections there are. */
export interface LimitedServer {
  readonly server: Server;
  /** Its connection came when there was no room: it is to be told so, and has not long to hear it. */
  isTurnedAway(request: IncomingMessage): boolean;
  /**
   * What follows on the connection of an upgrade are frames of a socket, which are counted. `onFlood`: more of them come
   * than may, and go on coming though the reading is held up.
   */
  carryFrames(request: IncomingMessage, onFlood: () => void): void;
  /** Cuts every connection, whatever it speaks; those that never finish their handshake too. But not those of these peers. */
  cutAll(spared?: ReadonlySet<Peer>): void;
}

export interface LimitedServerOptions {
  readonly limits: ClientLimits;
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: plain HTTP. */
  readonly tls: TlsSource | undefined;
}

export function createLimitedServer({ limits, clock, log, tls }: LimitedServerOptions): LimitedServer {
  const server = serverOf(tls);
  const { turnedAwayMax, turnedAwayOwnMax } = SERVER_LIMITS;
  // One more, which then takes the place of another.
  server.maxConnections = limits.numbers.connectionsMax + turnedAwayMax + turnedAwayOwnMax + 1;
  const all = new Map<Peer, Connection>();
  const turnedAway = { own: createWaitingRoom(turnedAwayOwnMax), others: createWaitingRoom(turnedAwayMax) };
  let cancelLook: (() => void) | undefined;

  function look(): void {
    const nowMs = clock.monotonicMs();
    for (const connection of all.values()) {
      if (connection.isStuck(nowMs) && !__WITHOUT__.connectionWatch) connection.cut();
    }
    cancelLook = clock.after(LOOK_EVERY_MS, look);
  }

  function turnAway(connection: Connection): void {
    const { client, raw } = connection;
    log.debug('There is no room for another connection.', { address: client.address });
    const leave = (client.isOwnMachine ? turnedAway.own : turnedAway.others).enter(raw);
    connection.isTurnedAway = true;
    const cancel = clock.after(SERVER_LIMITS.turnedAwayTimeoutMs, () => raw.destroy());
    raw.once('close', () => {
      cancel();
      leave();
    });
  }

  const speaks = tls === undefined ? 'connection' : 'secureConnection';
  server.prependListener(speaks, (socket: Socket) => all.get(peerOf(socket))?.speak(socket));
  // Over TLS as well it is counted as it comes: who never shakes hands takes up a place like anybody.
  server.prependListener('connection', (raw: Socket) => {
    const peer = peerOf(raw);
    const connection = createConnection(raw, limits.clientOf(raw.remoteAddress ?? ''), limits, clock);
    all.set(peer, connection);
    cancelLook ??= clock.after(LOOK_EVERY_MS, look);
    raw.once('close', () => {
      connection.close();
      limits.connections.leave(connection);
      if (all.get(peer) === connection) all.delete(peer);
      if (all.size > 0) return;
      cancelLook?.();
      cancelLook = undefined;
    });
    if (!limits.connections.enter(connection) && !__WITHOUT__.connectionCount) turnAway(connection);
  });
  // Node's server reads from the network by itself, past every listener, until somebody listens.
  server.on(speaks, (socket: Socket) => socket.on('data', ignore).off('data', ignore));
  server.prependListener('request', (request, response) => {
    const connection = all.get(peerOf(request.socket));
    connection?.begin(request);
    response.once('close', () => connection?.end());
  });
  server.prependListener('upgrade', ({ socket }) => all.get(peerOf(socket))?.takeOver());
  return {
    server,
    isTurnedAway: ({ socket }) => all.get(peerOf(socket))?.isTurnedAway === true,
    carryFrames: ({ socket }, onFlood) => all.get(peerOf(socket))?.carryFrames(onFlood),
    cutAll(spared) {
      for (const [peer, { raw }] of all) if (spared?.has(peer) !== true) raw.destroy();
    },
  };
}

function ignore(): void {}

/** For connections that are told that there is no room: the one that came first gives way to the next. */
function createWaitingRoom(max: number) {
  const waiting = new Set<Duplex>();
  return {
    enter(connection: Duplex): () => void {
      for (const first of waiting) {
        if (waiting.size < max) break;
        waiting.delete(first);
        first.destroy();
      }
      waiting.add(connection);
      return () => waiting.delete(connection);
    },
  };
}

/**
 * Address and port of the other side, and which of our addresses it came to: over TLS a connection is another object when
 * it speaks HTTP.
 */
export type Peer = `${string} ${number} ${string}`;

export const peerOf = ({ remoteAddress = '', remotePort = 0, localAddress = '' }: Socket): Peer =>
  `${remoteAddress} ${remotePort} ${localAddress}`;

/** What the peer has to read next. */
interface Unread {
  /** Bytes of all answers of this connection up to the end of what waits. */
  readonly upTo: number;
  readonly deadlineMs: number;
}

const LOOK_EVERY_MS = 1_000;

/** One connection, from its first byte to its last. */
interface Connection extends PlacedConnection {
  /** As it came: under TLS, where there is TLS. */
  readonly raw: Socket;
  isTurnedAway: boolean;
  /** It can speak HTTP from now on. */
  speak(socket: Socket): void;
  begin(request: IncomingMessage): void;
  end(): void;
  /** An upgrade was asked for: HTTP reads nothing more of it. */
  takeOver(): void;
  carryFrames(onFlood: () => void): void;
  close(): void;
  /**
   * It only takes up a place: the peer does not read its answers, or asks for nothing. Node knows no limit for the first,
   * and forgets its own for the second when empty lines arrive between two requests. Sockets have rules of their own.
   */
  isStuck(nowMs: number): boolean;
}

function createConnection(raw: Socket, client: Client, limits: ClientLimits, clock: Clock): Connection {
  let socket: Socket | undefined;
  let gate: ReadingGate | undefined;
  let underWay = 0;
  let usedAtMs = clock.monotonicMs();
  let unread: Unread | undefined;
  let isSocket = false;
  const flow = () => gate?.flow();
  const readDue = createTurn(clock, flow);
  const requests = createRequestCutter(() => readDue.isNow(() => limits.waitToReadMs(client)));
  let cut: Cut = requests.cut;
  let cancelFrames = () => {};

  function isSlowReader(connection: Socket, nowMs: number): boolean {
    const waiting = connection.writableLength;
    const read = connection.bytesWritten - waiting;
    if (waiting === 0) unread = undefined;
    else if (unread !== undefined && read < unread.upTo) return nowMs >= unread.deadlineMs;
    else {
      // One piece counts when it is read whole, so a long one has its time at the least pace.
      const paceMs = SERVER_LIMITS.paceWindowMs + (waiting / SERVER_LIMITS.paceMinBytesPerS) * 1000;
      unread = { upTo: read + waiting, deadlineMs: nowMs + paceMs };
    }
    return false;
  }

  return {
    raw,
    client,
    isTurnedAway: false,
    get canGive() {
      return !isSocket;
    },
    get isBusy() {
      return underWay > 0;
    },
    get usedAtMs() {
      return usedAtMs;
    },
    cut: () => raw.destroy(),
    speak(speaking) {
      socket = speaking;
      gate = gateReading(speaking, (bytes) => (__WITHOUT__.readingGate ? bytes.length : cut(bytes)));
    },
    close() {
      readDue.cancel();
      cancelFrames();
    },
    begin(request) {
      underWay += 1;
      usedAtMs = clock.monotonicMs();
      requests.begin(request);
    },
    end() {
      underWay -= 1;
      usedAtMs = clock.monotonicMs();
      requests.end();
      clock.nextTurn(flow); // others first: a client that sends requests ahead takes its turn
    },
    takeOver() {
      underWay += 1; // its only answer, after which it is closed or carries frames
      usedAtMs = clock.monotonicMs();
      cut = () => 0;
    },
    carryFrames(onFlood) {
      isSocket = true;
      const count = limits.frameCounter(client);
      const turn = createTurn(clock, flow, onFlood);
      cancelFrames = turn.cancel;
      cut = createFrameCutter((frames, bytes) => turn.isNow(() => count(frames, bytes)));
      flow();
    },
    isStuck(nowMs) {
      if (isSocket || socket === undefined) return false;
      if (isSlowReader(socket, nowMs)) return true;
      const isQuiet = underWay === 0 && socket.writableLength === 0;
      return isQuiet && nowMs - usedAtMs >= SERVER_LIMITS.nothingAskedMaxMs;
    },
  };
}

/** Waits for what has been booked, and tells when that goes on and on. */
function createTurn(clock: Clock, onDue: () => void, onFlood?: () => void) {
  let isBooked = false;
  let isWaiting = false;
  let cancel: () => void = () => undefined;
  let waitsSinceMs: number | undefined;
  return {
    /** Whether it is our turn; else `onDue` is called when it is. `book`: milliseconds until then. */
    isNow(book: () => number): boolean {
      if (isWaiting) return false;
      if (isBooked) {
        isBooked = false;
        return true;
      }
      const nowMs = clock.monotonicMs();
      const waitMs = book();
      if (waitMs <= 0) {
        waitsSinceMs = undefined;
        return true;
      }
      waitsSinceMs ??= nowMs;
      if (onFlood !== undefined && nowMs - waitsSinceMs >= SERVER_LIMITS.floodMaxMs) onFlood();
      isBooked = true;
      isWaiting = true;
      cancel = clock.after(waitMs, () => {
        isWaiting = false;
        onDue();
      });
      return false;
    },
    cancel: () => cancel(),
  };
}

const httpLimits = () => ({
  headersTimeout: __WITHOUT__.headersTime ? 0 : SERVER_LIMITS.headersTimeoutMs,
  requestTimeout: SERVER_LIMITS.requestTimeoutMs,
  connectionsCheckingInterval: SERVER_LIMITS.connectionsCheckingIntervalMs,
  keepAliveTimeout: SERVER_LIMITS.keepAliveTimeoutMs,
  maxHeaderSize: SERVER_LIMITS.headerMaxBytes,
  requireHostHeader: false, // a missing name is refused like a wrong one, in our own words
});

function serverOf(tls: TlsSource | undefined): Server {
  if (tls === undefined) return createServer(httpLimits());
  const { headersTimeoutMs: handshakeTimeout } = SERVER_LIMITS;
  const contextOf = (pair: TlsPair) => ({ ...pair, minVersion: 'TLSv1.2' }) as const;
  const server = createSecureServer({ ...httpLimits(), ...contextOf(tls.pair), handshakeTimeout });
  tls.onRenewed((pair) => server.setSecureContext(contextOf(pair)));
  return server;
}
