import type { ChipLinkOptions } from '../nrf24/chip-link.ts';
import type { ChipEvent, ChipLink } from '../nrf24/ports.ts';
import type { HopMode, PaLevel } from '../radio.ts';
import { runChipLoop } from './chip-loop.ts';
import { type ChipPins, MachineError, openChipPins } from './chip-pins.ts';
import { noteLateness } from './hop-lateness.ts';
import { REAL_TIME_PRIORITY } from './real-time.ts';
import { createPollSet, SystemCallError, type SystemCalls } from './system-calls.ts';
import {
  type FromThread,
  THREAD_WORDS,
  type ThreadData,
  type ThreadStatus,
  type ToThread,
} from './thread-messages.ts';

/** How the driver of the chip is made. */
export type CreateLink = (parts: ChipLinkOptions) => ChipLink;

/** What the thread is given by where it runs. */
export interface ThreadParts {
  readonly data: ThreadData;
  /** Undefined where the system cannot be called; `tellWhy` may be told why. */
  loadCalls(tellWhy: (reason: string) => void): SystemCalls | undefined;
  readonly createLink: CreateLink;
  /** The next order; undefined where there is none. */
  takeMessage(): ToThread | undefined;
  tell(message: FromThread): void;
  readonly openPins?: (calls: SystemCalls, wiring: ThreadData['wiring']) => ChipPins;
}

/** What is wrong with the machine may be put right at any time: a cable, a group, a setting. */
const TRY_AGAIN_US = 10_000_000;

/** Opens the chip and runs it, again and again, until it is told to end. */
export function runChipThread(parts: ThreadParts): void {
  const { data, tell } = parts;
  const words = new Int32Array(data.words);
  const isEnding = () => Atomics.load(words, THREAD_WORDS.end) === 1;
  const beat = () => void Atomics.add(words, THREAD_WORDS.beats, 1);
  const tellFault = (fault: ThreadStatus['fault'], detail: string) =>
    tell({ kind: 'status', status: { connected: false, plusVariant: false, fault, detail } });

  const calls = loadedCalls(parts, { words, isEnding, beat, tellFault });
  if (calls === undefined) return;
  const waker = calls.createWaker();
  tell({ kind: 'waker', fd: waker });
  const orders = createOrders(parts, waker, calls);
  const goesOn = () => {
    beat();
    return !isEnding();
  };
  const isRealTime = calls.beRealTime(REAL_TIME_PRIORITY);
  while (goesOn()) {
    try {
      runWithPins(parts, calls, { waker, orders, goesOn, isRealTime });
    } catch (error) {
      if (error instanceof MachineError) tellFault(error.fault, error.detail);
      else if (error instanceof SystemCallError) tellFault('spi-refused', error.message);
      else throw error;
    }
    const againUs = calls.nowUs() + TRY_AGAIN_US;
    while (goesOn() && calls.nowUs() < againUs) {
      orders.waitUntil(Math.min(againUs, calls.nowUs() + BEAT_US));
      orders.take(undefined);
    }
  }
}

const BEAT_US = 500_000;
const BEAT_MS = BEAT_US / 1000;

interface Life {
  readonly words: Int32Array;
  isEnding(): boolean;
  beat(): void;
  tellFault(fault: ThreadStatus['fault'], detail: string): void;
}

/** Tries until they can be loaded; undefined where the thread is to end before. */
function loadedCalls(
  parts: ThreadParts,
  { words, isEnding, beat, tellFault }: Life,
): SystemCalls | undefined {
  while (!isEnding()) {
    let why = '';
    const calls = parts.loadCalls((reason) => {
      why = reason;
    });
    if (calls !== undefined) return calls;
    tellFault('no-koffi', why);
    for (let waitedMs = 0; waitedMs < TRY_AGAIN_US / 1000 && !isEnding(); waitedMs += BEAT_MS) {
      beat();
      Atomics.wait(words, THREAD_WORDS.end, 0, BEAT_MS);
    }
  }
  return undefined;
}

