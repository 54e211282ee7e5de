import {
  ACCOUNT_COUNT_MAX,
  ACCOUNT_NAME_MAX_LENGTH,
  type AccountFacts,
  ADMIN_USER_NAME,
  byteLength,
  createToken,
  endToken,
  getAccounts,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PROGRAM_TOKEN_COUNT_MAX,
  ROLES,
  type Role,
  removeAccount,
  saveAccount,
  TOKEN_NAME_MAX_LENGTH,
  type TokenFacts,
} from '@heliograph/contract';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useServices, useUnixMs } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { AskDialog, outcomeWithWords } from '../../shared/form/ask-dialog.tsx';
import { PageTitle } from '../../shared/form/field-help.tsx';
import { bound, Choices, FormDialog } from '../../shared/form/form-dialog.tsx';
import { lengthError } from '../../shared/form/length-note.ts';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { PasswordField } from '../../shared/form/password-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { passwordNotice } from '../../shared/form/weak-passwords.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { AccessLogCard } from './access-log-card.tsx';
import styles from './accounts.module.css';
import { SharesCard } from './shares-card.tsx';

const AccountPasskeys = lazy(async () => ({
  default: (await import('./account-passkeys.tsx')).AccountPasskeys,
}));

const NO_QUERY = {};

/** Who may log in, and which programs may call without a password. */
export function AccountsPage() {
  const { t: frame } = useI18n();
  const { answer, failure, reload } = useEndpoint(getAccounts, NO_QUERY, askAgainMs);
  return (
    <section className={styles.page}>
      <PageTitle title={frame.titles.accounts} />
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} onRetry={reload} />
      )}
      {answer === undefined ? (
        failure === undefined && (
          <Waiting>
            <Skeleton height="18rem" />
            <Skeleton height="14rem" />
          </Waiting>
        )
      ) : (
        <div className={styles.columns}>
          <AccountsCard accounts={answer.accounts} onChanged={reload} />
          <TokensCard tokens={answer.tokens} onChanged={reload} />
          <SharesCard />
          <AccessLogCard />
        </div>
      )}
    </section>
  );
}

interface AccountsCardProps {
  readonly accounts: readonly AccountFacts[];
  readonly onChanged: () => void;
}

