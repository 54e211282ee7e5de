import {
  addPasskey,
  beginPasskey,
  getPasskeys,
  PASSKEY_COUNT_MAX,
  PASSKEY_NAME_MAX_LENGTH,
  type PasskeyFacts,
  type PasskeyList,
  removePasskey,
} from '@heliograph/contract';
import { useState } from 'react';
import { makePasskey, passkeyObstacle } from '../../shared/api/passkeys.ts';
import { useServices, useUnixMs } from '../../shared/api/services.ts';
import { userNameOf } from '../../shared/api/session.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { AskDialog, type Outcome, outcomeWithWords } from '../../shared/form/ask-dialog.tsx';
import { bound, FormDialog } from '../../shared/form/form-dialog.tsx';
import { lengthError } from '../../shared/form/length-note.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './sessions-card.module.css';

const NO_QUERY = {};
const EVERY_MS = 60_000;
/** What has never answered has no passkeys. */
const again = ({ answer }: { readonly answer: unknown }) => (answer === undefined ? undefined : EVERY_MS);

/** What is open in front of the card. */
type Opened =
  | { readonly kind: 'adding' }
  | { readonly kind: 'removing'; readonly passkey: PasskeyFacts }
  | { readonly kind: 'confirming'; readonly next: Opened };

/** The passkeys of whoever is logged in, with what adds and removes them. */
export function PasskeysCard() {
  const { call } = useServices();
  const { announce } = useNotices();
  const { card: t } = useTexts('passkeys').passkeys;
  const { answer, reload } = useEndpoint(getPasskeys, NO_QUERY, again);
  const [opened, setOpened] = useState<Opened>();
  if (answer === undefined) return null;
  const { passkeys } = answer;
  const obstacle = obstacleOf(answer);

  /** The login may have been fresh when the card was drawn, and not be so any more. */
  async function open(next: Opened): Promise<void> {
    const now = await call(getPasskeys);
    const isFresh = now.kind === 'answered' && now.answer.fresh;
    setOpened(isFresh ? next : { kind: 'confirming', next });
  }

  function close(): void {
    setOpened(undefined);
    reload();
  }

  function done(said: string): void {
    announce(said);
    close();
  }

  return (
    <div className={styles.place}>
      <Card title={t.title}>
        <p className={styles.quiet}>{t.intro}</p>
        {passkeys.length === 0 && <p>{t.none}</p>}
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              host={answer.host}
              onRemove={() => void open({ kind: 'removing', passkey })}
            />
          ))}
        </ul>
        {obstacle === undefined ? (
          <Button className={styles.all} onClick={() => void open({ kind: 'adding' })}>
            {t.add}
          </Button>
        ) : (
          <p className={styles.quiet}>{t[obstacle]}</p>
        )}
        {opened?.kind === 'confirming' && (
          <ConfirmDialog
            text={t.confirm}
            onAnswer={(isRight) => setOpened(isRight ? opened.next : undefined)}
          />
        )}
        {opened?.kind === 'adding' && <AddDialog onDone={() => done(t.added)} onClose={close} />}
        {opened?.kind === 'removing' && (
          <RemoveDialog passkey={opened.passkey} onDone={() => done(t.removed)} onClose={close} />
        )}
      </Card>
    </div>
  );
}

/** Why none can be added here and now. */
function obstacleOf({ host, passkeys }: PasskeyList) {
  const obstacle = passkeyObstacle(host);
  return obstacle ?? (passkeys.length >= PASSKEY_COUNT_MAX ? 'full' : undefined);
}

interface PasskeyRowProps {
  readonly passkey: PasskeyFacts;
  /** The name that the page was opened by. */
  readonly host: string;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey, host: ownHost, onRemove }: PasskeyRowProps) {
  const { format } = useI18n();
  const { card: t } = useTexts('passkeys').passkeys;
  const nowMs = useUnixMs();
  const { name, host, made_at: madeAt, used_at: usedAt } = passkey;
  const facts = [
    ...(madeAt > 0 ? [t.madeAt(format.dateTime(madeAt * 1000))] : []),
    usedAt > 0 ? t.used(format.duration(Math.max(0, nowMs - usedAt * 1000))) : t.unused,
    host === ownHost ? t.isFor(host) : t.elsewhere(host),
  ];
  return (
    <li className={styles.row}>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p className={styles.quiet}>{facts.join(' · ')}</p>
      </div>
      <Button aria-label={t.removeOf(name)} onClick={onRemove}>
        {t.remove}
      </Button>
    </li>
  );
}

interface DialogProps {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function AddDialog({ onDone, onClose }: DialogProps) {
  const { call, session } = useServices();
  const texts = useTexts('accounts', 'common', 'passkeys');
  const { card: t, login, results } = texts.passkeys;
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const words = { ...texts.accounts.results, ...results };
  const error = name.trim() === '' ? t.nameMissing : lengthError(texts, name.trim(), PASSKEY_NAME_MAX_LENGTH);

  async function add(): Promise<Outcome> {
    const begun = await call(beginPasskey, { body: { name: name.trim() } });
    if (begun.kind !== 'answered' || begun.answer.type !== 'success') {
      return outcomeWithWords(words, begun, onDone);
    }
    const user = userNameOf(session.user() ?? { authdata: '' });
    const made = await makePasskey(begun.answer, user);
    if ('obstacle' in made) {
      const { obstacle } = made;
      const message = obstacle.kind === 'other' ? login.notPossible(obstacle.text) : t[obstacle.kind];
      return { kind: 'rejected', answer: { type: 'warning', code: 0, message } };
    }
    return outcomeWithWords(words, await call(addPasskey, { body: made.body }), onDone);
  }

  return (
    <FormDialog
      title={t.add}
      action={t.go}
      acting={t.adding}
      isTyped={name !== ''}
      submit={() => {
        setChecked(true);
        return error === undefined ? add() : undefined;
      }}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        field={bound('passkey', name, setName, isChecked ? error : undefined)}
      />
    </FormDialog>
  );
}

function RemoveDialog({ passkey, onDone, onClose }: DialogProps & { readonly passkey: PasskeyFacts }) {
  const { call } = useServices();
  const texts = useTexts('accounts', 'passkeys');
  const { card: t, results } = texts.passkeys;
  const words = { ...texts.accounts.results, ...results };
  return (
    <AskDialog
      title={t.removeTitle}
      subtitle={passkey.name}
      action={t.remove}
      acting={t.removing}
      variant="danger"
      act={async () =>
        outcomeWithWords(words, await call(removePasskey, { body: { id: passkey.id } }), onDone)
      }
      onClose={onClose}
    >
      <p>{t.removeText}</p>
    </AskDialog>
  );
}
