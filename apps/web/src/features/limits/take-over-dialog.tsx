import {
  claimLimit,
  LIMIT_CAP_MAX_W,
  type LimitClaim,
  type LimitEnd,
  RESULT_CODES,
  WHOLE_PLANT,
} from '@heliograph/contract';
import { useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { bound, Choices, FormDialog } from '../../shared/form/form-dialog.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { presetWatts } from '../../shared/lib/preset-watts.ts';
import { limitOutcome } from './limit-outcome.ts';
import { type LimitFacts, type LimitWords, maxOf, secondsUntil } from './limit-words.ts';
import styles from './limits.module.css';
import type { LimitsView } from './use-limits.ts';

const ENDS = ['hours', 'sunset', 'changed', 'time'] as const;
type End = (typeof ENDS)[number];

const TWO_HOURS_S = 7200;

interface TakeOverDialogProps {
  readonly view: LimitsView;
  readonly target: string;
  readonly onClose: () => void;
  /** `LimitKeptForLater`: it counts only when the fail-safe ends. */
  readonly onTaken: (result: 'LimitClaimed' | 'LimitKeptForLater') => void;
}

/** A person takes over the limit: of whom, to how many watts, and for how long. */
export function TakeOverDialog({ view, target: first, onClose, onTaken }: TakeOverDialogProps) {
  const { call } = useServices();
  const { format } = useI18n();
  const texts = useTexts('common', 'limits');
  const { take: t } = texts.limits;
  const [target, setTarget] = useState(first);
  const [typed, setTyped] = useState('');
  const [end, setEnd] = useState<End>('hours');
  const [time, setTime] = useState('');
  const [isChecked, setChecked] = useState(false);
  const watts = wholeNumber(typed);
  const wattsError = wholeNumberError(texts, format, typed, { min: 0, max: LIMIT_CAP_MAX_W });
  const seconds = end === 'hours' ? TWO_HOURS_S : secondsUntil(time, view.nowS(), view.time.utcOffsetS);
  const timeError = end === 'time' && seconds === undefined ? t.noTime : undefined;
  const { sunset } = view.day;

  function submit() {
    setChecked(true);
    if (watts === undefined || wattsError !== undefined || timeError !== undefined) return undefined;
    const body: LimitClaim = {
      target,
      watts,
      ends: ENDS_OF[end],
      seconds: ENDS_OF[end] === 'after' ? (seconds ?? 0) : 0,
    };
    return call(claimLimit, { body }).then((result) => {
      const isForLater =
        result.kind === 'answered' && result.answer.code === RESULT_CODES.LimitKeptForLater.code;
      if (isForLater) return () => onTaken('LimitKeptForLater');
      return limitOutcome(texts, result, () => onTaken('LimitClaimed'));
    });
  }

  return (
    <FormDialog
      title={t.title}
      action={t.action}
      acting={t.acting}
      isTyped={typed !== ''}
      submit={submit}
      onClose={onClose}
    >
      <p className={styles.quiet}>{t.note}</p>
      <TargetField view={view} label={t.target} target={target} onTarget={setTarget} />
      <WattsField
        {...{ view, target, typed }}
        label={t.watts}
        onTyped={setTyped}
        error={isChecked ? wattsError : undefined}
      />
      <Choices
        label={t.until}
        help="until"
        options={ENDS.map((value) => ({ value, label: t.ends[value] }))}
        isChosen={(value) => value === end}
        onChoose={setEnd}
      />
      {end === 'sunset' && sunset !== undefined && (
        <p className={styles.quiet}>{t.sunsetAt(view.time.time(sunset))}</p>
      )}
      {end === 'time' && (
        <div ref={scrollIntoSight}>
          <TextField
            label={t.time}
            hint={t.timeHint}
            type="time"
            field={bound('time', time, setTime, isChecked ? timeError : undefined)}
          />
        </div>
      )}
    </FormDialog>
  );
}

/** On a phone the field comes up below what can be seen of the dialog. */
function scrollIntoSight(field: HTMLElement | null): void {
  field?.scrollIntoView({ block: 'nearest' });
}

const ENDS_OF: Readonly<Record<End, LimitEnd>> = {
  hours: 'after',
  sunset: 'sunset',
  changed: 'changed',
  time: 'after',
};

interface TargetFieldProps {
  readonly view: LimitFacts & { readonly words: LimitWords };
  readonly label: string;
  readonly target: string;
  readonly onTarget: (target: string) => void;
}

/** All inverters, a group, or one inverter. */
export function TargetField({ view, label, target, onTarget }: TargetFieldProps) {
  const targets = [
    WHOLE_PLANT,
    ...view.settings.groups.map(({ id }) => id),
    ...view.inverters.map(({ serial }) => serial),
  ];
  return (
    <SelectField
      label={label}
      options={targets.map((value) => ({ value, label: view.words.target(value) }))}
      field={bound('target', target, onTarget)}
    />
  );
}

interface WattsFieldProps extends Pick<TargetFieldProps, 'view' | 'label' | 'target'> {
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly error: string | undefined;
}

/** Watts with the percent beside them, and usual values to tap. */
export function WattsField({ view, label, target, typed, onTyped, error }: WattsFieldProps) {
  const { format } = useI18n();
  const { take: t } = useTexts('limits').limits;
  const watts = wholeNumber(typed);
  const maxW = maxOf(view, target);
  const { words } = view;
  return (
    <>
      <TextField
        label={label}
        unit="W"
        inputMode="numeric"
        hint={hint()}
        field={bound('watts', typed, onTyped, error)}
      />
      <Choices
        label={t.presets}
        help=""
        options={presetWatts(maxW).map((value) => ({ value, label: words.amount(value, maxW) }))}
        isChosen={(value) => value === watts}
        onChoose={(value) => onTyped(String(value))}
      />
    </>
  );

  function hint(): string | undefined {
    if (maxW === undefined) return t.noMax;
    if (watts === undefined || maxW === 0) return undefined;
    return t.percent(format.percent((watts / maxW) * 100), words.watts(maxW));
  }
}
