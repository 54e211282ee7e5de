import { type GatewayEnds, network, watchGatewayEnds } from '@heliograph/testbed/gateway/gateway-ends.ts';
import { createTestPlatform, type TestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { openRawConnection, type RawConnection } from '@heliograph/testbed/outside/raw-connection.ts';
import { openSocket, type SocketClient } from '@heliograph/testbed/outside/socket-client.ts';
import { frameOf, handshakeOf } from '@heliograph/testbed/outside/socket-frames.ts';
import { describe, expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

const row = openRow('F13');
const STALLED = row.scale(1, 3);
const SLOW = row.scale(1, 2);
const READING = row.scale(2, 15);
const UNREAD_MAX_KB = 256;
/** Thirty, and until the next push: it is then that somebody is told to go. */
const BEHIND_MAX_S = 31;
/** More than the buffers of the system take of the live data in that time. */
const SECONDS_MAX = 900;
const LINE = 'x'.repeat(1000);
const PONG = frameOf({ opcode: 10 });

/** A socket path, and how often it brings a push: of the log more than the buffers of the system hold within a minute. */
interface Channel {
  readonly path: '/console' | '/livedata' | '/livedata/lean';
  readonly pushesPerSecond: number;
  readonly linesPerPush: number;
  /** A push is longer than that. */
  readonly pushMinBytes: number;
  /** At least so much waits for one of them, or it was never left out for that. */
  readonly unreadMinKb: number;
}
const CONSOLE: Channel = {
  ...{ path: '/console', pushesPerSecond: 4, linesPerPush: 50, pushMinBytes: 50_000 },
  unreadMinKb: UNREAD_MAX_KB / 2,
};
const LIVE_DATA: Channel = {
  ...{ path: '/livedata', pushesPerSecond: 1, linesPerPush: 0, pushMinBytes: 5_000 },
  unreadMinKb: UNREAD_MAX_KB / 2,
};
/** Whoever has anything unread there gets nothing more: what it is told next depends on what it knows. */
const LEAN: Channel = { ...LIVE_DATA, path: '/livedata/lean', unreadMinKb: 1 };

/** A client that reads nothing, but answers each ping, so it is not taken for gone. */
async function openStalled(port: number, path: string): Promise<RawConnection> {
  const client = await openRawConnection(port, { isReading: false });
  client.socket.write(handshakeOf(path));
  return client;
}

/** A client that reads everything, of live data at least. */
async function openReading(port: number, { path }: Channel): Promise<SocketClient> {
  const client = await openSocket(port, {}, path === '/console' ? '/livedata' : path);
  if (path === '/livedata/lean') client.socket.send('show ');
  return client;
}

interface Measured {
  /** The most that the gateway held for one of them. */
  readonly unreadMaxKb: number;
  /** From the first push that one of them was left out of until it was told to go, the longest. */
  readonly behindMaxS: number;
  /** Pushes that the one with the fewest was left out of. */
  readonly skippedMin: number;
  /** Connections that are still open a while after they were told to go. */
  readonly leftOver: number;
  /** Pushes that somebody who reads got less than there were seconds. */
  readonly missedByOthers: number;
}

/** What is seen of one of them. */
interface Seen {
  readonly client: RawConnection;
  /** All that it was given. */
  bytes: number;
  behindSinceS: number | undefined;
  skipped: number;
}

/** Looks at one after a push: one that got much less than that was left out; who is given too much counts as behind, too. */
function look(seen: Seen, ends: GatewayEnds, pushMinBytes: number, nowS: number): void {
  const bytes = ends.bytesFor(seen.client);
  const unreadBytes = ends.mostUnreadBytes([seen.client]);
  const isSkipped = unreadBytes > 0 && bytes - seen.bytes < pushMinBytes / 2;
  if (isSkipped) seen.skipped += 1;
  if (isSkipped || unreadBytes > 2 * UNREAD_MAX_KB * 1024) seen.behindSinceS ??= nowS;
  seen.bytes = bytes;
}

/** How many were told to go. */
const countTold = ({ logLines }: TestPlatform) =>
  logLines.filter((line) => line.includes('reads too slowly')).length;

/** Seconds between the nth that fell behind and the nth that was told to go, the most; none was told is now. */
function behindMaxOf(all: readonly Seen[], toldAtS: readonly number[], nowS: number): number {
  const since = all.map(({ behindSinceS }) => behindSinceS ?? nowS).toSorted((one, other) => one - other);
  return Math.max(...since.map((sinceS, index) => (toldAtS[index] ?? nowS) - sinceS));
}

/** Has been behind for so long that it should have been told to go. */
const isLeft = ({ behindSinceS }: Seen, nowS: number) =>
  behindSinceS !== undefined && nowS - behindSinceS > BEHIND_MAX_S + 10;

async function pushOnce(
  { pushesPerSecond, linesPerPush }: Channel,
  { log, clock }: TestPlatform,
): Promise<number> {
  for (let line = 0; line < linesPerPush; line++) log.info(LINE);
  await clock.advanceAsync(1000 / pushesPerSecond);
  return 1 / pushesPerSecond;
}

/** Pushes until all were told to go, or should have been long ago. */
async function pushToAll(channel: Channel, { platform, ends, all, others }: Readers) {
  const { pushesPerSecond, pushMinBytes } = channel;
  const toldAtS: number[] = [];
  const clients = all.map(({ client }) => client);
  let unreadMaxBytes = 0;
  let nowS = 0;
  for (let isOver = false; !isOver && nowS < SECONDS_MAX; ) {
    for (const { socket } of clients) socket.write(PONG);
    for (const { socket } of clients.slice(0, SLOW)) socket.read(1024);
    for (let push = 0; push < pushesPerSecond; push++) {
      nowS += await pushOnce(channel, platform);
      while (toldAtS.length < countTold(platform)) toldAtS.push(nowS);
      for (const seen of all) look(seen, ends, pushMinBytes, nowS);
      unreadMaxBytes = Math.max(unreadMaxBytes, ends.mostUnreadBytes(clients));
    }
    await Promise.all(others.map((client) => client.settle()));
    isOver = toldAtS.length === all.length || all.every((seen) => isLeft(seen, nowS));
  }
  return { unreadMaxBytes, nowS, behindMaxS: behindMaxOf(all, toldAtS, nowS) };
}

interface Readers {
  readonly platform: TestPlatform;
  readonly ends: GatewayEnds;
  readonly all: readonly Seen[];
  readonly others: readonly SocketClient[];
}

async function stall(channel: Channel): Promise<Measured> {
  const platform = createTestPlatform('info');
  const { port, clock } = await startTestGateway({ platform, scenario: 'ten-inverters' });
  const ends = watchGatewayEnds(port);
  const others = await Promise.all(Array.from({ length: READING }, () => openReading(port, channel)));
  const clients = await Promise.all(
    Array.from({ length: STALLED + SLOW }, () => openStalled(port, channel.path)),
  );
  await expect.poll(() => ends.countHeld(clients), { timeout: 20_000 }).toBe(clients.length);
  const all = clients.map((client): Seen => ({ client, bytes: 0, behindSinceS: undefined, skipped: 0 }));
  const pushed = await pushToAll(channel, { platform, ends, all, others });
  const fewest = Math.min(...others.map(({ messages }) => messages.length));
  await clock.advanceAsync(2000); // for the closing handshake that nobody answers
  await network();
  const leftOver = ends.countHeld(clients);
  for (const { socket } of clients) socket.destroy();
  for (const { socket } of others) socket.terminate();
  return {
    unreadMaxKb: Math.ceil(pushed.unreadMaxBytes / 1024),
    behindMaxS: pushed.behindMaxS,
    leftOver,
    skippedMin: Math.min(...all.map(({ skipped }) => skipped)),
    missedByOthers: Math.max(0, Math.floor(pushed.nowS) - 1 - fewest),
  };
}

describe('readers that stall, or read a kilobyte a second', { timeout: row.scale(180_000, 900_000) }, () => {
  it.each(row.isNightly ? [CONSOLE, LIVE_DATA, LEAN] : [CONSOLE])(
    'cost little, are closed and keep nobody waiting: $path',
    async (channel) => {
      const held = await stall(channel);
      const bare = await without(['unreadCap'], () => stall(channel));
      const { path } = channel;
      const proof = { without: SEAMS.unreadCap };
      const unread = { what: `${path}: unread for one client`, unit: 'kB', goal: { atMost: UNREAD_MAX_KB } };
      row.figure({ ...unread, value: held.unreadMaxKb });
      row.counterProof({ ...unread, ...proof, value: bare.unreadMaxKb });
      const skipped = { what: `${path}: pushes that each was left out of`, goal: { atLeast: 10 } };
      row.figure({ ...skipped, value: held.skippedMin });
      row.counterProof({ ...skipped, ...proof, value: bare.skippedMin });
      const closed = { what: `${path}: told to go after`, unit: 's', goal: { atMost: BEHIND_MAX_S } };
      row.figure({ ...closed, value: held.behindMaxS });
      row.counterProof({ ...closed, ...proof, value: bare.behindMaxS });
      row.figure({ what: `${path}: still open 2 s later`, value: held.leftOver, goal: { exactly: 0 } });
      row.figure({
        what: `${path}: pushes missed by others`,
        value: held.missedByOthers,
        goal: { exactly: 0 },
      });
      expect(held.unreadMaxKb).toBeGreaterThan(channel.unreadMinKb);
    },
  );
});
