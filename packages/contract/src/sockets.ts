import type { AccessClass } from './endpoint.ts';
import { type ReceivedLiveData, readLiveData } from './read-live-data.ts';
import { isRecord, readJson } from './unknown-values.ts';

interface Socket {
  readonly path: `/${string}`;
  readonly access: AccessClass;
  /** A client sends the text `ping` this often. */
  readonly pingIntervalMs: number;
  /** Reads one text frame; undefined when it makes no sense. */
  readonly read: (text: string) => unknown;
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

/** What a page names instead of an inverter that shows the strings of all of them. */
export const SHOWN_STRINGS = 'strings';

/**
 * Reads the messages for pages one after the other: where there are many inverters a message has those of which something has
 * changed, and of an inverter without its name only that.
 */
export function createLiveReader(): (text: string) => ReceivedLiveData | undefined {
  const rows = new Map<unknown, object>();
  return (text) => {
    const message = readJson(text);
    if (!isRecord(message) || !('all' in message) || !Array.isArray(message.inverters)) {
      return readLiveData(message);
    }
    if (message.all) rows.clear();
    for (const row of message.inverters) {
      if (isRecord(row)) rows.set(row.serial, 'name' in row ? row : { ...rows.get(row.serial), ...row });
    }
    return readLiveData({ ...message, inverters: [...rows.values()] });
  };
}

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
  /**
   * Live data for the pages of the gateway: up to ten inverters as on the other path, above that a summary of each and all
   * of the one that is shown. The first message has every inverter (`all`), a later one what has changed since. A client says
   * which inverter it shows with the text `show <serial>`, first of all and whenever it shows another one. With `show strings` it
   * gets the power of every string, and of each how hard it works, and all of none.
   */
  liveLean: {
    path: '/livedata/lean',
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
