import {
  getRadio,
  HOP_MODES,
  type HopMode,
  type LinkCounts,
  type RadioLink,
  type RadioReport,
  type RadioSettings,
  RadioSettingsSchema,
  setRadioSettings,
  testRadio,
} from '@heliograph/contract';
import { useState } from 'react';
import { useRouter } from 'wouter';
import { useContact, useMay, useServices } from '../../shared/api/services.ts';
import { type Asked, useAnswers } from '../../shared/api/use-answers.ts';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import { PageTitle } from '../../shared/form/field-help.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { SelectField } from '../../shared/form/select-field.tsx';
import styles from '../../shared/form/settings-page.module.css';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { withUnit } from '../../shared/i18n/with-unit.ts';
import { OutOfBand } from '../../shared/page/out-of-band.tsx';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { InfoList, type InfoRow } from '../../shared/ui/info-list.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatusBadge, type StatusTone } from '../../shared/ui/status-badge.tsx';
import { adviceOf, isModuleAtFault, type LinkVerdict, verdictOf } from './link-verdict.ts';
import own from './radio.module.css';

const REPEAT_MS = 3000;
const NO_QUERY: readonly Asked[] = [{}];
/** Above it packets are missed: a slot is 2044 us long, and both sides have to be on the same RF channel. */
const LATE_US = 500;

/** How well the gateway's own radio reaches each inverter, what that means, and what to do. */
export function RadioPage() {
  const { t: frame } = useI18n();
  const { common, radio: t } = useTexts('common', 'radio');
  const asked = useAnswers<RadioReport>(getRadio, NO_QUERY, REPEAT_MS);
  const mayChange = useMay('admin');
  const [report] = asked.answers ?? [];
  const { failure } = asked;
  const isStale = useContact().lostAtMs !== undefined || failure !== undefined;
  return (
    <section className={styles.page}>
      <PageTitle title={frame.titles.radio} />
      <p className={own.quiet}>{t.intro}</p>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure
          failure={failure}
          staleNote={report === undefined ? undefined : common.outOfDate}
          onRetry={asked.reload}
        />
      )}
      {report === undefined ? (
        failure === undefined && (
          <Waiting>
            <Skeleton height="8rem" />
            <Skeleton height="20rem" />
          </Waiting>
        )
      ) : (
        <>
          <Chip report={report} isStale={isStale} />
          {mayChange && <SelfTest report={report} onStarted={asked.reload} />}
          {report.out_of_band !== undefined && <OutOfBand inverters={report.out_of_band} />}
          {report.inverters.length === 0 && report.out_of_band === undefined && (
            <Alert kind="info">
              <p>{t.none}</p>
              <p>{t.noneNext}</p>
            </Alert>
          )}
          {report.inverters.map((link) => (
            <Link
              key={link.serial}
              link={{ ...link, isModuleAtFault: isModuleAtFault(report) }}
              mode={report.hop_mode}
              isStale={isStale}
            />
          ))}
          <Meaning />
          {mayChange && <HopForm />}
        </>
      )}
    </section>
  );
}

interface ChipProps {
  readonly report: RadioReport;
  readonly isStale: boolean;
}

/** The module, what is wrong with it, and how late its hops are. */
function Chip({ report, isStale }: ChipProps) {
  const { format } = useI18n();
  const { base } = useRouter();
  const { radio: t } = useTexts('radio');
  const { fault, lateness, connected, simulated } = report;
  const state = !connected ? 'silent' : fault ? 'limited' : simulated ? 'simulated' : 'works';
  const tone: StatusTone = { silent: 'bad', limited: 'pending', simulated: 'good', works: 'good' }[
    state
  ] as StatusTone;
  const us = (value: number) => withUnit(format, value, 'µs');
  const isLate = lateness !== undefined && lateness.p99_us > LATE_US;
  const rows: InfoRow[] = [
    [
      t.state,
      <StatusBadge key="state" tone={tone}>
        {t.states[state]}
      </StatusBadge>,
    ],
  ];
  if (lateness !== undefined)
    rows.push([
      t.hops,
      <StatusBadge key="hops" tone={isLate ? 'pending' : 'good'}>
        {isLate ? t.late : t.onTime}
      </StatusBadge>,
      t.lateness(us(lateness.p50_us), us(lateness.p99_us), us(lateness.max_us)),
    ]);
  rows.push(...overviewOf(report, t, format));
  return (
    <Card title={t.chip}>
      <InfoList rows={rows} stale={isStale} />
      {fault !== undefined && (
        <div role="status">
          <Alert kind={connected ? 'warning' : 'danger'}>{t.faults[fault.name](fault)}</Alert>
        </div>
      )}
      {isLate && (
        <Alert kind="warning">
          <p>{t.lateWhy}</p>
          <p>
            <a href={`${base}/guide/info/radio#late`} target="_blank" rel="noopener">
              {t.lateGuide}
            </a>
          </p>
        </Alert>
      )}
    </Card>
  );
}

