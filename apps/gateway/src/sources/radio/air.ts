import type { DtuConfig, ToldRadioFault } from '@heliograph/contract';
import type { LimitCommand, PowerCommand } from '@heliograph/domain';
import { pipeAddress } from '@heliograph/protocol';
import type { HopMode, PaLevel, Radio } from '@heliograph/radio';
import type { Inverters } from '../../fleet/fleet.ts';
import { atMidnight, isAskedNow, readingRetold, whenSilent } from '../../fleet/treatment.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { AirLog } from './air-log.ts';
import { createCommandSender, LOOP_PASS_MS } from './command-sender.ts';
import { createInverterCommands } from './inverter-commands.ts';
import type { OrderFollower } from './inverter-orders.ts';
import { createPollLoop } from './poll-loop.ts';
import { commandsOfTurn } from './poll-rules.ts';
import { createRadioTrial, type RadioTrial } from './radio-trial.ts';

/** Talking to the inverters: asks them in turn, sends orders, and tells the fleet what they say. */
export interface Air {
  /** Begins to poll; the first inverter has its turn one poll interval later. */
  start(): void;
  /** Ends polling and whatever is under way. The radio itself is its owner's to stop. */
  stop(): void;
  /** Tells readings anew, as the owner wants them now. */
  retell(): void;
  /** Takes over our serial, the poll interval and the transmit power, at once. */
  applyDtuConfig(config: DtuConfig): void;
  /** How the radio hops, from the next packet on. */
  hopBy(mode: HopMode): void;
  /**
   * Orders a limit: pending at once, sent in its turn, repeated at every poll of the inverter until it is
   * acknowledged or another is ordered. Gives the number by which `onOrderStep` speaks of it, undefined when there is no
   * such inverter.
   */
  setLimit(serial: string, command: LimitCommand): number | undefined;
  /** Orders to switch an inverter, in the same way. */
  setPower(serial: string, command: PowerCommand): number | undefined;
  readonly trial: Pick<RadioTrial, 'start' | 'isRunning' | 'result'>;
}

export interface AirOptions {
  readonly radio: Radio;
  readonly fleet: Inverters;
  readonly clock: Clock;
  readonly deviceClock: DeviceClock;
  readonly dtu: DtuConfig;
  /** How the radio hops; default: as original devices do. */
  readonly hopMode?: HopMode;
  readonly log: AirLog;
  /** What is wrong with the radio; default: it does not say. */
  readonly radioFault?: () => ToldRadioFault | undefined;
  /** Whether the sun is down, as far as anybody knows; default: it never is. */
  readonly isNight?: () => boolean;
  /** Whether it is surely day, so that inverters are awake; default: it always is. */
  readonly isDay?: () => boolean;
  /** Wait for the end of every window as the original does; default: take a good answer at once. */
  readonly waitFullWindow?: boolean;
  /** Default: nobody follows the orders. */
  readonly onOrderStep?: OrderFollower;
}

const DAY_MS = 86_400_000;
const PA_LEVELS = [0, 1, 2, 3] as const satisfies readonly PaLevel[];

export function createAir(options: AirOptions): Air {
  const { radio, fleet, clock, deviceClock, log } = options;
  const { onOrderStep = () => undefined, isNight = () => false, isDay = () => true } = options;
  const { radioFault = () => undefined } = options;
  const isRadioAtFault = () => radioFault() !== undefined || !radio.status().connected;
  let dtu = options.dtu;
  let hopMode: HopMode = options.hopMode ?? 'free';
  const sender = createCommandSender({
    radio,
    clock,
    log,
    waitFullWindow: options.waitFullWindow ?? false,
    hopMode: () => hopMode,
  });
  const trial = createRadioTrial({ radio, clock, sender, radioFault });
  const commandsWith = (delayMs: number) =>
    createInverterCommands({
      fleet,
      deviceClock,
      dtuSerial: () => dtu.dtu_serial,
      enqueue: (command) => sender.enqueue(command, delayMs),
      onOrderStep,
      isDay,
      isRadioAtFault,
    });
  const orders = commandsWith(0);
  const turns = commandsWith(LOOP_PASS_MS);
  const pollLoop = createPollLoop({
    clock,
    fleet,
    intervalS: dtu.dtu_pollinterval,
    isAirFree: sender.isFree,
    takeTurn({ serial, name }) {
      lookAtDay();
      const conditions = {
        nowMs: clock.monotonicMs(),
        startedAtMs: fleet.startedAtMs,
        isClockSet: deviceClock.isSet(),
        isNight: isNight(),
      };
      followPolling(conditions.isNight);
      const inverter = fleet.find(serial);
      if (inverter === undefined) return;
      if (inverter.isPolled) log('info', () => `Polling inverter ${serial} (${name})`);
      if (!conditions.isClockSet) log('info', () => `Inverter ${serial} is not polled: the clock is not set`);
      for (const kind of commandsOfTurn(inverter, conditions)) turns.send(serial, kind);
    },
  });
  const stopWatching = fleet.onRemove((serial) => sender.forget(serial));
  /** The local day of the last turn; undefined while the clock is not set. */
  let lastDay: number | undefined;
  tellRadio();

  /** As on original devices what is to happen at midnight happens with the first turn of the day. */
  function lookAtDay(): void {
    const localMs = deviceClock.unixMs() + deviceClock.utcOffsetS() * 1000;
    const day = deviceClock.isSet() ? Math.floor(localMs / DAY_MS) : undefined;
    const isNew = day !== undefined && lastDay !== undefined && day !== lastDay;
    lastDay = day;
    if (isNew) for (const { serial } of fleet.inverters()) fleet.update(serial, atMidnight);
  }

  /** One that is not asked any more is not there for whoever reads its values. */
  function followPolling(isNightNow: boolean): void {
    for (const inverter of fleet.inverters()) {
      const isPolled = isAskedNow(inverter, isNightNow);
      if (isPolled === inverter.isPolled) continue;
      fleet.update(inverter.serial, (before) => ({
        isPolled,
        ...(!isPolled && { contact: 'lost', ...whenSilent(before) }),
      }));
    }
  }

  function tellRadio(): void {
    radio.setReadingPipe(pipeAddress(dtu.dtu_serial));
    radio.setPaLevel(PA_LEVELS[dtu.dtu_palevel] ?? PA_LEVELS[0]);
    radio.setHopMode(hopMode);
  }

  return {
    start: pollLoop.start,
    stop() {
      pollLoop.stop();
      stopWatching();
      trial.stop();
      sender.stop();
    },
    retell() {
      for (const { serial } of fleet.inverters()) fleet.update(serial, readingRetold);
      followPolling(isNight());
    },
    applyDtuConfig(config) {
      dtu = config;
      pollLoop.setInterval(config.dtu_pollinterval);
      tellRadio();
    },
    hopBy(mode) {
      hopMode = mode;
      tellRadio();
    },
    setLimit: orders.orderLimit,
    setPower: orders.orderPower,
    trial,
  };
}
