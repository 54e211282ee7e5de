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
}

/** An inverter as it is set up. */
export interface InverterSettings {
  /** Canonical serial. */
  readonly serial: string;
  readonly name: string;
  /** One per string that the model has. */
  readonly strings: readonly StringSettings[];
  readonly model: InverterModel;
}
