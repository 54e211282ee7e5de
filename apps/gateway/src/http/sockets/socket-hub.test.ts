import { EventEmitter } from 'node:events';
import { createVirtualClock } from '@heliograph/testbed/clock.ts';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { createLog } from '../../platform/log.ts';
import { createSocketHub, type SocketHub, type SocketHubOptions } from './socket-hub.ts';

/** A connection whose far end reads as fast as the test wants. */
class FakeSocket extends EventEmitter {
  bufferedAmount = 0;
  readonly sent: Buffer[] = [];
  closeCode: number | undefined;
  isTerminated = false;

  send(text: Buffer): void {
    this.sent.push(text);
    this.bufferedAmount += text.length;
  }

  ping(): void {
    this.emit('pong');
  }

  close(code: number): void {
    this.closeCode = code;
  }

  terminate(): void {
    this.isTerminated = true;
    this.emit('close');
  }
}

const TEXT = Buffer.alloc(20_000);
const CAP_BYTES = 262_144;

function createHub(options: Partial<SocketHubOptions> = {}) {
  const clock = createVirtualClock();
  const log = createLog({ level: 'silent', writeLine: () => undefined });
  const hub = createSocketHub({ clock, log, ...options });
  return {
    clock,
    hub,
    join() {
      const socket = new FakeSocket();
      hub.add(socket as unknown as WebSocket);
      return socket;
    },
    pushEverySecond(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        hub.send(TEXT, 'everyone');
        clock.advance(1000);
      }
    },
  };
}

describe('a client that does not read', () => {
  it('never has more than the cap on its way', () => {
    const { join, pushEverySecond } = createHub();
    const slow = join();
    pushEverySecond(20);
    expect(slow.bufferedAmount).toBeGreaterThan(CAP_BYTES - TEXT.length);
    expect(slow.bufferedAmount).toBeLessThanOrEqual(CAP_BYTES);
  });

  it('is closed after 30 s behind, and cut a second later', () => {
    const { join, pushEverySecond, hub } = createHub();
    const slow = join();
    pushEverySecond(13 + 30);
    expect(slow.closeCode).toBeUndefined();
    hub.send(TEXT, 'everyone');
    expect(slow.closeCode).toBe(1013);
    expect(hub.size).toBe(0);
    expect(slow.isTerminated).toBe(false);
    pushEverySecond(1);
    expect(slow.isTerminated).toBe(true);
  });

  it('starts afresh when it has caught up', () => {
    const { join, pushEverySecond } = createHub();
    const slow = join();
    pushEverySecond(30);
    slow.bufferedAmount = 0;
    pushEverySecond(40);
    expect(slow.closeCode).toBeUndefined();
    pushEverySecond(10);
    expect(slow.closeCode).toBe(1013);
  });

  it('is closed as well when it reads a little now and then', () => {
    const { join, hub, clock } = createHub();
    const slow = join();
    for (let second = 0; second < 60; second++) {
      hub.send(TEXT, 'everyone');
      slow.bufferedAmount -= 1000;
      clock.advance(1000);
    }
    expect(slow.closeCode).toBe(1013);
  });

  it('keeps nobody else waiting', () => {
    const { join, hub, clock } = createHub();
    join();
    const fast = join();
    for (let second = 0; second < 100; second++) {
      hub.send(TEXT, 'everyone');
      fast.bufferedAmount = 0;
      clock.advance(1000);
    }
    expect(fast.sent).toHaveLength(100);
  });
});

describe('a hub that tells of gaps', () => {
  it('says to whom was left out how much it missed, before it goes on', () => {
    const { join, hub, clock } = createHub({ gapText: (parts) => Buffer.from(`${parts} missing`) });
    const slow = join();
    const fast = join();
    slow.bufferedAmount = CAP_BYTES + 1;
    for (const parts of [3, 4]) hub.send(TEXT, 'everyone', parts);
    slow.bufferedAmount = 0;
    clock.advance(1000);
    for (const parts of [5, 6]) hub.send(TEXT, 'everyone', parts);
    expect(slow.sent.map((text) => (text === TEXT ? 'text' : String(text)))).toEqual([
      '7 missing',
      'text',
      'text',
    ]);
    expect(fast.sent).toEqual([TEXT, TEXT, TEXT, TEXT]);
  });

  it.each([
    ['they close', (_hub: SocketHub, [first]: FakeSocket[]) => first?.terminate()],
    ['it closes them', (hub: SocketHub) => hub.closeAll(1012)],
  ])('tells once when its last client is gone: %s', (_, part) => {
    let emptyCount = 0;
    const { join, hub } = createHub({
      onEmpty: () => {
        emptyCount += 1;
      },
    });
    const sockets = [join(), join()];
    expect(emptyCount).toBe(0);
    part(hub, sockets);
    for (const socket of sockets) socket.terminate();
    expect([hub.size, emptyCount]).toEqual([0, 1]);
  });
});

describe('texts of their own', () => {
  it('are asked for only where they can be sent, and who is behind for 30 s is closed', () => {
    const { join, hub, clock } = createHub();
    const slow = join();
    const fast = join();
    const asked: unknown[] = [];
    for (let second = 0; second < 33; second++) {
      hub.sendEach((socket) => {
        asked.push(socket);
        return socket === (fast as unknown) && second === 7 ? undefined : `text ${second}`;
      });
      fast.bufferedAmount = 0;
      clock.advance(1000);
    }
    expect(asked.filter((socket) => socket === slow)).toHaveLength(1);
    expect(fast.sent).toHaveLength(32);
    expect([slow.sent.length, slow.closeCode, hub.size]).toEqual([1, 1013, 1]);
  });

  it('are for one and not for the other, as those that came last are', () => {
    const { join, hub } = createHub();
    const old = join();
    hub.send(TEXT, 'everyone');
    const newcomer = join();
    hub.send([TEXT, TEXT], 'others');
    hub.send([TEXT, TEXT, TEXT], 'newcomers');
    expect([old.sent.length, newcomer.sent.length]).toEqual([3, 3]);
  });
});

describe('all clients', () => {
  it('get the very same bytes', () => {
    const { join, hub } = createHub();
    const clients = [join(), join(), join()];
    hub.send(TEXT, 'everyone');
    for (const { sent } of clients) expect(sent[0]).toBe(TEXT);
  });

  it('are newcomers until their first message', () => {
    const { join, hub } = createHub();
    const old = join();
    hub.send(TEXT, 'everyone');
    const newcomer = join();
    expect(hub.hasNewcomers()).toBe(true);
    hub.send(TEXT, 'newcomers');
    expect([old.sent.length, newcomer.sent.length]).toEqual([1, 1]);
    expect(hub.hasNewcomers()).toBe(false);
  });
});
