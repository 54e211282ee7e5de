import { type ReceivedApiResult, removeSource, type SourceConfig } from '@heliograph/contract';
import { useServices } from '../../shared/api/services.ts';
import { AskDialog, outcomeOf } from '../../shared/form/ask-dialog.tsx';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { addressText } from '../../shared/lib/source-address.ts';
import styles from './sources.module.css';

interface RemoveSourceDialogProps {
  readonly config: SourceConfig;
  readonly name: string;
  readonly onClose: () => void;
  readonly onRemoved: (answer: ReceivedApiResult) => void;
}

/** Asks before a device is removed: which one, and what that means. */
export function RemoveSourceDialog({ config, name, onClose, onRemoved }: RemoveSourceDialogProps) {
  const { call } = useServices();
  const { sources: t } = useTexts('sources');
  return (
    <AskDialog
      title={t.removeTitle}
      action={t.remove}
      acting={t.removing}
      variant="danger"
      act={async () => outcomeOf(await call(removeSource, { body: { id: config.id } }), onRemoved)}
      onClose={onClose}
    >
      <p className={styles.removed}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>{addressText(config)}</span>
      </p>
      <p>{t.removeText}</p>
    </AskDialog>
  );
}
