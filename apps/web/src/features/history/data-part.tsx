import {
  type DateOrder,
  ENERGY_CSV_BYTES_MAX,
  type EnergyCsv,
  getHistoryCsv,
  getHistoryEnergy,
  getHistoryImports,
  getHistorySettings,
  HISTORY_CSV_ROWS_HEADER,
  HISTORY_CSV_STEPS,
  HISTORY_PRICE_MAX,
  type HistoryCsvStep,
  type HistoryImport,
  type HistorySettings,
  HistorySettingsSchema,
  type ImportedEnergy,
  type ImportPreview,
  importBatches,
  importHistory,
  previewImport,
  type ReceivedHistorySettings,
  type ReceivedImportTakeBackAnswer,
  setHistorySettings,
  takeImportBack,
} from '@heliograph/contract';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { downloadText } from '../../shared/api/download-text.ts';
import { useMay, useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { AskDialog, outcomeOf } from '../../shared/form/ask-dialog.tsx';
import { callFailureText } from '../../shared/form/call-failure.tsx';
import { FileField } from '../../shared/form/file-field.tsx';
import { SettingsPage } from '../../shared/form/settings-page.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { wholeNumber } from '../../shared/form/whole-number.ts';
import { amountText } from '../../shared/i18n/amount-text.ts';
import { bytesText } from '../../shared/i18n/byte-format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { createDateNames } from '../../shared/i18n/plant-time.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { dateAfter, type Period, spanOf } from '../../shared/lib/periods.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { saveTextFile } from '../../shared/ui/save-text-file.ts';
import styles from './history.module.css';
import { readEnergyText, readTextFile, type Waiting } from './read-energy-file.ts';
import { daysOf, type Kept, type ShownPeriod, shownPeriod } from './use-history.ts';

interface DataPartProps {
  readonly kept: Kept;
  readonly period: Period;
  readonly date: string | undefined;
}

/** What is kept as a file, energy from elsewhere, and how long what is kept. Loaded when somebody opens it. */
export function DataPart({ kept, period, date }: DataPartProps) {
  const isAdmin = useMay('admin');
  return (
    <div className={styles.data}>
      <ExportCard kept={kept} shown={shownPeriod({ period, date }, daysOf(kept))} />
      {isAdmin && <ImportCard kept={kept} />}
      {isAdmin && <HistorySettingsForm />}
    </div>
  );
}

/** How fine a file of a period is at first. */
const FIRST_STEP: Readonly<Record<Period, HistoryCsvStep>> = {
  day: 'minute',
  month: 'hour',
  year: 'day',
  all: 'day',
};

type Progress =
  | { readonly percent: number }
  | { readonly text: ReactNode; readonly isBad: boolean }
  | undefined;

/** The period that is shown as a file for a spreadsheet: it is written while it is sent, and can be stopped. */
function ExportCard({ kept, shown }: { readonly kept: Kept; readonly shown: ShownPeriod }) {
  const services = useServices();
  const { format } = useI18n();
  const texts = useTexts('common', 'history');
  const { data: t } = texts.history;
  const [chosen, choose] = useState<HistoryCsvStep>();
  const [progress, setProgress] = useState<Progress>();
  const stop = useRef<AbortController>(undefined);
  const names = useMemo(() => createDateNames(format.tag), [format]);
  const step = chosen ?? FIRST_STEP[shown.period];
  const isUnderWay = progress !== undefined && 'percent' in progress;

  async function download(): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    setProgress({ percent: 0 });
    const result = await downloadText(services, {
      path: getHistoryCsv.path,
      query: { step, from: String(shown.span.fromS), to: String(shown.span.toS) },
      linesHeader: HISTORY_CSV_ROWS_HEADER,
      onPercent: (percent) => setProgress({ percent }),
      signal: controller.signal,
    });
    if (result.kind === 'loaded') {
      saveTextFile(document, `history-${shown.first}-${shown.last}-${step}.csv`, result.text);
      setProgress({ text: t.saved, isBad: false });
    } else if (result.kind === 'stopped') {
      setProgress({ text: t.stopped, isBad: false });
    } else {
      setProgress({ text: callFailureText(texts, format, result), isBad: true });
    }
  }

  return (
    <Card title={t.export}>
      <p className={styles.note}>
        {shown.first === shown.last
          ? t.exportDay(names.day(shown.first))
          : t.exportNote(names.day(shown.first), names.day(shown.last))}
      </p>
      <label className={styles.choice}>
        <span>{t.step}</span>
        <select
          value={step}
          onChange={({ target }) => choose(HISTORY_CSV_STEPS.find((one) => one === target.value))}
        >
          {HISTORY_CSV_STEPS.map((one) => (
            <option key={one} value={one}>
              {t.steps[one]}
            </option>
          ))}
        </select>
      </label>
      <ProgressOf progress={progress} label={t.export} />
      <div>
        {isUnderWay ? (
          <Button onClick={() => stop.current?.abort()}>{texts.common.cancel}</Button>
        ) : (
          <Button onClick={() => void download()}>{t.download}</Button>
        )}
      </div>
      <p className={styles.note}>{t.keptSince(kept.status.raw_days, kept.status.minute_days)}</p>
    </Card>
  );
}

