import { readdirSync, readlinkSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createLinuxRadio, startChipWorker } from '../../packages/radio/src/linux/linux-radio.ts';
import { loadSystemCalls } from '../../packages/radio/src/linux/system-calls.ts';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { ANSWER_PACKETS, CHIP_WORDS, MISDEEDS, PIPES, WIRINGS } from '../tools/radio/chip-thread-words.ts';

const TIMEOUT_MS = 300_000;
const LISTEN_MS = 150;
const ANSWER_MS = LISTEN_MS + 60;
const row = openRow('F51');
const canRun = process.platform === 'linux' && loadSystemCalls() !== undefined;
const SCRIPT = new URL('../tools/radio/start-chip-thread.mjs', import.meta.url);
const WIRES = {
  spi: '/dev/spidev0.0',
  ce: { device: undefined, line: 25 },
  irq: { device: undefined, line: 24 },
};

const timers = {
  after(delayMs: number, action: () => void) {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};
const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

type Happening = 'unplugged' | keyof typeof MISDEEDS;

/** A radio whose thread drives the model of the chip, all of it in real time. */
function startRadio() {
  const chipWords = new SharedArrayBuffer(CHIP_WORDS.size * Int32Array.BYTES_PER_ELEMENT);
  const words = new Int32Array(chipWords);
  const start = startChipWorker(SCRIPT);
  const radio = createLinuxRadio({
    ...{ wiring: WIRES, timers, platform: 'linux' },
    startThread: (data) => start(Object.assign(data, { chipWords })),
  });
  radio.setReadingPipe(PIPES.ours);
  const heard = new Set<number>();
  radio.onPacket(({ bytes: [first = 0] }) => void heard.add(first));
  onTestFinished(async () => {
    radio.stop();
    await radio.ended();
  });

  async function isAnswered(): Promise<boolean> {
    heard.clear();
    const bytes = new Uint8Array(27).fill(7);
    radio.exchange({ bytes, pipeAddress: PIPES.inverter, listenMs: LISTEN_MS }, () => undefined);
    await pause(ANSWER_MS);
    return heard.size === ANSWER_PACKETS;
  }

  return {
    radio,
    offences: () => Atomics.load(words, CHIP_WORDS.offences),
    /** Seconds; infinitely many where it never is. */
    async secondsUntilRead(patienceS: number): Promise<number> {
      const beganMs = performance.now();
      while (performance.now() - beganMs < 1000 * patienceS) {
        if (await isAnswered()) return (performance.now() - beganMs) / 1000;
      }
      return Number.POSITIVE_INFINITY;
    },
    async suffer(happening: Happening): Promise<void> {
      if (happening !== 'unplugged') {
        Atomics.store(words, CHIP_WORDS.misdeed, MISDEEDS[happening]);
        return void (await expect.poll(() => Atomics.load(words, CHIP_WORDS.misdeed)).toBe(0));
      }
      Atomics.store(words, CHIP_WORDS.wiring, WIRINGS.indexOf('unplugged'));
      await isAnswered(); // whoever asks notices at once
      await expect.poll(() => radio.status().connected, { interval: 20 }).toBe(false);
      Atomics.store(words, CHIP_WORDS.wiring, 0);
    },
  };
}

/** What the thread has opened, and a few of each thread of Node. */
const openEventCounters = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('eventfd');
    } catch {
      return false; // that of the folder itself
    }
  }).length;

const PATIENCE_S = 60;

async function longestSeconds(
  { radio, secondsUntilRead, suffer, offences }: ReturnType<typeof startRadio>,
  happening: Happening,
  trials: number,
  patienceS = PATIENCE_S,
): Promise<number> {
  expect(await secondsUntilRead(PATIENCE_S)).toBeLessThan(PATIENCE_S);
  const openBefore = openEventCounters();
  let longest = 0;
  for (let trial = 0; trial < trials; trial++) {
    await suffer(happening);
    longest = Math.max(longest, await secondsUntilRead(patienceS));
  }
  // Without priority another program may take the processor away for longer than the chip bears.
  if (radio.status().isRealTime === true) expect(offences()).toBe(0);
  expect(openEventCounters()).toBeLessThanOrEqual(openBefore);
  return longest;
}

it.skipIf(!canRun)(
  'the chip is driven by its thread, and is back after it was unplugged and after the thread has died (F51)',
  { timeout: TIMEOUT_MS },
  async () => {
    const read = { unit: 's', goal: { atMost: 10 }, isTimed: true } as const;
    const radio = startRadio();
    const unplugged = await longestSeconds(radio, 'unplugged', row.scale(1, 10));
    row.figure({ ...read, what: 'longest until read again after the chip was plugged in', value: unplugged });
    const died = await longestSeconds(radio, 'die', row.scale(1, 2));
    row.figure({ ...read, what: 'longest until read again after the thread has died', value: died });
  },
);

it.skipIf(!canRun || !row.isNightly)(
  'a thread that hangs is ended, and another one takes its place (F51)',
  { timeout: TIMEOUT_MS },
  async () => {
    const hung = {
      what: 'until read again after the thread has hung',
      unit: 's',
      goal: { atMost: 20 },
    } as const;
    row.figure({ ...hung, value: await longestSeconds(startRadio(), 'hang', 1), isTimed: true });
    const unwatched = await without(['threadWatch'], () => longestSeconds(startRadio(), 'hang', 1, 21));
    row.counterProof({ ...hung, without: SEAMS.threadWatch, value: unwatched });
    const died = {
      ...hung,
      what: 'until read again after the thread has died',
      goal: { atMost: 10 },
    } as const;
    const left = await without(['threadRestart'], () => longestSeconds(startRadio(), 'die', 1, 11));
    row.counterProof({ ...died, without: SEAMS.threadRestart, value: left });
  },
);
