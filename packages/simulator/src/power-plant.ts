/**
 * The physical side of one inverter: light in, power and energy out, and the phases of its day. Time passes only when
 * somebody asks (`advanceTo`), in steps that are short enough for the weather and never too many.
 *
 *     dark --light--> checking-grid --wait--> feeding        any of them --no light--> dark
 *                        ^                                   any of them --restart command--> restarting
 *                        '------------- restarting <--'
 */

import type { PowerCommand } from '@heliograph/domain';
import type { RealTimeData } from '@heliograph/protocol';
import { caseTemperatureC } from './case-temperature.ts';
import { createDisturbances, type Disturbances } from './disturbances.ts';
import { createEnergyMeter, type EnergyMeter } from './energy-meter.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { measuredData } from './measured-data.ts';
import { type Electronics, energyBetween, type OperatingPoint, operatingPoint } from './operating-point.ts';
import { createOutlook, type Outlook, type View } from './outlook.ts';
import { createOutputLimit, type OutputLimit } from './output-limit.ts';
import { type InverterMemory, loggedEvent, type Phase, rememberedEvent } from './plant-memory.ts';
import type { ScenarioInverter } from './scenarios/scenario.ts';
import { seedFor, smoothNoise } from './seeded-random.ts';
import type { Sky } from './sun.ts';
import type { Grid, Weather } from './weather.ts';
import { yieldSinceBuilt } from './yield-since-built.ts';

export interface Surroundings {
  readonly sky: Sky;
  readonly weather: Weather;
  readonly grid: Grid;
}

/** What an inverter remembers of the time before the start. */
export interface PlantPast {
  readonly memory: InverterMemory;
  /** It goes on from that moment; otherwise only what lasts over a night without power counts. */
  readonly goesOn: boolean;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Power that the strings must offer for the inverter to wake, and below which it falls asleep. */
const WAKE_W = 4;
const SLEEP_W = 2;
const MORNING_GRID_CHECK_MS = 60 * SECOND_MS;
const RESTART_SILENCE_MS = 15 * SECOND_MS;
const RESTART_GRID_CHECK_MS = 30 * SECOND_MS;

/** Clouds take minutes, so a step of one minute follows them; a ramp takes seconds. */
const STEP_MS = MINUTE_MS;
const RAMP_STEP_MS = 500;
/** A long pause is walked through in about so many steps, and never farther back than this. */
const STEPS_MAX = 3000;
const PAUSE_MAX_MS = 400 * DAY_MS;

/** Source: docs/reference/original-device.md#event-messages. */
const EVENT = { started: 1, switchedOff: 124, trackerVoltageLow: 207, firstStringDead: 209 } as const;
/** For strings beyond these no event is known. */
const STRINGS_WITH_EVENT = 4;
const DAWN_LASTS_MS = 3 * MINUTE_MS;

export class PowerPlant {
  readonly #sky: Sky;
  readonly #grid: Grid;
  readonly #electronics: Electronics;
  /** How far each phase is from the middle of the grid at the end of this cable. */
  readonly #phaseOffsetsV: readonly number[];
  readonly #outlook: Outlook;
  readonly #deadEventIds: readonly number[];
  readonly #disturbances: Disturbances;
  readonly #log: EventLog;
  readonly #limit: OutputLimit;
  readonly #meter: EnergyMeter;
  #timeMs: number;
  #phase: Phase;
  #phaseEndsMs: number;
  #isSwitchedOff: boolean;
  #point: OperatingPoint;
  #temperatureC: number;
  #orders = 0;

