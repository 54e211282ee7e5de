import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection that says nothing, not even a handshake; resolves when the server has it. Ends with the test. */
export function stayQuiet(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => resolve(socket));
    socket.on('error', () => undefined); // being cut off is what is tested
    onTestFinished(() => {
      socket.destroy();
    });
  });
}
