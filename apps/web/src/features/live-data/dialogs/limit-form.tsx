import { RESULT_CODES, type ReceivedApiResult, setLimit } from '@heliograph/contract';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { Formats } from '../../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { resultText } from '../../../shared/i18n/result-text.ts';
import type { TextsOf } from '../../../shared/i18n/texts.ts';
import { LimitField, type LimitFieldState } from './limit-field.tsx';
import styles from './limit-form.module.css';
import { LimitPresets, PermanentNote } from './limit-more.tsx';
import { checkLimit, type LimitUnit, limitBounds, limitTypeOf } from './limit-value.ts';
import { OrderButton, OrderButtons } from './order-button.tsx';
import { OrderFailureAlert } from './order-failure.tsx';
import type { OrderFailure, SendOrder } from './use-send-order.ts';

interface LimitFormProps {
  readonly serial: string;
  /** Of the inverter; 0 while it is not known. */
  readonly maxPowerW: number;
  readonly order: SendOrder;
  /** The id of what says why nothing can be sent at all. */
  readonly barredBy: string | undefined;
  readonly onTyped: (isTyped: boolean) => void;
  /** The gateway has answered since an order failed. */
  readonly answersAgain: boolean;
  /** The order was not accepted, or nobody knows. */
  readonly onFailure: () => void;
}

/** A new limit. What was typed stays until the gateway has accepted it. */
export function LimitForm(props: LimitFormProps) {
  const { control } = useTexts('control');
  const input = useRef<HTMLInputElement>(null);
  const form = useLimitForm(props, input);
  const { isSending, failure } = props.order;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void form.submit('temporary');
  }

  return (
    <form noValidate onSubmit={onSubmit} className={styles.form}>
      <LimitField
        inputRef={input}
        state={form.field}
        readOnly={isSending}
        onType={form.type}
        onUnit={form.chooseUnit}
      />
      {!__FOR_DEVICE__ && (
        <LimitPresets
          {...{ ...form.field, maxPowerW: props.maxPowerW }}
          onChoose={(value) => isSending || form.type(String(value))}
        />
      )}
      {failure !== undefined && refusedValue(failure) === undefined && (
        <OrderFailureAlert failure={failure} kind="limit" answersAgain={props.answersAgain} />
      )}
      <OrderButtons>
        {/* Enter means this one: it ends by itself. */}
        <OrderButton
          type="submit"
          variant="primary"
          label={control.limit.setTemporary}
          note={control.limit.temporaryNote}
          isSending={isSending && form.sentAs === 'temporary'}
          isDisabled={isSending}
          barredBy={props.barredBy}
        />
        <OrderButton
          label={control.limit.setPersistent}
          note={control.limit.persistentNote}
          isSending={isSending && form.sentAs === 'persistent'}
          isDisabled={isSending}
          barredBy={props.barredBy}
          onClick={() => void form.submit('persistent')}
        />
      </OrderButtons>
      {!__FOR_DEVICE__ && <PermanentNote serial={props.serial} />}
    </form>
  );
}

type Persistence = 'temporary' | 'persistent';

function useLimitForm(
  { serial, maxPowerW, order, barredBy, onTyped, onFailure }: LimitFormProps,
  input: RefObject<HTMLInputElement | null>,
) {
  const texts = useTexts('common');
  const { format } = useI18n();
  const [typed, setTyped] = useState('');
  const [unit, setUnit] = useState<LimitUnit>('percent');
  /** What stands in the field was submitted as it is. */
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [sentAs, setSentAs] = useState<Persistence>();
  const bounds = limitBounds(unit, maxPowerW);
  const checked = checkLimit(typed, bounds);
  const refusal = isSubmitted ? refusedValue(order.failure) : undefined;
  const field: LimitFieldState = {
    typed,
    unit,
    bounds,
    isMaxKnown: maxPowerW > 0,
    mistake: isSubmitted && typeof checked !== 'number' ? checked : undefined,
    refusal: refusal === undefined ? undefined : refusalText(texts, format, refusal),
  };

  async function submit(persistence: Persistence): Promise<void> {
    if (order.isSending || barredBy !== undefined) return;
    setIsSubmitted(true);
    order.forget();
    if (typeof checked !== 'number') {
      input.current?.focus();
      return;
    }
    const isPersistent = persistence === 'persistent';
    setSentAs(persistence);
    const body = { serial, limit_value: checked, limit_type: limitTypeOf(unit, isPersistent) };
    const failure = await order.send((call) => call(setLimit, { body }), {
      kind: 'limit',
      value: checked,
      isRelative: unit === 'percent',
      isPersistent,
    });
    if (failure === undefined) return;
    onFailure();
    if (refusedValue(failure) !== undefined) input.current?.focus();
  }

  return {
    field,
    sentAs,
    submit,
    type(text: string): void {
      setIsSubmitted(false);
      order.forget();
      setTyped(text);
      onTyped(text !== '');
    },
    chooseUnit(next: LimitUnit): void {
      setIsSubmitted(false);
      order.forget();
      setUnit(next);
    },
  };
}

/** With the bound written as the other numbers here. */
function refusalText(texts: TextsOf<'common'>, format: Formats, refusal: ReceivedApiResult): string {
  const max = refusal.param?.max;
  if (typeof max !== 'number') return resultText(texts, refusal);
  return texts.common.results[RESULT_CODES.LimitInvalidValue.code].replace('{max}', format.noDigits(max));
}

/** The gateway's answer, where it is about the value in the field. */
function refusedValue(failure: OrderFailure | undefined) {
  const isAboutValue =
    failure?.kind === 'rejected' && failure.answer.code === RESULT_CODES.LimitInvalidValue.code;
  return isAboutValue ? failure.answer : undefined;
}
