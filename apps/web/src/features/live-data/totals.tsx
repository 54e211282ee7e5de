import type { Measured, ReceivedInverter, ReceivedLiveData } from '@heliograph/contract';
import { Moon } from 'lucide';
import type { ReactNode } from 'react';
import { useUnixMs } from '../../shared/api/services.ts';
import { formatsAt } from '../../shared/i18n/format.ts';
import { type I18n, useI18n } from '../../shared/i18n/i18n-context.ts';
import { deadStrings, type InverterState, inverterState } from '../../shared/page/inverter-state.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { MeasuredValue } from './measured-value.tsx';
import { readableValue } from './readable-value.ts';
import styles from './totals.module.css';

/** As many characters fit into the narrowest card that stands beside others (of a page 760 px wide). */
const FITTING_CHARACTERS = { leading: 9, other: 11 } as const;

/** The style sheet has a size for each fourth number of characters up to this; a longer number is told by a power of ten. */
const CHARACTERS_MAX = 20;

interface TotalsProps {
  readonly live: ReceivedLiveData;
  readonly stale: boolean;
  /** The link is being made again: what is shown is what was so before. */
  readonly isLinkLost: boolean;
}

/**
 * The three sums, and in one line how the inverters are doing: power first, and at night, when there is none, the yield
 * of the day.
 */
export function Totals({ live, stale, isLinkLost }: TotalsProps) {
  const { t } = useI18n();
  const { totals, plant } = live;
  const known = knownTotals(live);
  const isNight = plant.isNight && !stale;
  const sentence = !stale && <Sentence live={live} isLinkLost={isLinkLost} />;
  const isOld = stale || isLinkLost;
  const power = (
    <TotalCard
      key="power"
      label={t.totals.power}
      value={
        plant.answering === 0 && totals.power.value === 0 ? { ...totals.power, digits: 0 } : totals.power
      }
      known={known.power}
      isLeading={!isNight}
    >
      {!isNight && sentence}
      {!__FOR_DEVICE__ && !stale && <LastPower live={live} />}
    </TotalCard>
  );
  const yieldDay = (
    <TotalCard
      key="day"
      label={t.totals.yieldDay}
      value={totals.yieldToday}
      known={known.yieldToday}
      isLeading={isNight}
    >
      {isNight && sentence}
      {!isNight && <KnownOf known={yieldTodayKnown(live)} all={plant.all} />}
    </TotalCard>
  );
  return (
    <section
      aria-label={t.totals.label}
      className={`${styles.totals} ${isOld ? styles.stale : ''}`}
      data-stale={isOld}
    >
      {isNight ? [yieldDay, power] : [power, yieldDay]}
      <TotalCard label={t.totals.yieldTotal} value={totals.yieldTotal} known={known.yieldTotal}>
        <KnownOf known={plant.yieldTotalKnown} all={plant.all} />
      </TotalCard>
    </section>
  );
}

/** Which of the sums say something: before the first readings they are zero. */
export function knownTotals({ inverters, plant }: ReceivedLiveData) {
  const isAnyRead = inverters.length === 0 || inverters.some(({ hasReading }) => hasReading);
  const isTotalKnown = isAnyRead || plant.yieldTotalKnown > 0;
  return {
    power: isAnyRead || plant.isNight || plant.lastPower !== undefined,
    yieldToday: isTotalKnown && plant.isDayKnown,
    yieldTotal: isTotalKnown,
  };
}

/** How the inverters are doing; nothing of that is known while the link is lost. */
function Sentence({ live, isLinkLost }: Pick<TotalsProps, 'live' | 'isLinkLost'>) {
  const i18n = useI18n();
  if (live.inverters.length === 0) return null;
  return (
    <p className={styles.summary}>
      {isLinkLost && i18n.t.link.reconnecting}
      {!isLinkLost && (!__FOR_DEVICE__ && live.plant.isNight ? <Asleep live={live} /> : summary(i18n, live))}
    </p>
  );
}

/**
 * Of how many inverters the yield of today is known, as far as it can be missing: one that is still asleep has none, and
 * an original device does not say.
 */
