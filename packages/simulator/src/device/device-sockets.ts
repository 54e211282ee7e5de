import type { SimulatorClock } from '../physical-clock.ts';
import type { DeviceFaults } from './device-faults.ts';
import type { Timers } from './timers.ts';

/** Somebody at the other end of a socket. */
export interface SocketClient {
  onMessage(text: string): void;
  /** The device has closed it. `isCut`: without a word, as at a restart. */
  onClose(isCut: boolean): void;
}

/** A message that is due. `key`: what it tells of, an inverter or everything. */
export interface LiveMessage {
  readonly key: string;
  /** Another one: there is something new. */
  readonly version: number;
  readonly text: () => string;
}

/** The sockets of a device, by their paths. */
export interface DeviceSockets {
  /** Returns what parts with it. */
  add(path: string, client: SocketClient): () => void;
  /** Says something to all clients of a path. */
  send(path: string, text: string): void;
  closeAll(isCut: boolean): void;
  count(): number;
}

export interface DeviceSocketsOptions {
  readonly clock: SimulatorClock;
  readonly timers: Timers;
  readonly faults: () => DeviceFaults;
  /** What a path tells now; empty for a path that tells nothing by itself. */
  readonly messages: (path: string) => readonly LiveMessage[];
}

/** Source: docs/reference/original-device.md#live-data-socket. */
const LOOK_EVERY_MS = 1000;
const SEND_EVERY_MS = 10_000;

interface Sent {
  readonly version: number;
  readonly atMs: number;
}

export function createDeviceSockets(options: DeviceSocketsOptions): DeviceSockets {
  const { clock, timers, faults, messages } = options;
  /** By path, the oldest first. */
  const clients = new Map<string, SocketClient[]>();
  /** By path and key. */
  const sent = new Map<string, Sent>();
  let emptyFrames = 0;
  let isLooking = false;

  const of = (path: string) => clients.get(path) ?? [];
  const count = () => [...clients.values()].reduce((sum, list) => sum + list.length, 0);

  function look(): void {
    isLooking = count() > 0;
    if (!isLooking) return;
    timers.after(LOOK_EVERY_MS, look);
    for (const path of clients.keys()) sendDue(path);
  }

  function sendDue(path: string): void {
    const nowMs = clock.monotonicMs();
    for (const { key, version, text } of messages(path)) {
      const last = sent.get(`${path} ${key}`);
      const isDue = last === undefined || last.version !== version || nowMs - last.atMs >= SEND_EVERY_MS;
      if (!isDue) continue;
      sent.set(`${path} ${key}`, { version, atMs: nowMs });
      send(path, faults().hasEmptyFrames ? nextEmptyFrame() : text());
    }
  }

  function nextEmptyFrame(): string {
    emptyFrames += 1;
    return emptyFrames % 2 === 1 ? '{}' : 'null';
  }

  function send(path: string, text: string): void {
    if (faults().failure === 'no-answer') return;
    for (const client of [...of(path)]) client.onMessage(text);
  }

  function remove(path: string, client: SocketClient): void {
    clients.set(
      path,
      of(path).filter((one) => one !== client),
    );
  }

  return {
    add(path, client) {
      clients.set(path, [...of(path), client]);
      while (of(path).length > Math.max(1, faults().maxSockets)) {
        const [oldest = client] = of(path);
        remove(path, oldest);
        oldest.onClose(false);
      }
      if (!isLooking) {
        isLooking = true;
        timers.after(LOOK_EVERY_MS, look);
      }
      return () => remove(path, client);
    },
    send,
    closeAll(isCut) {
      const all = [...clients.values()].flat();
      clients.clear();
      sent.clear();
      isLooking = false;
      for (const client of all) client.onClose(isCut);
    },
    count,
  };
}
