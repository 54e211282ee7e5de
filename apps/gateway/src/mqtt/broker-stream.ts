import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createPacketFilter } from './packet-filter.ts';

/** Orders have a few bytes, and Home Assistant's words, too. */
const MAX_PACKET_BYTES = 64 * 1024;

/**
 * What MQTT.js reads and writes instead of the socket: too long packets never arrive (`onSkipped` is told their bytes).
 * Whoever destroys the socket destroys it; its `writableLength` is all that the socket has not sent yet.
 */
export function createBrokerStream(socket: Socket, onSkipped: (bytes: number) => void): Duplex {
  const filter = createPacketFilter(MAX_PACKET_BYTES, onSkipped);
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
