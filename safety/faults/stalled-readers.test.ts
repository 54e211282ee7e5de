import { describe, expect, it, onTestFinished } from 'vitest';
import { openSocket } from '../../apps/gateway/test/socket-client.ts';
import {
  createTestPlatform,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
  type TestPlatform,
} from '../../apps/gateway/test/start-test-gateway.ts';
import { openRow } from '../plan/row.ts';
import { watchGatewayEnds } from '../tools/gateway-ends.ts';
import { openRawConnection, type RawConnection } from '../tools/raw-connection.ts';
import { frameOf, handshakeOf } from '../tools/socket-frames.ts';
import { CLIENT_GUARDS, startUnguardedGateway } from '../tools/unguarded-gateway.ts';

const row = openRow('F13');
const STALLED = row.scale(1, 3);
const SLOW = row.scale(1, 2);
const READING = row.scale(2, 15);
const UNREAD_MAX_KB = 256;
/** By then the buffers of the system are full as well, and who has to go has gone. */
const SECONDS = 100;
/** What the console brings, more than the buffers of the system hold within these seconds. */
const LINE = 'x'.repeat(1000);
const LINES_PER_QUARTER = 50;
const PONG = frameOf({ opcode: 10 });

/** A client of the console that reads nothing, but answers each ping, so it is not taken for gone. */
async function openStalled(port: number): Promise<RawConnection> {
  const client = await openRawConnection(port, { isReading: false });
  client.socket.write(handshakeOf('/console'));
  return client;
}

interface Measured {
  /** The most that the gateway held for one of them. */
  readonly unreadMaxKb: number;
  /** From when the first got no more until none of them was left. */
  readonly behindMaxS: number;
  /** Pushes that somebody who reads got less than there were. */
  readonly missedByOthers: number;
}

function writeLines({ log }: TestPlatform): void {
  for (let line = 0; line < LINES_PER_QUARTER; line++) log.info(LINE);
}

async function stall(start: (options: TestGatewayOptions) => Promise<TestGateway>): Promise<Measured> {
  const platform = createTestPlatform('info');
  const gateway = await start({ platform, scenario: 'ten-inverters' });
  const { port, clock } = gateway;
  const ends = watchGatewayEnds(port);
  const others = await Promise.all(Array.from({ length: READING }, () => openSocket(port)));
  const stalled = await Promise.all(Array.from({ length: STALLED + SLOW }, () => openStalled(port)));
  await expect.poll(() => ends.countHeld(stalled)).toBe(stalled.length);
  const unreadKb = () => ends.mostUnreadBytes(stalled) / 1024;
  let unreadMaxKb = 0;
  let fullAtS: number | undefined;
  let second = 0;
  for (; second < SECONDS && ends.countHeld(stalled) > 0; second++) {
    for (const { socket } of stalled) socket.write(PONG);
    for (const { socket } of stalled.slice(0, SLOW)) socket.read(1024);
    for (let quarter = 0; quarter < 4; quarter++) {
      writeLines(platform);
      await clock.advanceAsync(250);
      unreadMaxKb = Math.max(unreadMaxKb, unreadKb());
    }
    await Promise.all(others.map((client) => client.settle()));
    if (unreadMaxKb > UNREAD_MAX_KB - 64) fullAtS ??= second;
  }
  for (const { socket } of stalled) socket.destroy();
  const fewest = Math.min(...others.map(({ messages }) => messages.length));
  for (const { socket } of others) socket.terminate();
  return {
    unreadMaxKb,
    behindMaxS: second - (fullAtS ?? 0),
    missedByOthers: Math.max(0, second - 1 - fewest),
  };
}

describe('readers that stall, or read a kilobyte a second', { timeout: row.scale(180_000, 300_000) }, () => {
  it('cost little, are closed and keep nobody waiting', async () => {
    const held = await stall(startTestGateway);
    const bare = await stall(async (options) => {
      const gateway = await startUnguardedGateway(options);
      onTestFinished(gateway.dispose);
      return gateway;
    });
    const unread = { what: 'unread for one client', unit: 'kB', goal: { atMost: UNREAD_MAX_KB } };
    row.figure({ ...unread, value: Math.ceil(held.unreadMaxKb) });
    row.counterProof({ ...unread, without: CLIENT_GUARDS.cap.name, value: Math.ceil(bare.unreadMaxKb) });
    // One behind the other; each second is looked at once, and a closing handshake may take another one.
    const closed = { what: 'closed after', unit: 's', goal: { atMost: 36 } };
    row.figure({ ...closed, value: held.behindMaxS });
    row.counterProof({ ...closed, without: CLIENT_GUARDS.cap.name, value: bare.behindMaxS });
    row.figure({ what: 'pushes missed by others', value: held.missedByOthers, goal: { atMost: 0 } });
    expect(held.unreadMaxKb).toBeGreaterThan(UNREAD_MAX_KB - 64);
  });
});
