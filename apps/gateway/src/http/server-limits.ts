/** What one client may take of the server, in one place. */
export const SERVER_LIMITS = {
  /** For all headers of a request to arrive. */
  headersTimeoutMs: 8_000,
  /** For a whole request to arrive; no call of this step has a body worth waiting for. */
  requestTimeoutMs: 15_000,
  /** How often the two above are looked at; Node looks every 30 s by default. */
  connectionsCheckingIntervalMs: 1_000,
  /** For the next request on an open connection. */
  keepAliveTimeoutMs: 10_000,
  headerMaxBytes: 16_384,
  bodyMaxBytes: 65_536,
  connectionsMax: 256,
  /** Half of them, so that one machine cannot lock out the rest; a reverse proxy brings a household over one. */
  connectionsPerAddressMax: 128,
} as const;
