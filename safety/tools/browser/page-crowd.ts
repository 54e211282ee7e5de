import { type ReceivedLiveData, readLiveData } from '@heliograph/contract';
import { createVirtualClock, type VirtualClock } from '@heliograph/testbed/clock.ts';
import type { CallResult } from '../../../apps/web/src/shared/api/call.ts';
import { createLiveLink, type LiveLink } from '../../../apps/web/src/shared/api/live-link.ts';
import type { SocketLike } from '../../../apps/web/src/shared/api/single-socket.ts';
import { wireInverter, wireMessage } from '../../../apps/web/test/live-messages.ts';
import { createRandom } from '../../../packages/simulator/src/seeded-random.ts';

/** What lies between the pages and the gateway. */
interface Weather {
  /** The gateway runs. */
  isUp: boolean;
  /** Nothing arrives and nobody is told; what was sent meanwhile arrives when it is lifted. */
  isBlackHole: boolean;
  /** Sockets are refused, calls are answered. */
  hasNoSockets: boolean;
}

interface TryFigures {
  /** Sockets that were tried within any 1,000 ms, whenever they begin, at most. */
  readonly mostTriesInASecond: number;
  /** Of one page at the same time. */
  readonly mostSocketsOfAPage: number;
  readonly triesInAll: number;
}

interface CrowdFigures extends TryFigures {
  /** The oldest value that was shown as live. */
  readonly oldestLiveMs: number;
}

/** Open pages, each with a live link of its own, and one gateway, in time that does not pass by itself. */
export interface PageCrowd {
  readonly links: readonly LiveLink[];
  /** Lets time pass, and looks at every page ten times a second. */
  pass(ms: number): Promise<void>;
  /** Passes time until all pages are live; the time, at most `withinMs`. */
  passUntilLive(withinMs: number): Promise<number>;
  set(weather: Partial<Weather>): void;
  /** As a power cut ends it. */
  killGateway(): void;
  /** The computers sleep: time passes, and nothing runs. */
  sleep(ms: number): void;
  figures(): CrowdFigures;
}

interface FarSocket extends SocketLike {
  readonly page: number;
  isOpen: boolean;
  isDone: boolean;
  readonly held: string[];
}

const STEP_MS = 100;
const HANDSHAKE_MS = 5;
/** How often the gateway has something new. */
const PUSH_MS = 1_000;
const ABORT_MS = 10_000;

/** Live data that says when it was made, as the name of its only inverter. */
const liveDataAt = (nowMs: number) => wireMessage([wireInverter({ name: String(nowMs) })]);

const madeMs = (live: ReceivedLiveData): number => Number(live.inverters[0]?.name);

/** Counts the sockets that pages ask for. */
function createTryCounter(clock: VirtualClock) {
  const recentMs: number[] = [];
  let mostTriesInASecond = 0;
  let triesInAll = 0;
  let mostSocketsOfAPage = 0;
  return {
    count(ownSockets: number): void {
      const nowMs = clock.elapsedMs();
      recentMs.push(nowMs);
      while ((recentMs[0] ?? nowMs) <= nowMs - 1000) recentMs.shift();
      mostTriesInASecond = Math.max(mostTriesInASecond, recentMs.length);
      triesInAll += 1;
      mostSocketsOfAPage = Math.max(mostSocketsOfAPage, ownSockets);
    },
    /** The pages of a test are opened faster than anybody would. */
    forgetSeconds(): void {
      recentMs.length = 0;
      mostTriesInASecond = 0;
    },
    figures: (): TryFigures => ({ mostTriesInASecond, mostSocketsOfAPage, triesInAll }),
  };
}