function yieldTodayKnown({ inverters, plant }: ReceivedLiveData): number {
  const isMissing = ({ isYieldOfToday, silence }: ReceivedInverter) =>
    !isYieldOfToday && silence !== 'asleep';
  return plant.all - inverters.filter(isMissing).length;
}

/** Below a sum of which a part is missing: of how many inverters it is. */
function KnownOf({ known, all }: { readonly known: number; readonly all: number }) {
  const { t } = useI18n();
  if (known === 0 || known >= all) return null;
  return <p className={styles.summary}>{t.totals.ofInverters(known, all)}</p>;
}

/** Until when, where that is known and still to come. */
function Asleep({ live: { plant } }: Pick<TotalsProps, 'live'>) {
  const { t, format } = useI18n();
  const { asleepUntil } = plant;
  const untilMs = asleepUntil?.atMs ?? 0;
  return (
    <span className={styles.night}>
      <Icon of={Moon} size={16} />
      {untilMs > useUnixMs()
        ? t.totals.asleepUntil(formatsAt(format, asleepUntil).time(untilMs))
        : t.totals.asleep}
    </span>
  );
}

/** Beside a power of nothing: how much it was, and when. Only our gateway says it. */
function LastPower({ live: { plant } }: Pick<TotalsProps, 'live'>) {
  const { t, format: own } = useI18n();
  const format = formatsAt(own, plant.lastPower);
  const nowMs = useUnixMs();
  if (plant.lastPower === undefined) return null;
  const { value, unit, digits, atMs } = plant.lastPower;
  const power = `${format.digits(value ?? 0, digits)}${format.unitGap(unit)}${unit}`;
  const words = [t.totals.lastPower, t.totals.lastPowerYesterday][format.day(nowMs) - format.day(atMs)];
  return (
    <p className={styles.summary}>
      {words?.(power, format.time(atMs)) ?? t.totals.lastPowerOn(power, format.dateMinutes(atMs))}
    </p>
  );
}

interface TotalCardProps {
  readonly label: string;
  readonly value: Measured;
  readonly known: boolean;
  readonly isLeading?: boolean;
  readonly children?: ReactNode;
}

/** The number is never broken and never loses its unit: a long one is set smaller, by how many characters it has. */
function TotalCard({ label, value: sum, known, isLeading = false, children }: TotalCardProps) {
  const { format } = useI18n();
  const value = readableValue(sum);
  const characters = format.digits(value.value ?? 0, value.digits).length + 1 + value.unit.length;
  const classes = [
    styles.card,
    isLeading ? styles.leading : '',
    characters > FITTING_CHARACTERS[isLeading ? 'leading' : 'other'] ? styles.long : '',
  ];
  return (
    <div className={classes.join(' ')}>
      <h2 className={styles.label}>{label}</h2>
      <div className={styles.place}>
        <p
          className={styles.number}
          data-characters={Math.min(CHARACTERS_MAX, 4 * Math.ceil(characters / 4))}
        >
          <MeasuredValue value={value} known={known} />
        </p>
      </div>
      <div>{children}</div>
    </div>
  );
}

function summary({ t, format }: I18n, { inverters, plant }: ReceivedLiveData): string {
  const states = inverters.map((inverter) => inverterState(inverter, false));
  const count = (wanted: InverterState) => states.filter((state) => state === wanted).length;
  const dead = inverters.reduce((sum, inverter) => sum + deadStrings(inverter).length, 0);
  // What is wrong stands, once, in the line above the shape of the day, which an original device has not.
  const parts = [
    [__FOR_DEVICE__ ? count('unreachable') : 0, t.totals.unreachable],
    [count('silent'), t.totals.noAnswer],
    [count('unpolled'), t.totals.unpolled],
    [count('asleep'), t.totals.asleepCount],
    [count('unknown'), t.totals.noData],
    [__FOR_DEVICE__ ? dead : 0, t.totals.deadStrings],
  ] as const;
  return [
    t.totals.producing(plant.producing, plant.all),
    ...parts.filter(([number]) => number > 0).map(([number, forms]) => format.count(number, forms)),
  ].join(' · ');
}
