import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';

/** A broker in this process, on a free port of this machine. */
export interface RunningBroker {
  /** Stays the same over restarts. */
  readonly port: number;
  /** Ends it, and all its connections at once. */
  stop(): Promise<void>;
  startAgain(): Promise<void>;
}

/** Lets in who has this user name and password. */
export async function startBroker(login: {
  readonly user: string;
  readonly password: string;
}): Promise<RunningBroker> {
  const aedes = await Aedes.createBroker({
    authenticate: (_client, user, password, done) =>
      done(null, user === login.user && String(password ?? '') === login.password),
  });
  const sockets = new Set<Socket>();

  async function listen(port: number): Promise<Server> {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      aedes.handle(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
    async startAgain() {
      server = await listen(port);
    },
  };
}
