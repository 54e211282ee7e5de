import {
  LIMIT_CAP_MAX_W,
  LIMIT_SCHEDULE_COUNT_MAX,
  LIMIT_SUN_OFFSET_MAX_MIN,
  type LimitSettings,
  SCHEDULE_ANCHORS,
  type ScheduleAnchor,
  type ScheduleRow,
  WHOLE_PLANT,
} from '@heliograph/contract';
import { useState } from 'react';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import { bound, Choices, FormDialog } from '../../shared/form/form-dialog.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { SelectField } from '../../shared/form/select-field.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import type { SettingsCardProps } from './groups-card.tsx';
import { EVERY_DAY, hasDay, isRowInForce, type RowDay, WEEKDAYS } from './limit-words.ts';
import styles from './limits.module.css';
import { TargetField, WattsField } from './take-over-dialog.tsx';
import type { LimitsView } from './use-limits.ts';

const UP = '↑'; // an icon would be one more in the chunk that all pages share

/** A row to begin with: from noon on, for as long as there is sun. */
function newRow({ day }: LimitsView): ScheduleRow {
  const isSunKnown = day.sunset !== undefined;
  return {
    ...{ enabled: true, target: WHOLE_PLANT, watts: 0, days: EVERY_DAY },
    ...{ from: 'clock', from_minutes: 12 * 60 },
    ...{ to: isSunKnown ? 'sunset' : 'clock', to_minutes: isSunKnown ? 0 : 18 * 60 },
  };
}

