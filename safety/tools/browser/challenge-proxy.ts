import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from '@heliograph/testbed/outside/listen.ts';

/**
 * A proxy in front of a gateway that can make a browser keep the admin's credentials, which the gateway itself never
 * does: it asks for them at one address with a Basic challenge. All else, sockets too, goes through untouched.
 */
export interface ChallengeProxy {
  readonly url: string;
  /** Where it asks. */
  readonly challengeUrl: string;
  /** Requests and handshakes that came with credentials in their header, but for the answer to the challenge. */
  withCredentials(): number;
  /** Answers of the gateway by which a browser would ask for credentials and keep them. */
  challenges(): number;
  close(): Promise<void>;
}

const CHALLENGE_PATH = '/challenge';

/** Starts one, at this address, in front of a gateway on 127.0.0.1. */
export async function startChallengeProxy(gatewayPort: number, address: string): Promise<ChallengeProxy> {
  let withCredentials = 0;
  let challenges = 0;
  const onAnswer = ({ headers }: IncomingMessage) => {
    if (/^\s*(basic|digest)\b/i.test(headers['www-authenticate'] ?? '')) challenges += 1;
  };
  const server = createServer((incoming, answer) => {
    if (incoming.url === CHALLENGE_PATH) return challenge(incoming, answer);
    if (incoming.headers.authorization !== undefined) withCredentials += 1;
    return forward(incoming, answer, gatewayPort, onAnswer);
  });
  server.on('upgrade', (incoming, near: Socket, head) => {
    if (incoming.headers.authorization !== undefined) withCredentials += 1;
    const far = connect(gatewayPort, '127.0.0.1', () => {
      far.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${rawHeaders(incoming)}\r\n`);
      far.write(head);
      near.pipe(far).pipe(near);
    });
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
  });
  const { port, close } = await listen(server, address);
  const url = `http://${address}:${port}`;
  return {
    url,
    challengeUrl: `${url}${CHALLENGE_PATH}`,
    withCredentials: () => withCredentials,
    challenges: () => challenges,
    close,
  };
}

function challenge(incoming: IncomingMessage, answer: ServerResponse): void {
  const isAnswered = incoming.headers.authorization !== undefined;
  answer.writeHead(isAnswered ? 200 : 401, {
    'content-type': 'text/plain',
    ...(!isAnswered && { 'www-authenticate': 'Basic realm="test"' }),
  });
  answer.end(isAnswered ? 'kept' : 'who are you?');
}

function forward(
  incoming: IncomingMessage,
  answer: ServerResponse,
  port: number,
  onAnswer: (received: IncomingMessage) => void,
): void {
  const { method, url, headers } = incoming;
  const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, (received) => {
    onAnswer(received);
    answer.writeHead(received.statusCode ?? 502, received.headers);
    received.pipe(answer);
  });
  forwarded.on('error', () => answer.destroy());
  incoming.pipe(forwarded);
}

function rawHeaders({ rawHeaders: raw }: IncomingMessage): string {
  return raw.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
}
