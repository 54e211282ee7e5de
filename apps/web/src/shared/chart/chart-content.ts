import type { ChartValue } from './curves.ts';
import type { Look } from './plot.ts';

/** One line, band or row of bars. */
export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  readonly look: Look;
  readonly values: readonly ChartValue[];
  /** What it went between, drawn as a band. */
  readonly low?: readonly ChartValue[] | undefined;
  readonly high?: readonly ChartValue[] | undefined;
}

/** The axis below: moments of the plant's local time, or things with a name beside each other. */
export type ChartAxis =
  | {
      readonly kind: 'time';
      readonly at: readonly number[];
      readonly fromS: number;
      readonly toS: number;
      readonly utcOffsetS: (unixS: number) => number;
      readonly timeText: (unixS: number) => string;
    }
  | {
      readonly kind: 'names';
      /** In full, for the table and whoever listens. */
      readonly names: readonly string[];
      /** As short as they stand below bars. */
      readonly shortNames: readonly string[];
      /** What they are: `Day`. */
      readonly heading: string;
    };
