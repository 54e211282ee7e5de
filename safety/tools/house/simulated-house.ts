import { createVirtualClock, type VirtualClock } from '@heliograph/testbed/clock.ts';
import { createDice } from '@heliograph/testbed/dice.ts';
import type { FleetMember, MeterReading } from '../../../apps/gateway/src/limits/rule/decide.ts';
import type { Share } from '../../../apps/gateway/src/limits/split.ts';

/**
 * A house with loads, a meter, and inverters under clouds, for whoever limits them. Inverters follow a limit late, the meter
 * speaks late, and a part of everything that is sent gets lost. Same seed, same house: loads, clouds and the meter's
 * troubles do not depend on what the limits are.
 */
export interface HouseOptions {
  readonly seed: number;
  readonly hours: number;
  readonly inverters: number;
  /** Of all of them together. */
  readonly plantW: number;
  /** The meter says nothing from this hour to that one. */
  readonly meterDead?: { readonly fromHour: number; readonly untilHour: number };
  /** The first inverter hears and says nothing from this hour to that one; it goes on as it was. */
  readonly inverterDead?: { readonly fromHour: number; readonly untilHour: number };
}

/** What a controller sees of the house, and what it can do. */
export interface HouseView {
  readonly clock: VirtualClock;
  meter(): MeterReading | undefined;
  fleet(): readonly FleetMember[];
  order(limits: readonly Share[]): void;
}

export interface Controller {
  /** Something new was heard, or nothing for five seconds. */
  onNews?(house: HouseView): void;
  every?: { readonly seconds: number; readonly act: (house: HouseView) => void };
}

export interface HouseSums {
  readonly exportedWh: number;
  /** Of that, while the meter said nothing. */
  readonly exportedUnseenWh: number;
  readonly importedWh: number;
  readonly producedWh: number;
  /** What the sun offered, and the house could have used at that moment. */
  readonly usableWh: number;
  readonly orders: number;
}

/** The house changes, and its meter measures. */
const STEP_MS = 1000;
const POLL_EVERY_MS = 5000;
const METER_DELAY_MS = 2000;
const FRAME_LOSS = 0.1;
const METER_LOSS = 0.05;
const METER_LATE = 0.03;
const DEAD_TIME_S = { from: 2, to: 18 };
/** No answer within this: it is tried again at the next turn. */
const UNREACHABLE_AFTER_MS = 60_000;

export function runHouse(options: HouseOptions, controller: Controller): HouseSums {
  const { seed, hours, inverters: count, plantW } = options;
  const clock = createVirtualClock();
  const loads = createLoads(createDice(seed), hours);
  const sky = createSky(createDice(seed + 1));
  const meterDice = createDice(seed + 2);
  const airDice = createDice(seed + 3);
  const inverters = Array.from({ length: count }, (_, index) =>
    createInverter(String(index + 1), plantW / count, clock, airDice),
  );
  const endMs = hours * 3_600_000;
  const sums = { exportedWh: 0, exportedUnseenWh: 0, importedWh: 0, producedWh: 0, usableWh: 0, orders: 0 };
  let meter: MeterReading | undefined;

  const house: HouseView = {
    clock,
    meter: () => meter,
    fleet: () => inverters.map((inverter) => inverter.known()),
    order(limits) {
      for (const { serial, watts } of limits) {
        sums.orders += 1;
        inverters.find((inverter) => inverter.serial === serial)?.order(watts);
      }
    },
  };

  const isWithin = (span: { readonly fromHour: number; readonly untilHour: number } | undefined) => {
    const hour = clock.monotonicMs() / 3_600_000;
    return span !== undefined && hour >= span.fromHour && hour < span.untilHour;
  };

  repeat(clock, STEP_MS, () => {
    const atS = clock.monotonicMs() / 1000;
    const loadW = loads(atS);
    const share = sky(atS);
    const producedW = inverters.reduce((sum, inverter) => sum + inverter.step(share), 0);
    const gridW = loadW - producedW;
    const ofHour = STEP_MS / 3_600_000;
    sums.exportedWh += Math.max(0, -gridW) * ofHour;
    if (isWithin(options.meterDead)) sums.exportedUnseenWh += Math.max(0, -gridW) * ofHour;
    sums.importedWh += Math.max(0, gridW) * ofHour;
    sums.producedWh += producedW * ofHour;
    sums.usableWh += Math.min(loadW, share * plantW) * ofHour;
    const powerW = Math.round(gridW);
    const isLost = meterDice() < METER_LOSS;
    const isLate = meterDice() < METER_LATE;
    const lateMs = meterDice() * 8000;
    if (isLost || isWithin(options.meterDead)) return;
    clock.after(METER_DELAY_MS + (isLate ? lateMs : 0), () => {
      meter = { powerW, atMs: clock.monotonicMs(), previousW: meter?.powerW };
      controller.onNews?.(house);
    });
  });
  for (const [index, inverter] of inverters.entries()) {
    clock.after((index * POLL_EVERY_MS) / count, () =>
      repeat(clock, POLL_EVERY_MS, () => {
        inverter.turn(index === 0 && isWithin(options.inverterDead));
        controller.onNews?.(house);
      }),
    );
  }
  const { every } = controller;
  if (every !== undefined) repeat(clock, every.seconds * 1000, () => every.act(house));
  repeat(clock, POLL_EVERY_MS, () => controller.onNews?.(house));
  clock.advance(endMs);
  return sums;
}

