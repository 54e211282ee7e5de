import type { TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import type { SocketClient } from '@heliograph/testbed/outside/socket-client.ts';

/** Lets a gateway live for a while, second by second, so that both ends of its sockets talk in between. */
export async function letLive(
  { clock }: TestGateway,
  clients: readonly SocketClient[],
  seconds: number,
): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await clock.advanceAsync(1000);
    await Promise.all(clients.map((client) => client.settle()));
  }
}
