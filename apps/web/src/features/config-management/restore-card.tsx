import {
  CONFIG_FIELD,
  CONFIG_FILE,
  getConfigFile,
  PIN_PROFILE_FILE,
  parseConfigFile,
  restoreConfig,
} from '@heliograph/contract';
import { useRef, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { FileField } from '../../shared/form/file-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { useAreaTexts } from '../../shared/i18n/i18n-context.ts';
import styles from '../../shared/page/task-view.module.css';
import type { Task } from '../../shared/page/use-task.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import {
  ADMIN_PASSWORD,
  configDifferences,
  type FileSummary,
  fileProblem,
  groupOf,
  summarize,
} from './config-content.ts';
import { plainField } from './plain-field.ts';
import { type Comparison, RestorePreview } from './restore-preview.tsx';

/** Larger than anything that is set: not even looked into. */
const READ_MAX_BYTES = 1024 * 1024;

/** A file of the user's, and what is known of it so far. */
interface Chosen {
  readonly file: File;
  readonly isRead?: boolean;
  /** Undefined where it is no file of the gateway's. */
  readonly summary?: FileSummary | undefined;
  /** The gateway's own configuration. */
  readonly current?: unknown;
  readonly comparison?: Comparison;
}

/** Replaces a file of the gateway by one of the user's computer. */
export function RestoreCard({ task }: { readonly task: Task }) {
  const { device, info, maintenance: t } = useAreaTexts();
  const [target, setTarget] = useState(CONFIG_FILE);
  const { chosen, choose } = useChosenFile();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { file, isRead, summary, current, comparison } = chosen ?? {};
  const problem = isRead ? fileProblem(summary, target, current) : undefined;
  const reason = isMissing ? 'noFile' : problem;

  function restore(): void {
    setMissing(file === undefined);
    if (file === undefined || problem !== undefined) field.current?.focus();
    else if (isRead) send(file);
  }

  function send(file: File): void {
    const form = new FormData();
    form.append(CONFIG_FIELD, file, CONFIG_FIELD);
    const paths = comparison && 'paths' in comparison ? comparison.paths : [];
    const endsLogin = target === CONFIG_FILE && paths.includes(ADMIN_PASSWORD);
    task.run(async ({ send }) => {
      const result = await send(restoreConfig, form, { file: target });
      return endsLogin && result.kind === 'restarting' ? { ...result, note: 'newPassword' } : result;
    });
  }

  return (
    <Card title={t.restore}>
      <SelectField
        label={t.target}
        hint={t.restoreNote}
        field={plainField(target, setTarget)}
        options={[
          { value: CONFIG_FILE, label: `${info.configuration} (${CONFIG_FILE})` },
          { value: PIN_PROFILE_FILE, label: `${device.pins} (${PIN_PROFILE_FILE})` },
        ]}
      />
      <FileField
        ref={field}
        label={t.file}
        accept=".json"
        error={reason && t[reason]}
        onFile={(next) => {
          setMissing(false);
          void choose(next);
        }}
      />
      <div className={styles.lines} aria-live="polite">
        {summary && (
          <RestorePreview summary={summary} comparison={comparison} isRefused={problem !== undefined} />
        )}
      </div>
      <Button variant="primary" aria-disabled={problem !== undefined} onClick={restore}>
        {t.restoreAction}
      </Button>
    </Card>
  );
}

/** Looks into a chosen file, and compares it with the gateway's own. */
function useChosenFile() {
  const { call, session } = useServices();
  const [chosen, setChosen] = useState<Chosen>();

  async function choose(file: File | undefined): Promise<void> {
    const learn = (news: Omit<Chosen, 'file'>) =>
      setChosen((now) => (now && now.file === file ? { ...now, ...news } : now));
    setChosen(file && { file });
    if (file === undefined) return;
    const text = file.size > READ_MAX_BYTES ? '' : await file.text().catch(() => '');
    const summary = summarize(parseConfigFile(text));
    learn({ isRead: true, summary });
    if (summary?.file !== CONFIG_FILE) return;
    const result = await call(getConfigFile, { query: { file: CONFIG_FILE } });
    if (result.kind !== 'answered') return learn({ comparison: result });
    const current = result.answer.content;
    const comparison = configDifferences(summary.content, groupOf(current), session.user()?.authdata);
    learn({ current, comparison });
  }

  return { chosen, choose };
}
