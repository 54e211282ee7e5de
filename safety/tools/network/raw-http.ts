import { openRawConnection } from '@heliograph/testbed/outside/raw-connection.ts';

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  /** The gateway has ended the connection after it. */
  readonly isClosed: boolean;
  readonly head: string;
  readonly body: string;
}

/**
 * Sends bytes, a character for each, and waits for one answer: to its end, and where it says so to the end of the
 * connection. The client never ends its own side before.
 */
export async function askRaw(port: number, text: string, from = '127.0.0.1'): Promise<RawAnswer> {
  const client = await openRawConnection(port, { from });
  const { socket } = client;
  const isHead = text.startsWith('HEAD ');
  const answered = new Promise<void>((resolve) => {
    socket.on('data', () => {
      const { head, body } = partsOf(client.received());
      const isLast = /^connection: close\r?$/im.test(head);
      const length = isHead ? 0 : Number(/^content-length: (\d+)\r?$/im.exec(head)?.[1] ?? 0);
      if (head !== '' && body.length >= length && !isLast) resolve();
    });
    void client.closed.then(resolve);
  });
  socket.write(text, 'latin1');
  await answered;
  socket.destroy();
  const { head, body } = partsOf(client.received());
  return { status: Number(head.split(' ', 2)[1] ?? 0), isClosed: client.isClosed(), head, body };
}

function partsOf(received: string): { readonly head: string; readonly body: string } {
  const end = received.indexOf('\r\n\r\n');
  return end < 0 ? { head: '', body: '' } : { head: received.slice(0, end), body: received.slice(end + 4) };
}
