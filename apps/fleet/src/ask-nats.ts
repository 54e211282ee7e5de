import { connect, type NatsConnection } from '@nats-io/transport-node';

/** One question over NATS' own protocol: a subject, what is sent, and the JSON that comes back. */
export type AskNats = (subject: string, body?: object) => Promise<unknown>;

/** Where answers come in. Who asks may listen nowhere else. */
export const INBOX = '_INBOX.heliograph';

/** Connects, asks and closes again: for a few questions a minute. Rejects with what the node or the network says against it. */
export async function askNats<Result>(
  address: URL,
  work: (ask: AskNats) => Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  const connection = await connect({
    servers: address.host,
    ...{ user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) },
    ...{ name: 'heliograph fleet', inboxPrefix: INBOX, timeout: timeoutMs },
    // The next look at the broker connects anew, and to the address that was meant.
    ...{ reconnect: false, maxReconnectAttempts: 0, ignoreClusterUpdates: true },
  });
  try {
    return await Promise.race([work(questionsOver(connection, timeoutMs)), untilLost(connection)]);
  } finally {
    await connection.close();
  }
}

function questionsOver(connection: NatsConnection, timeoutMs: number): AskNats {
  return async (subject, body) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    return (await connection.request(subject, text, { timeout: timeoutMs })).json();
  };
}

async function untilLost(connection: NatsConnection): Promise<never> {
  const problem = await connection.closed();
  throw problem ?? new Error('The broker has closed the connection.');
}
