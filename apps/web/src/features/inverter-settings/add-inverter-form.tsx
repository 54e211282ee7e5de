import {
  addInverter,
  INVERTER_COUNT_MAX,
  INVERTER_NAME_MAX_LENGTH,
  InverterAdditionSchema,
  type ListedInverter,
  RESULT_CODES,
  type ReceivedApiResult,
} from '@heliograph/contract';
import { useServices } from '../../shared/api/services.ts';
import { FormAlert } from '../../shared/form/form-alert.tsx';
import { LeaveGuard } from '../../shared/form/leave-guard.tsx';
import { lengthNote } from '../../shared/form/length-note.ts';
import { schemaErrors } from '../../shared/form/schema-errors.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import { type FieldErrors, type Form, useForm } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import type { Attempt } from './attempt.ts';
import { nameError } from './inverter-name.ts';
import styles from './inverter-settings.module.css';
import { cleanSerial, serialError, serialNotice, serialOnAir } from './serial-check.ts';

interface AddInverterFormProps {
  /** The configured inverters, as far as they are known yet. */
  readonly inverters: readonly ListedInverter[];
  readonly isFull: boolean;
  /** Whether the user may add one, as far as is known: until then the place is kept, and nothing can be typed. */
  readonly isReady: boolean;
  readonly onAdded: (answer: ReceivedApiResult) => void;
  readonly attempt: Attempt;
}

/** Sets up a new inverter by serial and name. What is typed stays until the gateway has taken it. */
export function AddInverterForm({ inverters, isFull, isReady, onAdded, attempt }: AddInverterFormProps) {
  const { format } = useI18n();
  const texts = useTexts('common', 'inverters');
  const { inverters: t } = texts;
  const form = useAdditionForm({ onAdded, attempt });
  const full = isFull && <Alert kind="info">{t.full(format.noDigits(INVERTER_COUNT_MAX))}</Alert>;

  // A form with something in it does not vanish when somebody else takes the last place.
  if (isFull && !form.isDirty) return <Card title={t.add}>{full}</Card>;

  const { serial, name } = form.values;
  return (
    <Card title={t.add}>
      <LeaveGuard isDirty={form.isDirty} onDiscard={form.reset} />
      {isReady && <FormAlert form={form} />}
      {full}
      <form
        {...form.formProps}
        className={`${styles.form} ${styles.addition} ${isReady ? '' : styles.notYet}`}
        inert={!isReady}
      >
        <TextField
          label={t.serial}
          field={form.text('serial')}
          hint={t.serialHint}
          notice={serialNotice(texts, format, serial, inverters)}
          clean={cleanSerial}
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <TextField
          label={t.name}
          field={form.text('name')}
          hint={lengthNote(texts, name.trim(), INVERTER_NAME_MAX_LENGTH) ?? t.nameHint}
          required
        />
        <p className={styles.quiet}>{t.addHint}</p>
        {/* Not disabled: a button that cannot be used would lose the focus of the keyboard. */}
        <Button variant="primary" type="submit" aria-disabled={form.isSaving}>
          {form.isSaving ? t.adding : t.addSubmit}
        </Button>
      </form>
    </Card>
  );
}

// A type and not an interface: only types are known to have no further keys.
type Addition = { readonly serial: string; readonly name: string };

/** Spaces around a name are nothing that anybody sees. */
function sent({ serial, name }: Addition): Addition {
  return { serial: serialOnAir(serial), name: name.trim() };
}

const BLANK: Addition = { serial: '', name: '' };

function useAdditionForm({
  onAdded,
  attempt,
}: Pick<AddInverterFormProps, 'onAdded' | 'attempt'>): Form<Addition> {
  const { format } = useI18n();
  const texts = useTexts('common', 'inverters');
  const { call } = useServices();

  const form: Form<Addition> = useForm<Addition>({
    draftKey: 'inverter-add',
    initial: BLANK,
    errorsOf: (values): FieldErrors<Addition> => {
      const refused = schemaErrors(texts, InverterAdditionSchema, sent(values));
      return {
        serial: serialError(texts, format, values.serial) ?? refused.serial,
        name: nameError(texts, values.name, refused.name),
      };
    },
    save: (values) => attempt(() => call(addInverter, { body: sent(values) })),
    fieldOf: ({ code }) => FIELD_OF_CODE.get(code ?? 0),
    onSaved: (answer) => {
      form.reset(BLANK);
      onAdded(answer);
    },
  });
  return form;
}

const FIELD_OF_CODE: ReadonlyMap<number, keyof Addition> = new Map([
  [RESULT_CODES.InverterSerialZero.code, 'serial'],
  [RESULT_CODES.InverterNameLength.code, 'name'],
]);
