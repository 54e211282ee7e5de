import { type ModbusSettings, type ModbusUnit, WHOLE_PLANT } from '@heliograph/contract';
import type { Fleet } from '../fleet/fleet.ts';
import type { LastKnown } from '../fleet/last-known.ts';
import type { Totals } from '../fleet/totals.ts';
import type { LimitControl, OwnWant } from '../limits/limit-control.ts';
import type { Clock } from '../platform/clock.ts';
import type { ModbusAnswer, ModbusException, ModbusRequest } from './modbus-frames.ts';
import {
  CONTROLS_REGISTER,
  FIRST_REGISTER,
  LIMIT_POINTS,
  PERCENT_SCALE,
  type SunspecLimit,
  sunspecRegisters,
} from './sunspec-map.ts';
import { inverterUnit, type PlantName, plantUnit, ratedPowerOf } from './sunspec-units.ts';
import { PLANT_UNITS, type UnitBook } from './unit-book.ts';

/** The plant and its inverters as SunSpec devices: what clients read, and what they may limit. */
export interface SunspecDevice {
  /** Answers a client with this address. */
  answer(
    unit: number,
    request: ModbusRequest | ModbusException,
    address: string,
    mayWrite: boolean,
  ): ModbusAnswer;
  units(): readonly ModbusUnit[];
  /** Ends what a client holds that may not any more. */
  review(mayWrite: (address: string) => boolean): void;
  /** Ends every limit. */
  letGo(): void;
  stop(): void;
}

export interface SunspecDeviceOptions {
  readonly fleet: Pick<Fleet, 'inverters' | 'onChange'>;
  readonly totals: () => Totals;
  readonly lastKnown: Pick<LastKnown, 'yieldsOf'>;
  readonly limits: Pick<LimitControl, 'hold'>;
  readonly book: UnitBook;
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>;
  readonly settings: () => ModbusSettings;
  readonly plant: () => PlantName;
}

/** What a client has last written to a unit. */
interface Held extends SunspecLimit {
  readonly by: string;
  readonly wroteAtMs: number;
  /** When this client last said anything. */
  readonly heardAtMs: number;
}

const FREE: SunspecLimit = { percent: 100, isEnabled: false, revertS: 0 };
/** A percentage is told so that this is the whole. */
const WHOLE = 100 / 10 ** PERCENT_SCALE;
/** What is not there may be written back as it was read. */
const UNKNOWN = 0xffff;
/** How often is looked whether a limit has ended. */
const LOOK_INTERVAL_MS = 1000;
/** Of many requests in a row, not each adds everything up anew: a plant may have hundreds of inverters. */
const FRESH_MS = 250;

