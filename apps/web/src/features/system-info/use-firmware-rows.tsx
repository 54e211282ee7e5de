import { getUpdateSource, type ReceivedSystemStatus } from '@heliograph/contract';
import type { ReactNode } from 'react';
import { isProgram, runningCommit, runningVersion } from '../../shared/api/running-version.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { repositoryPage } from '../../shared/lib/repository-page.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { ExternalLink } from '../../shared/ui/external-link.tsx';
import type { InfoRow } from '../../shared/ui/info-list.tsx';
import { TickingUptime } from './ticking-uptime.tsx';
import { UpdateBadge } from './update-badge.tsx';

/**
 * What an original device says of a reset without a reason. Source: docs/reference/original-device.md#system-status.
 */
const NO_REASON = 'NO_MEAN';
const NO_QUERY = {};

/** Makes the rows about the firmware of a status that came at `receivedAtMs`, in the clock's elapsed milliseconds. */
export function useFirmwareRows(): (
  status: ReceivedSystemStatus,
  receivedAtMs: number,
) => readonly InfoRow[] {
  const { format } = useI18n();
  const { common, gateway, info } = useTexts('common', 'gateway', 'info');
  const { system: t } = info;
  const { answer, isLoading } = useEndpoint(getUpdateSource, NO_QUERY);
  const repository = answer?.repository ?? '';

  function resetReason(reason = ''): string {
    const ours: Readonly<Record<string, string>> = t.resetReasons;
    return reason === NO_REASON ? '' : (ours[reason] ?? reason);
  }

  function versionOf(status: ReceivedSystemStatus): readonly [shown: ReactNode, updates: ReactNode] {
    const version = runningVersion(status);
    if (__FOR_DEVICE__) return [version, t.notChecked]; // whom to ask, only our gateway tells
    const commit = runningCommit(status);
    if (commit === '' || repository === '') return [version, isLoading ? common.loading : t.notChecked];
    const commits = repositoryPage(repository, `/commits/${encodeURIComponent(commit)}`);
    return [
      <ExternalLink key="version" href={commits}>
        {version}
      </ExternalLink>,
      <UpdateBadge key="updates" repository={repository} version={commit} />,
    ];
  }

  /** What the gateway runs on gets no security fixes any more; what helps depends on how it was installed. */
  function runtimeWarning(status: ReceivedSystemStatus): ReactNode {
    if (__FOR_DEVICE__) return undefined;
    const { runtimeEndOfLifeDay: day = '', installation } = status;
    const unixMs = Date.parse(day);
    if (Number.isNaN(unixMs)) return undefined;
    // A day is the same everywhere, so the reader's time zone must not move it.
    const date = new Intl.DateTimeFormat(format.tag, { dateStyle: 'long', timeZone: 'UTC' }).format(unixMs);
    const advice = installation === 'docker' ? gateway.runtime.updateImage : gateway.runtime.installNewer;
    return <Alert kind="warning">{`${gateway.runtime.noFixesSince(date)} ${advice}`}</Alert>;
  }

  return (status, receivedAtMs) => {
    const [version, updates] = versionOf(status);
    const { uptimeS, saveCount: saves, storedImage: image } = status;
    return [
      [info.hostname, status.hostname],
      [t.sdk, status.sdkVersion, runtimeWarning(status)],
      [t.configVersion, status.configVersion],
      [!__FOR_DEVICE__ && isProgram(status) ? gateway.program.version : t.version, version],
      [t.updates, updates],
      ...(!__FOR_DEVICE__ && image
        ? [[gateway.program.image, image, gateway.program.notRunShort] as const]
        : []),
      [t.resetReason(0), resetReason(status.resetReasonCpu0)],
      [t.resetReason(1), resetReason(status.resetReasonCpu1)],
      [t.saveCount, saves !== undefined && format.noDigits(saves)],
      [t.uptime, uptimeS !== undefined && <TickingUptime uptimeS={uptimeS} receivedAtMs={receivedAtMs} />],
    ];
  };
}
