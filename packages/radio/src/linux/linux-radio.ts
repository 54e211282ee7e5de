/** A `Radio` whose chip is driven by a thread of its own, where nothing else keeps it from being on time. */

import { closeSync, writeSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Packet, Radio, SendResult } from '../radio.ts';
import type { RadioFault } from '../radio-fault.ts';
import type { Wiring } from './chip-pins.ts';
import { createLatenessMemory, type HopLateness, readLateness } from './hop-lateness.ts';
import {
  createThreadWords,
  type FromThread,
  THREAD_WORDS,
  type ThreadData,
  type ThreadStatus,
  type ToThread,
} from './thread-messages.ts';

/** Time as the gateway's clock has it. */
export interface RadioTimers {
  /** Calls `action` once after `delayMs`; returns the function that cancels it. */
  after(delayMs: number, action: () => void): () => void;
}

/** Of Node's `Worker`, what is used. */
export interface ChipWorker {
  postMessage(message: ToThread): void;
  onMessage(listener: (message: FromThread) => void): void;
  /** Told once, with what the thread died of. */
  onEnd(listener: (error: Error | undefined) => void): void;
  terminate(): void;
}

export interface LinuxRadioOptions {
  readonly wiring: Wiring;
  readonly timers: RadioTimers;
  /** What Node calls the system, such as `linux`. */
  readonly platform: string;
  readonly startThread: (data: ThreadData) => ChipWorker;
  /** Told when the chip can be reached, or no longer, and why. */
  readonly onStatus?: (status: LinuxRadioStatus) => void;
}

export interface LinuxRadioStatus extends ThreadStatus {
  /** Whether the system lets the thread go before all ordinary ones; undefined while that is not known. */
  readonly isRealTime: boolean | undefined;
}

export interface LinuxRadio extends Radio {
  status(): LinuxRadioStatus;
  /** How late the hops of the last minute were; undefined where there were none. */
  hopLateness(): HopLateness | undefined;
  /** Resolves when the chip is free for others after `stop`, or when that takes too long. */
  ended(): Promise<void>;
}

/** A thread that lives says so twice a second. */
const LOOK_MS = 2_000;
/** Its first words may take long: on a small machine it reads its code from a slow card. */
const SILENT_LOOKS_MAX = 5;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 60_000;
/** One that has lived so long did not die of its start. */
const LONG_LIFE_LOOKS = 30;
const END_MAX_MS = 2_000;

const WAKE = new Uint8Array(BigUint64Array.of(1n).buffer);

export function createLinuxRadio(options: LinuxRadioOptions): LinuxRadio {
  const { wiring, timers, platform, startThread, onStatus } = options;
  const lateness = createLatenessMemory();
  const listeners = new Set<(packet: Packet) => void>();
  const settings = new Map<ToThread['kind'], ToThread>();
  let status: LinuxRadioStatus = {
    ...{ connected: false, plusVariant: false, detail: '', isRealTime: undefined },
    fault: platform === 'linux' ? undefined : 'not-linux',
  };
  let thread: ChipThread | undefined;
  let exchange: { readonly id: number; onSent: ((result: SendResult) => void) | undefined } | undefined;
  let lastId = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let cancelStart: () => void = () => undefined;
  let isStopped = false;
  let tellFreed: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => {
    tellFreed = resolve;
  });

  function change(told: Partial<LinuxRadioStatus>): void {
    status = { ...status, ...told };
    onStatus?.(status);
  }

  function start(): void {
    const words = createThreadWords();
    const begun = watchThread(startThread({ wiring, words, lateness }), {
      ...{ words, timers },
      onMessage(message) {
        if (message.kind === 'status') change(message.status);
        else if (message.kind === 'wires') change({ isRealTime: message.isRealTime });
        else if (message.kind === 'event') hear(message);
      },
      onLongLife() {
        pauseMs = FIRST_PAUSE_MS;
      },
      onHang: () => change({ connected: false, fault: 'thread-hangs', detail: '' }),
      onEnd(error) {
        thread = undefined;
        if (isStopped) return tellFreed();
        const fault: RadioFault = status.fault === 'thread-hangs' ? 'thread-hangs' : 'thread-ended';
        change({ connected: false, fault, detail: error?.message ?? '' });
        if (__WITHOUT__.threadRestart) return;
        cancelStart = timers.after(pauseMs, start);
        pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS);
      },
    });
    thread = begun;
    for (const setting of settings.values()) begun.order(setting);
  }

  function hear({ id, event }: FromThread & { readonly kind: 'event' }): void {
    if (isStopped) return;
    if (event.kind === 'packet') {
      for (const listener of [...listeners]) listener(event.packet);
      return;
    }
    if (exchange?.id !== id) return; // another one has begun meanwhile
    const { onSent } = exchange;
    exchange.onSent = undefined;
    onSent?.(event.result);
  }

  function order(setting: ToThread): void {
    settings.set(setting.kind, setting);
    thread?.order(setting);
  }

  if (platform === 'linux') start();
  return {
    bands: ['nrf24'],
    exchange(request, onSent) {
      lastId += 1;
      exchange = { id: lastId, onSent };
      thread?.order({ kind: 'exchange', id: lastId, request });
    },
    onPacket(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setReadingPipe: (pipeAddress) => order({ kind: 'pipe', pipeAddress }),
    setPaLevel: (level) => order({ kind: 'pa', level }),
    setHopMode: (mode) => order({ kind: 'hops', mode }),
    status: () => status,
    hopLateness: () => readLateness(lateness, hostMonotonicMs()),
    stop() {
      if (isStopped) return;
      isStopped = true;
      cancelStart();
      listeners.clear();
      if (thread === undefined) tellFreed();
      else thread.end();
      const cancel = timers.after(END_MAX_MS, () => tellFreed());
      void freed.then(cancel);
    },
    ended: () => freed,
  };
}

