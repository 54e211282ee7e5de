import {
  BACKUP_FILE,
  type BackupPreview,
  getBackup,
  previewBackup,
  readFileRefusal,
  restoreBackup,
} from '@heliograph/contract';
import { useRef, useState } from 'react';
import type { CallFailure } from '../../shared/api/call.ts';
import { downloadFile } from '../../shared/api/download-file.ts';
import { useServices } from '../../shared/api/services.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import { FileField } from '../../shared/form/file-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { refusalText } from '../../shared/i18n/refusal-text.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import styles from '../../shared/page/task-view.module.css';
import type { Task } from '../../shared/page/use-task.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { saveFile } from '../../shared/ui/save-text-file.ts';
import { Values } from './changes/change-card.tsx';
import { configForm } from './use-chosen-file.ts';

/** What no original device has: a backup of everything, and the way to the list of what was changed. */
export function GatewayCards({ task }: { readonly task: Task }) {
  const { changes: t } = useTexts('history').history;
  return (
    <>
      <WholeBackupCard />
      <WholeRestoreCard task={task} />
      <Card title={t.title}>
        <p>{t.note}</p>
        <ButtonLink href={`${PATHS.configManagement}?show=changes`}>{t.show}</ButtonLink>
      </Card>
    </>
  );
}

const flag = (value: boolean, onFlag: (value: boolean) => void) => ({
  ...{ name: '', value, error: undefined, readOnly: false, onFlag },
});

/** What a factory reset forgets besides what original devices have. */
export function ResetLosesMore() {
  const { backup: t } = useTexts('history').history.changes;
  return <p>{t.resetLost}</p>;
}

/** A backup of everything, history included, before all of it is forgotten. */
export function BackupBeforeReset() {
  const { backup: t } = useTexts('history').history.changes;
  return <WholeBackup label={t.beforeReset} withHistory />;
}

interface WholeBackupProps {
  readonly label: string;
  readonly withHistory: boolean;
}

/** Loads and saves it. */
function WholeBackup({ label, withHistory }: WholeBackupProps) {
  const services = useServices();
  const { format } = useI18n();
  const { common, history } = useTexts('common', 'history');
  const { backup: t } = history.changes;
  /** Null: it is being made, and nothing of it comes yet. */
  const [percent, setPercent] = useState<number | null>();
  const [failure, setFailure] = useState<CallFailure>();
  const isLoading = percent !== undefined;

  async function download(): Promise<void> {
    if (isLoading) return;
    setPercent(null);
    setFailure(undefined);
    const result = await downloadFile(
      services,
      withHistory ? `${getBackup.path}?history=1` : getBackup.path,
      setPercent,
    );
    setPercent(undefined);
    if (result.kind !== 'loaded') return setFailure(result);
    const date = new Date(services.clock.unixMs()).toISOString().slice(0, 10);
    saveFile(document, `${date}-${BACKUP_FILE}`, result.file);
  }

  const progress = percent == null ? t.preparing : `${common.loading} ${format.percent(percent)}`;
  const reason = failure?.kind === 'refused' ? readFileRefusal(failure.refusal ?? null) : undefined;
  return (
    <>
      {reason !== undefined && (
        <Alert kind="danger" announced>
          <p>{notMadeText(t.notMade, reason.name)}</p>
        </Alert>
      )}
      {failure && reason === undefined && failure.kind !== 'unauthorized' && (
        <FailureAlert failure={{ ...failure, isUnsent: true }} />
      )}
      <Button onClick={() => void download()} aria-busy={isLoading} aria-disabled={isLoading}>
        {isLoading ? progress : label}
      </Button>
    </>
  );
}

type NotMadeTexts = TextsOf<'history'>['history']['changes']['backup']['notMade'];

function notMadeText(texts: NotMadeTexts, reason: string): string {
  return reason === 'disk-full' || reason === 'disk-read-only' ? texts[reason] : texts.other;
}

function WholeBackupCard() {
  const { backup: t } = useTexts('history').history.changes;
  const [withHistory, setWithHistory] = useState(true);
  return (
    <Card title={t.title}>
      <p>{t.note}</p>
      <p>{t.secrets}</p>
      <SwitchField help="with-history" label={t.withHistory} field={flag(withHistory, setWithHistory)} />
      <WholeBackup label={t.download} withHistory={withHistory} />
    </Card>
  );
}

