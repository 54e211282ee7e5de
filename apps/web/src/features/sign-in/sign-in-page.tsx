import {
  getSignIn,
  type Role,
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
import { SwitchField } from '../../shared/form/switch-field.tsx';
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
    // The schema names the line, and the form has one field for all of them.
    const at = (field: string) => {
      const failure = failures.find((one) => one.field.startsWith(field));
      return failure && t.results[failure.result];
    };
    const of = (field: keyof SignInValues & string) => at(`proxy.${field}`);
    const ofOpenId = OPENID_TEXTS.map((field) => [field, at(`openid.${field}`)] as const);
    return {
      ...{ addresses: of('addresses'), user_header: of('user_header'), secret: of('secret') },
      ...Object.fromEntries(ofOpenId),
      admins: at('openid.roles'),
    };
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
      heights={[36, 60]}
    >
      {(form) => (
        <>
          <ProxyCard form={form} />
          <OpenIdCard form={form} />
        </>
      )}
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

function OpenIdCard({ form }: { readonly form: Form<SignInValues> }) {
  const { openid: t, strangerRoles } = useTexts('signIn').signIn;
  const tidy = (text: string) => groupsOf(text).join('\n');
  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.intro}</p>
      <SwitchField label={t.enabled} field={form.flag('enabled')} />
      <TextField label={t.issuer} hint={t.issuerHint} field={form.text('issuer')} spellCheck={false} />
      <TextField label={t.clientId} field={form.text('client_id')} spellCheck={false} />
      <SecretField
        label={t.clientSecret}
        hint={t.clientSecretHint}
        field={form.text('client_secret')}
        canBeRemoved
      />
      <TextField label={t.name} field={form.text('name')} />
      <TextField
        label={t.publicAddress}
        hint={t.publicHint}
        field={form.text('public_address')}
        spellCheck={false}
      />
      <TextField label={t.userClaim} field={form.text('user_claim')} spellCheck={false} />
      <TextField label={t.groupsClaim} field={form.text('groups_claim')} spellCheck={false} />
      <TextAreaField label={t.admins} hint={t.groupsHint} field={form.text('admins')} rows={2} tidy={tidy} />
      <TextAreaField label={t.operators} field={form.text('operators')} rows={2} tidy={tidy} />
      <TextAreaField label={t.viewers} field={form.text('viewers')} rows={2} tidy={tidy} />
      <SelectField
        label={t.strangers}
        field={form.text('others')}
        options={STRANGER_ROLES.map((value) => ({ value, label: strangerRoles[value] }))}
      />
    </Card>
  );
}

const OPENID_TEXTS = [
  ...(['issuer', 'client_id', 'client_secret', 'name', 'public_address', 'user_claim'] as const),
  'groups_claim',
] as const;

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
  readonly enabled: boolean;
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly name: string;
  readonly public_address: string;
  readonly user_claim: string;
  readonly groups_claim: string;
  /** Groups, one in each line. */
  readonly admins: string;
  readonly operators: string;
  readonly viewers: string;
  /** Who is in none of them. */
  readonly others: string;
};

/** They may have spaces and commas. */
const groupsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const linesOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean);

function valuesOf({ proxy, openid }: ShownSignIn): SignInValues {
  const { roles, strangers: others, ...texts } = openid;
  const of = (role: Role) =>
    roles
      .filter((one) => one.role === role)
      .map(({ group }) => group)
      .join('\n');
  return {
    ...{ ...texts, others, ...proxy, addresses: proxy.addresses.join('\n') },
    ...{ admins: of('admin'), operators: of('operator'), viewers: of('viewer') },
  };
}

function bodyOf(values: SignInValues): SignInSettings {
  const { addresses, user_header, secret, strangers, enabled, client_secret, others } = values;
  const of = (text: string, role: Role) => groupsOf(text).map((group) => ({ group, role }));
  return {
    proxy: {
      ...{ addresses: linesOf(addresses), user_header: user_header.trim(), secret },
      strangers: strangers as StrangerRole,
    },
    openid: {
      ...{ enabled, issuer: values.issuer.trim(), client_id: values.client_id.trim(), client_secret },
      ...{ name: values.name.trim(), public_address: values.public_address.trim() },
      ...{ user_claim: values.user_claim.trim(), groups_claim: values.groups_claim.trim() },
      roles: [
        ...of(values.admins, 'admin'),
        ...of(values.operators, 'operator'),
        ...of(values.viewers, 'viewer'),
      ],
      strangers: others as StrangerRole,
    },
  };
}
