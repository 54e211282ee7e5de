import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createPacketFilter } from './packet-filter.ts';

/** Orders have a few bytes, and so has what Home Assistant says. */
const MAX_PACKET_BYTES = 64 * 1024;

/**
 * What MQTT.js reads and writes instead of the socket: too long packets never arrive (`onSkipped` is told their bytes),
 * and one that no broker sends is its error. It goes with the socket and the socket with it; its `writableLength` is
 * all that the socket has not sent yet.
 */
export function createBrokerStream(socket: Socket, onSkipped: (bytes: number) => void): Duplex {
  const filter = createPacketFilter({
    maxBytes: MAX_PACKET_BYTES,
    onSkipped,
    onUnexpected(firstByte) {
      stream.destroy(new Error(`unexpected packet 0x${firstByte.toString(16).padStart(2, '0')}`));
    },
  });
  const stream = new Duplex({
    read() {
      socket.resume();
    },
    write(chunk, _encoding, done) {
      socket.write(chunk, done);
    },
    writev(chunks, done) {
      socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk)), done);
    },
    final(done) {
      socket.end(done);
    },
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (chunk) => {
    for (const part of filter(chunk)) {
      if (!stream.push(part)) socket.pause();
    }
  });
  socket.on('close', () => stream.destroy());
  return stream;
}
