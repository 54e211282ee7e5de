import type { SocketLike } from '../src/shared/api/single-socket.ts';

/** The far end of a socket, in the hands of a test. */
export class FakeSocket implements SocketLike {
  onopen: ((event: Event) => unknown) | null = null;
  onmessage: ((event: MessageEvent) => unknown) | null = null;
  onclose: ((event: CloseEvent) => unknown) | null = null;
  readonly sent: string[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }

  opens(): void {
    this.onopen?.({} as Event);
  }

  says(message: unknown): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    this.onmessage?.({ data } as MessageEvent);
  }

  breaks(code = 1006): void {
    this.isClosed = true;
    this.onclose?.({ code } as CloseEvent);
  }
}

/** Hands out sockets, and counts how many are in use at once. */
export class FakeSockets {
  readonly all: FakeSocket[] = [];

  readonly open = (): SocketLike => {
    const socket = new FakeSocket();
    this.all.push(socket);
    return socket;
  };

  get last(): FakeSocket {
    const socket = this.all.at(-1);
    if (socket === undefined) throw new Error('no socket was opened');
    return socket;
  }

  get inUse(): number {
    return this.all.filter((socket) => !socket.isClosed).length;
  }
}
