import { CircleAlert } from 'lucide';
import { type RefObject, useId } from 'react';
import { FieldHelp } from '../../../shared/form/field-help.tsx';
import { type I18n, useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import styles from './limit-field.module.css';
import type { LimitBounds, LimitMistake, LimitUnit } from './limit-value.ts';

export interface LimitFieldState {
  readonly typed: string;
  readonly unit: LimitUnit;
  readonly bounds: LimitBounds;
  /** false: the upper bound is not the inverter's own. */
  readonly isMaxKnown: boolean;
  readonly mistake: LimitMistake | undefined;
  /** What the gateway said about the value. */
  readonly refusal: string | undefined;
}

interface LimitFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly state: LimitFieldState;
  readonly readOnly: boolean;
  readonly onType: (text: string) => void;
  readonly onUnit: (unit: LimitUnit) => void;
}

/** One number with a switch for its unit; below it what is wrong, and always what is allowed. */
export function LimitField({ inputRef, state, readOnly, onType, onUnit }: LimitFieldProps) {
  const { control } = useTexts('control');
  const { format } = useI18n();
  const id = useId();
  const { typed, unit, bounds, isMaxKnown, mistake, refusal } = state;
  const texts = control.limit;
  const ends = [inUnit(format, unit, bounds.min), inUnit(format, unit, bounds.max)] as const;
  const isRangeOurs = unit === 'watt' && !isMaxKnown;
  const range = isRangeOurs ? texts.rangeFallback(...ends) : texts.range(...ends);
  const error = mistake === 'outOfRange' ? texts.outOfRange(...ends) : mistake && texts[mistake];
  const shownError = error ?? refusal;

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {texts.value}
      </label>
      {!__FOR_DEVICE__ && <FieldHelp anchor="new-limit" label={texts.value} isBeside={false} />}
      <div className={styles.row}>
        <input
          ref={inputRef}
          id={id}
          className={styles.input}
          name="limit_value"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          readOnly={readOnly}
          aria-invalid={shownError !== undefined}
          aria-describedby={`${id}-error ${id}-range`}
          onChange={(event) => onType(event.target.value)}
        />
        <fieldset className={styles.units}>
          <legend className="visually-hidden">{texts.unit}</legend>
          {(['percent', 'watt'] as const).map((each) => (
            <label key={each} className={styles.unit}>
              <input
                type="radio"
                className="visually-hidden"
                name={`${id}-unit`}
                checked={unit === each}
                disabled={readOnly}
                onChange={() => onUnit(each)}
              />
              <span>{texts[each]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <p id={`${id}-error`} className={styles.error}>
        {shownError !== undefined && (
          <>
            <Icon of={CircleAlert} size={16} />
            <span>{shownError}</span>
          </>
        )}
      </p>
      <div id={`${id}-range`} className={styles.hint}>
        <p>{range}</p>
        {unit === 'watt' && <p>{texts.absoluteHint}</p>}
      </div>
    </div>
  );
}

function inUnit(format: I18n['format'], unit: LimitUnit, value: number): string {
  return unit === 'percent' ? format.percent(value) : `${format.noDigits(value)} W`;
}
