import { connect } from 'node:net';

/** One question over NATS' own protocol: a subject, what is sent, and the JSON that comes back. */
export type AskNats = (subject: string, body?: object) => Promise<unknown>;

const ANSWER_MAX_BYTES = 2 ** 20;
const LINE_END = '\r\n';

/**
 * Connects, asks and closes again: for a few questions a minute. Of the protocol it speaks what that takes, which is lines of text; without
 * TLS, so it is for a network between servers only.
 *
 *   us:   CONNECT {...}, SUB _INBOX.heliograph.* 1, PUB <subject> _INBOX.heliograph.1 <bytes>, PONG
 *   node: INFO {...}, MSG _INBOX.heliograph.1 1 <bytes>, PING, -ERR '...'
 */
export async function askNats<Result>(
  address: URL,
  work: (ask: AskNats) => Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  const socket = connect(Number(address.port) || 4222, address.hostname.replace(/^\[|\]$/g, ''));
  const waiting = new Map<string, (answer: unknown) => void>();
  let received = Buffer.alloc(0);
  let count = 0;

  /** Cuts the next line or message off what has come; false: it is not complete yet. */
  function takeNext(): boolean {
    const end = received.indexOf(LINE_END);
    if (end === -1) return false;
    const line = received.toString('latin1', 0, end);
    let next = end + LINE_END.length;
    if (line.startsWith('MSG ')) {
      const [, subject = ''] = line.split(' ');
      const bodyEnd = next + Number(line.slice(line.lastIndexOf(' ')));
      if (received.length < bodyEnd + LINE_END.length) return false;
      waiting.get(subject)?.(JSON.parse(received.toString('utf8', next, bodyEnd)));
      next = bodyEnd + LINE_END.length;
    } else if (line === 'PING') socket.write(`PONG${LINE_END}`);
    else if (line.startsWith('-ERR')) throw new Error(`The broker says ${line}.`);
    received = received.subarray(next);
    return true;
  }

  const ended = new Promise<never>((_, reject) => {
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      try {
        while (takeNext());
        if (received.length > ANSWER_MAX_BYTES) throw new Error('Its answer is too large.');
      } catch (error) {
        reject(error);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The broker has closed the connection.')));
  });
  const timer = setTimeout(() => socket.destroy(new Error('The broker did not answer in time.')), timeoutMs);

  const ask: AskNats = (subject, body) => {
    count += 1;
    const inbox = `_INBOX.heliograph.${count}`;
    const text = body === undefined ? '' : JSON.stringify(body);
    socket.write(`PUB ${subject} ${inbox} ${Buffer.byteLength(text)}${LINE_END}${text}${LINE_END}`);
    return new Promise((resolve) => waiting.set(inbox, resolve));
  };

  const login = { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) };
  const options = { ...login, verbose: false, pedantic: false, name: 'heliograph fleet', lang: 'node' };
  socket.write(
    `CONNECT ${JSON.stringify({ ...options, version: '1' })}${LINE_END}SUB _INBOX.heliograph.* 1${LINE_END}`,
  );
  try {
    return await Promise.race([work(ask), ended]);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
