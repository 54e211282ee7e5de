import {
  addressText,
  decodeFragment,
  encodeRetransmitRequest,
  hexFromBytes,
  pipeAddress,
} from '@heliograph/protocol';
import { type HopMode, type Packet, type Radio, SENDING_MS_MAX, type SendResult } from '@heliograph/radio';
import type { ExchangeEnd } from '../../fleet/radio-quality.ts';
import type { AirUse } from '../../fleet/radio-statistics.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AirLog } from './air-log.ts';
import type { Command } from './command.ts';
import { createExchange, type Exchange, type ExchangeStep, type GiveUpReason } from './exchange.ts';
import { createTimer } from './timer.ts';

/** Carries one exchange at a time over the radio: does what `Exchange` decides. */
export interface ExchangeRunner {
  /** Sends a command. Must not be called while another one is under way. */
  run(command: Command): void;
  /** The command under way. */
  current(): Command | undefined;
  /** Does what is due by now; for callers that act at the same moment and must come second. */
  catchUp(): void;
  /** Ends the exchange under way without a word. */
  abandon(): void;
  /** As `abandon`, and hears nothing any more. */
  stop(): void;
}

export interface ExchangeRunnerOptions {
  readonly radio: Radio;
  readonly clock: Clock;
  readonly log: AirLog;
  /** See `Exchange`. */
  readonly waitFullWindow: boolean;
  /** As the radio was told to hop last. */
  readonly hopMode: () => HopMode;
  /** Called when an exchange is over, before its command hears how it went. */
  readonly onEnd: (command: Command, isAnswered: boolean) => void;
}

/** A window is over when strictly more than its time has passed, in whole milliseconds. */
const STRICTLY_MORE_MS = 1;

const GIVE_UP_TEXTS: Readonly<Record<GiveUpReason, string>> = {
  'no-answer': 'no answer',
  'fragments-missing': 'fragments are missing',
  'bad-checksum': 'the checksum is wrong',
  'unexpected-answer': 'the answer is of another kind',
};

const ENDS: Readonly<Record<GiveUpReason, Exclude<ExchangeEnd, 'answered'>>> = {
  'no-answer': 'silence',
  'fragments-missing': 'incomplete',
  'bad-checksum': 'corrupt',
  'unexpected-answer': 'corrupt',
};

function sendingText({ isAcknowledged, tries, rfChannel }: SendResult): string {
  const repeated = tries > 1 ? `, ${tries} times` : '';
  return `${repeated}${isAcknowledged ? '' : ', not acknowledged,'} on RF channel ${rfChannel}`;
}

type Remember = (use: AirUse) => void;

interface Current {
  readonly command: Command;
  readonly exchange: Exchange;
  /** How the radio hops while it is under way. */
  readonly hopMode: HopMode;
  /** What bytes 1 to 4 of its answers say. */
  readonly address: string;
  windowEndsAtMs: number;
  transmissions: number;
  acknowledged: number;
  tries: number;
  retransmits: number;
  rssiDbm: number | undefined;
}

