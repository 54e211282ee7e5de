import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@heliograph/testbed/outside/listen.ts';
import { type Chaos, openChaosPipe } from './chaos-pipe.ts';

/**
 * A TCP proxy that does to a connection what networks do. What it does can be changed while connections are open.
 * Both of its ends are on this machine.
 */
export interface ChaosProxy {
  readonly port: number;
  /** Connections that were accepted so far. */
  accepted(): number;
  open(): number;
  /** Bytes that went on to the client, and to the server, over all connections. */
  bytesTo(direction: 'client' | 'server'): number;
  /** Changes what happens from now on, on open connections too. */
  set(chaos: Chaos): void;
  /** Closes all open connections: `reset` as a crash does, `end` as a polite peer does, `half` for writing only. */
  cut(how: 'reset' | 'end' | 'half'): void;
  close(): Promise<void>;
}

/** Starts one in front of a port of 127.0.0.1; it takes a free port of its own. */
export async function startChaosProxy(serverPort: number, firstChaos: Chaos = {}): Promise<ChaosProxy> {
  let chaos = firstChaos;
  let accepted = 0;
  const bytes = { client: 0, server: 0 };
  const pairs = new Set<readonly [Socket, Socket]>();

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (chaos.refuse) {
      client.resetAndDestroy();
      return;
    }
    accepted += 1;
    const upstream = connect({ port: serverPort, host: '127.0.0.1', allowHalfOpen: true });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    const pipe = (from: Socket, to: Socket, direction: 'client' | 'server') => {
      const onBytes = (count: number) => {
        bytes[direction] += count;
      };
      openChaosPipe({ from, to, direction, chaos: () => chaos, onBytes });
    };
    pipe(client, upstream, 'server');
    pipe(upstream, client, 'client');
  });
  const { port, close } = await listen(server);

  return {
    port,
    accepted: () => accepted,
    open: () => pairs.size,
    bytesTo: (direction) => bytes[direction],
    set: (next) => {
      chaos = next;
    },
    cut(how) {
      for (const pair of pairs) cutPair(pair, how);
    },
    close() {
      for (const [, upstream] of pairs) upstream.destroy();
      return close();
    },
  };
}

function cutPair([client, upstream]: readonly [Socket, Socket], how: 'reset' | 'end' | 'half'): void {
  if (how === 'half') client.end();
  else for (const end of [client, upstream]) how === 'reset' ? end.resetAndDestroy() : end.end();
}