interface Orders {
  /** Hands what has come to the link; without one, keeps what the next one is to know. Exchanges are lost then, as on bad air. */
  take(link: ChipLink | undefined): void;
  /** What the link is to know before its first exchange. */
  settle(link: ChipLink): void;
  /** Until that time, or until an order comes. */
  waitUntil(dueUs: number): void;
  exchangeId(): number;
}

const WAKER_BYTES = 8;

function createOrders({ takeMessage }: ThreadParts, waker: number, calls: SystemCalls): Orders {
  const wakings = new Uint8Array(new ArrayBuffer(WAKER_BYTES));
  const set = createPollSet([waker]);
  let id = 0;
  let pipeAddress: string | undefined;
  let level: PaLevel | undefined;
  let mode: HopMode | undefined;

  function obey(order: ToThread, link: ChipLink | undefined): void {
    if (order.kind === 'exchange') {
      id = order.id;
      link?.start(order.request);
    } else if (order.kind === 'pipe') {
      pipeAddress = order.pipeAddress;
      link?.setReadingPipe(pipeAddress);
    } else if (order.kind === 'pa') {
      level = order.level;
      link?.setPaLevel(level);
    } else {
      mode = order.mode;
      link?.setHopMode(mode);
    }
  }

  return {
    exchangeId: () => id,
    take(link) {
      for (let order = takeMessage(); order !== undefined; order = takeMessage()) obey(order, link);
    },
    settle(link) {
      if (level !== undefined) link.setPaLevel(level);
      if (mode !== undefined) link.setHopMode(mode);
      if (pipeAddress !== undefined) link.setReadingPipe(pipeAddress);
    },
    waitUntil(dueUs) {
      calls.wait(set, dueUs - calls.nowUs());
      if (set.isReadable(0)) calls.read(waker, wakings);
    },
  };
}

interface Run {
  readonly waker: number;
  readonly orders: Orders;
  readonly isRealTime: boolean;
  goesOn(): boolean;
}

function runWithPins(
  { data, tell, createLink, openPins = openChipPins }: ThreadParts,
  calls: SystemCalls,
  { waker, orders, isRealTime, goesOn }: Run,
): void {
  const pins = openPins(calls, data.wiring);
  tell({ kind: 'wires', fds: pins.fds, isRealTime });
  let link: ChipLink | undefined;
  try {
    const made = createLink({ spi: pins.spi, ce: pins.ce, irq: pins.irq, nowUs: calls.nowUs });
    link = made;
    orders.settle(made);
    const set = createPollSet([pins.irq.fd, waker]);
    const wakings = new Uint8Array(new ArrayBuffer(WAKER_BYTES));
    const tellStatus = statusTeller(made, tell);
    runChipLoop({
      link: made,
      nowUs: calls.nowUs,
      goesOn,
      takeOrders: () => orders.take(made),
      waitUntil(dueUs) {
        tellStatus();
        calls.wait(set, dueUs - calls.nowUs());
        if (set.isReadable(0)) pins.irq.forgetFalls();
        if (set.isReadable(1)) calls.read(waker, wakings);
      },
      tell(events: readonly ChipEvent[]) {
        for (const event of events) {
          if (event.kind !== 'fault') tell({ kind: 'event', id: orders.exchangeId(), event });
        }
      },
      noteLateness: noteLateness(data.lateness),
    });
  } finally {
    stopQuietly(link);
    pins.close();
    tell({ kind: 'wires', fds: [], isRealTime });
  }
}

/** The wire that it needs may be the one that was lost. */
function stopQuietly(link: ChipLink | undefined): void {
  try {
    link?.stop();
  } catch (error) {
    if (!(error instanceof SystemCallError)) throw error;
  }
}

/** Tells how the chip is when that has changed. */
function statusTeller(link: ChipLink, tell: (message: FromThread) => void): () => void {
  let told: ReturnType<ChipLink['status']> | undefined;
  return () => {
    const { connected, plusVariant, fault } = link.status();
    if (told?.connected === connected && told.plusVariant === plusVariant && told.fault === fault) return;
    told = { connected, plusVariant, fault };
    tell({ kind: 'status', status: { ...told, detail: '' } });
  };
}
