import {
  LIMIT_ABSOLUTE_FALLBACK_MAX_W,
  LIMIT_ABSOLUTE_MIN_W,
  LIMIT_RELATIVE_MAX_PERCENT,
  LIMIT_RELATIVE_MIN_PERCENT,
  LIMIT_TYPE,
  LIMIT_VALUE_LARGE_MAX,
  type LimitType,
} from '@heliograph/contract';

export type LimitUnit = 'percent' | 'watt';

/** What a limit may be, both ends included, in its unit. */
export interface LimitBounds {
  readonly min: number;
  readonly max: number;
}

/** `maxPowerW`: of the inverter, 0 while it is not known. */
export function limitBounds(unit: LimitUnit, maxPowerW: number): LimitBounds {
  return unit === 'percent'
    ? { min: LIMIT_RELATIVE_MIN_PERCENT, max: LIMIT_RELATIVE_MAX_PERCENT }
    : {
        min: LIMIT_ABSOLUTE_MIN_W,
        max: maxPowerW > 0 ? Math.min(maxPowerW, LIMIT_VALUE_LARGE_MAX) : LIMIT_ABSOLUTE_FALLBACK_MAX_W,
      };
}

export type LimitMistake = 'empty' | 'notANumber' | 'fraction' | 'outOfRange';

/** A digit or more, with a fraction behind a point or a comma, as all three languages write it. */
const NUMBER = /^-?\d{1,15}(?:[.,](\d*))?$/;

/**
 * What was typed as a whole number within the bounds, or what is wrong with it. The wire carries whole numbers only
 * and cuts fractions without a word, so a fraction is refused here instead of being rounded.
 */
export function checkLimit(typed: string, { min, max }: LimitBounds): number | LimitMistake {
  const text = typed.trim();
  if (text === '') return 'empty';
  const found = NUMBER.exec(text);
  if (found === null) return 'notANumber';
  const fraction = found[1] ?? '';
  // Three digits behind it make a point or comma one of thousands for half of the readers.
  if (Number(fraction) !== 0 || fraction.length > 2) return 'fraction';
  const value = Number.parseInt(text, 10);
  return value >= min && value <= max ? value : 'outOfRange';
}

export function limitTypeOf(unit: LimitUnit, isPersistent: boolean): LimitType {
  if (unit === 'percent') return isPersistent ? LIMIT_TYPE.relativePersistent : LIMIT_TYPE.relative;
  return isPersistent ? LIMIT_TYPE.absolutePersistent : LIMIT_TYPE.absolute;
}
