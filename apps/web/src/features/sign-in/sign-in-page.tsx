import {
  getSignIn,
  type ShownSignIn,
  type SignInSettings,
  SignInSettingsSchema,
  STRANGER_ROLES,
  type StrangerRole,
  setSignIn,
  signInFailures,
} from '@heliograph/contract';
import { SecretField } from '../../shared/form/secret-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { TextAreaField } from '../../shared/form/text-area-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { FieldErrors, Form } from '../../shared/form/use-form.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import styles from './sign-in.module.css';

/** By which other ways somebody is known than by a password. */
export function SignInPage() {
  const { t: frame } = useI18n();
  const { signIn: t } = useTexts('signIn');

  function moreErrors(values: SignInValues): FieldErrors<SignInValues> {
    const failures = signInFailures(bodyOf(values));
    const of = (field: keyof SignInValues) => {
      // The schema names the line, and the form has one field for all of them.
      const failure = failures.find((one) => one.field.startsWith(`proxy.${field}`));
      return failure && t.results[failure.result];
    };
    return { addresses: of('addresses'), user_header: of('user_header'), secret: of('secret') };
  }

  return (
    <SettingsPage
      draftKey="sign-in"
      title={frame.titles.signIn}
      info={t.intro}
      load={getSignIn}
      save={setSignIn}
      schema={SignInSettingsSchema}
      valuesOf={valuesOf}
      bodyOf={bodyOf}
      moreErrors={moreErrors}
      fieldOf={() => undefined}
      heights={[36]}
    >
      {(form) => <ProxyCard form={form} />}
    </SettingsPage>
  );
}

function ProxyCard({ form }: { readonly form: Form<SignInValues> }) {
  const { signIn: t } = useTexts('signIn');
  const secret = form.text('secret');
  return (
    <Card title={t.proxy}>
      <p className={styles.quiet}>{t.proxyIntro}</p>
      <TextAreaField
        label={t.addresses}
        hint={t.addressesHint}
        field={form.text('addresses')}
        rows={3}
        tidy={(text) => linesOf(text).join('\n')}
      />
      <TextField label={t.header} hint={t.headerHint} field={form.text('user_header')} spellCheck={false} />
      <SecretField label={t.secret} hint={t.secretHint} field={secret} canBeRemoved />
      <div className={styles.making}>
        <Button onClick={() => secret.onText(newSecret())}>{t.make}</Button>
        {secret.isTyped && secret.value !== '' && <CopyButton text={secret.value} label={t.copy} />}
      </div>
      {secret.isTyped && secret.value !== '' && <Alert kind="info">{t.made}</Alert>}
      <SelectField
        label={t.strangers}
        hint={t.account}
        field={form.text('strangers')}
        options={STRANGER_ROLES.map((value) => ({ value, label: t.strangerRoles[value] }))}
      />
    </Card>
  );
}

const SECRET_BYTES = 32;

function newSecret(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// A type and not an interface: only types are known to have no further keys.
type SignInValues = {
  readonly addresses: string;
  readonly user_header: string;
  readonly secret: string;
  readonly strangers: string;
};

const linesOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean);

function valuesOf({ proxy }: ShownSignIn): SignInValues {
  return { ...proxy, addresses: proxy.addresses.join('\n') };
}

function bodyOf({ addresses, user_header, secret, strangers }: SignInValues): SignInSettings {
  return {
    proxy: {
      ...{ addresses: linesOf(addresses), user_header: user_header.trim(), secret },
      strangers: strangers as StrangerRole,
    },
  };
}