function AccountsCard({ accounts, onChanged }: AccountsCardProps) {
  const { users: t, roles } = useTexts('accounts').accounts;
  const [opened, setOpened] = useState<AccountFacts | 'new'>();
  const others = accounts.filter(({ name }) => name !== ADMIN_USER_NAME);

  function close(): void {
    setOpened(undefined);
    onChanged();
  }

  function passkeysOf(account: AccountFacts | undefined) {
    if (account === undefined || account.passkeys === 0) return null;
    return (
      <Suspense>
        <AccountPasskeys name={account.name} count={account.passkeys} onChanged={onChanged} />
      </Suspense>
    );
  }

  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.intro}</p>
      <ul className={styles.list}>
        <li className={styles.row}>
          <div>
            <b>{ADMIN_USER_NAME}</b>
            <p className={styles.quiet}>{t.always}</p>
            {passkeysOf(accounts.find(({ name }) => name === ADMIN_USER_NAME))}
          </div>
          <Link href={PATHS.securitySettings}>{t.itsPassword}</Link>
        </li>
        {others.map((account) => (
          <li key={account.name} className={styles.row}>
            <div>
              <b>
                <bdi>{account.name}</bdi>
              </b>
              <p className={styles.quiet}>
                {roles[account.role].name}
                {!account.has_password && ` · ${t.noPassword}`}
              </p>
              {passkeysOf(account)}
            </div>
            <Button aria-label={t.editOf(account.name)} onClick={() => setOpened(account)}>
              {t.edit}
            </Button>
          </li>
        ))}
      </ul>
      {others.length < ACCOUNT_COUNT_MAX && (
        <Button className={styles.add} onClick={() => setOpened('new')}>
          {t.add}
        </Button>
      )}
      {opened !== undefined && (
        <AccountDialog
          account={opened === 'new' ? undefined : opened}
          onDone={close}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}

interface AccountDialogProps {
  /** Undefined: a new one. */
  readonly account: AccountFacts | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function AccountDialog({ account, onDone, onClose }: AccountDialogProps) {
  const { call } = useServices();
  const { announce } = useNotices();
  const texts = useTexts('accounts', 'common');
  const { users: t, results } = texts.accounts;
  const isNew = account === undefined;
  const [name, setName] = useState(account?.name ?? '');
  const [role, setRole] = useState<Role>(account?.role ?? 'viewer');
  const [password, setPassword] = useState('');
  const [isTyped, setTyped] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const errors = { name: nameError(), password: passwordError() };

  function nameError(): string | undefined {
    if (!isNew) return undefined;
    const length = [...name.trim()].length;
    return length === 0 || length > ACCOUNT_NAME_MAX_LENGTH || name.includes(':')
      ? results[21007]
      : undefined;
  }

  function passwordError(): string | undefined {
    if (password === '' && !isNew) return undefined;
    if (byteLength(password) < PASSWORD_MIN_LENGTH) return t.passwordShort(String(PASSWORD_MIN_LENGTH));
    return lengthError(texts, password, PASSWORD_MAX_LENGTH);
  }

  function edit<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      setTyped(true);
      set(value);
    };
  }

  function done(code: 21003 | 21004): void {
    announce(results[code]);
    onDone();
  }

  function submit() {
    setChecked(true);
    if (errors.name !== undefined || errors.password !== undefined) return undefined;
    const body = { name: name.trim(), role, password, is_new: isNew };
    return call(saveAccount, { body }).then((result) => outcomeWithWords(results, result, () => done(21003)));
  }

  return (
    <FormDialog
      title={isNew ? t.add : t.editTitle(account.name)}
      action={texts.common.form.save}
      acting={texts.common.form.saving}
      isTyped={isTyped}
      submit={submit}
      removing={
        isNew
          ? undefined
          : {
              label: t.remove,
              remove: async () =>
                outcomeWithWords(results, await call(removeAccount, { body: { name: account.name } }), () =>
                  done(21004),
                ),
            }
      }
      onClose={onClose}
    >
      {isNew && (
        <TextField
          label={t.name}
          hint={t.nameHint}
          autoCapitalize="none"
          spellCheck={false}
          help="account-name"
          field={bound('name', name, edit(setName), isChecked ? errors.name : undefined)}
        />
      )}
      <RoleChoice role={role} onChoose={edit(setRole)} />
      <PasswordField
        label={isNew ? t.password : t.newPassword}
        hint={isNew ? t.passwordHint : t.newPasswordHint}
        notice={passwordNotice(password, name.trim(), texts.accounts.weak)}
        autoComplete="new-password"
        field={bound('password', password, edit(setPassword), isChecked ? errors.password : undefined)}
      />
    </FormDialog>
  );
}

function RoleChoice({ role, onChoose }: { readonly role: Role; readonly onChoose: (role: Role) => void }) {
  const { roles, roleLabel } = useTexts('accounts').accounts;
  return (
    <div>
      <Choices
        label={roleLabel}
        help="account-role"
        options={ROLES.map((value) => ({ value, label: roles[value].name }))}
        isChosen={(value) => value === role}
        onChoose={onChoose}
      />
      <p className={styles.quiet} aria-live="polite">
        {roles[role].may}
      </p>
    </div>
  );
}

interface TokensCardProps {
  readonly tokens: readonly TokenFacts[];
  readonly onChanged: () => void;
}