/** How far something is, or what came of it. */
function ProgressOf({ progress, label }: { readonly progress: Progress; readonly label: string }) {
  const { format } = useI18n();
  if (progress === undefined) return null;
  if ('text' in progress) {
    return (
      <Alert kind={progress.isBad ? 'danger' : 'info'} announced>
        {progress.text}
      </Alert>
    );
  }
  return (
    <div className={styles.progress}>
      <progress aria-label={label} max={100} value={progress.percent} />
      <span>{format.percent(progress.percent)}</span>
    </div>
  );
}

/** How a file is read, as far as somebody has said. */
interface Reading {
  readonly dateOrder?: DateOrder | undefined;
  readonly isCounter?: boolean;
}

interface Chosen {
  readonly text: string;
  readonly reading: Reading;
  readonly csv: EnergyCsv;
  readonly preview: ImportPreview;
}

type Sent = HistoryImport['days'];

const NO_QUERY = {};
/** The share of the work of a file that it takes to get at its text. */
const TEXT_SHARE = 0.2;

/** Energy of days from the device that was there before, or from Home Assistant; looked through before anything is taken. */
export function ImportCard({ kept }: { readonly kept: Kept }) {
  const { call, clock } = useServices();
  const { format } = useI18n();
  const texts = useTexts('common', 'history');
  const { data: t, changes } = texts.history;
  const [chosen, setChosen] = useState<Chosen>();
  const [progress, setProgress] = useState<Progress>();
  const known = useEndpoint(getHistoryImports, NO_QUERY);
  /** The reading that somebody waits for. */
  const newest = useRef<object>(undefined);
  const { utcOffsetS } = kept;
  const isUnderWay = progress !== undefined && 'percent' in progress;
  const last = known.answer?.imports.find(({ takes_back: takesBack }) => takesBack);

  /** From here on nobody waits for what was begun before. */
  function waitAnew(): Waiting {
    const own = {};
    newest.current = own;
    return {
      clock,
      onShare: (share) => setProgress({ percent: Math.floor(100 * share) }),
      isWanted: () => newest.current === own,
    };
  }

  async function choose(file: File | undefined): Promise<void> {
    const waiting = waitAnew();
    setChosen(undefined);
    setProgress(undefined);
    if (file === undefined) return;
    if (file.size > ENERGY_CSV_BYTES_MAX) {
      setProgress({ text: t.tooLarge(bytesText(format.tag, ENERGY_CSV_BYTES_MAX)), isBad: true });
      return;
    }
    waiting.onShare(0);
    const onShare = (share: number) => waiting.onShare(TEXT_SHARE * share);
    const text = await readTextFile(file, { ...waiting, onShare });
    if (text !== undefined) await look(text, {}, TEXT_SHARE);
  }

  /** `doneShare`: of the work this much is done already. */
  async function look(text: string, reading: Reading, doneShare: number): Promise<void> {
    const waiting = waitAnew();
    const onShare = (share: number) => waiting.onShare(doneShare + (1 - doneShare) * share);
    const options = { utcOffsetS, today: kept.day.today, ...reading };
    const csv = await readEnergyText(text, options, { ...waiting, onShare });
    if (csv === undefined) return;
    const [first, last] = [csv.days[0]?.date, csv.days.at(-1)?.date];
    if (first === undefined || last === undefined) {
      setChosen({ text, reading, csv, preview: previewImport([], []) });
      setProgress(csv.problems.length === 0 ? { text: t.nothingIn, isBad: true } : undefined);
      return;
    }
    const from = spanOf('day', first, utcOffsetS).fromS;
    const to = spanOf('day', dateAfter('day', last, 1), utcOffsetS).fromS;
    const result = await call(getHistoryEnergy, {
      query: { step: 'day', from: String(from), to: String(to) },
    });
    if (!waiting.isWanted()) return;
    if (result.kind === 'answered') {
      setChosen({ text, reading, csv, preview: previewImport(csv.days, result.answer.bars) });
      setProgress(undefined);
    } else setProgress({ text: callFailureText(texts, format, result), isBad: true });
  }

  /** All parts are one import, which can be taken back as one. */
  async function send(days: Sent): Promise<Progress> {
    const batches = importBatches(days);
    let id: number | undefined;
    for (const [index, batch] of batches.entries()) {
      setProgress({ percent: Math.floor((100 * index) / batches.length) });
      const result = await call(importHistory, { body: { days: batch, import: id } });
      if (result.kind !== 'answered') return { text: callFailureText(texts, format, result), isBad: true };
      if (result.answer.type !== 'success') return { text: t.refused, isBad: true };
      id ??= result.answer.import;
    }
    return { text: t.taken, isBad: false };
  }

  async function take({ preview: { added, replaced } }: Chosen): Promise<void> {
    const outcome = await send([...added, ...replaced.map(({ date, energy }) => ({ date, energy }))]);
    setChosen(undefined);
    setProgress(outcome);
    known.reload();
  }

  function onTakenBack({ stayingDays }: ReceivedImportTakeBackAnswer): void {
    const staying = stayingDays === 0 ? '' : ` ${format.count(stayingDays, changes.stayingDays)}`;
    setProgress({ text: t.takenBack + staying, isBad: false });
    known.reload();
  }

  const change = chosen?.preview.change;
  return (
    <Card title={t.import}>
      <FileField
        label={t.file}
        help="import-file"
        hint={t.importNote}
        accept=".csv,text/csv"
        onFile={(file) => void choose(file)}
      />
      {chosen !== undefined && (
        <Preview chosen={chosen} onRead={(reading) => void look(chosen.text, reading, 0)} />
      )}
      <ProgressOf progress={progress} label={t.import} />
      {chosen !== undefined && !isUnderWay && change !== undefined && (
        <div>
          <Button variant="primary" onClick={() => void take(chosen)}>
            {format.count(chosen.preview.added.length + chosen.preview.replaced.length, t.take)}
          </Button>
        </div>
      )}
      {last !== undefined && <LastImport last={last} isBusy={isUnderWay} onTakenBack={onTakenBack} />}
    </Card>
  );
}

