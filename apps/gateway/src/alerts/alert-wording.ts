import type { AlertRule } from '@heliograph/contract';
import type { AlertFacts } from './alert.ts';

/** One thing that is told. */
export interface AlertWords {
  /** A few words that say what and where. */
  readonly title: string;
  /** A sentence or two: what it means, and what can be done. */
  readonly text: string;
}

/** What a summary says, with units. */
export interface SummaryWords {
  /** Undefined: nobody knows. */
  readonly energy: string | undefined;
  /** The best day of a week with its energy; undefined of a single day. */
  readonly best: string | undefined;
  readonly answering: string;
  readonly open: readonly string[];
}

/** What alerts say in one language. */
export interface AlertTexts {
  /** For numbers and times. */
  readonly tag: string;
  readonly rules: Readonly<Record<AlertRule, (facts: AlertFacts, number: NumberText) => AlertWords>>;
  readonly over: (title: string) => string;
  /** It began and ended before it could be told. */
  readonly wasSo: (title: string, from: string, to: string) => string;
  readonly since: (time: string) => string;
  readonly several: (count: number) => string;
  readonly further: (count: number) => string;
  readonly enough: AlertWords;
  readonly test: AlertWords;
  readonly example: (title: string) => string;
  readonly exampleNote: string;
  /** For the examples: an inverter, and a device. */
  readonly sample: { readonly inverter: string; readonly device: string };
  readonly summary: {
    readonly daily: string;
    readonly weekly: string;
    readonly lines: (words: SummaryWords) => readonly string[];
  };
}

/** A number in a language, with so many decimals at most. */
export type NumberText = (value: number | undefined, decimals?: number) => string;
