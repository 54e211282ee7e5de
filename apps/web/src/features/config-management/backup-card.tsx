import { CONFIG_FILE, getConfigFile, getConfigList, getSystemStatus } from '@heliograph/contract';
import { useState } from 'react';
import { type Services, useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { saveTextFile } from '../../shared/ui/save-text-file.ts';
import { summarize } from './config-content.ts';
import { plainField } from './plain-field.ts';

const NO_QUERY = {};

/** Saves a file of the gateway on the user's computer. */
export function BackupCard() {
  const services = useServices();
  const { common, maintenance: t } = useTexts('common', 'maintenance');
  const { console: lines } = t;
  const { answer, failure, reload } = useEndpoint(getConfigList, NO_QUERY, askAgainMs);
  const [chosen, choose] = useState<string>();
  const [backup, setBackup] = useState<'loading' | Exclude<Backup, undefined>>();
  const names = answer?.configs.map(({ name }) => name) ?? [];
  const file = chosen ?? names[0] ?? CONFIG_FILE;
  const isLoading = backup === 'loading';

  async function download(): Promise<void> {
    if (isLoading) return;
    setBackup('loading');
    setBackup(await saveBackup(services, file));
  }

  return (
    <Card title={t.backup}>
      {failure && failure.kind !== 'unauthorized' && <LoadFailure failure={failure} onRetry={reload} />}
      {typeof backup === 'object' && <FailureAlert failure={{ ...backup, isUnsent: true }} />}
      <SelectField
        label={t.file}
        hint={t.backupNote}
        help="backup-file"
        field={plainField(file, choose)}
        options={names.map((value) => ({ value, label: value }))}
      />
      <Button onClick={() => void download()} aria-busy={isLoading} aria-disabled={isLoading}>
        {isLoading ? common.loading : lines.download}
      </Button>
    </Card>
  );
}

type Backup = Awaited<ReturnType<typeof saveBackup>>;

/** Only what the gateway gave as that file is saved; else the reason why there is nothing. */
async function saveBackup({ call, clock }: Pick<Services, 'call' | 'clock'>, file: string) {
  const [status, result] = await Promise.all([
    call(getSystemStatus),
    call(getConfigFile, { query: { file } }),
  ]);
  if (result.kind !== 'answered') return result;
  const { content, text } = result.answer;
  if (file === CONFIG_FILE && summarize(content)?.file !== file) return { kind: 'unreadable' } as const;
  const host = status.kind === 'answered' ? status.answer.hostname : '';
  const now = new Date(clock.unixMs());
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const name = [host, ...date.map((part) => String(part).padStart(2, '0')), file].filter(Boolean).join('-');
  saveTextFile(document, name.replace(/[^\w.-]/g, '_'), text);
  return undefined;
}
