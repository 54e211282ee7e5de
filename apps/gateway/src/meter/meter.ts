import type { MeterConfig, MeterProblem } from '@heliograph/contract';
import type { Log } from '../platform/log.ts';
import type { MeterWord } from './meter-source.ts';
import { type MeterWays, meterSource } from './meter-sources.ts';

/** What the meter of the house has said last. */
export interface MeterReading {
  /** Taken from the grid; negative: fed into it. */
  readonly powerW: number;
  /** When it came, on the monotonic clock. */
  readonly atMs: number;
  /** What it had said before that; undefined: nothing, or too long ago. */
  readonly previousW: number | undefined;
}

/** The power meter of the house. */
export interface Meter {
  /** However old; undefined: nothing was heard yet. */
  reading(): MeterReading | undefined;
  /** Why it says nothing now; undefined: it does. */
  problem(): MeterProblem | undefined;
  onReading(listener: (reading: MeterReading) => void): () => void;
  /** Reads it anew, as it is set up now. */
  configure(config: MeterConfig): void;
  /** What a meter that is not saved yet says, as it counts for us. Answers after 12 s at most. */
  tryOut(config: MeterConfig): Promise<MeterWord | { readonly kind: 'busy' }>;
  /** A simulated one can be chosen. */
  readonly hasSimulated: boolean;
  stop(): void;
}

export interface MeterOptions extends MeterWays {
  readonly config: MeterConfig;
  readonly log: Log;
}

/** More than any house has, after the factor. */
const PLAUSIBLE_W = 1_000_000;
const TRIAL_MS = 12_000;
/** At the same time; who clicks again and again must not open sockets without end. */
const TRIALS_MAX = 4;
/** A meter that has said nothing for so long has a problem. */
const SILENT_AFTER_MS = 60_000;

export function createMeter(options: MeterOptions): Meter {
  const { clock, log } = options;
  const listeners = new Set<(reading: MeterReading) => void>();
  const trials = new Set<() => void>();
  let kind = options.config.kind;
  let reading: MeterReading | undefined;
  let problem: MeterProblem | undefined;
  let stopSource = () => {};

  function hear(word: MeterWord): void {
    if (word.kind === 'problem') {
      if (problem !== word.problem)
        log.warn('The power meter of the house tells nothing.', { failure: word.problem });
      problem = word.problem;
      return;
    }
    if (problem !== undefined && problem !== 'starting')
      log.info('The power meter of the house tells its power again.');
    problem = undefined;
    const atMs = clock.monotonicMs();
    const isNear = reading !== undefined && atMs - reading.atMs < SILENT_AFTER_MS;
    const heard = { powerW: word.powerW, atMs, previousW: isNear ? reading?.powerW : undefined };
    reading = heard;
    for (const listener of listeners) listener(heard);
  }

  function configure(config: MeterConfig): void {
    stopSource();
    reading = undefined;
    kind = config.kind;
    const source = meterSource(config, options);
    problem = source === undefined ? 'none' : 'starting';
    stopSource = source?.start((word) => hear(counted(word, config))) ?? (() => {});
  }

  configure(options.config);
  return {
    reading: () => reading,
    problem() {
      const isSilent = reading !== undefined && clock.monotonicMs() - reading.atMs > SILENT_AFTER_MS;
      return problem ?? (isSilent ? (kind === 'mqtt' ? 'no-message' : 'timeout') : undefined);
    },
    onReading(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    configure,
    tryOut(config) {
      if (trials.size >= TRIALS_MAX) return Promise.resolve({ kind: 'busy' });
      const source = meterSource(config, options);
      if (source === undefined) return Promise.resolve({ kind: 'problem', problem: 'none' });
      return new Promise((resolve) => {
        let stop = () => {};
        const end = (word: MeterWord) => {
          trials.delete(abandon);
          cancel();
          stop();
          resolve(word);
        };
        const last: MeterProblem = config.kind === 'mqtt' ? 'no-message' : 'timeout';
        const abandon = () => end({ kind: 'problem', problem: last });
        const cancel = clock.after(TRIAL_MS, abandon);
        trials.add(abandon);
        stop = source.start((word) => end(counted(word, config)));
      });
    },
    hasSimulated: options.simulatedPowerW !== undefined,
    stop() {
      stopSource();
      for (const abandon of [...trials]) abandon();
      listeners.clear();
    },
  };
}

/** As it counts for us: in W, and positive for what is taken from the grid. */
function counted(word: MeterWord, { factor, inverted }: MeterConfig): MeterWord {
  if (word.kind === 'problem') return word;
  const powerW = word.powerW * factor * (inverted ? -1 : 1);
  return Math.abs(powerW) > PLAUSIBLE_W
    ? { kind: 'problem', problem: 'implausible' }
    : { kind: 'power', powerW };
}