interface LastImportProps {
  readonly last: ImportedEnergy;
  readonly isBusy: boolean;
  readonly onTakenBack: (answer: ReceivedImportTakeBackAnswer) => void;
}

/** The newest import that counts, and the way back: it is asked for first, since the days are others then. */
function LastImport({ last, isBusy, onTakenBack }: LastImportProps) {
  const { call } = useServices();
  const { format } = useI18n();
  const { data: t, changes } = useTexts('history').history;
  const [isAsking, setAsking] = useState(false);
  const names = useMemo(() => createDateNames(format.tag), [format]);
  const { id, at, first_day: first, last_day: lastDay, days, before, after } = last;
  const when = at === undefined ? changes.noClock : format.dateTime(1000 * at);
  const wh = (energyWh: number) => amountText(format, energyWh, 'Wh');
  const told = (fromWh: number, toWh: number) => (
    <ul className={styles.preview}>
      <li>{first === lastDay ? names.day(first) : t.fromTo(names.day(first), names.day(lastDay))}</li>
      <li>{format.count(days, changes.days)}</li>
      <li>{`${wh(fromWh)} → ${wh(toWh)}`}</li>
    </ul>
  );
  return (
    <div className={styles.lastImport}>
      <p>
        <strong>{t.lastImport(when)}</strong>
      </p>
      {told(before, after)}
      <div className={styles.actions}>
        <Button aria-disabled={isBusy} onClick={() => isBusy || setAsking(true)}>
          {t.takeBack}
        </Button>
        <ButtonLink href={`${PATHS.configManagement}?show=changes`}>{changes.show}</ButtonLink>
      </div>
      {isAsking && (
        <AskDialog
          title={changes.askImport}
          subtitle={when}
          action={changes.takeBack}
          acting={changes.takingBack}
          act={async () =>
            outcomeOf(await call(takeImportBack, { body: { id } }), (answer) => {
              setAsking(false);
              onTakenBack(answer);
            })
          }
          onClose={() => setAsking(false)}
        >
          <p>{changes.askedImport}</p>
          {told(after, before)}
        </AskDialog>
      )}
    </div>
  );
}

