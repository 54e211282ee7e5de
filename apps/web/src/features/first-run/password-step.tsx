import {
  ADMIN_USER_NAME,
  authenticate,
  DEFAULT_ADMIN_PASSWORD,
  encodeCredentials,
  type FirstRun,
  setFirstPassword,
} from '@heliograph/contract';
import { type FormEvent, useState } from 'react';
import { useServices, useUser } from '../../shared/api/services.ts';
import { recordOfLogin } from '../../shared/api/session.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { resultText } from '../../shared/i18n/result-text.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { loginPath, PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import type { Guide } from './guide.ts';
import styles from './guide-page.module.css';
import { PasswordFields, passwordErrors, ReplacePassword } from './new-password.tsx';
import { Problem, StepFoot, typedField, useErrorFocus, useSending } from './step-parts.tsx';

interface PasswordStepProps {
  readonly guide: Guide;
  readonly state: FirstRun;
  /** The gateway has a password now. */
  readonly onSet: () => void;
  /** Whoever has a backup goes on with that. */
  readonly onRestore: () => void;
}

/** The password of the admin; whoever has chosen one is logged in with it at once. */
export function PasswordStep({ guide, state, onSet, onRestore }: PasswordStepProps) {
  const isLoggedIn = useUser() !== undefined;
  const { welcome: t } = useTexts('welcome');
  const goOn = () => (guide.typed.restore === '1' ? onRestore() : guide.goOn('set'));
  if (state.locked) return <FirstPassword guide={guide} state={state} onSet={onSet} onDone={goOn} />;
  if (isLoggedIn && state.default_password) {
    return (
      <>
        <p>{t.known.text}</p>
        <ReplacePassword
          fields={guide}
          onSet={() => {
            onSet();
            goOn();
          }}
          foot={(save, isBusy) => (
            <StepFoot
              guide={guide}
              isBusy={isBusy}
              {...(guide.typed.restore === '1' && { onSkip: onRestore })}
              skipLabel={t.later}
              onNext={save}
            />
          )}
        />
      </>
    );
  }
  return (
    <>
      <Alert kind={isLoggedIn ? 'success' : 'info'}>{isLoggedIn ? t.passwordSet : t.passwordThere}</Alert>
      {isLoggedIn ? (
        <StepFoot guide={guide} onSkip={null} onNext={goOn} />
      ) : (
        <>
          <ButtonLink variant="primary" href={loginPath(PATHS.welcome)}>
            {t.logIn}
          </ButtonLink>
          <StepFoot guide={guide} />
        </>
      )}
    </>
  );
}

/** Whether it can be a code at all: which one it is only the gateway knows. */
function codeError(t: Texts['welcome'], code: string): string | undefined {
  const letters = code.replace(/[\s-]/g, '');
  if (letters === '') return t.codeMissing;
  return /^[a-z\d]{8}$/i.test(letters) ? undefined : t.codeForm;
}

interface FirstPasswordProps extends Pick<PasswordStepProps, 'guide' | 'state' | 'onSet'> {
  readonly onDone: () => void;
}

function FirstPassword({ guide, state, onSet, onDone }: FirstPasswordProps) {
  const { call, session } = useServices();
  const texts = useTexts('common', 'welcome');
  const { welcome: t } = texts;
  const { isBusy, problem, say, send } = useSending();
  const [isChecked, setChecked] = useState(false);
  const { form, toFirstError } = useErrorFocus();
  const { code = '', password = '', again = '' } = guide.typed;
  const errors = {
    ...passwordErrors(texts, password, again),
    code: state.own_machine ? undefined : codeError(t, code),
  };
  const shown = (error: string | undefined) => (isChecked ? error : undefined);

  /** Resolves with whether it has logged in. */
  async function logIn(secret: string): Promise<boolean> {
    const authdata = encodeCredentials(ADMIN_USER_NAME, secret);
    const result = await call(authenticate, { authdata });
    if (result.kind !== 'answered' || result.answer.type !== 'success') return false;
    session.logIn(recordOfLogin(result.answer, ADMIN_USER_NAME, authdata));
    return true;
  }

  async function save(): Promise<void> {
    setChecked(true);
    toFirstError();
    if (Object.values(errors).some((error) => error !== undefined)) return;
    const results: Readonly<Record<number, string>> = t.results;
    const answer = await send(
      () => call(setFirstPassword, { body: { code: code.trim(), password } }),
      (refusal) => results[refusal.code ?? 0] ?? resultText(texts, refusal),
    );
    if (answer?.type !== 'success') return;
    await logIn(password);
    guide.type({ code: '', password: '', again: '' });
    onSet();
    onDone();
  }

  /** On the own machine the password that everybody knows is good enough for now. */
  async function putOff(): Promise<void> {
    if (!(await logIn(DEFAULT_ADMIN_PASSWORD))) say(t.notLoggedIn);
    else if (guide.typed.restore === '1') onDone();
    else guide.goOn('skipped');
  }

  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      <p>{t.passwordIntro}</p>
      {guide.typed.restore === '1' && <p>{t.restoreNext}</p>}
      {!state.own_machine && (
        <>
          <p>{t.codeWhere}</p>
          <p className={styles.example} translate="no">
            {EXAMPLE}
          </p>
          <TextField
            label={t.code}
            hint={t.codeHint}
            field={typedField(guide, 'code', '', shown(errors.code))}
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
        </>
      )}
      <PasswordFields
        password={typedField(guide, 'password', '', shown(errors.password))}
        again={typedField(guide, 'again', '', shown(errors.again))}
      />
      <Problem of={problem} />
      <StepFoot
        guide={guide}
        isBusy={isBusy}
        onSkip={state.own_machine ? () => void putOff() : null}
        skipLabel={t.later}
        onNext={() => void save()}
      />
      {/* So that the key that sends a form does so here. */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}

/** As the gateway prints it at its start, in English. */
const EXAMPLE = 'First code:   K7PM-3XQW';