function TokensCard({ tokens, onChanged }: TokensCardProps) {
  const { call } = useServices();
  const { announce } = useNotices();
  const { tokens: t, results } = useTexts('accounts').accounts;
  const [opened, setOpened] = useState<TokenFacts | 'new'>();
  /** The one that was just made; it is told this once. */
  const [made, setMade] = useState<string>();

  function close(): void {
    setOpened(undefined);
    onChanged();
  }

  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.intro}</p>
      {tokens.length > 0 && (
        <ul className={styles.list}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onEnd={() => setOpened(token)} />
          ))}
        </ul>
      )}
      {tokens.length < PROGRAM_TOKEN_COUNT_MAX && (
        <Button className={styles.add} onClick={() => setOpened('new')}>
          {t.add}
        </Button>
      )}
      {opened === 'new' && (
        <TokenDialog
          onMade={(token) => {
            setMade(token);
            close();
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened !== undefined && opened !== 'new' && (
        <AskDialog
          title={t.endTitle}
          subtitle={opened.name}
          action={t.end}
          acting={t.ending}
          variant="danger"
          act={async () =>
            outcomeWithWords(results, await call(endToken, { body: { id: opened.id } }), () => {
              announce(results[21015]);
              close();
            })
          }
          onClose={() => setOpened(undefined)}
        >
          <p>{t.endText}</p>
        </AskDialog>
      )}
      {made !== undefined && <MadeToken token={made} onClose={() => setMade(undefined)} />}
    </Card>
  );
}

function TokenRow({ token, onEnd }: { readonly token: TokenFacts; readonly onEnd: () => void }) {
  const { format } = useI18n();
  const { tokens: t, roles } = useTexts('accounts').accounts;
  const nowMs = useUnixMs();
  const { name, role, made_at: madeAtS, used_at: usedAtS } = token;
  const facts = [
    roles[role].token,
    madeAtS > 0 ? t.madeAt(format.dateTime(madeAtS * 1000)) : undefined,
    usedAtS > 0 ? t.used(format.duration(Math.max(0, nowMs - usedAtS * 1000))) : t.unused,
  ];
  return (
    <li className={styles.row}>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p className={styles.quiet}>{facts.filter((fact) => fact !== undefined).join(' · ')}</p>
      </div>
      <Button aria-label={t.endOf(name)} onClick={onEnd}>
        {t.end}
      </Button>
    </li>
  );
}

interface TokenDialogProps {
  readonly onMade: (token: string) => void;
  readonly onClose: () => void;
}

function TokenDialog({ onMade, onClose }: TokenDialogProps) {
  const { call } = useServices();
  const texts = useTexts('accounts', 'common');
  const { tokens: t, roles, roleLabel, results } = texts.accounts;
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [isChecked, setChecked] = useState(false);
  const error = name.trim() === '' ? t.nameMissing : lengthError(texts, name.trim(), TOKEN_NAME_MAX_LENGTH);

  function submit() {
    setChecked(true);
    if (error !== undefined) return undefined;
    return call(createToken, { body: { name: name.trim(), role } }).then((result) =>
      outcomeWithWords(results, result, ({ token = '' }) => onMade(token)),
    );
  }

  return (
    <FormDialog
      title={t.add}
      action={t.make}
      acting={t.making}
      isTyped={name !== ''}
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        help="token-name"
        field={bound('name', name, setName, isChecked ? error : undefined)}
      />
      <Choices
        label={roleLabel}
        help="token-role"
        options={ROLES.map((value) => ({ value, label: roles[value].token }))}
        isChosen={(value) => value === role}
        onChoose={setRole}
      />
    </FormDialog>
  );
}

function MadeToken({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  const texts = useTexts('accounts', 'common');
  const { tokens: t } = texts.accounts;
  return (
    <Dialog
      title={t.madeTitle}
      closeLabel={texts.common.close}
      holdsInput
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t.copied}
        </Button>
      }
    >
      <Alert kind="warning">{t.madeText}</Alert>
      <p className={styles.token}>
        <code>{token}</code>
        <CopyButton text={token} label={t.copy} />
      </p>
      <p className={styles.quiet}>{t.use}</p>
    </Dialog>
  );
}
