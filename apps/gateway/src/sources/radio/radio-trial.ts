import type { ToldRadioFault } from '@heliograph/contract';
import { NOBODY, type Radio, SENDING_MS_MAX } from '@heliograph/radio';
import type { Clock } from '../../platform/clock.ts';
import type { CommandSender } from './command-sender.ts';

/** What came of it. */
export interface TrialResult {
  /** On the monotonic clock, when it ended. */
  readonly endedMs: number;
  /** The chip has answered all through it. */
  readonly connected: boolean;
  readonly plusVariant: boolean;
  /** How often the packet went out; undefined: the chip has not said that it left. */
  readonly tries: number | undefined;
  /** Heard while it listened; nobody was asked, so none is usual. */
  readonly packets: number;
  /** What was wrong when it ended. */
  readonly fault: ToldRadioFault | undefined;
}

/** Whether radio and wires do what they should: one packet to nobody, and one round of listening, when the air is free. */
export interface RadioTrial {
  /** One that is under way goes on. */
  start(): void;
  isRunning(): boolean;
  /** Of the last one; undefined before the first. */
  result(): TrialResult | undefined;
  stop(): void;
}

const LISTEN_MS = 1_000;
/** What a machine that is busy may take longer. */
const PATIENCE_MS = 100;
const NOTHING = Uint8Array.of(0x15);

interface TrialOptions {
  readonly radio: Radio;
  readonly clock: Clock;
  readonly sender: Pick<CommandSender, 'hold'>;
  /** What is wrong with the radio, with what its sentence names. */
  readonly radioFault: () => ToldRadioFault | undefined;
}

export function createRadioTrial({ radio, clock, sender, radioFault }: TrialOptions): RadioTrial {
  let isRunning = false;
  let last: TrialResult | undefined;
  let giveUp: () => void = () => undefined;

  function begin(release: () => void): void {
    let tries: number | undefined;
    let packets = 0;
    const before = radio.status();
    const stopListening = radio.onPacket(() => {
      packets += 1;
    });
    const cancel = clock.after(SENDING_MS_MAX + LISTEN_MS + PATIENCE_MS, () => {
      stopListening();
      const { connected, plusVariant } = radio.status();
      last = {
        ...{ tries, packets, endedMs: clock.monotonicMs(), fault: radioFault() },
        ...{ connected: before.connected && connected, plusVariant: before.plusVariant && plusVariant },
      };
      isRunning = false;
      release();
    });
    giveUp = () => {
      stopListening();
      cancel();
    };
    radio.exchange({ bytes: NOTHING, pipeAddress: NOBODY, listenMs: LISTEN_MS }, (sent) => {
      if (radio.status().connected && sent.tries > 0) tries = sent.tries;
    });
  }

  return {
    start() {
      if (isRunning) return;
      isRunning = true;
      sender.hold(begin);
    },
    isRunning: () => isRunning,
    result: () => last,
    stop: () => giveUp(),
  };
}
