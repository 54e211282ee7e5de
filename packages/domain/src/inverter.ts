import { REACHABLE_FAILURES_MAX } from './silence.ts';

/** What the inverters of one kind have in common. */
export interface InverterModel {
  /** Names all models that a serial cannot tell apart, such as `HM-600, HM-700, HM-800`. */
  readonly typeText: string;
  /** How many strings of panels it has, 1 to 6. */
  readonly stringCount: number;
  /** To how many phases of the grid it is connected, 1 to 3. */
  readonly phaseCount: number;
}

/** What the owner says of one string. */
export interface StringSettings {
  /** Its own name; empty when it has none. */
  readonly name: string;
  /** Peak power of its panels; 0 when not set. */
  readonly maxPowerW: number;
  /** What is added to the total yield that the inverter tells of it; undefined: nothing. */
  readonly yieldTotalOffsetKWh?: number | undefined;
}

/** How the gateway treats an inverter of its own radio, as its owner wants it. */
export interface InverterTreatment {
  /** It is asked for readings; at night only where the second one says so, too. */
  readonly isPolled: boolean;
  readonly isPolledAtNight: boolean;
  /** It may be given orders; at night only where the second one says so, too. */
  readonly takesOrders: boolean;
  readonly takesOrdersAtNight: boolean;
  /** It is out of reach when more polls than this failed in a row. */
  readonly reachableThreshold: number;
  /** Out of reach, what was measured becomes 0; what it has yielded stays. */
  readonly isZeroedWhenSilent: boolean;
  /** At midnight its yield of the day becomes 0. */
  readonly isYieldZeroedAtMidnight: boolean;
  /** Where it begins its day anew before midnight, its yield of the day goes on. */
  readonly isYieldCorrected: boolean;
  /** At midnight its event log is emptied. */
  readonly isEventLogCleared: boolean;
}

/** An inverter as it is set up. */
export interface InverterSettings {
  /** Canonical serial. */
  readonly serial: string;
  readonly name: string;
  /** One per string that the model has. */
  readonly strings: readonly StringSettings[];
  readonly model: InverterModel;
  /** Undefined: the usual one. */
  readonly treatment?: InverterTreatment | undefined;
}

/** How an inverter is treated of which nobody has said anything. Source: docs/reference/api-generations.md#settings. */
export const USUAL_TREATMENT: InverterTreatment = {
  isPolled: true,
  isPolledAtNight: true,
  takesOrders: true,
  takesOrdersAtNight: true,
  reachableThreshold: REACHABLE_FAILURES_MAX,
  isZeroedWhenSilent: false,
  isYieldZeroedAtMidnight: false,
  isYieldCorrected: false,
  isEventLogCleared: false,
};
