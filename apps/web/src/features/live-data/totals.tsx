import type { LiveValue, ReceivedLiveData } from '@heliograph/contract';
import { Moon } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { type I18n, useI18n } from '../../shared/i18n/i18n-context.ts';
import { deadStrings, type InverterState, inverterState, wasHeard } from './inverter-state.ts';
import { MeasuredValue } from './measured-value.tsx';
import { readableValue } from './readable-value.ts';
import styles from './totals.module.css';

/** As many characters fit into the narrowest card that stands beside others (of a page 760 px wide). */
const FITTING_CHARACTERS = { leading: 9, other: 11 } as const;

const DAY_MS = 86_400_000;

interface TotalsProps {
  readonly live: ReceivedLiveData;
  readonly stale: boolean;
}

/**
 * The three sums, and in one line how the inverters are doing: power first, and at night, when there is none, the yield
 * of the day.
 */
export function Totals({ live, stale }: TotalsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { total, inverters, plant } = live;
  const isHeard = inverters.length === 0 || inverters.some(wasHeard);
  const isTotalKnown = isHeard || plant.yield_total_known > 0;
  const isNight = plant.night && !stale;
  const sentence = inverters.length > 0 && !stale && (
    <p className={styles.summary}>{isNight ? <Asleep live={live} /> : summary(i18n, live)}</p>
  );
  const power = (
    <TotalCard
      key="power"
      label={t.totals.power}
      value={total.Power}
      known={isHeard || plant.night || plant.last_power !== undefined}
      isLeading={!isNight}
    >
      {!isNight && sentence}
      {!stale && <LastPower live={live} />}
    </TotalCard>
  );
  const yieldDay = (
    <TotalCard
      key="day"
      label={t.totals.yieldDay}
      value={total.YieldDay}
      known={isTotalKnown && plant.day !== undefined}
      isLeading={isNight}
    >
      {isNight && sentence}
    </TotalCard>
  );
  return (
    <section aria-label={t.totals.label} className={`${styles.totals} ${stale ? styles.stale : ''}`}>
      {isNight ? [yieldDay, power] : [power, yieldDay]}
      <TotalCard label={t.totals.yieldTotal} value={total.YieldTotal} known={isTotalKnown}>
        {plant.yield_total_known > 0 && plant.yield_total_known < plant.all && (
          <p className={styles.summary}>{t.totals.ofInverters(plant.yield_total_known, plant.all)}</p>
        )}
      </TotalCard>
    </section>
  );
}

/** Until when, where that is known and still to come. */
function Asleep({ live: { plant } }: Pick<TotalsProps, 'live'>) {
  const { t, format } = useI18n();
  const { clock } = useServices();
  const untilMs = (plant.asleep_until ?? 0) * 1000;
  return (
    <span className={styles.night}>
      <Moon size={16} aria-hidden="true" />
      {untilMs > clock.unixMs() ? t.totals.asleepUntil(format.time(untilMs)) : t.totals.asleep}
    </span>
  );
}

/** Beside a power of nothing: how much it was, and when. */
function LastPower({ live: { plant } }: Pick<TotalsProps, 'live'>) {
  const { t, format } = useI18n();
  const { clock } = useServices();
  if (plant.last_power === undefined) return null;
  const { v, u, d, at } = plant.last_power;
  const power = `${format.digits(v ?? 0, d)}${format.unitGap(u)}${u}`;
  const isRecent = Math.abs(clock.unixMs() - at * 1000) < DAY_MS;
  return (
    <p className={styles.summary}>
      {isRecent
        ? t.totals.lastPower(power, format.time(at * 1000))
        : t.totals.lastPowerOn(power, format.dateTime(at * 1000))}
    </p>
  );
}

interface TotalCardProps {
  readonly label: string;
  readonly value: LiveValue;
  readonly known: boolean;
  readonly isLeading?: boolean;
  readonly children?: ReactNode;
}

/** The number is never broken and never loses its unit: a long one is set smaller, by how many characters it has. */
function TotalCard({ label, value: sum, known, isLeading = false, children }: TotalCardProps) {
  const { format } = useI18n();
  const value = readableValue(sum);
  const characters = format.digits(value.v ?? 0, value.d).length + 1 + value.u.length;
  const classes = [
    styles.card,
    isLeading ? styles.leading : '',
    characters > FITTING_CHARACTERS[isLeading ? 'leading' : 'other'] ? styles.long : '',
  ];
  return (
    <div className={classes.join(' ')}>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.number} style={{ '--characters': characters } as CSSProperties}>
        <MeasuredValue value={value} known={known} />
      </p>
      {children}
    </div>
  );
}

function summary({ t, format }: I18n, { inverters, plant }: ReceivedLiveData): string {
  const states = inverters.map((inverter) => inverterState(inverter, false));
  const count = (...wanted: InverterState[]) => states.filter((state) => wanted.includes(state)).length;
  const dead = inverters.reduce((sum, inverter) => sum + deadStrings(inverter).length, 0);
  const parts = [
    [count('unreachable', 'silent'), t.totals.unreachable],
    [count('asleep'), t.totals.asleepCount],
    [count('unknown'), t.totals.noData],
    [dead, t.totals.deadStrings],
  ] as const;
  return [
    t.totals.producing(plant.producing, plant.all),
    ...parts.filter(([number]) => number > 0).map(([number, forms]) => format.count(number, forms)),
  ].join(' · ');
}