/** The rows of the schedule as sentences. */
export function ScheduleCard({ view, change }: SettingsCardProps) {
  const { schedule: t } = useTexts('limits').limits;
  /** `undefined` as a row: a new one. */
  const [opened, setOpened] = useState<{ readonly row: ScheduleRow | undefined }>();
  const { settings, isAdmin, words, state, day } = view;
  const rows = settings.schedule;
  const days = daysAround(view);
  const [failure, setFailure] = useState<FormFailure>();

  async function moveUp(row: ScheduleRow): Promise<void> {
    const outcome = await change(
      (stored) => movedUp(stored, row),
      () => undefined,
    );
    if (typeof outcome === 'function') outcome();
    setFailure(typeof outcome === 'function' ? undefined : outcome);
  }

  const needsSun = rows.some(({ enabled, from, to }) => enabled && (from !== 'clock' || to !== 'clock'));
  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.intro}</p>
      {needsSun && day.sunset === undefined && (
        <Alert kind="warning">
          <p>{t.noSun}</p>
          <ButtonLink href={PATHS.ntpSettings}>{t.place}</ButtonLink>
        </Alert>
      )}
      {rows.length === 0 && <p>{t.none}</p>}
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map((row, index) => {
            const sentence = words.row(row);
            const mark = isRowInForce(row, rows, state.held, days) ? t.holds : !row.enabled && t.isOff;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place, which counts
              <li key={index} className={styles.row}>
                <span>
                  {sentence}
                  {mark && (
                    <span className={styles.mark} data-on={row.enabled}>
                      {mark}
                    </span>
                  )}
                </span>
                {isAdmin && (
                  <span className={styles.actions}>
                    {index > 0 && (
                      <Button
                        variant="bare"
                        aria-label={t.moveUp(sentence)}
                        title={t.moveUp(sentence)}
                        onClick={() => void moveUp(row)}
                      >
                        <span aria-hidden="true">{UP}</span>
                      </Button>
                    )}
                    <Button aria-label={t.edit(sentence)} onClick={() => setOpened({ row })}>
                      {t.editShort}
                    </Button>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {failure !== undefined && <FailureAlert failure={failure} />}
      {isAdmin && rows.length < LIMIT_SCHEDULE_COUNT_MAX && (
        <div className={styles.actions}>
          <Button onClick={() => setOpened({ row: undefined })}>{t.add}</Button>
        </div>
      )}
      {opened !== undefined && (
        <RowDialog {...{ view, change }} stored={opened.row} onClose={() => setOpened(undefined)} />
      )}
    </Card>
  );
}

/** Today and yesterday, whose rows may go on; the sun of yesterday is that of today, to a few minutes. */
function daysAround({ nowS, time, day }: LimitsView): readonly RowDay[] {
  const wallMin = (unixS: number) => Math.floor((unixS + time.utcOffsetS(unixS)) / 60);
  const now = wallMin(nowS());
  const midnight = now - (now % DAY_MIN);
  const after = (unixS: number | undefined) => (unixS === undefined ? undefined : wallMin(unixS) - midnight);
  const weekday = (Math.floor(now / DAY_MIN) + 3) % 7; // 1970 began with a Thursday
  const sun = { riseMin: after(day.sunrise), setMin: after(day.sunset) };
  return [
    { weekday, nowMin: now - midnight, ...sun },
    { weekday: (weekday + 6) % 7, nowMin: now - midnight + DAY_MIN, ...sun },
  ];
}

const DAY_MIN = 1440;

interface RowDialogProps extends SettingsCardProps {
  readonly stored: ScheduleRow | undefined;
  readonly onClose: () => void;
}

/** One end of the time of a row, as it was typed. */
interface TypedMoment {
  readonly anchor: ScheduleAnchor;
  /** `18:00` */
  readonly time: string;
  readonly offset: string;
}

function typedMoment(anchor: ScheduleAnchor, minutes: number): TypedMoment {
  if (anchor !== 'clock') return { anchor, time: '', offset: String(minutes) };
  const two = (value: number) => String(value).padStart(2, '0');
  return { anchor, time: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`, offset: '0' };
}

function minutesOf({ anchor, time, offset }: TypedMoment): number | undefined {
  if (anchor !== 'clock') return wholeNumber(offset === '' ? '0' : offset);
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

function momentError(
  texts: TextsOf<'common' | 'limits'>,
  format: Formats,
  moment: TypedMoment,
): string | undefined {
  if (moment.anchor === 'clock') {
    return minutesOf(moment) === undefined ? texts.limits.take.noTime : undefined;
  }
  const max = LIMIT_SUN_OFFSET_MAX_MIN;
  return wholeNumberError(texts, format, moment.offset === '' ? '0' : moment.offset, { min: -max, max });
}

function RowDialog({ view, change, stored, onClose }: RowDialogProps) {
  const { format } = useI18n();
  const texts = useTexts('common', 'limits');
  const { schedule: t } = texts.limits;
  const { words } = view;
  const first = stored ?? newRow(view);
  const [target, setTarget] = useState(first.target);
  const [typed, setTyped] = useState(stored === undefined ? '' : String(first.watts));
  const [days, setDays] = useState(first.days);
  const [from, setFrom] = useState(typedMoment(first.from, first.from_minutes));
  const [to, setTo] = useState(typedMoment(first.to, first.to_minutes));
  const [isEnabled, setEnabled] = useState(first.enabled);
  const [isChecked, setChecked] = useState(false);
  const errors = {
    watts: wholeNumberError(texts, format, typed, { min: 0, max: LIMIT_CAP_MAX_W }),
    days: days === 0 ? t.noDay : undefined,
    from: momentError(texts, format, from),
    to: momentError(texts, format, to),
  };
  const row: ScheduleRow = {
    ...{ enabled: isEnabled, target, watts: wholeNumber(typed) ?? 0, days },
    ...{ from: from.anchor, from_minutes: minutesOf(from) ?? 0 },
    ...{ to: to.anchor, to_minutes: minutesOf(to) ?? 0 },
  };
  const errorAt = (key: keyof typeof errors) => (isChecked ? errors[key] : undefined);
  const isGood = Object.values(errors).every((error) => error === undefined);

  function submit() {
    setChecked(true);
    return isGood ? change((settings) => withRow(settings, stored, row), onClose) : undefined;
  }

  return (
    <FormDialog
      title={stored === undefined ? t.addTitle : t.editTitle}
      action={texts.common.form.save}
      acting={texts.common.form.saving}
      isTyped={JSON.stringify(row) !== JSON.stringify(first)}
      submit={submit}
      removing={
        stored && {
          label: t.remove,
          remove: () => change((settings) => withRow(settings, stored, undefined), onClose),
        }
      }
      onClose={onClose}
    >
      <TargetField view={view} label={t.target} target={target} onTarget={setTarget} />
      <WattsField {...{ view, target, typed }} label={t.watts} onTyped={setTyped} error={errorAt('watts')} />
      <Choices
        label={t.days}
        help="days"
        options={WEEKDAYS.map((day) => ({
          value: day,
          label: words.weekday(day, 'short'),
          title: words.weekday(day, 'long'),
        }))}
        isChosen={(day) => hasDay(days, day)}
        onChoose={(day) => setDays(days ^ (1 << day))}
        error={errorAt('days')}
      />
      <MomentFields
        {...{ label: t.from, timeLabel: t.fromTime, offsetLabel: t.fromOffset, moment: from }}
        onMoment={setFrom}
        error={errorAt('from')}
      />
      <MomentFields
        {...{ label: t.to, timeLabel: t.toTime, offsetLabel: t.toOffset, moment: to }}
        onMoment={setTo}
        error={errorAt('to')}
      />
      {view.day.sunset === undefined && (from.anchor !== 'clock' || to.anchor !== 'clock') && (
        <Alert kind="warning">{t.noSun}</Alert>
      )}
      <SwitchField
        label={t.enabled}
        help="row-enabled"
        field={{
          ...{ name: 'enabled', value: isEnabled, error: undefined, readOnly: false },
          onFlag: setEnabled,
        }}
      />
      {view.state.held.some(({ owner }) => owner === 'rule' || owner === 'fail-safe') && (
        <p className={styles.quiet}>{t.beforeRule}</p>
      )}
      {isGood && (
        <p className={styles.sentence} role="status">
          {words.row(row)}
        </p>
      )}
    </FormDialog>
  );
}

interface MomentFieldsProps {
  readonly label: string;
  readonly timeLabel: string;
  readonly offsetLabel: string;
  readonly moment: TypedMoment;
  readonly onMoment: (moment: TypedMoment) => void;
  readonly error: string | undefined;
}

/** From what one end of the time is counted, and the time itself or how far from that of the sun. */
function MomentFields({ label, timeLabel, offsetLabel, moment, onMoment, error }: MomentFieldsProps) {
  const { schedule: t } = useTexts('limits').limits;
  const { anchor, time, offset } = moment;
  return (
    <div className={styles.pair}>
      <SelectField
        label={label}
        options={SCHEDULE_ANCHORS.map((value) => ({ value, label: t.anchors[value] }))}
        help="moment"
        field={bound(label, anchor, (value) => {
          const next = SCHEDULE_ANCHORS.find((known) => known === value) ?? 'clock';
          onMoment({ ...moment, anchor: next });
        })}
      />
      {anchor === 'clock' ? (
        <TextField
          label={timeLabel}
          type="time"
          help="moment"
          field={bound(timeLabel, time, (value) => onMoment({ ...moment, time: value }), error)}
        />
      ) : (
        <TextField
          label={offsetLabel}
          unit="min"
          inputMode="text"
          help="moment"
          field={bound(offsetLabel, offset, (value) => onMoment({ ...moment, offset: value }), error)}
        />
      )}
    </div>
  );
}

/** The rows with this one in place of the stored one, behind them all, or without it; found by what it says, not by its place. */
function withRow(
  settings: LimitSettings,
  stored: ScheduleRow | undefined,
  next: ScheduleRow | undefined,
): LimitSettings {
  const rows = settings.schedule;
  const at = stored === undefined ? -1 : placeOf(rows, stored);
  const before = at < 0 ? rows : rows.slice(0, at);
  const after = at < 0 ? [] : rows.slice(at + 1);
  return { ...settings, schedule: [...before, ...(next === undefined ? [] : [next]), ...after] };
}

function placeOf(rows: readonly ScheduleRow[], searched: ScheduleRow): number {
  const text = JSON.stringify(searched);
  return rows.findIndex((row) => JSON.stringify(row) === text);
}

/** Of several rows for the same inverters the last one counts, so their order is a setting too. */
function movedUp(settings: LimitSettings, row: ScheduleRow): LimitSettings {
  const at = placeOf(settings.schedule, row);
  const schedule = [...settings.schedule];
  if (at > 0) schedule.splice(at - 1, 0, ...schedule.splice(at, 1));
  return { ...settings, schedule };
}
