import { getSourceBackup, getSourceBackups, type SourceBackup } from '@heliograph/contract';
import { useMemo, useState } from 'react';
import { useServices } from '../../../shared/api/services.ts';
import { type Loaded, useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { AskDialog, type Outcome } from '../../../shared/form/ask-dialog.tsx';
import { askAgainMs, LoadFailure, mayPass } from '../../../shared/form/load-failure.tsx';
import { Waiting } from '../../../shared/form/waiting.tsx';
import { bytesText } from '../../../shared/i18n/byte-format.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { saveTextFile } from '../../../shared/ui/save-text-file.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from './device.module.css';

interface CopiesProps {
  readonly id: string;
  /** Of the device. */
  readonly name: string;
}

/** The copies of a device's settings that the gateway keeps. */
export function Copies({ id, name }: CopiesProps) {
  const { format } = useI18n();
  const { device: t } = useTexts('sources').sources;
  const query = useMemo(() => ({ source: id }), [id]);
  const { answer, failure, reload } = useEndpoint(getSourceBackups, query, repeatMs);
  const [wanted, setWanted] = useState<SourceBackup>();
  return (
    <Card title={t.parts.copies}>
      <p className={styles.quiet}>
        {t.copiesNote}{' '}
        {answer?.checked_at !== undefined && t.checked(format.dateMinutes(1000 * answer.checked_at))}
      </p>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} onRetry={reload} />
      )}
      {answer === undefined && failure === undefined && (
        <Waiting>
          <Skeleton height="6rem" />
        </Waiting>
      )}
      {answer?.backups.length === 0 && <p>{t.noCopies}</p>}
      {answer !== undefined && answer.backups.length > 0 && (
        <ol className={styles.copies}>
          {answer.backups.map((copy) => (
            <li key={copy.name}>
              <CopyRow copy={copy} onDownload={() => setWanted(copy)} />
            </li>
          ))}
        </ol>
      )}
      {wanted !== undefined && (
        <DownloadDialog id={id} device={name} copy={wanted} onClose={() => setWanted(undefined)} />
      )}
    </Card>
  );
}

const REPEAT_MS = 10_000;
const repeatMs = (loaded: Loaded<unknown>) =>
  loaded.failure === undefined || mayPass(loaded.failure) ? (askAgainMs(loaded) ?? REPEAT_MS) : undefined;

/** So many names of settings say enough. */
const NAMES_MAX = 8;

interface CopyRowProps {
  readonly copy: SourceBackup;
  readonly onDownload: () => void;
}

function CopyRow({ copy: { at, size, changed }, onDownload }: CopyRowProps) {
  const { format } = useI18n();
  const { device: t } = useTexts('sources').sources;
  const when = format.dateMinutes(1000 * at);
  const rest = (changed?.length ?? 0) - NAMES_MAX;
  return (
    <>
      <div className={styles.copy}>
        <p>
          <strong>{when}</strong> <span className={styles.quiet}>{bytesText(format.tag, size)}</span>
        </p>
        <p className={styles.quiet}>
          {changed === undefined ? (
            t.firstCopy
          ) : (
            <>
              {format.count(changed.length, t.changed)} <code>{changed.slice(0, NAMES_MAX).join(', ')}</code>{' '}
              {rest > 0 && format.count(rest, t.more)}
            </>
          )}
        </p>
      </div>
      <Button aria-label={t.downloadOf(when)} onClick={onDownload}>
        {t.download}
      </Button>
    </>
  );
}

interface DownloadDialogProps {
  readonly id: string;
  readonly device: string;
  readonly copy: SourceBackup;
  readonly onClose: () => void;
}

/** Says what is in the file before it is on the disk of a computer. */
function DownloadDialog({ id, device, copy, onClose }: DownloadDialogProps) {
  const { call } = useServices();
  const { common, sources } = useTexts('common', 'sources');
  const { device: t } = sources;

  async function download(): Promise<Outcome> {
    const result = await call(getSourceBackup, { query: { source: id, name: copy.name } });
    if (result.kind !== 'answered') return { ...result, isUnsent: true };
    const { config } = result.answer;
    if (config === undefined) {
      return { kind: 'rejected', answer: { type: 'warning', message: t.copyGone } };
    }
    saveTextFile(document, fileName(device, copy.at), JSON.stringify(config, undefined, 2));
    return onClose;
  }

  return (
    <AskDialog
      title={t.downloadTitle}
      action={t.download}
      acting={common.loading}
      act={download}
      onClose={onClose}
    >
      <Alert kind="warning">{t.downloadNote}</Alert>
      <p>{t.downloadUse}</p>
    </AskDialog>
  );
}

/** `Barn-2026-11-24-config.json`: of which device and when, for a folder with many. */
function fileName(device: string, atS: number): string {
  const day = new Date(1000 * atS).toISOString().slice(0, 10);
  return `${device}-${day}-config.json`.replace(/[^\p{L}\p{N}._-]/gu, '_');
}
