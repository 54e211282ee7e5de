import {
  ADMIN_USER_NAME,
  byteLength,
  encodeCredentials,
  getSecurityConfig,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  RESULT_CODES,
  type ReceivedSecurityConfig,
  SECRET_PLACEHOLDER,
  type SecurityConfig,
  SecurityConfigSchema,
  setSecurityConfig,
} from '@heliograph/contract';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { renewLogin } from '../../shared/api/renew-login.ts';
import { useMay, useServices, useUser } from '../../shared/api/services.ts';
import { holdsToken, userNameOf } from '../../shared/api/session.ts';
import { PageTitle } from '../../shared/form/field-help.tsx';
import { lengthError, lengthNote } from '../../shared/form/length-note.ts';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { useSettingsVariant } from '../../shared/form/settings-variant.ts';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import type { FieldErrors } from '../../shared/form/use-form.ts';
import { passwordNotice } from '../../shared/form/weak-passwords.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { Card } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { OwnPasswordCard } from './own-password-card.tsx';
import styles from './sessions-card.module.css';
import { SessionsCard } from './sessions-card.tsx';

const PasskeysCard = __FOR_DEVICE__
  ? () => null
  : lazy(async () => ({ default: (await import('./passkeys-card.tsx')).PasskeysCard }));

/** Warns of what would be guessed; a build for a device has no room for that. */
const NewPasswordField = __FOR_DEVICE__ ? SecretField : WarnedSecretField;

/** Comes after the page, which has no need of it. */
const passkeys = __FOR_DEVICE__ ? null : (
  <Suspense>
    <PasskeysCard />
  </Suspense>
);

/** The admin's password, and what may be read without it; of anybody else the own password. */
export function SecuritySettingsPage() {
  const { t: frame } = useI18n();
  const isAdmin = useMay('admin');
  const isKnown = useUser() !== undefined;
  const isOurs = useSettingsVariant() === undefined;
  if (__FOR_DEVICE__ || isAdmin || !isKnown || !isOurs) return <AdminSecurity />;
  return (
    <section className={styles.page}>
      <PageTitle title={frame.titles.securitySettings} />
      <OwnPasswordCard>{passkeys}</OwnPasswordCard>
      <SessionsCard />
    </section>
  );
}

function WarnedSecretField(props: ComponentProps<typeof SecretField>) {
  const { isTyped, value } = props.field;
  const { weak } = useTexts('accounts').accounts;
  return (
    <SecretField {...props} notice={isTyped ? passwordNotice(value, ADMIN_USER_NAME, weak) : undefined} />
  );
}

function AdminSecurity() {
  const { t: frame } = useI18n();
  const texts = useTexts('common', 'network');
  const { security: t } = texts.network;
  const keepLogin = useKeptLogin();
  const confirmation = useConfirmation();
  const isOurs = useSettingsVariant() === undefined;
  const range = t.length(String(PASSWORD_MIN_LENGTH), String(PASSWORD_MAX_LENGTH));

  function moreErrors(values: SecurityValues, received: ReceivedSecurityConfig): FieldErrors<SecurityValues> {
    const { password, repeat } = values;
    const isKept = password === received.password && repeat === '';
    return {
      password: lengthError(texts, password, PASSWORD_MAX_LENGTH),
      repeat: isKept || repeat === password ? undefined : t.notEqual,
    };
  }

  const settings = (
    <SettingsPage<ReceivedSecurityConfig, SecurityConfig, SecurityValues>
      draftKey="security"
      title={frame.titles.securitySettings}
      load={getSecurityConfig}
      save={setSecurityConfig}
      schema={SecurityConfigSchema}
      valuesOf={({ password, allow_readonly }) => ({ password, repeat: '', allow_readonly })}
      bodyOf={({ password, allow_readonly }, received) => ({ ...received, password, allow_readonly })}
      moreErrors={moreErrors}
      fieldOf={({ code }) => (code === RESULT_CODES.PasswordLength.code ? 'password' : undefined)}
      onSaved={keepLogin}
      beforeSave={__FOR_DEVICE__ || !isOurs ? undefined : confirmation.ask}
      heights={[22, 12]}
    >
      {(form) => (
        <>
          <Card title={t.admin}>
            {(__FOR_DEVICE__ || isOurs) && <p>{t.protects(ADMIN_USER_NAME)}</p>}
            {/* For password managers, which store both together. */}
            <input hidden readOnly name="username" autoComplete="username" value={ADMIN_USER_NAME} />
            <NewPasswordField
              label={t.password}
              help="new-password"
              field={form.text('password')}
              hint={roomNote(texts, form.values.password) ?? range}
            />
            <SecretField label={t.repeat} field={form.text('repeat')} />
          </Card>
          <Card title={t.reading}>
            <SwitchField label={t.readonly} field={form.flag('allow_readonly')} hint={t.readonlyHint} />
          </Card>
        </>
      )}
    </SettingsPage>
  );
  if (__FOR_DEVICE__ || !isOurs) return settings;
  return (
    <>
      {settings}
      {confirmation.dialog}
      {passkeys}
      <SessionsCard />
    </>
  );
}

// A type and not an interface: only types are known to have no further keys.
type SecurityValues = {
  readonly password: string;
  readonly repeat: string;
  readonly allow_readonly: boolean;
};

/** The room left when it gets short, and from the start where a character counts as more than one. */
function roomNote(texts: TextsOf<'common'>, text: string): string | undefined {
  const length = byteLength(text);
  const isPlain = length === text.length || length > PASSWORD_MAX_LENGTH;
  return isPlain
    ? lengthNote(texts, text, PASSWORD_MAX_LENGTH)
    : texts.common.form.roomLeft(String(PASSWORD_MAX_LENGTH - length), String(PASSWORD_MAX_LENGTH));
}

/**
 * A new password is only taken from whoever knows the current one. What this browser has kept is not enough, unless that is the
 * password itself, as of a login from before there were tokens.
 */
function useConfirmation() {
  const { session } = useServices();
  const [answer, setAnswer] = useState<(isRight: boolean) => void>();

  function ask(_values: SecurityValues, { password }: Partial<SecurityValues>): Promise<boolean> {
    const user = session.user();
    if (password === undefined || user === undefined || !holdsToken(user)) return Promise.resolve(true);
    return new Promise((resolve) => {
      setAnswer(() => (isRight: boolean) => {
        setAnswer(undefined);
        resolve(isRight);
      });
    });
  }

  return { ask, dialog: answer && <ConfirmDialog onAnswer={answer} /> };
}

/**
 * A change ends all logins and the tickets of all sockets: this browser goes on with the new password from the very
 * next call, and gets a new ticket. Should that be refused, the login page follows as after any 401.
 */
function useKeptLogin(): (saved: SecurityValues) => Promise<void> {
  const { call, session } = useServices();
  return async ({ password }) => {
    const user = session.user();
    // Another admin stays who they are.
    const isOwn = user === undefined || userNameOf(user) === ADMIN_USER_NAME;
    if (isOwn && password !== SECRET_PLACEHOLDER) {
      const authdata = encodeCredentials(ADMIN_USER_NAME, password);
      session.logIn({ type: 'success', ...user, authdata });
    }
    await renewLogin({ call, session });
  };
}
