import type { Duplex } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';

/** For a peer to close its side as well, before the connection is cut. */
const LINGER_MS = 1_000;

/**
 * Ends a connection after a last answer. What the peer still sends is thrown away rather than cut off, which could
 * cost it the answer; but a peer that never closes its side does not keep its place among the connections.
 */
export function endConnection(connection: Duplex, clock: Clock, lastAnswer = ''): void {
  connection.end(lastAnswer);
  connection.resume();
  const cancel = clock.after(LINGER_MS, () => connection.destroy());
  connection.once('close', cancel);
}
