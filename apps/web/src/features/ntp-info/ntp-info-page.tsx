import { getNtpStatus, type ReceivedNtpStatus } from '@heliograph/contract';
import { Link } from 'wouter';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/routes.ts';
import { InfoPage, type InfoSection } from '../../shared/page/info-page.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { TickingLocalTime } from './ticking-local-time.tsx';

/** Where the gateway's time comes from, and what it is. */
export function NtpInfoPage() {
  const { t: frame } = useI18n();
  const { info } = useAreaTexts();
  const { ntp: t } = info;
  const synced = <StatusBadge tone="good">{t.synced}</StatusBadge>;
  const notSynced = <StatusBadge tone="bad">{t.notSynced}</StatusBadge>;
  const consequence = (
    <>
      {frame.hints.clock} <Link href={PATHS.ntpSettings}>{frame.hints.clockLink}</Link>
    </>
  );

  function sections(status: ReceivedNtpStatus, receivedAtMs: number): readonly InfoSection[] {
    const { ntp_status: isSynced, ntp_localtime: time } = status;
    return [
      [
        t.clock,
        [
          [
            info.status,
            isSynced !== undefined && (isSynced ? synced : notSynced),
            isSynced === false && consequence,
          ],
          [t.localTime, isSynced && time && <TickingLocalTime text={time} receivedAtMs={receivedAtMs} />],
        ],
      ],
      [
        info.configuration,
        [
          [info.server, status.ntp_server],
          [t.zone, status.ntp_timezone_descr],
          [t.rule, status.ntp_timezone],
        ],
      ],
    ];
  }

  return (
    <InfoPage title={frame.titles.ntpInfo} endpoint={getNtpStatus} rowCounts={[2, 3]} sections={sections} />
  );
}