export function createExchangeRunner(options: ExchangeRunnerOptions): ExchangeRunner {
  const { radio, clock, log, waitFullWindow, hopMode, onEnd } = options;
  let current: Current | undefined;
  const windowTimer = createTimer(clock, windowOver);

  /**
   * The window begins when the inverter's chip has acknowledged the packet, which may take a while. Where it has not, the wait is as long as
   * if it had done so at once: what is lost must not hold up the air any longer than on the original, nor must a radio that says nothing.
   */
  function transmit(running: Current, bytes: Uint8Array, windowMs: number): void {
    const { kind, link } = running.command;
    running.transmissions += 1;
    const transmission = running.transmissions;
    const startedAtMs = clock.monotonicMs();
    openWindow(running, startedAtMs + Math.max(windowMs, SENDING_MS_MAX));
    const request = { bytes, pipeAddress: pipeAddress(link.inverterSerial), listenMs: windowMs };
    radio.exchange(request, (result) => {
      if (current !== running || running.transmissions !== transmission) return;
      log('debug', () => `TX ${kind}${sendingText(result)}: ${hexFromBytes(bytes)}`);
      running.tries += result.tries;
      if (result.isAcknowledged) running.acknowledged += 1;
      const nowMs = clock.monotonicMs();
      openWindow(running, (result.isAcknowledged ? nowMs : startedAtMs) + windowMs);
    });
  }

  function openWindow(running: Current, endsAtMs: number): void {
    running.windowEndsAtMs = endsAtMs + STRICTLY_MORE_MS;
    windowTimer.set(running.windowEndsAtMs);
  }

  function act(running: Current, step: ExchangeStep): void {
    const { kind, link, request, repeated, gaveUp } = running.command;
    if (step.kind === 'transmit-request') {
      if (step.attempt > 1) {
        log('debug', () => `${kind} of ${link.inverterSerial}: time-out, resend, attempt ${step.attempt}`);
        repeated?.();
      }
      transmit(running, request, step.windowMs);
    } else if (step.kind === 'transmit-retransmit') {
      running.retransmits += 1;
      log('debug', () => `${kind} of ${link.inverterSerial}: retransmit, fragment ${step.index} is missing`);
      transmit(running, encodeRetransmitRequest(step.index, link), step.windowMs);
    } else if (step.kind === 'payload') {
      takePayload(running, step.payload);
    } else if (step.kind === 'gave-up') {
      log('info', () => `${kind} of ${link.inverterSerial}: gave up, ${GIVE_UP_TEXTS[step.reason]}`);
      end(running, false, (use) => gaveUp(use, ENDS[step.reason]));
    }
  }

  /** Whose answer it is shows only when it is read: what is none to this command is as if it had not been heard. */
  function takePayload(running: Current, payload: Uint8Array): void {
    const { kind, link, read } = running.command;
    const remember = read(payload);
    if (remember === undefined) {
      act(running, running.exchange.refused());
    } else {
      log('debug', () => `${kind} of ${link.inverterSerial}: answered`);
      end(running, true, remember);
    }
  }

  /** The air is free before anybody hears how it went: listeners may queue something. */
  function end({ command, exchange, ...use }: Current, isAnswered: boolean, tell: Remember): void {
    const { hopMode, transmissions, acknowledged, tries, retransmits, rssiDbm } = use;
    const missedFragments = exchange.missedFragments();
    abandon();
    onEnd(command, isAnswered);
    tell({ hopMode, transmissions, acknowledged, tries, retransmits, missedFragments, rssiDbm });
  }

  function abandon(): void {
    windowTimer.clear();
    current = undefined;
  }

  function windowOver(): void {
    if (current !== undefined) act(current, current.exchange.windowOver());
  }

  /** Packets are taken one by one as they come. (The original loses all but the last of a burst.) */
  function hear(packet: Packet): void {
    const { bytes, rfChannel } = packet;
    log('debug', () => `RX on RF channel ${rfChannel}: ${hexFromBytes(bytes)}`);
    const result = decodeFragment(bytes);
    if (!result.ok) {
      log('debug', () => `packet dropped: ${result.reason}`);
    } else if (
      current === undefined ||
      (result.fragment.target !== current.address && !__WITHOUT__.packetAddress)
    ) {
      log('debug', () => `packet dropped: nothing expected from ${result.fragment.target}`);
    } else {
      current.rssiDbm = packet.rssiDbm ?? current.rssiDbm;
      act(current, current.exchange.hear(result.fragment));
    }
  }

  const stopListening = radio.onPacket(hear);
  return {
    run(command) {
      const { kind, link } = command;
      const exchange = createExchange({ kind, waitFullWindow });
      current = {
        command,
        exchange,
        hopMode: hopMode(),
        address: addressText(link.inverterSerial),
        windowEndsAtMs: 0,
        ...{ transmissions: 0, acknowledged: 0, tries: 0 },
        retransmits: 0,
        rssiDbm: undefined,
      };
      command.started?.();
      act(current, exchange.start());
    },
    current: () => current?.command,
    catchUp() {
      if (current !== undefined && current.windowEndsAtMs <= clock.monotonicMs()) windowOver();
    },
    abandon,
    stop() {
      stopListening();
      abandon();
    },
  };
}
