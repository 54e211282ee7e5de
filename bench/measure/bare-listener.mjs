/** A program that opens the socket for live data of each of these ports, and does with what comes the least there is to do. */
import { WebSocket } from 'ws';

const sockets = process.argv.slice(2).map((port) => new WebSocket(`ws://127.0.0.1:${port}/livedata`));
await Promise.all(
  sockets.map((socket) => {
    socket.on('message', (data) => JSON.parse(String(data)));
    return new Promise((resolve) => socket.once('open', resolve));
  }),
);
process.send?.('open');