/** So many lines that were not understood are shown. */
const PROBLEMS_MAX = 20;

interface CounterQuestionProps extends Pick<Chosen, 'csv' | 'reading'> {
  readonly onRead: (reading: Reading) => void;
}

/** Whether numbers are those of a counter is asked where the file does not say it clearly. */
function CounterQuestion({ csv, reading, onRead }: CounterQuestionProps) {
  const { format } = useI18n();
  const { data: t } = useTexts('history').history;
  const wasReadAsCounter = csv.isFallingCounter || csv.isSmallCounter;
  if (!csv.isLikeCounter && !wasReadAsCounter && reading.isCounter === undefined) return null;
  const isCounter = reading.isCounter ?? wasReadAsCounter;
  return (
    <Alert kind="warning">
      <p>{told()}</p>
      <Button onClick={() => onRead({ ...reading, isCounter: !isCounter })}>
        {isCounter ? t.readAsDays : t.readAsCounter}
      </Button>
    </Alert>
  );

  function told(): string {
    if (csv.isFallingCounter) return t.fallingCounter;
    if (isCounter) return t.asCounter;
    const sumWh = csv.days.reduce((sum, { energy }) => sum + energy, 0);
    return csv.isLikeCounter ? t.likeCounter(amountText(format, sumWh, 'Wh')) : t.asDays;
  }
}

interface PreviewProps {
  readonly chosen: Chosen;
  readonly onRead: (reading: Reading) => void;
}

