import { CircleAlert } from 'lucide';
import { useEffect, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { checkForUpdate, type UpdateCheck } from '../../shared/api/update-check.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { ExternalLink } from '../../shared/ui/external-link.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';

interface UpdateBadgeProps {
  /** `owner/name` at the public code host. */
  readonly repository: string;
  /** The running version. */
  readonly version: string;
}

/** Whether the repository has something newer than the running version. */
export function UpdateBadge({ repository, version }: UpdateBadgeProps) {
  const { common, info } = useTexts('common', 'info');
  const check = useUpdateCheck(repository, version);
  if (check === undefined) return common.loading;
  if (check.kind === 'current') return <StatusBadge tone="good">{info.system.upToDate}</StatusBadge>;
  if (check.kind === 'failed') return <StatusBadge tone="unknown">{info.system.versionError}</StatusBadge>;
  const badge = (
    <StatusBadge tone="bad" icon={CircleAlert}>
      {info.system.newVersion}
    </StatusBadge>
  );
  return check.page === undefined ? badge : <ExternalLink href={check.page}>{badge}</ExternalLink>;
}

/** Undefined while the answer is on its way. */
function useUpdateCheck(repository: string, version: string): UpdateCheck | undefined {
  const services = useServices();
  const [check, setCheck] = useState<UpdateCheck>();
  useEffect(() => {
    let isWanted = true;
    setCheck(undefined);
    void checkForUpdate(services, repository, version).then((result) => {
      if (isWanted) setCheck(result);
    });
    return () => {
      isWanted = false;
    };
  }, [services, repository, version]);
  return check;
}