interface Chosen {
  readonly file: File;
  /** Undefined while the gateway looks into it. */
  readonly preview?: BackupPreview | CallFailure;
}

function WholeRestoreCard({ task }: { readonly task: Task }) {
  const { call } = useServices();
  const { format } = useI18n();
  const texts = useTexts('common', 'history', 'maintenance');
  const { backup: t } = texts.history.changes;
  const [chosen, setChosen] = useState<Chosen>();
  const [withHistory, setWithHistory] = useState(true);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const newest = useRef<File>(undefined);
  const preview = chosen?.preview;
  const good = preview !== undefined && !('kind' in preview) ? preview : undefined;
  const problem =
    preview !== undefined && 'kind' in preview ? problemText(texts, format, preview) : undefined;

  async function choose(file: File | undefined): Promise<void> {
    newest.current = file;
    setMissing(false);
    setChosen(file && { file });
    if (file === undefined) return;
    const result = await call(previewBackup, { body: configForm(file), waitMs: LOOK_MAX_MS });
    if (newest.current !== file) return; // another one was chosen meanwhile
    setChosen({ file, preview: result.kind === 'answered' ? result.answer : result });
  }

  function restore(): void {
    setMissing(chosen === undefined);
    if (chosen === undefined || problem !== undefined) field.current?.focus();
    if (chosen === undefined || good === undefined) return;
    const { file } = chosen;
    const isNewPassword = good.sections.some(
      ({ section, values }) => section === 'security' && values.some(({ hidden }) => hidden === true),
    );
    task.run(async ({ send }) => {
      const result = await send(
        restoreBackup,
        configForm(file),
        good.has_history && withHistory ? { history: '1' } : {},
      );
      if (result.kind !== 'restarting') return result;
      return { ...result, ...(isNewPassword && ({ note: 'newPassword' } as const)) };
    });
  }

  return (
    <Card title={t.restoreTitle}>
      <FileField
        ref={field}
        label={t.file}
        help="restore-everything"
        hint={t.restoreNote}
        accept=".backup"
        error={isMissing ? texts.maintenance.noFile : problem}
        onFile={(file) => void choose(file)}
      />
      <div className={styles.lines} aria-live="polite">
        {chosen !== undefined && preview === undefined && <p>{t.looking}</p>}
        {good && <Preview preview={good} />}
      </div>
      {good?.has_history === true && (
        <SwitchField
          help="restore-history"
          label={t.restoreHistory}
          hint={t.restoreHistoryHint}
          field={flag(withHistory, setWithHistory)}
        />
      )}
      <Button
        variant="primary"
        aria-disabled={problem !== undefined || (chosen !== undefined && good === undefined)}
        onClick={restore}
      >
        {t.restore}
      </Button>
    </Card>
  );
}

/** Why a file is not taken, in the user's language. */
function problemText(
  texts: TextsOf<'common' | 'maintenance'>,
  format: Formats,
  failure: CallFailure,
): string {
  const reason = failure.kind === 'refused' ? readFileRefusal(failure.refusal ?? null) : undefined;
  if (reason !== undefined) return refusalText(texts, format, reason);
  return failure.kind === 'refused' ? failure.text : texts.common.failure.noAnswer;
}

/** A long file on a small computer: the gateway looks at all of it. */
const LOOK_MAX_MS = 600_000;

function Preview({ preview: { at, version, sections } }: { readonly preview: BackupPreview }) {
  const { format } = useI18n();
  const { maintenance, history } = useTexts('history', 'maintenance');
  const { backup: t, noClock } = history.changes;
  const values = sections.flatMap(({ section, values }) => values.map((value) => ({ section, ...value })));
  const isNewPassword = values.some(({ section, hidden }) => section === 'security' && hidden === true);
  return (
    <>
      <p>{t.madeAt(at === undefined ? noClock : format.dateTime(1000 * at), version)}</p>
      <p>{values.length > 0 ? t.changes : maintenance.same}</p>
      {values.length > 0 && <Values values={values} />}
      {isNewPassword && <p>{maintenance.newPassword}</p>}
    </>
  );
}
