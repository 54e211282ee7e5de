import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { basicAuthorization, encodeCredentials } from '@heliograph/contract';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The address it comes from, `127.0.0.1` unless another one of this machine is given. */
  readonly from?: string;
}

/** Sends exactly these headers (and Host and Connection, unless given); `fetch` would refuse some. */
export function send(
  port: number,
  path: string,
  { method = 'GET', headers, body, from = '127.0.0.1' }: Call = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, localAddress: from };
    const outgoing = request({ ...target, path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          bytes,
          text: bytes.toString(),
        });
      });
    });
    outgoing.on('upgrade', (incoming, socket) => {
      socket.destroy();
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        bytes: Buffer.alloc(0),
        text: '',
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Sends raw bytes and collects what comes back until the peer closes. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

/** What an answer in JSON says. */
export const jsonOf = ({ text }: Answer): unknown => JSON.parse(text);

/** The Authorization header of a user. */
export function login(password = 'openDTU42', userName = 'admin'): { authorization: string } {
  return { authorization: basicAuthorization(encodeCredentials(userName, password)) };
}

/** The headers of a socket handshake. */
export const SOCKET_HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'aGVsaW9ncmFwaCB0ZXN0IQ==',
};
