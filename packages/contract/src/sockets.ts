import type { AccessClass } from './endpoint.ts';
import { type ReceivedLiveData, readLiveData } from './read-live-data.ts';

interface Socket {
  readonly path: `/${string}`;
  readonly access: AccessClass;
  /** A client sends the text `ping` this often. */
  readonly pingIntervalMs: number;
  /** Reads one text frame; undefined when it makes no sense. */
  readonly read: (text: string) => unknown;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: refused like any other frame that makes no sense
  }
}

/** The text clients send to keep a socket open; it is not answered. */
export const SOCKET_PING = 'ping';

/** Close codes of the sockets. */
export const SOCKET_CLOSE = {
  /** A client goes on sending more than it may. */
  tooMuch: 1008,
  /** The gateway restarts or stops. */
  restart: 1012,
  /** A client too slow to keep up, or a visitor whose place the admin needs; of the original device also one of more clients than it allows. */
  tryAgainLater: 1013,
  /** The credentials it was opened with are no longer good. */
  unauthorized: 4401,
} as const;

/**
 * Every socket. Source: docs/reference/original-device.md#sockets; ping interval:
 * docs/specification-check.md#9-business-constants-and-limits.
 */
export const SOCKETS = {
  liveData: {
    path: '/livedata',
    access: 'readonly',
    pingIntervalMs: 59_000,
    read: (text: string): ReceivedLiveData | undefined => readLiveData(readJson(text)),
  },
  /** The gateway's log: whole lines that end with CR LF, several in a frame; nothing from before the handshake. */
  console: {
    path: '/console',
    access: 'readonly',
    pingIntervalMs: 5_000,
    read: (text: string): string => text,
  },
} as const satisfies Readonly<Record<string, Socket>>;

export type SocketName = keyof typeof SOCKETS;
