import { describe, expect, it } from 'vitest';
import { createTestServices, jsonResponse } from '../../../test/test-services.ts';
import { createConsoleLink } from './console-link.ts';

const ADMIN = { user: JSON.stringify({ type: 'success', message: '', code: 10_002, authdata: 'eDp5' }) };
const HOUR_MS = 3_600_000;

/** A link on fake time and sockets; `answer` is what the gateway says over HTTP, undefined when it says nothing. */
function createLink({ loggedIn = false } = {}) {
  const world = {
    answer: undefined as (() => Response | Promise<Response>) | undefined,
    requests: [] as string[],
    random: 0.999,
    texts: [] as string[],
    openings: [] as boolean[],
  };
  const { services, clock, sockets } = createTestServices({
    stored: loggedIn ? ADMIN : {},
    fetch: async (path) => {
      world.requests.push(path);
      if (world.answer === undefined) throw new TypeError('network is down');
      return world.answer();
    },
  });
  const link = createConsoleLink(
    { ...services, random: () => world.random },
    { text: (text) => world.texts.push(text), opened: (isAgain) => world.openings.push(isAgain) },
  );
  /** Reading an answer takes more than microtasks. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ link, clock, sockets, world, settle, session: services.session },
    phase: () => link.snapshot().phase,
    async pass(ms: number) {
      clock.advance(ms);
      await settle();
    },
    async breaks(code?: number) {
      sockets.last.breaks(code);
      await settle();
    },
    /** One attempt after the other fails until so many sockets were opened, the last one just now. */
    async failUntil(count: number) {
      while (sockets.all.length < count) {
        if (!sockets.last.isClosed) sockets.last.breaks();
        clock.advance(100);
        await settle();
      }
    },
  };
}

const OK = () => jsonResponse({ type: 'success', message: '', code: 10_002 });
const REFUSED = () => jsonResponse({ message: 'no' }, 401);

describe('a link that works', () => {
  it('hands on what comes, and pings every 5 s', async () => {
    const { link, sockets, world, phase, pass } = createLink();
    link.start();
    expect(phase()).toBe('connecting');
    sockets.last.opens();
    expect(phase()).toBe('connected');
    sockets.last.says('info  one\r\n');
    sockets.last.says('par');
    expect(world.texts).toEqual(['info  one\r\n', 'par']);
    await pass(4_999);
    expect(sockets.last.sent).toEqual([]);
    await pass(5_002);
    expect(sockets.last.sent).toEqual(['ping', 'ping']);
  });

  it('has one socket however often it is started, and none once it is stopped', async () => {
    const { link, sockets, pass, world } = createLink();
    link.start();
    link.start();
    link.wake();
    expect(sockets.all).toHaveLength(1);
    sockets.last.opens();
    link.stop();
    expect(sockets.inUse).toBe(0);
    await pass(HOUR_MS);
    expect([sockets.all.length, world.requests.length]).toEqual([1, 0]);
  });

  it('says when it was open before, because lines are missing then', async () => {
    const { link, sockets, world } = createLink();
    link.start();
    sockets.last.opens();
    link.stop();
    link.start();
    sockets.last.opens();
    expect(world.openings).toEqual([false, true]);
  });

  it('takes silence for what it is, as long as the gateway answers', async () => {
    const { link, sockets, world, phase, pass } = createLink();
    world.answer = () => jsonResponse({ hostname: 'x' });
    link.start();
    sockets.last.opens();
    for (let turn = 0; turn < 60; turn++) await pass(1000);
    expect(phase()).toBe('connected');
    expect(world.requests).toEqual(Array(4).fill('/api/system/status'));
  });
});

