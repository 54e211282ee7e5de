import { createChipLink } from '../nrf24/chip-link.ts';
import type { ChipEvent, ChipLink } from '../nrf24/ports.ts';
import { NOBODY } from '../radio.ts';
import type { RadioFault } from '../radio-fault.ts';
import { runChipLoop, WAIT_MAX_US } from './chip-loop.ts';
import { type ChipPins, MachineError, openChipPins, type Wiring } from './chip-pins.ts';
import { type FaultFacts, faultFacts } from './fault-facts.ts';
import { createLatenessMemory, noteLateness, readLateness } from './hop-lateness.ts';
import { REAL_TIME_PRIORITY, REAL_TIME_RIGHT } from './real-time.ts';
import { createPollSet, loadSystemCalls, SystemCallError, type SystemCalls } from './system-calls.ts';

/** One line of what the test has found. */
export interface TestLine {
  readonly isGood: boolean;
  readonly text: string;
}

export interface SelfTestOptions {
  readonly wiring: Wiring;
  /** What Node calls the system. */
  readonly system: string;
  /** What is wrong and what to do. */
  readonly sentenceOf: (fault: RadioFault, facts: FaultFacts) => string;
  readonly loadCalls?: typeof loadSystemCalls;
  readonly createLink?: typeof createChipLink;
  readonly openPins?: (calls: SystemCalls, wiring: Wiring) => ChipPins;
}

/** The chip is given so long to answer, and then to send and listen. */
const ANSWER_MAX_US = 1_500_000;
const LISTEN_MS = 1_000;
const ROUND_US = LISTEN_MS * 1000 + 300_000;
const NOTHING = Uint8Array.of(0x15);
/** Above it packets are missed. */
const LATE_US = 500;
/** No wire is to blame for that. */
const NOT_IN_TIME =
  'How the sending went was not told in time, as on a computer that is too busy. Test again.';

/** Looks at system, pins and chip and listens once; stops at the first thing without which the next ones make no sense. */
export function testChip(options: SelfTestOptions): readonly TestLine[] {
  const { wiring, system, sentenceOf, loadCalls = loadSystemCalls } = options;
  const lines: TestLine[] = [];
  const good = (text: string) => void lines.push({ isGood: true, text });
  const bad = (fault: RadioFault, detail?: string) => {
    lines.push({ isGood: false, text: sentenceOf(fault, faultFacts(wiring, detail)) });
    return undefined;
  };
  let why = '';
  const calls =
    system === 'linux'
      ? loadCalls((reason) => {
          why = reason;
        })
      : undefined;
  if (calls === undefined) {
    bad(system === 'linux' ? 'no-koffi' : 'not-linux', why);
    return lines;
  }
  try {
    const pins = (options.openPins ?? openChipPins)(calls, wiring);
    try {
      good(`${wiring.spi} and both pins (of ${[...new Set(pins.labels)].join(', ')}) can be used.`);
      testWithPins(calls, pins, options, { good, bad, lines });
    } finally {
      pins.close();
    }
  } catch (error) {
    if (error instanceof MachineError) bad(error.fault, error.detail);
    else if (error instanceof SystemCallError) bad('spi-refused', error.message);
    else throw error;
  }
  return lines;
}

interface Findings {
  readonly lines: TestLine[];
  good(text: string): void;
  /** Undefined: nothing was found. */
  bad(fault: RadioFault, detail?: string): undefined;
}

function testWithPins(
  calls: SystemCalls,
  pins: ChipPins,
  { createLink = createChipLink }: SelfTestOptions,
  { good, bad, lines }: Findings,
): undefined {
  const isRealTime = calls.beRealTime(REAL_TIME_PRIORITY);
  const link = createLink({ spi: pins.spi, ce: pins.ce, irq: pins.irq, nowUs: calls.nowUs });
  const lateness = createLatenessMemory();
  const run = (untilUs: number, isOver: () => boolean, tell: (events: readonly ChipEvent[]) => void) =>
    runTimed({ calls, pins, link, lateness, untilUs, isOver, tell });
  try {
    const isAnswered = () => link.status().connected || link.status().fault !== undefined;
    run(calls.nowUs() + ANSWER_MAX_US, isAnswered, () => undefined);
    const { connected, fault } = link.status();
    if (!connected) return bad(fault ?? 'silent-low');
    if (fault !== undefined) return bad(fault);
    good('The radio module answers, keeps what is written to it, and is an nRF24L01+.');
    let tries: number | undefined;
    let packets = 0;
    link.setReadingPipe(NOBODY);
    link.start({ bytes: NOTHING, pipeAddress: NOBODY, listenMs: LISTEN_MS });
    run(
      calls.nowUs() + ROUND_US,
      () => false,
      (events) => {
        for (const event of events) {
          if (event.kind === 'sent') tries = event.result.tries;
          if (event.kind === 'packet') packets += 1;
        }
      },
    );
    const after = link.status().fault;
    if (after !== undefined) return bad(after);
    if (tries === undefined) {
      lines.push({ isGood: false, text: NOT_IN_TIME });
      return undefined;
    }
    good(`It sends (${tries} times, to nobody), IRQ tells so, and it listens (${packets} packets heard).`);
    lines.push(hopLine(calls, lateness, isRealTime));
    return undefined;
  } finally {
    link.stop();
  }
}

function hopLine(calls: SystemCalls, memory: SharedArrayBuffer, isRealTime: boolean): TestLine {
  const hops = readLateness(memory, calls.nowUs() / 1000);
  if (hops === undefined) return { isGood: false, text: 'The RF channel was never changed while listening.' };
  const figures = `of ${hops.hops} hops half were late by up to ${hops.p50Us} us, 99 of 100 by up to ${hops.p99Us} us`;
  const priority = isRealTime
    ? 'with real-time priority'
    : `without real-time priority, which needs ${REAL_TIME_RIGHT}`;
  const isGood = hops.p99Us <= LATE_US;
  return {
    isGood,
    text: `Time: ${figures}, ${priority}.${isGood ? '' : ` More than ${LATE_US} us loses packets.`}`,
  };
}

interface TimedRun {
  readonly calls: SystemCalls;
  readonly pins: ChipPins;
  readonly link: ChipLink;
  readonly lateness: SharedArrayBuffer;
  readonly untilUs: number;
  isOver(): boolean;
  tell(events: readonly ChipEvent[]): void;
}

function runTimed({ calls, pins, link, lateness, untilUs, isOver, tell }: TimedRun): void {
  const set = createPollSet([pins.irq.fd]);
  runChipLoop({
    ...{ link, nowUs: calls.nowUs, tell },
    goesOn: () => calls.nowUs() < untilUs && !isOver(),
    takeOrders: () => undefined,
    waitUntil(dueUs) {
      calls.wait(set, Math.min(dueUs - calls.nowUs(), WAIT_MAX_US, untilUs - calls.nowUs()));
      if (set.isReadable(0)) pins.irq.forgetFalls();
    },
    noteLateness: noteLateness(lateness),
  });
}
