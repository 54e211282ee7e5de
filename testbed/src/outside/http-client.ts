import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

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
    const outgoing = request({ ...target, path, method, headers, agent: false }, (incoming) =>
      resolve(readAnswer(incoming)),
    );
    outgoing.on('upgrade', (incoming, socket) => {
      socket.destroy();
      const { statusCode: status = 0, headers: told } = incoming;
      resolve({ status, headers: told, bytes: Buffer.alloc(0), text: '' });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Reads an answer to its end. */
export function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('error', reject);
    incoming.on('end', () => {
      const bytes = Buffer.concat(pieces);
      const { statusCode: status = 0, headers } = incoming;
      resolve({ status, headers, bytes, text: bytes.toString() });
    });
  });
}

/** The type of a form whose field `data` holds what is posted; the form itself is made by `dataForm`. */
export const AS_FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A text as it is, anything else as JSON. */
export const dataForm = (data: unknown): string =>
  `data=${encodeURIComponent(typeof data === 'string' ? data : JSON.stringify(data))}`;

/** Posts the field `data`, as the admin unless other headers are given. */
export function postData(
  port: number,
  path: string,
  data: unknown,
  headers: Readonly<Record<string, string>> = login(),
): Promise<Answer> {
  return send(port, path, { method: 'POST', headers: { ...headers, ...AS_FORM }, body: dataForm(data) });
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
  return { authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}` };
}

/** The headers of a socket handshake. */
export const SOCKET_HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'aGVsaW9ncmFwaCB0ZXN0IQ==',
};
