import { type InverterConfig, timezoneOf } from '@heliograph/contract';
import type { LimitCommand } from '@heliograph/domain';
import { bytesFromHex, hexFromBytes } from '@heliograph/protocol';
import { createVirtualClock, type VirtualClock } from '@heliograph/testbed/clock.ts';
import { createFakeRadio, type FakeRadio } from '@heliograph/testbed/radio/fake-radio.ts';
import { createFleet, type Fleet } from '../src/fleet/fleet.ts';
import type { InverterState } from '../src/fleet/inverter.ts';
import type { Clock } from '../src/platform/clock.ts';
import { createDeviceClock, type DeviceClock } from '../src/platform/device-clock.ts';
import { createAir } from '../src/sources/radio/air.ts';
import { createCommandSender } from '../src/sources/radio/command-sender.ts';
import { createInverterCommands, type InverterCommands } from '../src/sources/radio/inverter-commands.ts';
import { hasNewEvents } from '../src/sources/radio/poll-rules.ts';
import { supportedInverters } from '../src/sources/radio/supported-inverters.ts';
import type { SessionAction, SessionInput, SessionInverter, SessionReply } from './session-vectors.ts';
import { inWordsOfVectors, type Transmitted, type Turn, watchDeviceInfo } from './session-words.ts';

/**
 * Plays a measured session with the air code and tells what it did in the words of the vectors.
 *
 * How the original's loop maps onto our clock: it turns once per millisecond, and within a turn it first ends
 * windows, then starts the next command, then polls. Our code has no loop; it acts at the same milliseconds because
 * a window is over at its time + 1, the next command and the commands of a poll turn go out 1 ms later, and a poll
 * turn first lets the air end what is due. So advancing the virtual clock by n ms stands for n turns of the loop.
 * Two things are the test testbed's own and are done here as it did them: after `run_idle` it let the loop turn
 * another three times (four when there was nothing to wait for), and a request that the clock does not allow held it
 * up for 10 ms, because it waits that long for the clock.
 */
export interface SessionResult {
  readonly transmissions: readonly Transmitted[];
  readonly turns: readonly Turn[];
  readonly sendResults: readonly boolean[];
  readonly readPipe: string | undefined;
  readonly inverters: readonly SessionInverter[];
  readonly dumps: readonly (SessionInverter & { t: number; label: string })[];
  readonly idle: boolean;
}

const DEFAULT_POLL_INTERVAL_S = 5;
const IDLE_RUN_MAX_MS = 30_000;
const CLOCK_WAIT_MS = 10;
const FIRST_REPLY_AFTER_MS = 20;
const NEXT_REPLY_AFTER_MS = 8;

/** What the session drives: the whole air where it polls by itself, otherwise its parts. */
interface Driver {
  readonly commands: Pick<InverterCommands, 'orderLimit' | 'orderPower'> & Partial<InverterCommands>;
  readonly isBusy: () => boolean;
}

export function playSession(input: SessionInput, { waitFullWindow = true } = {}): SessionResult {
  const clock = createVirtualClock(input.time * 1000 - input.start_ms, 0);
  const fleet = createFleet({ clock, configs: supportedInverters(input.inverters.map(configOf)) });
  const radio = createFakeRadio();
  const result = {
    transmissions: [] as Transmitted[],
    turns: [] as Turn[],
    sendResults: [] as boolean[],
    dumps: [] as SessionResult['dumps'][number][],
  };
  const now = () => clock.monotonicMs() - input.start_ms;
  const infoTimes = watchDeviceInfo(fleet, clock);
  const deviceClock = createDeviceClock({ clock, startSet: true, timezone: timezoneOf(input.tz) });
  const state = (inverter: InverterState) => inWordsOfVectors(inverter, infoTimes, deviceClock.utcOffsetS());
  radio.onTransmit(({ bytes, pipeAddress, rfChannel }) => {
    result.transmissions.push({ t: now(), ch: rfChannel, to_pipe: pipeAddress, hex: hexFromBytes(bytes) });
  });
  answerByItself(radio, clock, input.replies ?? []);
  clock.advance(input.start_ms);
  const onTurn = (serial: string) => result.turns.push({ t: now(), serial });
  const driver = drive(input, { clock, deviceClock, fleet, radio, waitFullWindow, onTurn });

  for (const action of input.actions) {
    switch (action.do) {
      case 'send': {
        const isTaken = send(driver, fleet, action);
        result.sendResults.push(isTaken);
        if (!isTaken && action.force !== false) clock.advance(CLOCK_WAIT_MS);
        break;
      }
      case 'rx':
        for (const frame of action.frames) radio.deliver(bytesOf(frame));
        break;
      case 'run':
        clock.advance(action.ms);
        break;
      case 'run_idle':
        runUntilIdle(clock, driver, action.max_ms ?? IDLE_RUN_MAX_MS);
        break;
      case 'dump':
        for (const inverter of fleet.inverters()) {
          result.dumps.push({ t: now(), label: action.label, ...state(inverter) });
        }
    }
  }
  return {
    ...result,
    readPipe: radio.readingPipe(),
    inverters: fleet.inverters().map(state),
    idle: !driver.isBusy(),
  };
}

