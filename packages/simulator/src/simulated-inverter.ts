/** The far end of an exchange: it understands requests, obeys commands and answers in fragments. */

import {
  addressText,
  bytesFromHex,
  type DataCommandKind,
  decodeRequest,
  encodeAlarmLog,
  encodeAnswer,
  encodeControlAnswer,
  encodeDeviceInfoAll,
  encodeDeviceInfoSimple,
  encodeRealTimeData,
  encodeSystemConfig,
  isPersistentLimit,
  isRelativeLimit,
  type LimitRequest,
  type Link,
  type ModelFamily,
  modelFamilyOf,
  pipeAddress,
  type Request,
} from '@heliograph/protocol';
import type { LoggedEvent } from './event-log.ts';
import { nameplateOf } from './inverter-models.ts';
import type { Electronics } from './operating-point.ts';
import type { PhysicalClock } from './physical-clock.ts';
import type { InverterMemory } from './plant-memory.ts';
import { type PlantPast, PowerPlant, type Surroundings } from './power-plant.ts';
import type { CapturedAnswers, ScenarioInverter } from './scenarios/scenario.ts';
import { seedFor } from './seeded-random.ts';

/** What an inverter sends after it has heard a request. */
export interface InverterAnswer {
  /** In the order in which they are sent. */
  readonly packets: readonly Uint8Array[];
  /** Pipe address to which they are sent: that of the DTU which asked. */
  readonly pipeAddress: string;
  /** How long it thinks before the first of them. */
  readonly afterMs: number;
}

export interface SimulatedInverter {
  readonly serial: string;
  /** The pipe address that it listens on. */
  readonly pipeAddress: string;
  /** Its chip has power, so it acknowledges whatever reaches it. */
  isAwake(): boolean;
  /** Undefined: it keeps silent (it sleeps, the packet is broken, or meant for somebody else). */
  hear(packet: Uint8Array): InverterAnswer | undefined;
  /** What it holds now, without asking it over the air. */
  inspect(): InverterTruth;
  /** What it would still know if it were created anew. */
  memory(): InverterMemory;
  /** Changes whenever something happens that is worth remembering at once. */
  revision(): string;
}

/** What is true of an inverter, whatever anybody has heard of it. */
export interface InverterTruth {
  /** Of the maximum power; steps of 0.1. */
  readonly limitPercent: number;
  /** What it falls back to at night and when it restarts. */
  readonly persistentLimitPercent: number;
  readonly isSwitchedOff: boolean;
  /** What it feeds in. */
  readonly powerW: number;
}

export interface SimulatedInverterOptions {
  readonly inverter: ScenarioInverter;
  readonly surroundings: Surroundings;
  readonly clock: PhysicalClock;
  /** What a clock on the wall shows, unix milliseconds. */
  readonly unixMs: () => number;
  readonly seed: number;
  /** What it remembers of the time before the start. */
  readonly past?: PlantPast | undefined;
}

const DATA_ANSWER_AFTER_MS = 8;
/** Commands take longer: they are carried out first. */
const CONTROL_ANSWER_AFTER_MS = 250;

/** Limits are kept in the steps in which they are told: 0.1 %, what lies between them is cut off. */
const TENTHS = 10;

/** A DTU's clock that is off by less than this is the same clock, on a machine that is busy as well. */
const SAME_CLOCK_S = 30;
const DAY_S = 86_400;

/** Throws a RangeError when serial and strings of the scenario do not fit together: a mistake in the scenario. */
export function createSimulatedInverter(options: SimulatedInverterOptions): SimulatedInverter {
  return new Inverter(options);
}

/** Strings whose voltage stands in the same place of an answer hang on the same tracker. */
function electronicsOf({ model }: ScenarioInverter, { phaseCount, layout }: ModelFamily): Electronics {
  const voltagePlaces = layout.strings.map(({ voltage }) => voltage);
  return { maxPowerW: nameplateOf(model).maxPowerW, phaseCount, trackers: voltagePlaces };
}

class Inverter implements SimulatedInverter {
  readonly serial: string;
  readonly pipeAddress: string;
  readonly #options: SimulatedInverterOptions;
  readonly #family: ModelFamily;
  readonly #plant: PowerPlant;
  readonly #captured: CapturedAnswers | undefined;
  /** The fragments of the last data answer: those that can be asked for again. */
  #lastAnswer: readonly Uint8Array[] = [];
  /** The DTU sends its time with every data request; the inverter's day follows it. */
  #dtuAheadS = 0;

  constructor(options: SimulatedInverterOptions) {
    const { inverter, surroundings, seed, past } = options;
    const family = modelFamilyOf(inverter.serial);
    if (family === undefined || family.stringCount !== inverter.strings.length) {
      throw new RangeError(`inverter ${inverter.serial} cannot have ${inverter.strings.length} strings`);
    }
    this.serial = inverter.serial;
    this.pipeAddress = pipeAddress(inverter.serial);
    this.#options = options;
    this.#family = family;
    this.#captured = inverter.captured;
    const plantSeed = seedFor(seed, inverter.serial);
    this.#plant = new PowerPlant(inverter, electronicsOf(inverter, family), surroundings, plantSeed, past);
  }

