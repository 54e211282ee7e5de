/** By which rules of the grid an inverter feeds in. */
export interface GridProfile {
  /** Of the country's rules; empty where nobody knows them. */
  readonly name: string;
  readonly version: string;
  readonly sections: readonly GridProfileSection[];
  /** As the inverter has sent it; empty where that was not told. */
  readonly bytes: readonly number[];
}

export interface GridProfileSection {
  readonly name: string;
  readonly items: readonly GridProfileItem[];
}

export interface GridProfileItem {
  readonly name: string;
  readonly unit: string;
  /** NaN: not told. */
  readonly value: number;
}