  constructor(
    inverter: ScenarioInverter,
    electronics: Electronics,
    surroundings: Surroundings,
    seed: number,
    past?: PlantPast,
  ) {
    this.#sky = surroundings.sky;
    this.#grid = surroundings.grid;
    this.#electronics = electronics;
    this.#phaseOffsetsV = Array.from({ length: electronics.phaseCount }, (_, index) => {
      const cable = index === 0 ? 'cable' : `cable, phase ${index + 1}`;
      return 1.2 * smoothNoise(seedFor(seed, cable), 0.5);
    });
    this.#outlook = createOutlook(inverter.strings, surroundings, seed);
    this.#deadEventIds = inverter.strings.flatMap(({ isDead }, index) =>
      isDead && index < STRINGS_WITH_EVENT ? [EVENT.firstStringDead + index] : [],
    );
    this.#disturbances = createDisturbances(seedFor(seed, 'disturbances'));
    const lasting = past?.memory;
    const moment = past?.goesOn === true ? past.memory : undefined;
    this.#timeMs = moment?.timeMs ?? surroundings.sky.historyStartMs;
    this.#meter = createEnergyMeter({
      dayWh: moment?.dayWh ?? inverter.strings.map(() => 0),
      totalWh: lasting?.totalWh ?? yieldSinceBuilt(inverter, this.#timeMs, seed),
    });
    this.#limit = createOutputLimit(lasting?.persistentLimitPercent, moment?.limitPercent);
    this.#log = createEventLog(moment?.events.map(loggedEvent), lasting?.eventCount);
    this.#phase = moment?.phase ?? 'dark';
    this.#phaseEndsMs = moment?.phaseEndsMs ?? Number.POSITIVE_INFINITY;
    this.#isSwitchedOff = moment?.isSwitchedOff ?? false;
    const view = this.#outlook(this.#timeMs);
    this.#temperatureC = moment?.temperatureC ?? view.light.airTemperatureC;
    this.#point = this.#pointIn(view);
    if (moment === undefined) this.#changePhase(view);
  }

  /** Everything that it would still know if it were created anew. */
  memory(): InverterMemory {
    return {
      timeMs: this.#timeMs,
      phase: this.#phase,
      phaseEndsMs: Number.isFinite(this.#phaseEndsMs) ? this.#phaseEndsMs : null,
      isSwitchedOff: this.#isSwitchedOff,
      limitPercent: this.#limit.percent(),
      persistentLimitPercent: this.#limit.persistentPercent(),
      temperatureC: this.#temperatureC,
      ...this.#meter.energy(),
      eventCount: this.#log.counter(),
      events: this.#log.entries().map(rememberedEvent),
    };
  }

  /** Changes with every order and every event. */
  get revision(): string {
    return `${this.#orders} ${this.#log.counter()}`;
  }

  /** Lets time pass until `nowMs` (simulated unix time, whole milliseconds); an earlier time changes nothing. */
  advanceTo(nowMs: number): void {
    this.#timeMs = Math.max(this.#timeMs, nowMs - PAUSE_MAX_MS);
    const stepMs = Math.max(STEP_MS, Math.ceil((nowMs - this.#timeMs) / STEPS_MAX));
    while (this.#timeMs < nowMs) this.#step(Math.min(this.#timeMs + stepMs, nowMs));
  }

  /** Whether it is awake and would answer a request. */
  answers(): boolean {
    return this.#phase === 'checking-grid' || this.#phase === 'feeding';
  }

  measure(): RealTimeData {
    const gridVoltageV = this.#grid.voltageV(this.#timeMs);
    return measuredData({
      point: this.#point,
      maxPowerW: this.maxPowerW,
      phaseVoltagesV: this.#phaseOffsetsV.map((offsetV) => gridVoltageV + offsetV),
      frequencyHz: this.#grid.frequencyHz(this.#timeMs),
      temperatureC: this.#temperatureC,
      meter: this.#meter,
      eventCount: this.#log.counter(),
    });
  }

  get maxPowerW(): number {
    return this.#electronics.maxPowerW;
  }

  get events(): EventLog {
    return this.#log;
  }

  get limitPercent(): number {
    return this.#limit.percent();
  }

  get persistentLimitPercent(): number {
    return this.#limit.persistentPercent();
  }

  /** What it feeds in. */
  get powerW(): number {
    return this.#point.acPowerW;
  }

  get isSwitchedOff(): boolean {
    return this.#isSwitchedOff;
  }

  setLimit(percent: number, isPersistent: boolean): void {
    this.#orders += 1;
    this.#limit.set(percent, isPersistent, this.#timeMs);
  }

  switchPower(action: PowerCommand): void {
    this.#orders += 1;
    if (action === 'restart') this.#enter('restarting', RESTART_SILENCE_MS);
    if (action === 'on') this.#switchOn();
    if (action === 'off' && !this.#isSwitchedOff) {
      this.#isSwitchedOff = true;
      this.#log.add({ messageId: EVENT.switchedOff, startMs: this.#timeMs, endMs: undefined });
    }
    this.#point = this.#pointIn(this.#outlook(this.#timeMs));
  }

  #step(wantedMs: number): void {
    const fromMs = this.#timeMs;
    const nextDayMs = this.#sky.nextDayMs(fromMs);
    const rampMs = fromMs < this.#limit.settledMs() ? fromMs + RAMP_STEP_MS : wantedMs;
    const phaseEndsMs = Math.max(fromMs + 1, this.#phaseEndsMs);
    const toMs = Math.min(wantedMs, nextDayMs, rampMs, phaseEndsMs);
    // At the end of an endless day the sun is already that of the next one; look just before.
    const view = this.#outlook(toMs === nextDayMs ? toMs - 1 : toMs);
    const after = this.#pointIn(view);
    this.#meter.earn(energyBetween(this.#point, after, toMs - fromMs));
    this.#temperatureC = caseTemperatureC(this.#temperatureC, {
      light: view.light,
      load: after.acPowerW / this.maxPowerW,
      durationMs: toMs - fromMs,
    });
    this.#timeMs = toMs;
    this.#point = after;
    if (this.answers()) {
      for (const event of this.#disturbances.between(fromMs, toMs)) this.#log.add(event);
      if (toMs === nextDayMs) this.#startDay(0);
    }
    this.#changePhase(toMs === nextDayMs ? this.#outlook(toMs) : view);
  }

  #changePhase(view: View): void {
    const isOver = this.#timeMs >= this.#phaseEndsMs;
    if (this.#phase === 'dark') {
      if (view.offeredW >= WAKE_W) this.#startDay(MORNING_GRID_CHECK_MS);
    } else if (view.offeredW < SLEEP_W) {
      this.#enter('dark', Number.POSITIVE_INFINITY);
    } else if (isOver && this.#phase === 'restarting') {
      this.#boot(RESTART_GRID_CHECK_MS);
    } else if (isOver) {
      this.#enter('feeding', Number.POSITIVE_INFINITY);
    }
    this.#point = this.#pointIn(view);
  }

  #startDay(gridCheckMs: number): void {
    this.#log.clear();
    this.#boot(gridCheckMs);
    const startMs = this.#timeMs;
    this.#log.add({ messageId: EVENT.trackerVoltageLow, startMs, endMs: startMs + DAWN_LASTS_MS });
  }

  /** Without power in between an inverter forgets what is not persistent, its daily yield included. */
  #boot(gridCheckMs: number): void {
    const nowMs = this.#timeMs;
    this.#switchOn();
    this.#limit.forget(nowMs);
    this.#meter.startDay();
    this.#log.add({ messageId: EVENT.started, startMs: nowMs, endMs: nowMs });
    for (const messageId of this.#deadEventIds)
      this.#log.add({ messageId, startMs: nowMs, endMs: undefined });
    if (gridCheckMs > 0) this.#enter('checking-grid', gridCheckMs);
    else this.#enter('feeding', Number.POSITIVE_INFINITY);
  }

  #switchOn(): void {
    this.#isSwitchedOff = false;
    this.#log.end(EVENT.switchedOff, this.#timeMs);
  }

  #enter(phase: Phase, lastsMs: number): void {
    this.#phase = phase;
    this.#phaseEndsMs = this.#timeMs + lastsMs;
  }

  #pointIn({ light, supplies }: View): OperatingPoint {
    const isFeeding = this.#phase === 'feeding' && !this.#isSwitchedOff;
    const capW = isFeeding ? this.maxPowerW * this.#limit.shareAt(light.timeMs) : 0;
    return operatingPoint(supplies, capW, this.#electronics);
  }
}