describe('a link that breaks', () => {
  it('comes back, within half a second after it had been open for a while', async () => {
    const { link, sockets, phase, pass, breaks } = createLink();
    link.start();
    sockets.last.opens();
    await pass(6_000);
    await breaks(1012);
    expect(phase()).toBe('reconnecting');
    await pass(500);
    expect(sockets.all).toHaveLength(2);
    sockets.last.opens();
    expect(phase()).toBe('connected');
  });

  it('waits longer from failure to failure, up to 15 s, for ever', async () => {
    const { link, sockets, clock, breaks, pass } = createLink();
    link.start();
    const waitsMs: number[] = [];
    for (let failure = 0; failure < 12; failure++) {
      const beforeMs = clock.elapsedMs();
      const count = sockets.all.length;
      await breaks();
      while (sockets.all.length === count) await pass(100);
      waitsMs.push(clock.elapsedMs() - beforeMs);
    }
    expect(waitsMs).toEqual([...waitsMs].sort((one, other) => one - other));
    expect(waitsMs[0]).toBe(1000);
    expect(waitsMs.at(-1)).toBe(15_000);
  });

  it('gives up a handshake after 5 s', async () => {
    const { link, sockets, pass } = createLink();
    link.start();
    await pass(5_000);
    expect(sockets.inUse).toBe(0);
    await pass(1_000);
    expect(sockets.all).toHaveLength(2);
  });

  it('notices a gateway that went without a word', async () => {
    const { link, sockets, phase, pass } = createLink();
    link.start();
    sockets.last.opens();
    for (let turn = 0; turn < 16; turn++) await pass(1000);
    expect(phase()).toBe('reconnecting');
    expect(sockets.all).toHaveLength(2);
  });

  it('stays away when the gateway has no room, instead of sending another one away', async () => {
    const { link, sockets, pass, breaks } = createLink();
    link.start();
    sockets.last.opens();
    await pass(6_000);
    await breaks(1013);
    await pass(14_000);
    expect(sockets.all).toHaveLength(1);
    await pass(1_000);
    expect(sockets.all).toHaveLength(2);
  });

  it('goes on at once when it is woken', async () => {
    const { link, sockets, failUntil, breaks } = createLink();
    link.start();
    await failUntil(8);
    await breaks();
    link.wake();
    expect(sockets.all).toHaveLength(9);
  });
});

describe('the reason', () => {
  it('is told from the second failure on', async () => {
    const { link, breaks, failUntil } = createLink();
    link.start();
    await breaks();
    expect(link.snapshot()).toEqual({ running: true, phase: 'connecting', problem: undefined });
    await failUntil(2);
    await breaks();
    expect(link.snapshot()).toEqual({
      running: true,
      phase: 'offline',
      problem: { kind: 'unreachable' },
    });
  });

  it('is that something blocks sockets, when calls are answered', async () => {
    const { link, world, breaks, failUntil } = createLink();
    world.answer = () => jsonResponse({ hostname: 'x' });
    link.start();
    await failUntil(2);
    await breaks();
    expect(link.snapshot().problem).toEqual({ kind: 'blocked' });
  });

  it('is forgotten when it works again', async () => {
    const { link, sockets, breaks, failUntil, pass } = createLink();
    link.start();
    await failUntil(3);
    sockets.last.opens();
    await pass(6_000);
    await breaks();
    expect(link.snapshot()).toEqual({ running: true, phase: 'reconnecting', problem: undefined });
  });
});

describe('the login', () => {
  it('is asked for when visitors may not read, and the link rests until it is made', async () => {
    const { link, sockets, world, session, breaks, pass } = createLink();
    world.answer = REFUSED;
    link.start();
    await breaks();
    expect([world.requests, session.takeExpiry()]).toEqual([['/api/system/status'], 'no-login']);
    await pass(HOUR_MS);
    expect(sockets.all).toHaveLength(1);
    link.wake();
    expect(sockets.all).toHaveLength(2);
  });

  it('of the admin is shown to the gateway again before the next handshake', async () => {
    const { link, sockets, world, breaks, pass } = createLink({ loggedIn: true });
    world.answer = OK;
    link.start();
    await breaks();
    expect(world.requests).toEqual(['/api/security/authenticate']);
    await pass(1_000);
    expect(sockets.all).toHaveLength(2);
  });

  it('that is no longer good ends, and so does the link', async () => {
    const { link, sockets, world, session, pass, breaks } = createLink({ loggedIn: true });
    world.answer = REFUSED;
    link.start();
    sockets.last.opens();
    await breaks(4401);
    await pass(HOUR_MS);
    expect([session.user(), sockets.all.length]).toEqual([undefined, 1]);
  });

  it('made meanwhile is not undone by an answer from before', async () => {
    const { link, sockets, world, phase, settle, breaks } = createLink();
    let answerNow: (response: Response) => void = () => undefined;
    world.answer = () =>
      new Promise((resolve) => {
        answerNow = resolve;
      });
    link.start();
    await breaks();
    link.wake();
    sockets.last.opens();
    answerNow(REFUSED());
    await settle();
    expect(phase()).toBe('connected');
  });
});
