import { createRequire } from 'node:module';
import {
  CLOCK_MONOTONIC,
  EVENTFD,
  OPEN,
  POLL_FD,
  POLLIN,
  PR_SET_TIMERSLACK,
  SCHED_FIFO,
} from './kernel-layouts.ts';

/** What the system has refused, by the name of its number, such as EACCES. */
export class SystemCallError extends Error {
  readonly code: string;
  constructor(call: string, code: string) {
    super(`${call}: ${code}`);
    this.code = code;
  }
}

/** What is waited for: file descriptors that become readable. The system writes into it which of them have. */
export interface PollSet {
  /** Whether the one at this place, from 0, was readable at the last wait. */
  isReadable(place: number): boolean;
  /** Handed to the system as it is. */
  readonly memory: Uint8Array;
  readonly count: number;
}

/** The calls to the system that a chip needs. Each of them waits in the thread that makes it. */
export interface SystemCalls {
  /** For reading and writing. */
  open(path: string): number;
  close(fd: number): void;
  /** `argument` is read and written by the system. */
  ioctl(fd: number, request: number, argument: Uint8Array): void;
  /** Where these bytes are, for structures that point to others. They must have an `ArrayBuffer` of their own, which stays there. */
  addressOf(bytes: Uint8Array): bigint;
  /** Takes what has gathered in a file descriptor; returns how many bytes. */
  read(fd: number, into: Uint8Array): number;
  /** A counter that another thread can wake this one by: whoever writes eight bytes to it makes it readable. */
  createWaker(): number;
  /** Waits for one of them, at most so long. */
  wait(set: PollSet, timeoutUs: number): void;
  /** Of a clock that never goes back. */
  nowUs(): number;
  /** Puts this thread before all ordinary ones, and has it woken on time; says whether the system allows that. */
  beRealTime(priority: number): boolean;
}

export function createPollSet(fds: readonly number[]): PollSet {
  const memory = new Uint8Array(new ArrayBuffer(POLL_FD.size * fds.length));
  const view = new DataView(memory.buffer);
  fds.forEach((fd, place) => {
    view.setInt32(place * POLL_FD.size + POLL_FD.fd, fd, IS_LITTLE_ENDIAN);
    view.setInt16(place * POLL_FD.size + POLL_FD.events, POLLIN, IS_LITTLE_ENDIAN);
  });
  return {
    memory,
    count: fds.length,
    isReadable: (place) =>
      (view.getInt16(place * POLL_FD.size + POLL_FD.revents, IS_LITTLE_ENDIAN) & POLLIN) !== 0,
  };
}

/** All machines with such pins are. */
export const IS_LITTLE_ENDIAN = true;

/** The least that `prctl` takes: timers of ordinary threads are late by up to 50 us without it. */
const TIMER_SLACK_NS = 1;
const US_PER_S = 1_000_000;

/**
 * The calls by koffi, which is loaded here and nowhere else, and only when a chip is asked for. Undefined where it cannot be loaded;
 * `tellWhy` is told why, unless it just is not there.
 */
export function loadSystemCalls(
  tellWhy: (reason: string) => void = () => undefined,
): SystemCalls | undefined {
  let koffi: typeof import('koffi');
  try {
    koffi = createRequire(import.meta.url)('koffi');
  } catch (error) {
    // It is optional: not there, or without a binary for this processor.
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'MODULE_NOT_FOUND') tellWhy(message);
    return undefined;
  }
  const libc = koffi.load(null);
  const open = libc.func('int open(const char *path, int flags)');
  const close = libc.func('int close(int fd)');
  const ioctl = libc.func('int ioctl(int fd, unsigned long request, void *argument)');
  const read = libc.func('long read(int fd, void *into, size_t count)');
  const eventfd = libc.func('int eventfd(unsigned int start, int flags)');
  const ppoll = libc.func(
    'int ppoll(void *fds, unsigned long count, const void *timeout, const void *signals)',
  );
  const clockGettime = libc.func('int clock_gettime(int clock, void *time)');
  const prctl = libc.func('int prctl(int option, unsigned long value)');
  const names = new Map(Object.entries(koffi.os.errno).map(([name, number]) => [number, name]));

  /** Of those that say what went wrong by -1. */
  const checked = (call: string, result: number): number => {
    if (result >= 0) return result;
    const number = koffi.errno();
    throw new SystemCallError(call, names.get(number) ?? String(number));
  };
  const time = timespec(koffi.sizeof('long'));

  return {
    open: (path) => checked(`open ${path}`, open(path, OPEN.O_RDWR | OPEN.O_CLOEXEC)),
    close: (fd) => void close(fd),
    ioctl: (fd, request, argument) => void checked('ioctl', ioctl(fd, request, argument)),
    addressOf: (bytes) => koffi.address(bytes),
    read: (fd, into) => checked('read', read(fd, into, into.length)),
    createWaker: () => checked('eventfd', eventfd(0, EVENTFD.EFD_CLOEXEC | EVENTFD.EFD_NONBLOCK)),
    wait({ memory, count }, timeoutUs) {
      time.setUs(Math.max(0, timeoutUs));
      const result = ppoll(memory, count, time.memory, null);
      if (result < 0 && koffi.errno() !== koffi.os.errno.EINTR) checked('ppoll', result);
    },
    nowUs() {
      clockGettime(CLOCK_MONOTONIC, time.memory);
      return time.us();
    },
    beRealTime(priority) {
      prctl(PR_SET_TIMERSLACK, TIMER_SLACK_NS);
      const setScheduler = libc.func(
        'int sched_setscheduler(int thread, int policy, const void *parameters)',
      );
      return setScheduler(0, SCHED_FIFO, new Int32Array([priority])) === 0;
    },
  };
}

/** struct timespec: seconds and nanoseconds, each as wide as a word of the processor. */
function timespec(bytesPerWord: number) {
  const words = bytesPerWord === 8 ? new BigInt64Array(2) : new Int32Array(2);
  const memory = new Uint8Array(words.buffer);
  return {
    memory,
    setUs(us: number): void {
      const wholeUs = Math.round(us);
      const seconds = Math.floor(wholeUs / US_PER_S);
      const nanoseconds = (wholeUs % US_PER_S) * 1000;
      if (words instanceof BigInt64Array) {
        words[0] = BigInt(seconds);
        words[1] = BigInt(nanoseconds);
      } else {
        words[0] = seconds;
        words[1] = nanoseconds;
      }
    },
    us: () => Number(words[0] ?? 0) * US_PER_S + Number(words[1] ?? 0) / 1000,
  };
}
