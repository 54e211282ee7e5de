import type { AlertRule, AlertSeverity } from '@heliograph/contract';

/** What an alert says besides its rule. Names come from outside; they were made plain before (`plainText`). */
export interface AlertFacts {
  /** The name of the inverter or the device. */
  readonly name?: string;
  /** The number or the name of its string. */
  readonly string?: string;
  /** What was measured or counted: percent, volts, hertz, a number of starts or of minutes, an event. */
  readonly value?: number;
  /** Why, as a word of the rule. */
  readonly reason?: string;
  /** Versions, before and after. */
  readonly from?: string;
  readonly to?: string;
}

/** Something that a rule finds to be so now. */
export interface Condition {
  /** What is the same as long as it is so. */
  readonly key: string;
  readonly rule: AlertRule;
  readonly facts: AlertFacts;
  /** It happened, and does not go on. */
  readonly isMoment?: boolean;
  /** Seconds for which it must have been so before anybody is told. */
  readonly holdS: number;
}

/** What was told, or is to be. */
export interface AlertRecord {
  readonly id: string;
  readonly key: string;
  readonly rule: AlertRule;
  readonly facts: AlertFacts;
  /** Unix seconds. */
  readonly sinceS: number;
  readonly solvedAtS: number | undefined;
  readonly isMoment: boolean;
  /** How often it was over and came back soon. */
  readonly returns: number;
  readonly sent: readonly Delivery[];
  /** Channels, by their ids, that will never hear of it. */
  readonly givenUp: readonly string[];
}

export interface Delivery {
  /** The id of the channel. */
  readonly channel: string;
  readonly atS: number;
  readonly isSolved: boolean;
}

/** A message as every channel gets it, in plain text. */
export interface AlertMessage {
  readonly title: string;
  /** Lines. */
  readonly text: string;
  readonly severity: AlertSeverity;
  /** A rule, or `summary`, `test`, `several`. */
  readonly rule: string;
  readonly state: 'open' | 'solved' | 'note';
  /** Unix seconds. */
  readonly atS: number;
}

const NAME_MAX_LENGTH = 60;

/**
 * A name from outside as one line of plain text: it may have been chosen to break a header, to turn the direction of a sentence around or
 * to be longer than a message.
 */
export function plainText(text: string, maxLength = NAME_MAX_LENGTH): string {
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = Array.from(plain);
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : plain;
}