function repeat(clock: VirtualClock, everyMs: number, action: () => void): void {
  action();
  clock.after(everyMs, () => repeat(clock, everyMs, action));
}

function createInverter(serial: string, maxPowerW: number, clock: VirtualClock, dice: () => number) {
  /** What it is to give at most, and what comes of orders that it has taken. */
  let heldW = maxPowerW;
  let heldNumber = 0;
  let powerW = 0;
  /** An inverter misses its limit a little. */
  const offBy = 1 + (dice() - 0.5) * 0.02;
  /** As the gateway knows it. */
  let read: { readonly powerW: number; readonly atMs: number } | undefined;
  let order:
    | { readonly watts: number; readonly number: number; atMs: number; isPending: boolean }
    | undefined;

  function send(): void {
    const sent = order;
    if (sent === undefined) return;
    const isHeard = dice() >= FRAME_LOSS;
    const isAnswered = isHeard && dice() >= FRAME_LOSS;
    const deadS = DEAD_TIME_S.from + dice() * (DEAD_TIME_S.to - DEAD_TIME_S.from);
    clock.after(300, () => {
      if (isHeard) {
        clock.after(deadS * 1000, () => {
          if (sent.number > heldNumber) [heldW, heldNumber] = [sent.watts, sent.number];
        });
      }
      if (!isAnswered || order !== sent) return;
      sent.isPending = false;
      sent.atMs = clock.monotonicMs();
    });
  }

  return {
    serial,
    /** What it gives while the sky lets through this share. */
    step(share: number): number {
      const goalW = Math.min(heldW * offBy, share * maxPowerW);
      // It moves within a second or two.
      powerW += (goalW - powerW) * 0.75;
      return powerW;
    },
    turn(isDead: boolean): void {
      if (isDead) return;
      if (order?.isPending) send();
      const isRead = dice() >= FRAME_LOSS;
      clock.after(200, () => {
        if (isRead) read = { powerW: Math.round(powerW * 10) / 10, atMs: clock.monotonicMs() };
      });
    },
    order(watts: number): void {
      order = {
        ...{ watts, atMs: clock.monotonicMs(), isPending: true },
        number: (order?.number ?? 0) + 1,
      };
      send();
    },
    known(): FleetMember {
      return {
        ...{ serial, maxPowerW, minW: 0, maxW: maxPowerW },
        powerW: read?.powerW ?? 0,
        readingAtMs: read?.atMs,
        limitW: order?.watts,
        orderedAtMs: order?.atMs,
        isOrderPending: order?.isPending ?? false,
        isReachable: read !== undefined && clock.monotonicMs() - read.atMs < UNREACHABLE_AFTER_MS,
      };
    },
  };
}

/** A load that is switched on for a while, again and again. */
interface Appliance {
  readonly watts: number;
  readonly onS: readonly [number, number];
  readonly offS: readonly [number, number];
  /** Used once only, for so long, at some time. */
  readonly useS?: number;
}

const HOUR_S = 3600;
const APPLIANCES: readonly Appliance[] = [
  { watts: 90, onS: [480, 900], offS: [900, 1800] }, // a fridge
  { watts: 2000, onS: [100, 200], offS: [5400, 9000] }, // a kettle
  { watts: 2200, onS: [120, 240], offS: [240, 480], useS: 0.75 * HOUR_S }, // an oven that keeps its heat
  { watts: 60, onS: [300, 5400], offS: [300, 3600] }, // lights
  { watts: 140, onS: [900, 7200], offS: [600, 3600] }, // a screen and its computer
];

function createLoads(dice: () => number, hours: number): (atS: number) => number {
  const between = ([from, to]: readonly [number, number]) => from + dice() * (to - from);
  const states = APPLIANCES.map((appliance) => {
    const startS = appliance.useS === undefined ? 0 : dice() * (hours * HOUR_S - appliance.useS);
    const endS = startS + (appliance.useS ?? Number.POSITIVE_INFINITY);
    return {
      appliance,
      isOn: false,
      endS,
      untilS: startS + (startS > 0 ? 0 : between(appliance.offS) * dice()),
    };
  });
  let wanderW = 180;
  return (atS) => {
    wanderW = Math.min(260, Math.max(120, wanderW + (dice() - 0.5) * 2));
    for (const state of states) {
      if (atS < state.untilS) continue;
      state.isOn = !state.isOn && atS < state.endS;
      state.untilS = atS + between(state.isOn ? state.appliance.onS : state.appliance.offS);
    }
    return states.reduce((sum, { appliance, isOn }) => sum + (isOn ? appliance.watts : 0), wanderW);
  };
}

/** The share of its power that the plant has: clouds come and go, in some seconds each. */
function createSky(dice: () => number): (atS: number) => number {
  let share = 0.95;
  let goal = 0.95;
  let untilS = 0;
  return (atS) => {
    if (atS >= untilS) {
      goal = dice() < 0.5 ? 0.9 + dice() * 0.1 : 0.2 + dice() * 0.5;
      untilS = atS + 30 + dice() * 600;
    }
    share += (goal - share) * 0.2;
    return share;
  };
}
