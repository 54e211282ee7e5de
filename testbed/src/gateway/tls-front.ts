import { connect } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { listen } from '../outside/listen.ts';
import type { TestCertificate } from '../outside/test-authority.ts';

/** What a proxy does that has TLS before a device, which has none. */
export interface TlsFront {
  readonly port: number;
  /** It shows this certificate to whoever comes next; connections from before are cut. */
  show(certificate: TestCertificate): void;
  /** Connections that have got as far as to say something. */
  spoken(): number;
}

/** Until the test ends. */
export async function startTlsFront(devicePort: number, shown: TestCertificate): Promise<TlsFront> {
  const withKey = ({ certificate, key }: TestCertificate): TlsOptions => ({ cert: certificate, key });
  const cuts = new Set<() => void>();
  let spoken = 0;
  const server = createServer(withKey(shown), (client) => {
    const device = connect(devicePort, '127.0.0.1');
    const cut = () => {
      client.destroy();
      device.destroy();
      cuts.delete(cut);
    };
    cuts.add(cut);
    for (const side of [client, device]) side.on('error', cut).on('close', cut);
    client.once('data', () => {
      spoken += 1;
    });
    client.pipe(device).pipe(client);
  });
  server.on('tlsClientError', () => undefined);
  const { port, close } = await listen(server);
  onTestFinished(close);
  return {
    port,
    spoken: () => spoken,
    show(certificate) {
      server.setSecureContext(withKey(certificate));
      for (const cut of [...cuts]) cut();
    },
  };
}
