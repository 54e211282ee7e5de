import { CONFIG_FILE, PIN_PROFILE_FILE } from '@heliograph/contract';
import type { CallResult } from '../../shared/api/call.ts';
import { callFailureText } from '../../shared/form/call-failure.tsx';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { InfoList, type InfoRow } from '../../shared/ui/info-list.tsx';
import { ADMIN_PASSWORD, type ConfigDifferences, type FileSummary, versionText } from './config-content.ts';
import { settingNames } from './setting-names.ts';

/** What a file would change; undefined while the gateway's own is read; or why that could not be. */
export type Comparison = ConfigDifferences | Exclude<CallResult<never>, { kind: 'answered' }> | undefined;

interface RestorePreviewProps {
  readonly summary: FileSummary;
  readonly comparison: Comparison;
  /** It is not sent: what it would change does not matter. */
  readonly isRefused: boolean;
}

/** What a chosen file is, and what it would change. */
export function RestorePreview({ summary, comparison, isRefused }: RestorePreviewProps) {
  const { t: frame, format } = useI18n();
  const { device, info, maintenance: t } = useAreaTexts();
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
    </>
  );
}

function Differences({ comparison }: { readonly comparison: Comparison }) {
  const { t: frame, format } = useI18n();
  const area = useAreaTexts();
  const { common, maintenance: t } = area;
  if (comparison === undefined) return <p>{common.loading}</p>;
  if ('kind' in comparison) return <p>{callFailureText(area, format, comparison)}</p>;
  const rows = settingNames(frame, area, comparison);
  return (
    <>
      <p>{rows.length > 0 ? t.differs : t.same}</p>
      <InfoList rows={rows} />
      {comparison.paths.includes(ADMIN_PASSWORD) && <p>{t.newPassword}</p>}
    </>
  );
}