export function createSunspecDevice(options: SunspecDeviceOptions): SunspecDevice {
  const { fleet, totals, lastKnown, limits, book, clock, settings, plant } = options;
  const held = new Map<string, Held>();
  let fresh: { readonly totals: Totals; readonly atMs: number } | undefined;
  let cancelLook: (() => void) | undefined;

  /** Where nobody wants Modbus nothing is written for it. */
  function assign(): void {
    if (settings().enabled) book.assign(fleet.inverters().map(({ serial }) => serial));
  }
  assign();
  const unsubscribe = fleet.onChange(assign);

  function freshTotals(): Totals {
    const nowMs = clock.monotonicMs();
    if (fresh === undefined || nowMs - fresh.atMs >= FRESH_MS) fresh = { totals: totals(), atMs: nowMs };
    return fresh.totals;
  }

  function registersOf(target: string, unit: number): readonly number[] | undefined {
    const now = freshTotals();
    const limit = held.get(target) ?? FREE;
    if (target === WHOLE_PLANT) {
      const energyWh = book.counterWh(target, (now.yieldTotalKWh ?? NaN) * 1000);
      return sunspecRegisters(plantUnit(now, { unit, plant: plant(), limit, energyWh }));
    }
    const standing = now.standings.find(({ inverter }) => inverter.serial === target);
    if (standing === undefined) return undefined;
    const energyWh = book.counterWh(target, (lastKnown.yieldsOf(target)?.yieldTotalKWh ?? NaN) * 1000);
    return sunspecRegisters(inverterUnit(standing, { unit, plant: plant(), limit, energyWh }));
  }

  function isThere(target: string): boolean {
    return target === WHOLE_PLANT || fleet.inverters().some(({ serial }) => serial === target);
  }

  function noteHeard(address: string): void {
    const heardAtMs = clock.monotonicMs();
    for (const [target, limit] of held) if (limit.by === address) held.set(target, { ...limit, heardAtMs });
  }

  function read(target: string, unit: number, first: number, count: number): ModbusAnswer {
    const registers = registersOf(target, unit);
    if (registers === undefined) return refuse('noSuchUnit');
    const start = first - FIRST_REGISTER;
    if (start < 0 || start + count > registers.length) return refuse('address');
    return { kind: 'registers', values: registers.slice(start, start + count) };
  }

  function write(target: string, first: number, values: readonly number[], address: string): ModbusAnswer {
    const written = readLimit(first - CONTROLS_REGISTER, values, held.get(target) ?? FREE);
    if (typeof written === 'string') return refuse(written);
    // Without knowing what it can, nobody knows how much a part of that is.
    if (written.isEnabled && ratedPowerOf(target, fleet.inverters()) === 0) return refuse('failure');
    const nowMs = clock.monotonicMs();
    held.set(target, { ...written, by: address, wroteAtMs: nowMs, heardAtMs: nowMs });
    hold();
    return { kind: 'written' };
  }

  /** Tells the limits on; looks again as long as there are any. */
  function hold(): void {
    const nowMs = clock.monotonicMs();
    for (const [target, limit] of held) {
      const isOver = limit.isEnabled && nowMs >= endOf(limit, settings().heartbeat);
      if (!isThere(target)) held.delete(target);
      else if (isOver) held.set(target, { ...limit, isEnabled: false });
    }
    limits.hold('modbus', wants());
    cancelLook?.();
    const isHolding = [...held.values()].some(({ isEnabled }) => isEnabled);
    cancelLook = isHolding ? clock.after(LOOK_INTERVAL_MS, hold) : undefined;
  }

  /** The plant first: what is said of one inverter counts more, but together they never get more than the plant. */
  function wants(): readonly OwnWant[] {
    const ofPlant = held.get(WHOLE_PLANT);
    const plantW = ofPlant?.isEnabled ? wattsOf(WHOLE_PLANT, ofPlant) : undefined;
    const single = [...held]
      .filter(([target, { isEnabled }]) => target !== WHOLE_PLANT && isEnabled)
      .map(([target, limit]) => ({ target, watts: wattsOf(target, limit) }));
    if (plantW === undefined) return single;
    const together = single.reduce((total, { watts }) => total + watts, 0);
    const part = together > plantW ? plantW / together : 1;
    return [
      { target: WHOLE_PLANT, watts: plantW },
      ...single.map(({ target, watts }) => ({ target, watts: Math.floor(watts * part) })),
    ];
  }

  function wattsOf(target: string, { percent }: SunspecLimit): number {
    return Math.floor((ratedPowerOf(target, fleet.inverters()) * percent) / 100);
  }

  return {
    answer(unit, request, address, mayWrite) {
      if (typeof request === 'string') return refuse(request);
      assign();
      const target = book.targetOf(unit);
      if (target === undefined || !isThere(target)) return refuse('noSuchUnit');
      if (request.kind === 'read') {
        noteHeard(address);
        return read(target, unit, request.first, request.count);
      }
      const isAllowed = mayWrite || __WITHOUT__.modbusWriters;
      return isAllowed ? write(target, request.first, request.values, address) : refuse('function');
    },
    units() {
      assign();
      const inverters = fleet.inverters().flatMap(({ serial }) => {
        const unit = book.unitOf(serial);
        return unit === undefined ? [] : [{ unit, target: serial }];
      });
      return [{ unit: PLANT_UNITS[0], target: WHOLE_PLANT }, ...inverters].map(({ unit, target }) => {
        const limit = held.get(target);
        if (!limit?.isEnabled) return { unit, target };
        const leftMs = endOf(limit, settings().heartbeat) - clock.monotonicMs();
        const endsIn = Math.max(0, Math.ceil(leftMs / 1000));
        const watts = wattsOf(target, limit);
        return { unit, target, limit: { percent: limit.percent, watts, by: limit.by, ends_in: endsIn } };
      });
    },
    review(mayWrite) {
      for (const [target, { by }] of held) if (!mayWrite(by)) held.delete(target);
      hold();
    },
    letGo() {
      held.clear();
      hold();
    },
    stop() {
      unsubscribe();
      cancelLook?.();
    },
  };
}

function refuse(exception: ModbusException): ModbusAnswer {
  return { kind: 'exception', exception };
}

/** When a limit ends by itself: as its client wants it, or when that client has been silent for too long. */
function endOf({ revertS, wroteAtMs, heardAtMs }: Held, heartbeatS: number): number {
  if (__WITHOUT__.modbusHeartbeat) return Number.POSITIVE_INFINITY;
  return revertS > 0 ? wroteAtMs + revertS * 1000 : heardAtMs + heartbeatS * 1000;
}

/** What a limit becomes when these values are written, or why they are not. `start` counts from the head of model 123. */
function readLimit(
  start: number,
  values: readonly number[],
  before: SunspecLimit,
): SunspecLimit | ModbusException {
  let limit = before;
  for (const [offset, value] of values.entries()) {
    const changed = withPoint(limit, start + offset, value);
    if (typeof changed === 'string') return changed;
    limit = changed;
  }
  return limit;
}

function withPoint(limit: SunspecLimit, point: number, value: number): SunspecLimit | ModbusException {
  switch (point) {
    case LIMIT_POINTS.percent:
      return value > WHOLE ? 'value' : { ...limit, percent: value * 10 ** PERCENT_SCALE };
    case LIMIT_POINTS.revertS:
      return { ...limit, revertS: value === UNKNOWN ? 0 : value };
    case LIMIT_POINTS.isEnabled:
      return value > 1 ? 'value' : { ...limit, isEnabled: value === 1 };
    case LIMIT_POINTS.windowS:
    case LIMIT_POINTS.rampS: // a limit is never late on purpose, nor does it come bit by bit
      return value === 0 || value === UNKNOWN ? limit : 'value';
    default:
      return 'address';
  }
}
