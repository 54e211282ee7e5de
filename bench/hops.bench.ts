/**
 * How late the thread of the chip changes its RF channel while the main thread is kept busy without a pause: the thread as the product
 * has it, waiting in this system, with a driver that asks no chip. The floor, measured in the same run before and after it, is the same
 * thread beside a main thread that rests. A hop that is more than 500 us late loses packets.
 *
 * Exits non-zero when nothing hops, never because of a figure.
 */

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { HopLateness } from '../packages/radio/src/linux/hop-lateness.ts';
import { createLinuxRadio, startChipWorker } from '../packages/radio/src/linux/linux-radio.ts';
import { reportFigure } from './measure/report-figure.ts';

const MEASURE_MS = 15_000;
const START_MAX_MS = 20_000;
const LATE_US = 500;
const WORKER = new URL('../packages/radio/test/linux/fake-radio-worker.mjs', import.meta.url);
const WIRING = {
  spi: '/dev/spidev0.0',
  ce: { device: undefined, line: 25 },
  irq: { device: undefined, line: 24 },
};

interface Hops extends HopLateness {
  readonly isRealTime: boolean;
}

const timers = {
  after(delayMs: number, action: () => void) {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Many small pieces of work, as of a gateway with many clients: the loop of events goes round, but never rests. */
async function keepBusy(untilMs: number): Promise<number> {
  const values = Array.from({ length: 2000 }, (_, index) => ({
    index,
    text: `value ${index}`,
    list: [index],
  }));
  let length = 0;
  while (performance.now() < untilMs) {
    length += JSON.stringify(JSON.parse(JSON.stringify(values))).length;
    await nextTurn();
  }
  return length;
}

async function hop(whatMainDoes: (untilMs: number) => Promise<unknown>): Promise<Hops> {
  const start = startChipWorker(WORKER, { execArgv: [] });
  const radio = createLinuxRadio({ wiring: WIRING, timers, platform: process.platform, startThread: start });
  try {
    for (let waitedMs = 0; !radio.status().connected && waitedMs < START_MAX_MS; waitedMs += 10)
      await wait(10);
    const listenMs = MEASURE_MS;
    const request = { bytes: Uint8Array.of(1), pipeAddress: '0123456701', listenMs };
    await new Promise<void>((resolve) => radio.exchange(request, () => resolve()));
    await whatMainDoes(performance.now() + MEASURE_MS);
    const lateness = radio.hopLateness();
    if (lateness === undefined) throw new Error('nothing has hopped');
    return { ...lateness, isRealTime: radio.status().isRealTime === true };
  } finally {
    radio.stop();
    await radio.ended();
  }
}

const rest = (untilMs: number) => wait(untilMs - performance.now());

const before = await hop(rest);
const busy = await hop(keepBusy);
const after = await hop(rest);
const floorUs = Math.max(1, Math.min(before.p99Us, after.p99Us));
for (const [name, hops] of [
  ['main thread at rest', before],
  ['main thread busy', busy],
  ['main thread at rest again', after],
] as const) {
  const { p50Us, p99Us, maxUs, isRealTime } = hops;
  const priority = isRealTime ? 'with' : 'without';
  console.log(
    `${name}: p50 ${p50Us} us, p99 ${p99Us} us, max ${maxUs} us of ${hops.hops} hops, ${priority} real-time priority`,
  );
}
console.log(`p99 busy over at rest: ${(busy.p99Us / floorUs).toFixed(2)} x (goal < ${LATE_US} us)`);
reportFigure('hop late, main thread busy, half of all', busy.p50Us, 'us');
reportFigure('hop late, main thread busy, 99 of 100', busy.p99Us, 'us');
reportFigure('hop late, main thread busy, the latest', busy.maxUs, 'us');
reportFigure('hop late, main thread at rest, 99 of 100', floorUs, 'us');
reportFigure('hop late, 99 of 100, busy over at rest', busy.p99Us / floorUs, 'x');
