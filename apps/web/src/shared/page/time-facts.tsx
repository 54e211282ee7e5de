import { NTP_FAILURES, type NtpState, type ReceivedNtpStatus } from '@heliograph/contract';
import { Hourglass, TriangleAlert } from 'lucide';
import { Link } from 'wouter';
import { useTickingSince } from '../api/services.ts';
import type { Formats } from '../i18n/format.ts';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import type { Texts, TextsOf } from '../i18n/texts.ts';
import { PATHS } from '../lib/paths.ts';
import type { InfoRow } from '../ui/info-list.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { liveRow } from './connection-row.tsx';

/** What its parts say; a page asks for all of it at once, or React takes the order of its hooks for another one (its issue 37655). */
type TimeStateTexts = 'gateway' | 'info' | 'time';

/** The row that says whether the clock is right and why not; below it what follows, and what to do. */
export function timeStateRow(
  { gateway, info: { ntp: t } }: TextsOf<TimeStateTexts>,
  label: string,
  status: ReceivedNtpStatus,
  receivedAtMs: number,
): InfoRow {
  const { isSynced, failure } = status;
  if (isSynced === undefined) return [label, ''];
  const state = status.state ?? (isSynced ? 'synced' : 'never');
  const why = reason(gateway, failure);
  if (state === 'synced') return liveRow(label, <StatusBadge tone="good">{t.synced}</StatusBadge>);
  // An original device tells of no clock but the one that a server or a hand has set.
  if (__FOR_DEVICE__ || status.isClockSet !== true) return notSetRow(label, t.notSynced, why);
  if (state === 'never' && !failure) {
    return liveRow(
      label,
      <StatusBadge tone="pending" icon={Hourglass}>
        {t.asking}
      </StatusBadge>,
    );
  }
  return liveRow(
    label,
    <StatusBadge tone="pending" icon={TriangleAlert}>
      {t.states[state]}
    </StatusBadge>,
    <>
      <Consequence state={state} ageS={status.answerAgeS} receivedAtMs={receivedAtMs} /> {why}
    </>,
  );
}

/** Of the last try; empty where it gave the time, and on an original device, which does not tell it. */
function reason(gateway: Texts['gateway'], failure: string | undefined): string {
  return !__FOR_DEVICE__ && failure ? serverFailureText(gateway, failure) : '';
}

function notSetRow(label: string, word: string, why: string): InfoRow {
  const badge = <StatusBadge tone="bad">{word}</StatusBadge>;
  return liveRow(
    label,
    badge,
    <>
      <ClockConsequence /> {why}
    </>,
  );
}

function ClockConsequence() {
  const { hints } = useTexts('plant').plant;
  return (
    <>
      {hints.clock} {hints.clockStops} <Link href={PATHS.ntpSettings}>{hints.clockLink}</Link>
    </>
  );
}

/** Why a time server gives no time, and what to do. */
export function serverFailureText({ timeServer }: Texts['gateway'], name: string): string {
  return timeServer.failures[NTP_FAILURES.find((known) => known === name) ?? 'other'];
}

interface ConsequenceProps {
  readonly state: Exclude<NtpState, 'synced'>;
  /** Of the last answer. */
  readonly ageS: number | undefined;
  readonly receivedAtMs: number;
}

/** What a server that does not keep the clock right means. */
function Consequence({ state, ageS = 0, receivedAtMs }: ConsequenceProps) {
  const { format } = useI18n();
  const { time: t } = useTexts('time');
  const ageMs = 1000 * ageS + useTickingSince(receivedAtMs);
  return state === 'late' ? t.late(format.duration(ageMs)) : t.states[state];
}

/** How far two clocks are apart, in the unit that says it best; what is shorter than a millisecond is none. */
export function clockSpan(format: Formats, seconds: number): string {
  const spanS = Math.abs(seconds);
  if (spanS < 1) return `${format.noDigits(1000 * spanS)} ms`;
  if (spanS < 120) return `${format.decimal(Math.round(10 * spanS) / 10)} s`;
  // What summer time and the neighbouring zone make of a clock is an hour to everybody.
  return Math.floor(spanS / 60) === 60 ? '1 h' : format.duration(1000 * spanS);
}