interface Testbed {
  readonly clock: Clock;
  readonly deviceClock: DeviceClock;
  readonly fleet: Fleet;
  readonly radio: FakeRadio;
  readonly waitFullWindow: boolean;
  readonly onTurn: (serial: string) => void;
}

function drive(input: SessionInput, testbed: Testbed): Driver {
  const { clock, deviceClock, fleet, radio, waitFullWindow, onTurn } = testbed;
  if (input.auto === true) {
    const air = createAir({
      radio,
      fleet,
      clock,
      deviceClock,
      waitFullWindow,
      dtu: {
        dtu_serial: input.dtu,
        dtu_pollinterval: input.poll_interval ?? DEFAULT_POLL_INTERVAL_S,
        dtu_palevel: 0,
      },
      log(_, message) {
        const serial = /^Polling inverter (\w+)/.exec(message())?.[1];
        if (serial !== undefined) onTurn(serial);
      },
    });
    air.start();
    // Busy as far as one can tell from outside: sessions that poll never ask.
    return { commands: { orderLimit: air.setLimit, orderPower: air.setPower }, isBusy: () => false };
  }
  const sender = createCommandSender({ radio, clock, log: () => {}, waitFullWindow, hopMode: () => 'free' });
  const commands = createInverterCommands({
    fleet,
    deviceClock,
    dtuSerial: () => input.dtu,
    enqueue: (command) => sender.enqueue(command, 0),
    onOrderStep: () => {},
    isDay: () => true,
    isRadioAtFault: () => false,
  });
  return { commands, isBusy: sender.isBusy };
}

/** The replies of the vectors: the first entry that fits answers, as often as it may. */
function answerByItself(radio: FakeRadio, clock: Clock, replies: readonly SessionReply[]): void {
  const used = new Map<SessionReply, number>();
  radio.onTransmit(({ bytes }) => {
    const hex = hexFromBytes(bytes);
    const reply = replies.find(
      (candidate) =>
        hex.startsWith(candidate.cmd + candidate.inv) &&
        (candidate.sub === undefined || hex.slice(20, 22) === candidate.sub) &&
        (used.get(candidate) ?? 0) < (candidate.times ?? Number.POSITIVE_INFINITY),
    );
    if (reply === undefined) return;
    used.set(reply, (used.get(reply) ?? 0) + 1);
    reply.frames.forEach((frame, index) => {
      const delayMs = FIRST_REPLY_AFTER_MS + index * NEXT_REPLY_AFTER_MS;
      clock.after(delayMs, () => radio.deliver(bytesOf(frame)));
    });
  });
}

function runUntilIdle(clock: VirtualClock, driver: Driver, maxMs: number): void {
  const endMs = clock.monotonicMs() + maxMs;
  clock.advance(0);
  const wasBusy = driver.isBusy();
  while (driver.isBusy() && clock.monotonicMs() < endMs) clock.advance(1);
  clock.advance(wasBusy ? 3 : 4);
}

type SendAction = Extract<SessionAction, { do: 'send' }>;

function send(driver: Driver, fleet: Fleet, action: SendAction): boolean {
  const inverter = fleet.inverters()[action.inv ?? 0];
  if (inverter === undefined) return false;
  const { commands } = driver;
  const { serial } = inverter;
  switch (action.kind) {
    case 'DevInfo': {
      const isTaken = commands.ask?.(serial, 'DevInfoAll') ?? false;
      return isTaken && (commands.ask?.(serial, 'DevInfoSimple') ?? false);
    }
    case 'AlarmData':
      if (action.force === false && !hasNewEvents(inverter)) return false;
      return commands.ask?.(serial, 'AlarmData') ?? false;
    case 'RealTimeRunData':
    case 'SystemConfigPara':
      return commands.ask?.(serial, action.kind) ?? false;
    case 'ActivePowerControl':
      return commands.orderLimit(serial, limitCommandOf(action)) !== undefined;
    case 'ActivePowerControlResend':
      return commands.send?.(serial, 'ActivePowerControl') ?? false;
    case 'PowerResend':
      return commands.send?.(serial, 'PowerControl') ?? false;
    case 'PowerOn':
      return commands.orderPower(serial, 'on') !== undefined;
    case 'PowerOff':
      return commands.orderPower(serial, 'off') !== undefined;
    case 'Restart':
      return commands.orderPower(serial, 'restart') !== undefined;
    default:
      throw new Error(`unknown command ${action.kind}`);
  }
}

function limitCommandOf({ limit = 0, type = 0 }: SendAction): LimitCommand {
  return { value: limit, isRelative: (type & 0x0001) !== 0, isPersistent: (type & 0x0100) !== 0 };
}

function configOf(inverter: SessionInput['inverters'][number]): InverterConfig {
  const channel = (inverter.max_power ?? []).map((power) => ({ name: '', max_power: power }));
  return { serial: inverter.serial, name: inverter.name ?? '', channel };
}

function bytesOf(hex: string): Uint8Array {
  const bytes = bytesFromHex(hex);
  if (bytes === undefined) throw new Error(`not hex: ${hex}`);
  return bytes;
}
