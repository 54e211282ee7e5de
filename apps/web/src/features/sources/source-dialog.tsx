import {
  PASSING_SOURCE_PROBLEMS,
  type ReceivedApiResult,
  type ReceivedSourceTrial,
  SOURCE_NAME_MAX_LENGTH,
  type SourceConfig,
  type SourceProblem,
  saveSource,
  testSource,
} from '@heliograph/contract';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { CallResult } from '../../shared/api/call.ts';
import { useServices } from '../../shared/api/services.ts';
import { FormAlert } from '../../shared/form/form-alert.tsx';
import { DiscardDialog, LeaveGuard } from '../../shared/form/leave-guard.tsx';
import { lengthNote } from '../../shared/form/length-note.ts';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { Trial, type TrialVerdict } from '../../shared/form/trial.tsx';
import { type Form, useForm } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { addressLink, addressText } from '../../shared/lib/source-address.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { FoundDevices } from './found-devices.tsx';
import { ShownCertificate, TrustedCertificate } from './source-certificate.tsx';
import { deviceFacts, Facts, OpenSocketsAlert, TriedGaps } from './source-facts.tsx';
import {
  addressOf,
  losesPassword,
  problemText,
  refusedField,
  type SourceValues,
  sourceBody,
  sourceErrors,
  sourceValues,
  trustedCertificate,
} from './source-values.ts';
import styles from './sources.module.css';

/** What was typed into this dialog comes back under this name. */
export const SOURCE_DRAFT = 'source';

/** The gateway asks five times at most and waits 10 s for each answer. */
const ANSWER_WAIT_MS = 55_000;

interface SourceDialogProps {
  /** The device as it is stored; undefined: a new one. */
  readonly stored: SourceConfig | undefined;
  /** All that are set up. */
  readonly configs: readonly SourceConfig[];
  readonly onClose: () => void;
  readonly onSaved: (answer: ReceivedApiResult) => void;
}

/** Adds a device or changes one: it is tried before it is saved. */
export function SourceDialog({ stored, configs, onClose, onSaved }: SourceDialogProps) {
  const { common, sources: t } = useTexts('common', 'sources');
  const formId = useId();
  const [isAsking, setAsking] = useState(false);
  const { form, submit, saveAnyway } = useSourceForm({ stored, onSaved });

  function close(): void {
    if (form.isDirty) setAsking(true);
    else onClose();
  }

  return (
    <>
      {/* Before the dialog that they stand above: they go first, and give the focus back to it before it goes too. */}
      <LeaveGuard isDirty={form.isDirty} onDiscard={form.reset} />
      {isAsking && (
        <DiscardDialog
          onStay={() => setAsking(false)}
          onDiscard={() => {
            form.reset();
            onClose();
          }}
        />
      )}
      <Dialog
        title={stored === undefined ? t.addTitle : t.editTitle}
        {...(stored === undefined ? {} : { subtitle: stored.name.trim() || addressText(stored) })}
        closeLabel={common.close}
        onClose={close}
        busy={form.isSaving}
        holdsInput={form.isDirty}
        footer={
          <>
            {saveAnyway !== undefined && <p className={styles.note}>{t.saveAnywayNote}</p>}
            <Button onClick={close} aria-disabled={form.isSaving}>
              {common.cancel}
            </Button>
            {saveAnyway !== undefined && <Button onClick={saveAnyway}>{t.saveAnyway}</Button>}
            <Button variant="primary" type="submit" form={formId} aria-disabled={form.isSaving}>
              {form.isSaving ? t.saving : common.form.save}
            </Button>
          </>
        }
      >
        {/* Where a field says why it was not saved, that is said once. */}
        {!form.isFieldRefused && <FormAlert form={form} />}
        {stored === undefined && (
          <FoundDevices
            configs={configs}
            onChoose={(address) => {
              form.set('address', address);
              // What is missing now.
              form.formProps.ref.current?.querySelector<HTMLElement>('[name="password"]')?.focus();
            }}
          />
        )}
        <form {...form.formProps} onSubmit={submit} id={formId} className={styles.form}>
          <SourceFields form={form} stored={stored} />
        </form>
        <SourceTest form={form} stored={stored} />
      </Dialog>
    </>
  );
}

interface SourceForm {
  readonly form: Form<SourceValues>;
  readonly submit: (event: FormEvent) => void;
  /** Only where the device did not pass its test and may be saved all the same. */
  readonly saveAnyway: (() => void) | undefined;
}

function useSourceForm({ stored, onSaved }: Pick<SourceDialogProps, 'stored' | 'onSaved'>): SourceForm {
  const texts = useTexts('common', 'plant', 'sources');
  const { call } = useServices();
  const isUntested = useRef(false);
  const isNextUntested = useRef(false);
  const [passedAt, setPassedAt] = useState<number>();

  /** The gateway's words are English: what came of the test has ours. */
  function inOurWords(result: CallResult<ReceivedSourceTrial>): CallResult<ReceivedSourceTrial> {
    if (result.kind !== 'answered' || !result.answer.source_problem) return result;
    if (result.answer.type === 'success') return result;
    const message = problemText(texts, result.answer.source_problem);
    return { kind: 'answered', answer: { ...result.answer, message } };
  }

  const form = useForm<SourceValues>({
    draftKey: SOURCE_DRAFT,
    mark: { id: stored?.id ?? '' },
    initial: sourceValues(stored),
    errorsOf: (values) => sourceErrors(texts, values, stored),
    async save(values) {
      const body = { ...sourceBody(values, stored), untested: isUntested.current };
      const result = await call(saveSource, { body, waitMs: ANSWER_WAIT_MS });
      const problem = result.kind === 'answered' ? result.answer.source_problem : undefined;
      setPassedAt(problem && PASSING_SOURCE_PROBLEMS.includes(problem) ? form.edits : undefined);
      return inOurWords(result);
    },
    fieldOf: refusedField,
    onSaved,
  });

  function submit(event: FormEvent): void {
    isUntested.current = isNextUntested.current;
    isNextUntested.current = false;
    form.formProps.onSubmit(event);
  }

  const mayPass = form.failure?.kind === 'rejected' && passedAt === form.edits && !form.isSaving;
  return {
    form,
    submit,
    saveAnyway: mayPass
      ? () => {
          isNextUntested.current = true;
          form.formProps.ref.current?.requestSubmit();
        }
      : undefined,
  };
}

