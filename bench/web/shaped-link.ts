import { once } from 'node:events';
import { createServer, connect as openConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the link behaves. */
export interface LinkShape {
  /** Towards the browser, for all connections together. */
  readonly bytesPerSecond: number;
  /** From the browser to the device and back. */
  readonly roundTripMs: number;
  /** Connections that the device serves at a time; the next one waits until one of them has ended. */
  readonly connectionsAtOnce: number;
}

/** What has passed since the count was last reset. */
export interface Traffic {
  readonly connections: number;
  readonly bytes: number;
}

/** A slow line in front of a server, on the level of connections: requests, answers and sockets pass it alike. */
export interface ShapedLink {
  readonly url: string;
  /** What has passed since this was last asked. */
  takeTraffic(): Traffic;
  close(): Promise<void>;
}

/** What one packet carries on a usual Ethernet or WLAN. */
const SEGMENT_BYTES = 1436;

/**
 * Opens a line to the server at `port` of this machine.
 *
 * A connection costs one round trip before anything passes, as the handshake does. What the browser sends arrives half a
 * round trip later. What it gets is cut into segments that leave one after the other at the speed of the line, which all
 * connections share in turns. Not modelled: lost packets, TCP's slow start, the speed towards the device.
 */
export async function openShapedLink(port: number, shape: LinkShape): Promise<ShapedLink> {
  const airtime = createAirtime(shape.bytesPerSecond);
  const turns = createTurns(shape.connectionsAtOnce);
  const open = new Set<Socket>();
  let connections = 0;
  let bytes = 0;

  const server = createServer((browser) => {
    connections += 1;
    open.add(browser);
    void serve(browser).finally(() => open.delete(browser));
  });

  async function serve(browser: Socket): Promise<void> {
    const readyAtMs = performance.now() + shape.roundTripMs;
    browser.pause();
    browser.setNoDelay(true);
    browser.on('error', () => undefined); // it went away: `close` follows
    await turns.take();
    try {
      if (browser.destroyed) return;
      const device = openConnection({ port, host: '127.0.0.1', noDelay: true });
      device.on('error', () => browser.destroy());
      browser.once('close', () => device.destroy());
      carryUp(browser, device, readyAtMs, shape.roundTripMs / 2);
      await carryDown(device, browser);
    } finally {
      turns.give();
    }
  }

  async function carryDown(device: Socket, browser: Socket): Promise<void> {
    const delayMs = shape.roundTripMs / 2;
    const arrivals = createArrivals(browser);
    try {
      for await (const chunk of device) {
        for (let from = 0; from < chunk.length; from += SEGMENT_BYTES) {
          const segment: Buffer = chunk.subarray(from, from + SEGMENT_BYTES);
          await airtime.send(segment.length);
          bytes += segment.length;
          arrivals.write(segment, performance.now() + delayMs);
        }
      }
    } catch {
      browser.destroy(); // the device broke off: so does the line
    }
    await arrivals.end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    takeTraffic() {
      const traffic = { connections, bytes };
      connections = 0;
      bytes = 0;
      return traffic;
    },
    async close() {
      for (const browser of open) browser.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (typeof address !== 'object' || address === null) throw new Error('the link listens nowhere');
  return address.port;
}

/** The browser's bytes, each piece `delayMs` later and none before the connection is there. */
function carryUp(browser: Socket, device: Socket, readyAtMs: number, delayMs: number): void {
  const arrivals = createArrivals(device);
  browser.on('data', (chunk: Buffer) =>
    arrivals.write(chunk, Math.max(performance.now(), readyAtMs) + delayMs),
  );
  browser.once('end', () => void arrivals.end());
  browser.resume();
}

/** Writes in order, each piece when it is due. */
function createArrivals(to: Socket) {
  let last = Promise.resolve();
  return {
    write(piece: Buffer, dueMs: number): void {
      last = last.then(async () => {
        await waitUntil(dueMs);
        if (!to.destroyed) to.write(piece);
      });
    },
    /** Ends the connection after everything that is under way. */
    async end(): Promise<void> {
      await last;
      to.end();
    },
  };
}

async function waitUntil(dueMs: number): Promise<void> {
  const waitMs = dueMs - performance.now();
  if (waitMs > 0) await sleep(waitMs);
}

/** The line itself: whoever sends waits until those before have left. */
function createAirtime(bytesPerSecond: number) {
  let freeAtMs = 0;
  return {
    async send(byteCount: number): Promise<void> {
      freeAtMs = Math.max(performance.now(), freeAtMs) + (byteCount / bytesPerSecond) * 1000;
      await waitUntil(freeAtMs);
    },
  };
}

/** At most so many at a time; the others wait in line. */
function createTurns(atOnce: number) {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async take(): Promise<void> {
      if (taken >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      taken += 1;
    },
    give(): void {
      taken -= 1;
      waiting.shift()?.();
    },
  };
}
