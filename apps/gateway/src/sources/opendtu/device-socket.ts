import type { connect, LookupFunction } from 'node:net';
import { PATHS } from '@heliograph/opendtu-api';
import WebSocket from 'ws';
import type { Clock } from '../../platform/clock.ts';
import { basicAuthorization, type DeviceAddress } from './device-http.ts';
import { connectPinned } from './device-tls.ts';

/** The one socket to a device for its live data. */
export interface DeviceSocket {
  close(): void;
}

export interface DeviceSocketOptions {
  readonly address: DeviceAddress;
  readonly clock: Clock;
  /** How its name is looked up; that of the system where it is not said. */
  readonly lookup?: LookupFunction | undefined;
  /** Takes what a message brings as `JSON.parse` gave it; true where it says something. What is no JSON is passed over. */
  readonly onMessage: (message: unknown) => boolean;
  /** It did not open or was closed, or it fell silent. Called once, and not after `close`. */
  readonly onEnd: (why: 'closed' | 'silent') => void;
}

/** A device says something every 11 s at least; after this it is gone, or has given the place to somebody else. */
const SILENCE_MS = 12_000;
const HANDSHAKE_WITHIN_MS = 10_000;
/** Older devices send the whole plant in one message. */
const MESSAGE_MAX_BYTES = 256 * 1024;
/** What the pages of every original device say to keep the socket; its content is not looked at. */
const PING = 'ping';
const PING_EVERY_MS = 25_000;

export function openDeviceSocket(options: DeviceSocketOptions): DeviceSocket {
  const { address, clock, lookup, onMessage, onEnd } = options;
  const { host, port, isHttps, basePath } = address;
  const name = host.includes(':') ? `[${host}]` : host;
  const url = `${isHttps ? 'wss' : 'ws'}://${name}:${port}${basePath}${PATHS.liveDataSocket}`;
  /** As `PinnedAgent`, which `ws` has no room for beside its own way to connect. */
  const pinned = ((_: object, done: Parameters<typeof connectPinned>[1]) =>
    connectPinned({ address, lookup }, done)) as unknown as typeof connect;
  const socket = new WebSocket(url, {
    headers: { authorization: basicAuthorization(address) },
    followRedirects: false,
    handshakeTimeout: HANDSHAKE_WITHIN_MS,
    maxPayload: MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
    ...(isHttps && address.certificate !== undefined && { createConnection: pinned }),
    ...(lookup && { lookup }),
  });
  let hasEnded = false;
  let cancelSilence = clock.after(HANDSHAKE_WITHIN_MS, () => end('silent'));
  let cancelPing = clock.after(PING_EVERY_MS, ping);

  function stop(): void {
    hasEnded = true;
    cancelSilence();
    cancelPing();
    socket.terminate();
  }

  function end(why: 'closed' | 'silent'): void {
    if (hasEnded) return;
    stop();
    onEnd(why);
  }

  function ping(): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(PING, () => undefined); // a failure ends it by itself
    cancelPing = clock.after(PING_EVERY_MS, ping);
  }

  function expectMore(): void {
    cancelSilence();
    cancelSilence = clock.after(SILENCE_MS, () => end('silent'));
  }

  socket.on('open', () => {
    if (!hasEnded) expectMore();
  });
  socket.on('message', (data, isBinary) => {
    if (hasEnded || isBinary) return;
    const message = parsed(String(data));
    if (message !== undefined && onMessage(message)) expectMore(); // empty words are silence too
  });
  socket.on('error', () => end('closed'));
  socket.on('close', () => end('closed'));
  return { close: stop };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