interface FieldsProps {
  readonly form: Form<SourceValues>;
  readonly stored: SourceConfig | undefined;
}

/** For names, which no keyboard must correct. */
const AS_TYPED = { autoCapitalize: 'none', spellCheck: false } as const;

function SourceFields({ form, stored }: FieldsProps) {
  const texts = useTexts('common', 'plant', 'sources');
  const { sources: t } = texts;
  const isLost = losesPassword(form.values, stored);
  const password = form.text('password');
  const trusted = trustedCertificate(form.values);
  return (
    <>
      <TextField
        label={t.address}
        field={form.text('address')}
        hint={addressMeaning(texts, form.values) ?? t.addressHint}
        inputMode="url"
        {...AS_TYPED}
        required
      />
      {trusted !== '' && (
        <TrustedCertificate
          fingerprint={trusted}
          isNew={trusted !== stored?.certificate}
          onDistrust={() => form.set('certificate', '')}
        />
      )}
      <TextField label={t.user} field={form.text('user')} hint={t.userHint} {...AS_TYPED} />
      <SecretField
        label={t.password}
        // What is stored does not count at another address.
        field={isLost ? { ...password, stored: '', value: '' } : password}
        hint={t.passwordHint}
        notice={isLost ? { kind: 'warning', text: t.passwordAgain } : undefined}
      />
      <TextField
        label={t.name}
        field={form.text('name')}
        hint={lengthNote(texts, form.values.name.trim(), SOURCE_NAME_MAX_LENGTH) ?? t.nameHint}
      />
      <SwitchField label={t.enabled} field={form.flag('enabled')} hint={t.enabledHint} />
    </>
  );
}

/** What the address is taken for; undefined where it is none, or one that the gateway refuses. */
function addressMeaning(texts: TextsOf<'common' | 'sources'>, values: SourceValues): string | undefined {
  const { sources: t } = texts;
  const address = addressOf(values);
  if (address === undefined || sourceErrors(texts, values, undefined).address !== undefined) return undefined;
  const { https, host, port, path } = address;
  const protocol = https ? 'HTTPS' : 'HTTP';
  return path === '' ? t.addressMeans(protocol, host, port) : t.addressMeansPath(protocol, host, port, path);
}

/** Asks the device who it is, with the values of the form, and saves nothing. */
function SourceTest({ form, stored }: FieldsProps) {
  const { call } = useServices();
  const texts = useTexts('common', 'plant', 'sources');
  const { sources: t } = texts;
  const address = addressOf(form.values);

  function trust(fingerprint: string): void {
    form.set('certificate', fingerprint);
    form.set('certificateAddress', form.values.address);
  }

  function verdictOf(answer: ReceivedSourceTrial): TrialVerdict | undefined {
    const { type, source_problem: problem, source_certificate: certificate } = answer;
    if (!problem && type !== 'success') return undefined;
    return {
      isGood: !problem,
      text: problem ? trialText(texts, problem, certificate !== undefined) : t.works,
      more: certificate ? (
        <ShownCertificate certificate={certificate} onTrust={() => trust(certificate.fingerprint)} />
      ) : (
        <TriedDevice answer={answer} />
      ),
    };
  }

  return (
    <Trial
      form={form}
      label={t.test}
      target={address ? addressLink(address) : ''}
      send={() => call(testSource, { body: sourceBody(form.values, stored), waitMs: ANSWER_WAIT_MS })}
      verdictOf={verdictOf}
    />
  );
}

/** What to do with a certificate stands below it. */
function trialText(texts: TextsOf<'plant' | 'sources'>, problem: SourceProblem, isShown: boolean): string {
  return isShown ? texts.plant.problems[problem] : problemText(texts, problem);
}

/** What a device has told of itself when it was tried. */
function TriedDevice({ answer }: { readonly answer: ReceivedSourceTrial }) {
  const { format } = useI18n();
  const texts = useTexts('sources');
  const { sources: t } = texts;
  const { source_facts: facts, source_inverters: inverters, source_password_right: isRight } = answer;
  if (facts === undefined) return null;
  return (
    <div className={styles.tried}>
      <Facts
        facts={[
          ...deviceFacts(texts, facts),
          [t.worksLike, t.generations[facts.generation]],
          ...(inverters === undefined ? [] : [[t.inverters, format.noDigits(inverters)] as const]),
          ...(isRight === undefined
            ? []
            : [[t.passwordState, isRight ? t.passwordRight : t.passwordWrong] as const]),
        ]}
      />
      {facts.unprotected_sockets && <OpenSocketsAlert />}
      <TriedGaps gaps={facts.gaps} />
    </div>
  );
}