/** Of how many is said what, the ones that need something first, so that nobody has to look through all of them. */
function overviewOf(report: RadioReport, t: Texts['radio'], format: Formats): readonly InfoRow[] {
  const { inverters, hop_mode } = report;
  if (inverters.length < 2 || isModuleAtFault(report)) return [];
  const verdicts = inverters.map((link) => verdictOf(link, link[hop_mode]));
  const parts = (['poor', 'silent', 'early', 'fair', 'good'] as const)
    .map((verdict) => ({ verdict, count: verdicts.filter((one) => one === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${format.noDigits(count)}\u00A0× ${t.verdicts[verdict]}`);
  return [[t.inverters, parts.join(', ')]];
}

const TONES: Readonly<Record<LinkVerdict, StatusTone>> = {
  unknown: 'unknown',
  early: 'unknown',
  good: 'good',
  fair: 'good',
  poor: 'bad',
  silent: 'off',
};

interface LinkProps {
  readonly link: RadioLink & { readonly isModuleAtFault: boolean };
  readonly mode: HopMode;
  readonly isStale: boolean;
}

/** One inverter: how it goes, the numbers, what to do, and how it went the other way of hopping. */
function Link({ link, mode, isStale }: LinkProps) {
  const { format } = useI18n();
  const { radio: t } = useTexts('radio');
  const counts = link[mode];
  const verdict = verdictOf(link, counts);
  const other = HOP_MODES.find((one) => one !== mode) ?? mode;
  return (
    <Card
      title={link.name || link.serial}
      badge={<StatusBadge tone={TONES[verdict]}>{t.verdicts[verdict]}</StatusBadge>}
    >
      {link.name !== '' && <p className={own.quiet}>{link.serial}</p>}
      <dl className={`${own.facts} ${isStale ? own.stale : ''}`}>
        {factsOf({ counts, rssi: link.rssi, t, format }).map(([label, value, more]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {more !== '' && <dd className={own.quiet}>{more}</dd>}
          </div>
        ))}
      </dl>
      <p>{t.advice[adviceOf(link, counts)]}</p>
      {link[other].requests > 0 && (
        <p className={own.quiet}>
          {t.before(
            t.modes[other],
            shareOf(format, link[other].answers, link[other].requests),
            format.noDigits(link[other].requests),
          )}
        </p>
      )}
    </Card>
  );
}

/** What is not known has no number: of nothing there is no share. */
function shareOf(format: Formats, part: number, whole: number): string {
  return whole === 0 ? '—' : format.percent((100 * part) / whole);
}

interface FactsOptions {
  readonly counts: LinkCounts;
  readonly rssi: number | undefined;
  readonly t: Texts['radio'];
  readonly format: Formats;
}

function factsOf({ counts, rssi, t, format }: FactsOptions): readonly (readonly [string, string, string])[] {
  const { requests, answers, transmissions, acknowledged, tries } = counts;
  const of = (part: number, whole: number) => t.of(format.noDigits(part), format.noDigits(whole));
  const perPacket =
    transmissions === 0 ? '—' : t.times(tries / transmissions, format.digits(tries / transmissions, 1));
  const perAnswer = answers === 0 ? '—' : t.perAnswer(format.digits(counts.missed_fragments / answers, 2));
  return [
    [t.facts.answered, shareOf(format, answers, requests), of(answers, requests)],
    [t.facts.acknowledged, shareOf(format, acknowledged, transmissions), of(acknowledged, transmissions)],
    [t.facts.tries, perPacket, ''],
    [t.facts.missed, format.noDigits(counts.missed_fragments), perAnswer],
    [t.facts.again, t.times(counts.repeated_requests, format.noDigits(counts.repeated_requests)), ''],
    ...(rssi === undefined ? [] : ([[t.facts.signal, withUnit(format, rssi, 'dBm'), '']] as const)),
  ];
}

interface SelfTestProps {
  readonly report: RadioReport;
  readonly onStarted: () => void;
}

/** One packet to nobody and a second of listening, on demand: the question after each wire that was touched. */
function SelfTest({ report, onStarted }: SelfTestProps) {
  const { call } = useServices();
  const { radio: t } = useTexts('radio');
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  const isTesting = isAsking || report.testing;
  const findings = findingsOf(report, t, useI18n().format);

  async function start(): Promise<void> {
    if (isTesting) return;
    setAsking(true);
    setFailure(undefined);
    const result = await call(testRadio, { body: { test: true } });
    setAsking(false);
    if (result.kind === 'answered') onStarted();
    // A test changes nothing, so nobody has to look whether it was begun all the same.
    else setFailure({ ...result, isUnsent: true });
  }

  return (
    <Card title={t.testTitle}>
      <p>{t.testIntro}</p>
      <Button aria-disabled={isTesting} onClick={() => void start()}>
        {t.testStart}
      </Button>
      <div role="status">
        {isTesting ? (
          <p>{t.testing}</p>
        ) : (
          findings !== undefined && (
            <Alert kind={findings.kind}>
              {findings.lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Alert>
          )
        )}
      </div>
      {failure !== undefined && <FailureAlert failure={failure} />}
    </Card>
  );
}

interface Findings {
  readonly kind: 'success' | 'info' | 'warning';
  readonly lines: readonly string[];
}

/** What the last test has found, in sentences. */
function findingsOf(
  { test, simulated }: RadioReport,
  { tested: t, times, faults }: Texts['radio'],
  format: Formats,
): Findings | undefined {
  if (test === undefined) return undefined;
  // As it was in the test: what is so now stands above, and may be something else.
  const { tries, packets, ago, connected, plus_variant, fault } = test;
  const when = t.when(format.duration(ago * 1000));
  const wrong = fault && faults[fault.name](fault);
  if (!connected) return { kind: 'warning', lines: [when, t.silent, ...(wrong ? [wrong] : [])] };
  const isGood = plus_variant && tries !== undefined && fault === undefined;
  const sent = tries === undefined ? t.notSent : t.sent(times(tries, format.noDigits(tries)));
  return {
    // Of a simulated radio it says nothing about wires, neither good nor bad.
    kind: simulated ? 'info' : isGood ? 'success' : 'warning',
    lines: [
      when,
      ...(simulated ? [t.simulated] : []),
      ...(plus_variant ? [t.module] : wrong ? [] : [t.notPlus]),
      // What is at fault is named in place of what it would have us believe.
      wrong ?? sent,
      t.listened(t.packets(packets, format.noDigits(packets))),
    ],
  };
}

type HopValues = { readonly hop_mode: string };

/** How the radio hops: for the admin. */
function HopForm() {
  const { radio: t } = useTexts('radio');
  return (
    <SettingsPage
      draftKey="radio"
      title=""
      load={getRadio}
      save={setRadioSettings}
      schema={RadioSettingsSchema}
      valuesOf={({ hop_mode }): HopValues => ({ hop_mode })}
      bodyOf={({ hop_mode }): RadioSettings => ({
        hop_mode: HOP_MODES.find((mode) => mode === hop_mode) ?? 'rigid',
      })}
      fieldOf={() => 'hop_mode'}
      heights={[12]}
    >
      {(form) => (
        <Card title={t.hopTitle}>
          <SelectField
            label={t.hopMode}
            field={form.text('hop_mode')}
            hint={t.hopHint}
            options={HOP_MODES.map((mode) => ({ value: mode, label: t.hopOptions[mode] }))}
          />
        </Card>
      )}
    </SettingsPage>
  );
}

function Meaning() {
  const { radio: t } = useTexts('radio');
  const names = ['answered', 'acknowledged', 'tries', 'missed', 'again', 'signal'] as const;
  return (
    <details className={own.meaning}>
      <summary>{t.meaning}</summary>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{t.facts[name]}</dt>
            <dd>{t.meanings[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
