import { CONFIG_FILE, getConfigFile, PIN_PROFILE_FILE } from '@heliograph/contract';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { callFailureText } from '../../shared/form/call-failure.ts';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { InfoList, type InfoRow } from '../../shared/ui/info-list.tsx';
import { type ConfigSummary, configDifferences, groupOf, summarize, versionText } from './config-content.ts';
import { settingNames } from './setting-names.ts';

interface RestorePreviewProps {
  /** Of the chosen file; undefined where it is no JSON. */
  readonly content: unknown;
  /** The file that it would replace. */
  readonly target: string;
}

/** What a chosen file is, and what it would change. */
export function RestorePreview({ content, target }: RestorePreviewProps) {
  const { t: frame, format } = useI18n();
  const { device, info, maintenance: t } = useAreaTexts();
  const summary = summarize(content);
  if (summary === undefined) return <Alert kind="danger">{t.unreadable}</Alert>;
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
      {summary.file !== target && <Alert kind="danger">{t.wrongKind}</Alert>}
      <InfoList rows={rows} />
      {summary.file === CONFIG_FILE && <Differences summary={summary} />}
    </>
  );
}

const CURRENT = { file: CONFIG_FILE };

function Differences({ summary }: { readonly summary: ConfigSummary }) {
  const { t: frame, format } = useI18n();
  const area = useAreaTexts();
  const { common, maintenance: t } = area;
  const { answer, failure } = useEndpoint(getConfigFile, CURRENT);
  if (answer === undefined) return <p>{failure ? callFailureText(area, format, failure) : common.loading}</p>;
  const current = summarize(answer.content);
  const rows = settingNames(frame, area, configDifferences(summary.content, groupOf(answer.content)));
  const isNewer = current?.file === CONFIG_FILE && Number(summary.version) > Number(current.version);
  return (
    <>
      {isNewer && <Alert kind="danger">{t.newer}</Alert>}
      <p>{rows.length > 0 ? t.differs : t.same}</p>
      <InfoList rows={rows} />
    </>
  );
}