/** The gateway as the pages see it through the weather. */
function createFarGateway(clock: VirtualClock) {
  const weather: Weather = { isUp: true, isBlackHole: false, hasNoSockets: false };
  const sockets = new Set<FarSocket>();
  const tries = createTryCounter(clock);

  function end(socket: FarSocket, code: number): void {
    socket.isDone = true;
    sockets.delete(socket);
    socket.onclose?.({ code } as CloseEvent);
  }

  function settleHandshake(socket: FarSocket): void {
    if (socket.isDone || weather.isBlackHole) return; // nobody is told
    if (weather.isUp && !weather.hasNoSockets) {
      socket.isOpen = true;
      socket.onopen?.({} as Event);
    } else end(socket, 1006);
  }

  function push(): void {
    clock.after(PUSH_MS, push);
    const text = JSON.stringify(liveDataAt(clock.elapsedMs()));
    for (const socket of sockets) {
      if (!socket.isOpen) continue;
      if (weather.isBlackHole) socket.held.push(text);
      else socket.onmessage?.({ data: text } as MessageEvent);
    }
  }

  push();
  return {
    tries,
    openSocket(page: number): SocketLike {
      const socket = createFarSocket(page, () => sockets.delete(socket));
      sockets.add(socket);
      tries.count([...sockets].filter((other) => other.page === page).length);
      clock.after(HANDSHAKE_MS, () => settleHandshake(socket));
      return socket;
    },
    fetchLiveData(): Promise<CallResult<ReceivedLiveData>> {
      const live = readLiveData(liveDataAt(clock.elapsedMs()));
      const isAnswered = weather.isUp && !weather.isBlackHole && live !== undefined;
      return new Promise((resolve) =>
        clock.after(weather.isBlackHole ? ABORT_MS : HANDSHAKE_MS, () =>
          resolve(isAnswered ? { kind: 'answered', answer: live } : { kind: 'unreachable' }),
        ),
      );
    },
    set(changes: Partial<Weather>): void {
      Object.assign(weather, changes);
      if (weather.isBlackHole) return;
      for (const socket of sockets) {
        if (!socket.isOpen) settleHandshake(socket);
        for (const text of socket.held.splice(0)) socket.onmessage?.({ data: text } as MessageEvent);
      }
    },
    kill(): void {
      weather.isUp = false;
      for (const socket of [...sockets]) end(socket, 1006);
    },
  };
}

function createFarSocket(page: number, onClose: () => void): FarSocket {
  const socket: FarSocket = {
    page,
    isOpen: false,
    isDone: false,
    held: [],
    onopen: null,
    onmessage: null,
    onclose: null,
    send: () => undefined,
    close() {
      socket.isDone = true;
      onClose();
    },
  };
  return socket;
}

/** Opens the pages one after the other, and waits until they are live. */
export async function openPageCrowd(pageCount: number, seed: number): Promise<PageCrowd> {
  const clock = createVirtualClock();
  const random = createRandom(seed);
  const far = createFarGateway(clock);
  let oldestLiveMs = 0;
  const links = Array.from({ length: pageCount }, (_, page) =>
    createLiveLink({
      clock,
      random,
      openSocket: () => far.openSocket(page),
      fetchLiveData: far.fetchLiveData,
      renewLogin: () => undefined,
    }),
  );

  function look(): void {
    for (const link of links) {
      const { stale, live } = link.snapshot();
      if (!stale && live !== undefined)
        oldestLiveMs = Math.max(oldestLiveMs, clock.elapsedMs() - madeMs(live));
    }
  }

  async function pass(ms: number): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += STEP_MS) {
      clock.advance(Math.min(STEP_MS, ms - passedMs));
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      look();
    }
  }

  for (const link of links) {
    link.start();
    await pass(STEP_MS);
  }
  await pass(10_000);
  far.tries.forgetSeconds();

  return {
    links,
    pass,
    async passUntilLive(withinMs) {
      let passedMs = 0;
      const isLive = (link: LiveLink) => link.snapshot().phase === 'live';
      for (; passedMs < withinMs && !links.every(isLive); passedMs += STEP_MS) await pass(STEP_MS);
      return passedMs;
    },
    set(changes) {
      far.set(changes);
      look();
    },
    killGateway: far.kill,
    sleep: (ms) => clock.sleep(ms),
    figures: () => ({ ...far.tries.figures(), oldestLiveMs }),
  };
}
