import { getNtpStatus, type ReceivedNtpStatus } from '@heliograph/contract';
import { useTickingSince } from '../../shared/api/services.ts';
import { type Formats, formatsAt } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { readDeviceLocalTime } from '../../shared/lib/device-local-time.ts';
import { InfoPage, type InfoSection } from '../../shared/page/info-page.tsx';
import { TickingLocalTime } from '../../shared/page/ticking-local-time.tsx';
import { clockSpan, timeStateRow } from '../../shared/page/time-facts.tsx';
import type { InfoRow } from '../../shared/ui/info-list.tsx';

/** Where the gateway's time comes from, and what it is. */
export function NtpInfoPage() {
  const { t: frame } = useI18n();
  const texts = useTexts('gateway', 'info', 'time');
  const { gateway, info } = texts;
  const { ntp: t } = info;
  const serverRows = useServerRows();

  function sections(status: ReceivedNtpStatus, receivedAtMs: number): readonly InfoSection[] {
    const { localTime: time, isClockSet: isSet = status.isSynced } = status;
    const zone: readonly InfoRow[] = [
      [t.zone, status.timezoneName],
      [t.rule, status.timezoneRule],
    ];
    return [
      [
        t.clock,
        [
          timeStateRow(texts, info.status, status, receivedAtMs),
          [t.localTime, isSet && time && <TickingLocalTime text={time} receivedAtMs={receivedAtMs} />],
        ],
      ],
      ...(__FOR_DEVICE__ || status.state === undefined
        ? [[info.configuration, [[info.server, status.server], ...zone]] as const]
        : [
            [gateway.timeServer.title, serverRows(status, receivedAtMs)] as const,
            [info.configuration, zone] as const,
          ]),
    ];
  }

  return (
    <InfoPage title={frame.headings.ntpInfo} endpoint={getNtpStatus} rowCounts={[2, 5]} sections={sections} />
  );
}

/** Makes the rows about the server of a gateway that tells of its answers. */
function useServerRows(): (status: ReceivedNtpStatus, receivedAtMs: number) => readonly InfoRow[] {
  const { format } = useI18n();
  const { gateway, info } = useTexts('gateway', 'info');
  return (status, receivedAtMs) => {
    const { timeServer: t } = gateway;
    const { answerAgeS: ageS = -1, offsetS = 0, nextTryS } = status;
    const span = clockSpan(format, offsetS);
    const moved = offsetS > 0 ? t.wasBehind(span) : t.wasAhead(span);
    const answers: readonly InfoRow[] =
      ageS < 0
        ? [[t.lastAnswer, t.noAnswer]]
        : [
            [t.address, status.answeringAddress],
            [
              t.lastAnswer,
              momentText(format, status.localTime, ageS),
              <Ago key="ago" ageS={ageS} receivedAtMs={receivedAtMs} />,
            ],
            [t.offset, offsetS === 0 ? span : moved],
          ];
    const next = nextTryS !== undefined && <Until seconds={nextTryS} receivedAtMs={receivedAtMs} />;
    return [[info.server, status.server], ...answers, [t.nextTry, next]];
  };
}

/** When it was `ageS` ago by the device's own clock; empty where that cannot be read. */
function momentText(format: Formats, localTime: string | undefined, ageS: number): string {
  const nowMs = readDeviceLocalTime(localTime ?? '');
  return nowMs === undefined ? '' : formatsAt(format, { utcOffsetS: 0 }).dateTime(nowMs - 1000 * ageS);
}

interface TickingProps {
  /** When it was told, in the clock's elapsed milliseconds. */
  readonly receivedAtMs: number;
}

function Ago({ ageS, receivedAtMs }: TickingProps & { readonly ageS: number }) {
  const { format } = useI18n();
  const { timeServer: t } = useTexts('gateway').gateway;
  return t.ago(format.duration(1000 * ageS + useTickingSince(receivedAtMs)));
}

function Until({ seconds, receivedAtMs }: TickingProps & { readonly seconds: number }) {
  const { format } = useI18n();
  const { timeServer: t } = useTexts('gateway').gateway;
  const leftMs = 1000 * seconds - useTickingSince(receivedAtMs);
  return leftMs < 1000 ? t.now : t.inTime(format.duration(leftMs));
}
