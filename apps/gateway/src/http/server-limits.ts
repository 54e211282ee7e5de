/** What one client may take of the server, in one place. */
export const SERVER_LIMITS = {
  /** For all headers of a request to arrive. */
  headersTimeoutMs: 8_000,
  /** For the body of a call to arrive; none but an upload is worth waiting for. */
  bodyTimeoutMs: 15_000,
  /** For the body of an upload to arrive, and how long it may bring nothing. */
  uploadTimeoutMs: 600_000,
  uploadIdleMs: 20_000,
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
  headerMaxBytes: 16_384,
  bodyMaxBytes: 65_536,
  connectionsMax: 256,
  /** Half of them, so that one machine cannot lock out the rest; a reverse proxy brings a household over one. */
  connectionsPerAddressMax: 128,
} as const;
