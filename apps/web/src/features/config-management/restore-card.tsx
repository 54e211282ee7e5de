import { CONFIG_FILE, PIN_PROFILE_FILE, readFileRefusal, restoreConfig } from '@heliograph/contract';
import { useRef, useState } from 'react';
import { FileField } from '../../shared/form/file-field.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { refusalText } from '../../shared/i18n/refusal-text.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import styles from '../../shared/page/task-view.module.css';
import type { NameOfSetting, Task } from '../../shared/page/use-task.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { AdjustmentList } from './adjustment-list.tsx';
import { ADMIN_PASSWORD, fileProblem } from './config-content.ts';
import { plainField } from './plain-field.ts';
import { RestorePreview } from './restore-preview.tsx';
import { settingName } from './setting-names.ts';
import { type ChosenFile, configForm, useChosenFile } from './use-chosen-file.ts';

/** Replaces a file of the gateway by one of the user's computer. */
export function RestoreCard({ task }: { readonly task: Task }) {
  const { t: frame, format } = useI18n();
  const texts = useTexts(
    'common',
    'gateway',
    'device',
    'info',
    'maintenance',
    'inverters',
    'login',
    'mqtt',
    'network',
    'time',
  );
  const { device, info, maintenance: t } = texts;
  const [target, setTarget] = useState(CONFIG_FILE);
  const { chosen, choose } = useChosenFile();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { file, isKnown = false, summary, comparison, preview } = chosen ?? {};
  const config = summary?.file === CONFIG_FILE ? summary.content : {};
  const nameOf: NameOfSetting = (path) => settingName(frame, texts, path, config);
  const problem = chosen && problemText(texts, format, { chosen, target, nameOf });
  const adjustments = preview && !('kind' in preview) ? preview : [];

  function restore(): void {
    setMissing(file === undefined);
    if (file === undefined || problem !== undefined) field.current?.focus();
    else if (isKnown) send(file);
  }

  function send(file: File): void {
    const paths = comparison && 'paths' in comparison ? comparison.paths : [];
    const endsLogin = target === CONFIG_FILE && paths.includes(ADMIN_PASSWORD);
    const about = !__FOR_DEVICE__ && adjustments.length > 0 && (
      <AdjustmentList {...{ adjustments, config }} isDone />
    );
    task.run(async ({ send }) => {
      const result = await send(restoreConfig, configForm(file), { file: target });
      if (result.kind !== 'restarting') return result;
      return { ...result, about, ...(endsLogin && ({ note: 'newPassword' } as const)) };
    });
  }

  return (
    <Card title={t.restore}>
      <SelectField
        label={t.target}
        hint={t.restoreNote}
        help="restore-as"
        field={plainField(target, setTarget)}
        options={[
          { value: CONFIG_FILE, label: `${info.configuration} (${CONFIG_FILE})` },
          { value: PIN_PROFILE_FILE, label: `${device.pins} (${PIN_PROFILE_FILE})` },
        ]}
      />
      <FileField
        ref={field}
        label={t.file}
        help="restore-file"
        accept=".json"
        error={isMissing ? t.noFile : problem}
        onFile={(next) => {
          setMissing(false);
          void choose(next);
        }}
      />
      <div className={styles.lines} aria-live="polite">
        {summary && (
          <RestorePreview {...{ summary, comparison, preview, config }} isRefused={problem !== undefined} />
        )}
      </div>
      <Button
        variant="primary"
        aria-disabled={problem !== undefined || (chosen !== undefined && !isKnown)}
        onClick={restore}
      >
        {t.restoreAction}
      </Button>
    </Card>
  );
}

/** Why a file is not sent, in the user's language. */
function problemText(
  texts: TextsOf<'common' | 'maintenance'>,
  format: Formats,
  parts: { readonly chosen: ChosenFile; readonly target: string; readonly nameOf: NameOfSetting },
): string | undefined {
  const { problem, summary, current, preview } = parts.chosen;
  const { maintenance: t } = texts;
  if (problem !== undefined) {
    return problem === 'unreadable' ? t.unreadable : refusalText(texts, format, problem);
  }
  const known = summary && fileProblem(summary, parts.target, current);
  if (known !== undefined) return t[known];
  if (preview === undefined || !('kind' in preview) || preview.kind !== 'refused') return undefined;
  const { refusal, text } = preview;
  const reason = __FOR_DEVICE__ ? undefined : readFileRefusal(refusal ?? null);
  return reason === undefined ? text : refusalText(texts, format, reason, parts.nameOf);
}