/** Of the clock that the thread goes by, too. */
function hostMonotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1_000_000;
}

interface ChipThread {
  order(order: ToThread): void;
  /** Asks it to give everything back. */
  end(): void;
}

interface ThreadWatch {
  readonly words: SharedArrayBuffer;
  readonly timers: RadioTimers;
  onMessage(message: FromThread): void;
  onLongLife(): void;
  /** It no longer says that it lives, and is ended. */
  onHang(): void;
  onEnd(error: Error | undefined): void;
}

/** Looks after one thread, from its start to its end. */
function watchThread(worker: ChipWorker, watch: ThreadWatch): ChipThread {
  const words = new Int32Array(watch.words);
  let waker: number | undefined;
  let wires: readonly number[] = [];
  let cancelLook: () => void;
  let isOver = false;

  worker.onMessage((message) => {
    if (message.kind === 'waker') waker = message.fd;
    else if (message.kind === 'wires') wires = message.fds;
    if (!isOver) watch.onMessage(message);
  });
  worker.onEnd((error) => {
    isOver = true;
    cancelLook();
    // Not before: the numbers would soon be those of other files, in which the thread would write.
    for (const fd of waker === undefined ? wires : [...wires, waker]) closeQuietly(fd);
    waker = undefined;
    watch.onEnd(error);
  });

  function look(lastBeats: number, silentLooks: number, looks: number): () => void {
    return watch.timers.after(LOOK_MS, () => {
      const beats = Atomics.load(words, THREAD_WORDS.beats);
      const silent = beats === lastBeats ? silentLooks + 1 : 0;
      if (looks === LONG_LIFE_LOOKS) watch.onLongLife();
      if (silent < SILENT_LOOKS_MAX || __WITHOUT__.threadWatch) {
        cancelLook = look(beats, silent, looks + 1);
        return;
      }
      watch.onHang();
      worker.terminate();
    });
  }
  cancelLook = look(0, 0, 0);

  function wake(): void {
    if (waker !== undefined) writeSync(waker, WAKE);
  }
  return {
    order(order) {
      worker.postMessage(order);
      wake();
    },
    end() {
      Atomics.store(words, THREAD_WORDS.end, 1);
      Atomics.notify(words, THREAD_WORDS.end);
      wake();
    },
  };
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // the thread had closed it, and could not say so any more
  }
}

/** How much the thread keeps in memory hardly changes; what it makes for a packet is gone at once. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 };

/** A thread of Node that runs the built radio-worker.ts. `execArgv`: its flags of Node, if not those of this process. */
export function startChipWorker(
  script: URL,
  options: Pick<WorkerOptions, 'execArgv'> = {},
): (data: ThreadData) => ChipWorker {
  return (workerData) => {
    const worker = new Worker(script, { ...options, workerData, resourceLimits: THREAD_MEMORY });
    worker.unref(); // what it does is never a reason to go on
    let death: Error | undefined;
    worker.on('error', (error: Error) => {
      death = error;
    });
    return {
      postMessage: (message) => worker.postMessage(message),
      onMessage: (listener) => void worker.on('message', listener),
      onEnd: (listener) => void worker.once('exit', () => listener(death)),
      terminate: () => void worker.terminate(),
    };
  };
}
