import type { HostFacts } from '../../platform/host-facts.ts';

/** What one client may take of the server, in one place. */
export const SERVER_LIMITS = {
  /** For all headers of a request to arrive. */
  headersTimeoutMs: 8_000,
  /** For the body of a call to arrive; none but an upload is worth waiting for. */
  bodyTimeoutMs: 15_000,
  /** For the body of an upload to arrive. */
  uploadTimeoutMs: 600_000,
  /** The least pace of an upload, and of whoever reads an answer, on average over the last so many milliseconds. */
  paceMinBytesPerS: 1_000,
  paceWindowMs: 20_000,
  /** For the body of an upload that nobody may send: it is read to its end for the sake of the answer. */
  refusedUploadTimeoutMs: 60_000,
  /** So much of a refused upload is read. */
  refusedUploadMaxBytes: 33_554_432,
  /** For a whole request to arrive, whatever it is; Node's own watch behind ours. */
  requestTimeoutMs: 620_000,
  /** How often Node looks at the first and the last one; every 30 s by default. */
  connectionsCheckingIntervalMs: 1_000,
  /** For the next request on an open connection. */
  keepAliveTimeoutMs: 10_000,
  /** The same and the headers of that request together: our own watch behind both. */
  nothingAskedMaxMs: 20_000,
  headerMaxBytes: 16_384,
  bodyMaxBytes: 65_536,

  /** Fewer where the process may open few files. */
  connectionsMax: 256,
  /** Of these for this machine and for addresses that somebody has logged in from; at most a quarter of all. */
  connectionsReserved: 16,
  /** Half of them, so that one machine cannot lock out the rest; a reverse proxy brings a household over one. */
  connectionsPerAddressMax: 128,
  connectionsPerNetworkMax: 160,
  /** A connection on which nothing was asked for this long gives way even to somebody who would have as many. */
  idleMinMs: 300,
  /** Connections beyond these that are told so; the one that came first gives way to the next. */
  turnedAwayMax: 12,
  /** The same for this machine, which asks whether the gateway lives. */
  turnedAwayOwnMax: 4,
  /** For one that is turned away to ask something and get its answer. */
  turnedAwayTimeoutMs: 2_000,

  /** The original allows 8; a wall display, phones and open tabs of one household come to more. */
  liveSocketsMax: 64,
  liveSocketsReserved: 8,
  /** The original allows 8; each may have a quarter of a megabyte unread. */
  consoleSocketsMax: 16,
  /** Of all sockets of a kind, those that only the admin gets. */
  consoleSocketsReserved: 8,
  /**
   * Sockets of each kind for one address. Behind a reverse proxy a household has one address, since anybody can
   * write what a proxy says of its clients: a page beyond these asks over HTTP every few seconds instead.
   */
  socketsPerAddressMax: 8,
  /** As above, when the handshake is the admin's. */
  socketsPerAdminAddressMax: 16,
  /** A network of many addresses may have so many times the sockets of one. */
  socketNetworkShare: 2,

  /** Of one address, over a while; uploads and handshakes of sockets are requests as well. */
  requestsPerSecond: 60,
  /** Of one address, at once after a quiet while. A page brings about 25. */
  requestBurst: 120,
  /** So many requests of one address are read at all, those that are refused too; the others wait on their line. */
  readsPerSecond: 600,
  readBurst: 600,
  /** Frames of one socket. A page sends one every five seconds. */
  framesPerSecond: 50,
  frameBurst: 250,
  /** Bytes of these frames. */
  frameBytesPerSecond: 4_096,
  frameByteBurst: 16_384,
  /** All sockets of an address together may bring so many times what one may. */
  socketShare: 4,
  /** A network of many addresses may take so many times what one address may. */
  networkShare: 4,
  /** A socket that brings more than it may for this long, though its reading is held up, is closed. */
  floodMaxMs: 10_000,
} as const;

/** What clients may take: what a gateway can be given other numbers for. */
export type ServerLimits = {
  readonly [L in
    | 'connectionsMax'
    | 'connectionsPerAddressMax'
    | 'liveSocketsMax'
    | 'consoleSocketsMax'
    | 'socketsPerAddressMax'
    | 'socketsPerAdminAddressMax'
    | 'requestsPerSecond'
    | 'requestBurst'
    | 'readsPerSecond'
    | 'readBurst'
    | 'framesPerSecond'
    | 'frameBurst'
    | 'frameBytesPerSecond'
    | 'frameByteBurst']: number;
};

/** Files that the gateway has open beside its connections: its own, one for each save, the broker, time servers. */
const OTHER_FILES = 40;
const CONNECTIONS_MIN = 8;

/**
 * The limits on a host. Where there are few handles of files, connections leave enough of them for everything else:
 * settings that cannot be saved are worse than a page that has to wait.
 */
export function limitsOf(host: Pick<HostFacts, 'openFilesMax'>): ServerLimits {
  const { connectionsMax, turnedAwayMax, turnedAwayOwnMax } = SERVER_LIMITS;
  const left = host.openFilesMax() - OTHER_FILES - turnedAwayMax - turnedAwayOwnMax;
  if (__WITHOUT__.handlesForFiles) return SERVER_LIMITS;
  return { ...SERVER_LIMITS, connectionsMax: Math.min(connectionsMax, Math.max(CONNECTIONS_MIN, left)) };
}
