import {
  createShare,
  endShare,
  getShares,
  SHARE_COUNT_MAX,
  SHARE_NAME_MAX_LENGTH,
  SHARE_SCOPES,
  SHARE_VALID_MAX_S,
  type ShareFacts,
  type ShareScope,
} from '@heliograph/contract';
import { useState } from 'react';
import { useRouter } from 'wouter';
import { useServices, useUnixMs } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { AskDialog, outcomeWithWords } from '../../shared/form/ask-dialog.tsx';
import { bound, Choices, FormDialog } from '../../shared/form/form-dialog.tsx';
import { lengthError } from '../../shared/form/length-note.ts';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { pageTitle } from '../../shared/i18n/page-title.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useNotices } from '../../shared/ui/notices.tsx';
import styles from './accounts.module.css';

const NO_QUERY = {};
const DAY_S = 86_400;
const DAYS = [1, 7, 30] as const;

/** What a link shows, in words. */
function useScopeText(): (scope: ShareScope) => string {
  const { t: frame } = useI18n();
  const { shares: t } = useTexts('accounts').accounts;
  return (scope) => (scope === 'all' ? t.everything : pageTitle(frame, scope));
}

/** Links by which somebody without an account reads a page. */
export function SharesCard() {
  const { call } = useServices();
  const { announce } = useNotices();
  const { shares: t, results } = useTexts('accounts').accounts;
  const { answer, failure, reload } = useEndpoint(getShares, NO_QUERY, askAgainMs);
  const [opened, setOpened] = useState<ShareFacts | 'new'>();
  /** The one that was just made; it is told this once. */
  const [made, setMade] = useState<string>();

  function close(): void {
    setOpened(undefined);
    reload();
  }

  if (answer === undefined) {
    return failure === undefined || failure.kind === 'unauthorized' ? null : (
      <LoadFailure failure={failure} onRetry={reload} />
    );
  }
  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.intro}</p>
      {answer.shares.length > 0 && (
        <ul className={styles.list}>
          {answer.shares.map((share) => (
            <ShareRow key={share.id} share={share} onEnd={() => setOpened(share)} />
          ))}
        </ul>
      )}
      {answer.shares.length < SHARE_COUNT_MAX && (
        <Button className={styles.add} onClick={() => setOpened('new')}>
          {t.add}
        </Button>
      )}
      {opened === 'new' && (
        <ShareDialog
          onMade={(secret) => {
            setMade(secret);
            close();
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened !== undefined && opened !== 'new' && (
        <AskDialog
          title={t.endTitle}
          subtitle={opened.name}
          action={opened.expired ? t.remove : t.end}
          acting={t.ending}
          variant="danger"
          act={async () =>
            outcomeWithWords(results, await call(endShare, { body: { id: opened.id } }), () => {
              announce(results[21020]);
              close();
            })
          }
          onClose={() => setOpened(undefined)}
        >
          <p>{t.endText}</p>
        </AskDialog>
      )}
      {made !== undefined && <MadeShare secret={made} onClose={() => setMade(undefined)} />}
    </Card>
  );
}

function ShareRow({ share, onEnd }: { readonly share: ShareFacts; readonly onEnd: () => void }) {
  const { format } = useI18n();
  const { shares: t } = useTexts('accounts').accounts;
  const scopeText = useScopeText();
  const nowMs = useUnixMs();
  const { name, page, expires_at: expiresAtS, used_at: usedAtS, expired } = share;
  const facts = [
    scopeText(page),
    (expired ? t.over : t.until)(format.dateTime(expiresAtS * 1000)),
    usedAtS > 0 ? t.used(format.duration(Math.max(0, nowMs - usedAtS * 1000))) : t.unused,
  ];
  return (
    <li className={styles.row}>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p className={styles.quiet}>{facts.join(' · ')}</p>
      </div>
      <Button aria-label={(expired ? t.removeOf : t.endOf)(name)} onClick={onEnd}>
        {expired ? t.remove : t.end}
      </Button>
    </li>
  );
}

interface ShareDialogProps {
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

function ShareDialog({ onMade, onClose }: ShareDialogProps) {
  const { call, clock } = useServices();
  const texts = useTexts('accounts', 'common');
  const { shares: t, results } = texts.accounts;
  const scopeText = useScopeText();
  const [name, setName] = useState('');
  const [page, setPage] = useState<ShareScope>('home');
  const [days, setDays] = useState<number | 'date'>(7);
  const [date, setDate] = useState('');
  const [isChecked, setChecked] = useState(false);
  const validS = days === 'date' ? secondsUntil(date, clock.unixMs()) : days * DAY_S;
  const isTimeGood = validS > 0 && validS <= SHARE_VALID_MAX_S;
  const nameError =
    name.trim() === '' ? t.nameMissing : lengthError(texts, name.trim(), SHARE_NAME_MAX_LENGTH);

  function submit() {
    setChecked(true);
    if (nameError !== undefined || !isTimeGood) return undefined;
    return call(createShare, { body: { name: name.trim(), page, valid_for: validS } }).then((result) =>
      outcomeWithWords(results, result, ({ secret = '' }) => onMade(secret)),
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
        help="share-name"
        field={bound('name', name, setName, isChecked ? nameError : undefined)}
      />
      <SelectField
        label={t.page}
        options={SHARE_SCOPES.map((scope) => ({ value: scope, label: scopeText(scope) }))}
        help="share-page"
        field={bound('page', page, (text) => setPage(SHARE_SCOPES.find((scope) => scope === text) ?? 'home'))}
      />
      <Choices<number | 'date'>
        label={t.goodFor}
        help="share-days"
        options={[
          ...DAYS.map((count) => ({ value: count, label: t.days[count] })),
          { value: 'date' as const, label: t.date },
        ]}
        isChosen={(value) => value === days}
        onChoose={setDays}
      />
      {days === 'date' && (
        <TextField
          label={t.lastDay}
          hint={t.lastDayHint}
          type="date"
          help="share-date"
          field={bound('date', date, setDate, isChecked && !isTimeGood ? t.dateWrong : undefined)}
        />
      )}
    </FormDialog>
  );
}

/** Until a day is over where this browser is; 0: it is none that is to come. */
function secondsUntil(date: string, unixMs: number): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const endMs = new Date(year, month - 1, day + 1).getTime();
  return Number.isNaN(endMs) || date === '' ? 0 : Math.max(0, Math.floor((endMs - unixMs) / 1000));
}

function MadeShare({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const { base } = useRouter();
  const texts = useTexts('accounts', 'common');
  const { shares: t } = texts.accounts;
  const link = `${window.location.origin}${base}${PATHS.share}#${secret}`;
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
        <code>{link}</code>
        <CopyButton text={link} label={t.copy} />
      </p>
    </Dialog>
  );
}