function Preview({ chosen: { csv, preview, reading }, onRead }: PreviewProps) {
  const { format } = useI18n();
  const { data: t } = useTexts('history').history;
  const names = useMemo(() => createDateNames(format.tag), [format]);
  const problems = csv.problems.filter(({ reason }) => reason !== 'not-solar');
  const { change } = preview;
  const wh = (energyWh: number) => amountText(format, energyWh, 'Wh');
  return (
    <>
      {csv.unsureOrder !== undefined && (
        <Alert kind="warning">
          <p>{t.orders[csv.unsureOrder]}</p>
          <Button
            onClick={() => onRead({ ...reading, dateOrder: OTHER_ORDER[csv.unsureOrder ?? 'day-first'] })}
          >
            {t.readAs[OTHER_ORDER[csv.unsureOrder]]}
          </Button>
        </Alert>
      )}
      <CounterQuestion csv={csv} reading={reading} onRead={onRead} />
      <ul className={styles.preview}>
        {change !== undefined && (
          <>
            <li>{t.fromTo(names.day(change.first), names.day(change.last))}</li>
            <li>{t.sums(wh(change.beforeWh), wh(change.afterWh))}</li>
          </>
        )}
        <li>{format.count(preview.added.length, t.added)}</li>
        {preview.replaced.length > 0 && <li>{format.count(preview.replaced.length, t.replaced)}</li>}
        {preview.same > 0 && <li>{format.count(preview.same, t.same)}</li>}
      </ul>
      {problems.length > 0 && (
        <Alert kind="warning">
          <p>{format.count(problems.length, t.problems)}</p>
          <ul className={styles.lines}>
            {problems.slice(0, PROBLEMS_MAX).map(({ line, reason, text }) => (
              <li key={line}>
                {t.line(line, t.reasons[reason])} <code>{text}</code>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

const OTHER_ORDER = { 'day-first': 'month-first', 'month-first': 'day-first' } as const;

// A type and not an interface: only types are known to have no further keys.
type SettingsValues = {
  readonly raw_days: string;
  readonly minute_days: string;
  readonly write_interval: string;
  readonly feed_in_price: string;
  readonly import_price: string;
  readonly currency: string;
};

const FIELD_BY_CODE: Readonly<Record<number, keyof SettingsValues>> = {
  14001: 'raw_days',
  14002: 'minute_days',
  14003: 'write_interval',
  14009: 'currency',
};
/** One of the two prices; which one, is not told. */
const PRICE_REFUSED = 14008;

/** The field that a refusal is about. */
export function refusedField(code: number, values: SettingsValues): keyof SettingsValues | undefined {
  if (code !== PRICE_REFUSED) return FIELD_BY_CODE[code];
  const price = priceOf(values.feed_in_price);
  return price >= 0 && price <= HISTORY_PRICE_MAX ? 'import_price' : 'feed_in_price';
}

export function HistorySettingsForm() {
  const { format } = useI18n();
  const { data: t } = useTexts('history').history;
  return (
    <SettingsPage
      draftKey="history"
      title=""
      load={getHistorySettings}
      save={setHistorySettings}
      schema={HistorySettingsSchema}
      valuesOf={(received) => settingsValues(received, decimalMarkOf(format.tag))}
      bodyOf={settingsBody}
      fieldOf={({ code = 0 }, values) => refusedField(code, values)}
      heights={[28]}
    >
      {(form) => (
        <Card title={t.keep}>
          <TextField
            label={t.rawDays}
            field={form.text('raw_days')}
            hint={t.rawDaysHint}
            inputMode="numeric"
            required
          />
          <TextField
            label={t.minuteDays}
            field={form.text('minute_days')}
            hint={t.minuteDaysHint}
            inputMode="numeric"
            required
          />
          <TextField
            label={t.writeInterval}
            field={form.text('write_interval')}
            hint={t.writeIntervalHint}
            unit="s"
            inputMode="numeric"
            required
          />
          <TextField
            label={t.feedInPrice}
            field={form.text('feed_in_price')}
            hint={t.priceHint}
            inputMode="decimal"
          />
          <TextField
            label={t.importPrice}
            field={form.text('import_price')}
            hint={t.importPriceHint}
            inputMode="decimal"
          />
          <TextField label={t.currency} field={form.text('currency')} hint={t.currencyHint} />
        </Card>
      )}
    </SettingsPage>
  );
}

/** As numbers are written where the language is spoken. */
const decimalMarkOf = (tag: string) =>
  new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

function settingsValues(received: ReceivedHistorySettings, decimalMark: string): SettingsValues {
  const price = (value: number) => String(value).replace('.', decimalMark);
  return {
    raw_days: String(received.raw_days),
    minute_days: String(received.minute_days),
    write_interval: String(received.write_interval),
    feed_in_price: price(received.feed_in_price),
    import_price: price(received.import_price),
    currency: received.currency,
  };
}

function settingsBody(values: SettingsValues, received: ReceivedHistorySettings): HistorySettings {
  return {
    ...received,
    raw_days: wholeNumber(values.raw_days) ?? 0,
    minute_days: wholeNumber(values.minute_days) ?? 0,
    write_interval: wholeNumber(values.write_interval) ?? 0,
    feed_in_price: priceOf(values.feed_in_price),
    import_price: priceOf(values.import_price),
    currency: values.currency.trim().toUpperCase(),
  };
}

/** A comma is as good as a point; nothing is no price; the schema judges the rest. */
function priceOf(text: string): number {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? 0 : Number(trimmed);
}
