import { getUpdateSource, type ReceivedSystemStatus } from '@heliograph/contract';
import type { ReactNode } from 'react';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { firmwareVersion } from '../../shared/lib/firmware-version.ts';
import { repositoryPage } from '../../shared/lib/repository-page.ts';
import { ExternalLink } from '../../shared/ui/external-link.tsx';
import type { InfoRow } from '../../shared/ui/info-list.tsx';
import { TickingUptime } from './ticking-uptime.tsx';
import { UpdateBadge } from './update-badge.tsx';

/** What an original device says of a reset without a reason. Source: device contract, section 1.17. */
const NO_REASON = 'NO_MEAN';
const NO_QUERY = {};

/** Makes the rows about the firmware of a status that came at `receivedAtMs`, in the clock's elapsed milliseconds. */
export function useFirmwareRows(): (
  status: ReceivedSystemStatus,
  receivedAtMs: number,
) => readonly InfoRow[] {
  const { format } = useI18n();
  const { common, info } = useAreaTexts();
  const { system: t } = info;
  const { answer, isLoading } = useEndpoint(getUpdateSource, NO_QUERY);
  const repository = answer?.repository ?? '';

  function resetReason(reason = ''): string {
    const ours: Readonly<Record<string, string>> = t.resetReasons;
    return reason === NO_REASON ? '' : (ours[reason] ?? reason);
  }

  function versionOf(version: string): readonly [shown: ReactNode, updates: ReactNode] {
    if (version === '' || repository === '') return [version, isLoading ? common.loading : t.notChecked];
    const commits = repositoryPage(repository, `/commits/${encodeURIComponent(version)}`);
    return [
      <ExternalLink key="version" href={commits}>
        {version}
      </ExternalLink>,
      <UpdateBadge key="updates" repository={repository} version={version} />,
    ];
  }

  return (status, receivedAtMs) => {
    const [version, updates] = versionOf(firmwareVersion(status.git_hash ?? ''));
    const { uptime, cfgsavecount: saves } = status;
    return [
      [info.hostname, status.hostname],
      [t.sdk, status.sdkversion],
      [t.configVersion, status.config_version],
      [t.version, version],
      [t.updates, null, updates],
      [t.resetReason(0), resetReason(status.resetreason_0)],
      [t.resetReason(1), resetReason(status.resetreason_1)],
      [t.saveCount, saves !== undefined && format.noDigits(saves)],
      [t.uptime, uptime !== undefined && <TickingUptime uptimeS={uptime} receivedAtMs={receivedAtMs} />],
    ];
  };
}
