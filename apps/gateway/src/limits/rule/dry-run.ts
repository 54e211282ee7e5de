import { decide, type FleetMember, type MeterReading, type MeterRule } from './decide.ts';

/** What was at a time: the power of the plant and of the meter, in W. Null: nothing is known. */
export interface PastStep {
  readonly productionW: number | null;
  /** Taken from the grid; negative: fed into it. */
  readonly gridW: number | null;
}

export interface DryRunPlant {
  /** Of all inverters of the rule together. */
  readonly maxPowerW: number;
  readonly minW: number;
}

/** What was, or what would have been, over the steps of which something is known. */
export interface EnergySums {
  readonly producedWh: number;
  /** Fed into the grid. */
  readonly exportedWh: number;
  readonly importedWh: number;
}

export interface DryRunResult {
  readonly was: EnergySums;
  readonly wouldBe: EnergySums;
  /** What the sun offered and the rule would not have let through, beyond what was fed in above the target. */
  readonly thrownAwayWh: number;
  readonly orders: number;
  /** Hours of which both production and meter are known. */
  readonly knownHours: number;
}

/** So long after an order an inverter follows, as a rule of thumb between 2 and 18 s. */
const FOLLOWS_AFTER_MS = 10_000;
/** The rule looks this often, as it would with a meter that speaks every two seconds and an inverter read every five. */
const LOOK_EVERY_MS = 5000;
const METER_DELAY_MS = 2000;
const MS_PER_HOUR = 3_600_000;
/** After such a gap what was before says nothing about what is now. */
const FORGET_AFTER_STEPS = 3;

/**
 * Lets the rule decide over what was recorded, without any order: what the plant could have given is what it gave, and what
 * the house took is what it gave and what the meter showed. Where the plant was limited already it could have given more than anybody
 * knows. The plant is one inverter here, which follows ten seconds after an order; a step is as even as
 * it was recorded, so what comes and goes within one is not seen.
 */
export function dryRun(
  steps: readonly PastStep[],
  stepS: number,
  rule: MeterRule,
  plant: DryRunPlant,
): DryRunResult {
  const run = createPastRun(stepS, rule, plant);
  for (const step of steps) run.pass(step);
  return run.result();
}

/** The same bit by bit, for whoever has other things to do meanwhile. */
export interface PastRun {
  pass(step: PastStep): void;
  result(): DryRunResult;
}

export function createPastRun(stepS: number, rule: MeterRule, plant: DryRunPlant): PastRun {
  const run = createDryRun(rule, plant);
  let unknown = FORGET_AFTER_STEPS;
  return {
    pass({ productionW, gridW }) {
      if (productionW === null || gridW === null) {
        unknown += 1;
        return;
      }
      if (unknown >= FORGET_AFTER_STEPS) run.forget();
      unknown = 0;
      run.pass(productionW, gridW, stepS * 1000);
    },
    result: run.result,
  };
}

/** The same, live: told what is, it keeps the sums of what would be. */
export interface LiveDryRun {
  /** For so long it was like this. */
  pass(productionW: number, gridW: number, ms: number): void;
  /** Nothing is known of what comes before. */
  forget(): void;
  result(): DryRunResult;
}

export function createDryRun(rule: MeterRule, { maxPowerW, minW }: DryRunPlant): LiveDryRun {
  const was = { producedWh: 0, exportedWh: 0, importedWh: 0 };
  const wouldBe = { producedWh: 0, exportedWh: 0, importedWh: 0 };
  let thrownAwayWh = 0;
  let orders = 0;
  let knownMs = 0;
  let nowMs = 0;
  /** What the inverter keeps to, and what it was told; it begins without a limit. */
  let heldW = maxPowerW;
  let order: { readonly watts: number; readonly atMs: number } | undefined;
  let previousW: number | undefined;

  /** True: it would see and decide the same again, as long as the house and the sun stay as they are. */
  function look(couldW: number, loadW: number): boolean {
    const powerW = Math.min(couldW, heldW);
    const meter: MeterReading = { powerW: loadW - powerW, atMs: nowMs, previousW };
    const isEven = previousW === meter.powerW && heldW === (order?.watts ?? maxPowerW);
    previousW = meter.powerW;
    const member: FleetMember = {
      ...{ serial: 'plant', maxPowerW, minW, maxW: maxPowerW, powerW },
      readingAtMs: nowMs - METER_DELAY_MS,
      limitW: order?.watts ?? maxPowerW,
      orderedAtMs: order?.atMs,
      ...{ isOrderPending: false, isReachable: true },
    };
    const decision = decide(meter, [member], rule, nowMs);
    const watts = decision.kind === 'limit' ? decision.limits[0]?.watts : undefined;
    if (watts === undefined) return isEven;
    order = { watts, atMs: nowMs };
    orders += 1;
    return false;
  }

  function count(couldW: number, loadW: number, ms: number): void {
    const hours = ms / MS_PER_HOUR;
    const powerW = Math.min(couldW, heldW);
    add(was, couldW, loadW, hours);
    add(wouldBe, powerW, loadW, hours);
    // What would only have gone to the grid beyond the target is not lost to the house.
    const usefulW = Math.min(couldW, Math.max(0, loadW - rule.targetW));
    thrownAwayWh += Math.max(0, usefulW - powerW) * hours;
  }

  return {
    pass(productionW, gridW, ms) {
      const couldW = Math.max(0, productionW);
      const loadW = couldW + gridW;
      knownMs += ms;
      let left = ms;
      while (left > 0) {
        if (order !== undefined && nowMs - order.atMs >= FOLLOWS_AFTER_MS) heldW = order.watts;
        const part = look(couldW, loadW) ? left : Math.min(left, LOOK_EVERY_MS);
        count(couldW, loadW, part);
        nowMs += part;
        left -= part;
      }
    },
    forget() {
      [heldW, order, previousW] = [maxPowerW, undefined, undefined];
    },
    result: () => ({
      was: { ...was },
      wouldBe: { ...wouldBe },
      thrownAwayWh,
      orders,
      knownHours: knownMs / MS_PER_HOUR,
    }),
  };
}

interface Sums {
  producedWh: number;
  exportedWh: number;
  importedWh: number;
}

function add(sums: Sums, powerW: number, loadW: number, hours: number): void {
  const gridW = loadW - powerW;
  sums.producedWh += powerW * hours;
  sums.exportedWh += Math.max(0, -gridW) * hours;
  sums.importedWh += Math.max(0, gridW) * hours;
}