  isAwake(): boolean {
    this.#plant.advanceTo(this.#options.clock.nowMs());
    return this.#plant.answers();
  }

  hear(packet: Uint8Array): InverterAnswer | undefined {
    const decoded = decodeRequest(packet);
    if (decoded === undefined || decoded.inverter !== addressText(this.serial)) return undefined;
    this.#plant.advanceTo(this.#options.clock.nowMs());
    if (!this.#plant.answers()) return undefined;
    const packets =
      decoded.request.kind === 'Retransmit'
        ? this.#lastAnswer.slice(decoded.request.index - 1, decoded.request.index)
        : this.#answer(decoded.request, { inverterSerial: this.serial, dtuSerial: decoded.dtu });
    if (packets.length === 0) return undefined;
    const isControl =
      decoded.request.kind === 'ActivePowerControl' || decoded.request.kind === 'PowerControl';
    return {
      packets,
      pipeAddress: pipeAddress(decoded.dtu),
      afterMs: isControl ? CONTROL_ANSWER_AFTER_MS : DATA_ANSWER_AFTER_MS,
    };
  }

  inspect(): InverterTruth {
    this.#plant.advanceTo(this.#options.clock.nowMs());
    const { limitPercent, persistentLimitPercent, isSwitchedOff, powerW } = this.#plant;
    return { limitPercent, persistentLimitPercent, isSwitchedOff, powerW };
  }

  memory(): InverterMemory {
    return this.#plant.memory();
  }

  revision(): string {
    return this.#plant.revision;
  }

  #answer(request: Request, link: Link): readonly Uint8Array[] {
    switch (request.kind) {
      case 'ActivePowerControl':
        this.#limit(request);
        return [encodeControlAnswer(request.kind, link)];
      case 'PowerControl':
        this.#plant.switchPower(request.action);
        return [encodeControlAnswer(request.kind, link, request.action)];
      default:
        this.#setClock(request.timeS - this.#options.unixMs() / 1000);
        this.#lastAnswer = this.#dataAnswer(request.kind, link);
        return this.#lastAnswer;
    }
  }

  /** A request carries whole seconds and may have waited: events keep their times unless the clock was really set. */
  #setClock(dtuAheadS: number): void {
    if (Math.abs(dtuAheadS - this.#dtuAheadS) >= SAME_CLOCK_S) this.#dtuAheadS = dtuAheadS;
  }

  #limit({ limit, limitType }: LimitRequest): void {
    const tenths = Math.round(limit * TENTHS);
    const tenthsPercent = isRelativeLimit(limitType)
      ? tenths
      : Math.floor((tenths * 100) / this.#plant.maxPowerW);
    this.#plant.setLimit(tenthsPercent / TENTHS, isPersistentLimit(this.#family, limitType));
  }

  #dataAnswer(kind: DataCommandKind, link: Link): readonly Uint8Array[] {
    const captured = this.#captured?.[kind];
    if (captured !== undefined) return captured.map((hex) => bytesFromHex(hex) ?? new Uint8Array(0));
    return encodeAnswer(this.#payload(kind), link);
  }

  #payload(kind: DataCommandKind): Uint8Array {
    const nameplate = nameplateOf(this.#options.inverter.model);
    switch (kind) {
      case 'RealTimeRunData':
        return encodeRealTimeData(this.#family, this.#plant.measure());
      case 'AlarmData':
        // A captured inverter gets no made-up history.
        return this.#captured === undefined ? this.#alarmLog() : encodeAlarmLog([]);
      case 'DevInfoAll':
        return encodeDeviceInfoAll(nameplate.firmware);
      case 'DevInfoSimple':
        return encodeDeviceInfoSimple(nameplate.hardware, nameplate.firmware.firmwareBuildVersion);
      case 'SystemConfigPara':
        return encodeSystemConfig({ limitPercent: this.#plant.limitPercent });
    }
  }

  #alarmLog(): Uint8Array {
    return encodeAlarmLog(
      this.#plant.events.entries().map(({ messageId, startMs, endMs }: LoggedEvent) => ({
        code: messageId,
        startS: this.#secondOfDay(startMs),
        // An end of 0 would say that the event is still going on.
        endS: endMs === undefined ? 0 : Math.max(1, this.#secondOfDay(endMs)),
      })),
    );
  }

  /** UTC second of the day that the DTU's clock showed at a simulated time. */
  #secondOfDay(simulatedMs: number): number {
    const dtuS = Math.floor(simulatedMs / 1000 + this.#dtuAheadS);
    return ((dtuS % DAY_S) + DAY_S) % DAY_S;
  }
}
