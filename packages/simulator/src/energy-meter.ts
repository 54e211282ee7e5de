/** What the strings of an inverter have yielded: the day's energy and the energy since it was installed. */

/** Energy by string, Wh. */
export interface Energy {
  readonly dayWh: readonly number[];
  readonly totalWh: readonly number[];
}

export interface EnergyMeter {
  /** Adds what each string has yielded, Wh. */
  earn(earnedWh: readonly number[]): void;
  /** The day's energy starts at 0 again. */
  startDay(): void;
  /** As the inverter tells it: whole Wh, no more than its 16-bit field holds. */
  dayWh(index: number): number;
  /** As the inverter tells it: whole Wh, in kWh. */
  totalKWh(index: number): number;
  energy(): Energy;
}

const DAY_MAX_WH = 0xffff;

export function createEnergyMeter(start: Energy): EnergyMeter {
  let { dayWh, totalWh } = start;
  return {
    earn(earnedWh) {
      dayWh = dayWh.map((wh, index) => wh + (earnedWh[index] ?? 0));
      totalWh = totalWh.map((wh, index) => wh + (earnedWh[index] ?? 0));
    },
    startDay() {
      dayWh = dayWh.map(() => 0);
    },
    dayWh: (index) => Math.min(DAY_MAX_WH, Math.floor(dayWh[index] ?? 0)),
    totalKWh: (index) => Math.floor(totalWh[index] ?? 0) / 1000,
    energy: () => ({ dayWh, totalWh }),
  };
}
