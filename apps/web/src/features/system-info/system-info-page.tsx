import { getSystemStatus, type ReceivedSystemStatus } from '@heliograph/contract';
import { Link } from 'wouter';
import { bytesOfText } from '../../shared/i18n/byte-format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { withUnit } from '../../shared/i18n/with-unit.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { InfoPage, type InfoSection } from '../../shared/page/info-page.tsx';
import type { InfoRow } from '../../shared/ui/info-list.tsx';
import { MemoryBar } from '../../shared/ui/memory-bar.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { SupportCard } from './support-card.tsx';
import { useFirmwareRows } from './use-firmware-rows.tsx';

/** The machine that the gateway is, and what runs on it. */
export function SystemInfoPage() {
  const { t: frame, format } = useI18n();
  const { info } = useTexts('info');
  const { system: t } = info;
  const firmwareRows = useFirmwareRows();
  const memoryRow = useMemoryRow();
  const radioRows = useRadioRows();

  function sections(status: ReceivedSystemStatus, receivedAtMs: number): readonly InfoSection[] {
    const { chipRevision: revision } = status;
    return [
      [t.firmware, firmwareRows(status, receivedAtMs)],
      [
        t.hardware,
        [
          [t.chip, status.chipModel],
          [t.revision, revision !== undefined && format.noDigits(revision)],
          [t.cores, status.cpuCores ? format.noDigits(status.cpuCores) : ''],
          [t.frequency, withUnit(format, status.cpuFrequencyMhz, 'MHz')],
        ],
      ],
      [
        t.memory,
        [
          memoryRow(t.heap, status.heapUsedBytes, status.heapTotalBytes),
          memoryRow(t.fileSystem, status.fileSystemUsedBytes, status.fileSystemTotalBytes),
          memoryRow(t.sketch, status.sketchUsedBytes, status.sketchTotalBytes),
        ],
      ],
      [t.radio, radioRows(status)],
    ];
  }

  return (
    <InfoPage
      title={frame.titles.systemInfo}
      endpoint={getSystemStatus}
      rowCounts={[9, 4, 6, 2]}
      sections={sections}
      more={__FOR_DEVICE__ ? undefined : <SupportCard />}
    />
  );
}

/** How much of a memory is used, as a share, a bar and in words. */
function useMemoryRow() {
  const { format } = useI18n();
  const { system: t } = useTexts('info').info;
  return (label: string, used: number | undefined, total = 0): InfoRow => {
    if (used === undefined || total <= 0) return [label, ''];
    const percent = Math.min(100, (100 * used) / total);
    const [usedText, freeText, totalText] = [used, Math.max(0, total - used), total].map((bytes) =>
      bytesOfText(format.tag, bytes, total),
    ) as [string, string, string];
    const usage = t.usage(usedText, freeText, totalText);
    return [
      label,
      format.percentTenths(percent),
      <>
        <MemoryBar percent={percent} />
        {usage}
      </>,
    ];
  };
}

/** Whether the radio's chip answers, and which one it is. */
function useRadioRows() {
  const { t: frame } = useI18n();
  const { info, plant } = useTexts('info', 'plant');
  return ({ isRadioConnected, isRadioPlusVariant }: ReceivedSystemStatus): InfoRow[] => {
    const chip = isRadioConnected ? isRadioPlusVariant : undefined;
    const badge = (isGood: boolean | undefined, good: string, bad: string) => (
      <StatusBadge tone={isGood === undefined ? 'unknown' : isGood ? 'good' : 'bad'}>
        {isGood === undefined ? frame.unknownValue : isGood ? good : bad}
      </StatusBadge>
    );
    return [
      [
        info.status,
        badge(isRadioConnected, info.connected, info.notConnected),
        isRadioConnected === false
          ? plant.hints.radio
          : !__FOR_DEVICE__ && isRadioConnected && <ToldOfRadio />,
      ],
      [info.system.chipType, badge(chip, 'nRF24L01+', 'nRF24L01'), chip === false && plant.hints.radio],
    ];
  };
}

/** A simulated radio has no chip: programs are told of one all the same, because the originals that they know have one. */
function ToldOfRadio() {
  const { system: t } = useTexts('info').info;
  return (
    <>
      {t.radioTold} <Link href={PATHS.radio}>{t.radioPage}</Link>
    </>
  );
}
