import {
  DEFAULT_PINS,
  type HopLateness,
  type PinAssignment,
  RADIO_FAULT_SENTENCES,
  type ToldRadioFault,
} from '@heliograph/contract';
import type { Radio } from '@heliograph/radio';
import {
  createLinuxRadio,
  faultFacts,
  type LinuxRadioStatus,
  type Pin,
  REAL_TIME_RIGHT,
  startChipWorker,
  type TestLine,
  testChip,
  type Wiring,
} from '@heliograph/radio/linux';
import type { Clock } from '../../platform/clock.ts';
import type { ChipFlags } from '../../platform/command-line.ts';
import type { Log } from '../../platform/log.ts';

/** Pins of a Raspberry Pi that lie beside those of SPI, which count where no profile says otherwise. */
export const HEADER_PINS: PinAssignment = {
  ...DEFAULT_PINS,
  nrf24: { clk: 11, cs: 8, en: 25, irq: 24, miso: 9, mosi: 10 },
};

/** Where a Raspberry Pi has its SPI, with the pins of its chip selects in their order. */
const SPI_PINS: readonly (Readonly<Record<'clk' | 'miso' | 'mosi', number>> & {
  readonly selects: readonly number[];
})[] = [
  { clk: 11, miso: 9, mosi: 10, selects: [8, 7] },
  { clk: 21, miso: 19, mosi: 20, selects: [18, 17, 16] },
];

function spiOf({ clk, miso, mosi, cs }: PinAssignment['nrf24']): string | undefined {
  const bus = SPI_PINS.findIndex((pins) => pins.clk === clk && pins.miso === miso && pins.mosi === mosi);
  const select = SPI_PINS[bus]?.selects.indexOf(cs) ?? -1;
  return select === -1 ? undefined : `/dev/spidev${bus}.${select}`;
}

/** Where the chip is: what the flags say, else what the profile of pins says. */
export function wiringOf(flags: ChipFlags, { nrf24 }: PinAssignment): Wiring {
  const pin = (line: number): Pin | undefined => (line < 0 ? undefined : { device: undefined, line });
  return {
    spi: flags.spi ?? spiOf(nrf24),
    ce: flags.ce ?? pin(nrf24.en),
    irq: flags.irq ?? pin(nrf24.irq),
  };
}

interface WiredFacts {
  readonly connected: boolean;
  readonly plusVariant: boolean;
  readonly fault: ToldRadioFault | undefined;
  /** What is wrong and what to do, in English. */
  readonly problem: string | undefined;
  readonly lateness: HopLateness | undefined;
}

export interface WiredRadio {
  readonly radio: Radio;
  readonly facts: () => WiredFacts;
  /** Frees the chip for others. */
  end(): Promise<void>;
}

interface WiredRadioOptions {
  readonly wiring: Wiring;
  readonly clock: Clock;
  readonly log: Log;
  /** What Node calls the system. */
  readonly system: string;
  /** The built script of the thread; undefined where it was not built. */
  readonly script: URL | undefined;
}

/** The chip at the pins of this machine. What is wrong is told in the log, and where somebody asks. */
export function startWiredRadio({ wiring, clock, log, system, script }: WiredRadioOptions): WiredRadio {
  if (script === undefined) throw new Error('The thread of the radio was not built.');
  let told = '';
  const radio = createLinuxRadio({
    ...{ wiring, timers: clock, platform: system, startThread: startChipWorker(script) },
    onStatus(status) {
      const words = wordsOf(status, wiring);
      if (words === told) return;
      told = words;
      log[levelOf(status)](words);
    },
  });
  if (radio.status().fault !== undefined) log.warn(wordsOf(radio.status(), wiring));
  return {
    radio,
    facts() {
      const { connected, plusVariant, fault, detail } = radio.status();
      const lateness = radio.hopLateness();
      return {
        ...{ connected, plusVariant },
        fault: toldFault(fault, wiring, detail),
        problem: fault && RADIO_FAULT_SENTENCES[fault](faultFacts(wiring, detail)),
        lateness: lateness && {
          ...{ hops: lateness.hops, p50_us: lateness.p50Us },
          ...{ p99_us: lateness.p99Us, max_us: lateness.maxUs },
        },
      };
    },
    async end() {
      radio.stop();
      await radio.ended();
    },
  };
}

/** A fault with what its sentence names. */
export function toldFault(
  fault: LinuxRadioStatus['fault'],
  wiring: Wiring,
  detail = '',
): ToldRadioFault | undefined {
  return fault && { name: fault, ...faultFacts(wiring, detail) };
}

/** What ends a thread is a mistake of ours or of a driver; everything else can be put right by whoever has the machine. */
function levelOf({ fault }: LinuxRadioStatus): 'info' | 'warn' | 'error' {
  if (fault === undefined) return 'info';
  return fault === 'thread-ended' || fault === 'thread-hangs' ? 'error' : 'warn';
}

function wordsOf({ connected, fault, detail, isRealTime }: LinuxRadioStatus, wiring: Wiring): string {
  if (fault !== undefined) return RADIO_FAULT_SENTENCES[fault](faultFacts(wiring, detail));
  if (!connected) return `The radio module at ${wiring.spi} is being started.`;
  if (isRealTime !== false) return 'The radio module answers.';
  return `The radio module answers. Its thread has no real-time priority, so hops may be late: it needs ${REAL_TIME_RIGHT}.`;
}

/** Where no flag says otherwise, the wires are those of the page for owners: there is no profile without a data folder. */
export function testWiredRadio(chip: ChipFlags, system: string): readonly TestLine[] {
  return testChip({
    ...{ wiring: wiringOf(chip, HEADER_PINS), system },
    sentenceOf: (fault, facts) => RADIO_FAULT_SENTENCES[fault](facts),
  });
}
