import { CONFIG_FILE, PIN_PROFILE_FILE } from '@heliograph/contract';
import { callFailureText } from '../../shared/form/call-failure.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { Group } from '../../shared/lib/is-group.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { InfoList, type InfoRow } from '../../shared/ui/info-list.tsx';
import { AdjustmentList } from './adjustment-list.tsx';
import { ADMIN_PASSWORD, type FileSummary, versionText } from './config-content.ts';
import { settingNames } from './setting-names.ts';
import type { ChosenFile, Comparison } from './use-chosen-file.ts';

interface RestorePreviewProps {
  readonly summary: FileSummary;
  readonly comparison: Comparison;
  readonly preview: ChosenFile['preview'];
  /** The file. */
  readonly config: Group;
  /** It is not sent: what it would change does not matter. */
  readonly isRefused: boolean;
}

/** What a chosen file is, and what it would change. */
export function RestorePreview({ summary, comparison, preview, config, isRefused }: RestorePreviewProps) {
  const { t: frame, format } = useI18n();
  const { device, info, maintenance: t } = useTexts('device', 'info', 'maintenance');
  const rows: readonly InfoRow[] =
    summary.file === PIN_PROFILE_FILE
      ? [
          [t.content, device.pins],
          [device.profile, summary.profiles.join(', ')],
        ]
      : [
          [t.content, info.configuration],
          [info.system.configVersion, versionText(summary.version)],
          [frame.titles.inverterSettings, format.noDigits(summary.inverterCount)],
        ];
  return (
    <>
      <InfoList rows={rows} />
      {summary.file === CONFIG_FILE && !isRefused && <Differences comparison={comparison} />}
      {!__FOR_DEVICE__ && !isRefused && <Adjustments preview={preview} config={config} />}
    </>
  );
}

/** A gateway that cannot tell what it would not keep, such as an original device, is not spoken of. */
function Adjustments({ preview, config }: Pick<RestorePreviewProps, 'preview' | 'config'>) {
  const { format } = useI18n();
  const texts = useTexts('common');
  if (preview === undefined) return null;
  if (!('kind' in preview)) {
    return preview.length > 0 ? (
      <Alert kind="warning">
        <AdjustmentList adjustments={preview} config={config} />
      </Alert>
    ) : null;
  }
  const isExplained = preview.kind !== 'missing' && preview.kind !== 'unreadable';
  return isExplained ? <p>{callFailureText(texts, format, preview)}</p> : null;
}

function Differences({ comparison }: { readonly comparison: Comparison }) {
  const { t: frame, format } = useI18n();
  const texts = useTexts(
    'common',
    'gateway',
    'maintenance',
    'login',
    'device',
    'info',
    'mqtt',
    'network',
    'time',
  );
  const { common, maintenance: t } = texts;
  if (comparison === undefined) return <p>{common.loading}</p>;
  if ('kind' in comparison) return <p>{callFailureText(texts, format, comparison)}</p>;
  const rows = settingNames(frame, texts, comparison);
  return (
    <>
      <p>{rows.length > 0 ? t.differs : t.same}</p>
      <InfoList rows={rows} />
      {comparison.paths.includes(ADMIN_PASSWORD) && <p>{t.newPassword}</p>}
    </>
  );
}
