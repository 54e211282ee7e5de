import type { LiveData, LiveValue } from '@heliograph/contract';
import { type I18n, useI18n } from '../../shared/i18n/i18n-context.ts';
import { deadStrings, hasReadings, inverterState } from './inverter-state.ts';
import { MeasuredValue } from './measured-value.tsx';
import styles from './totals.module.css';

interface TotalsProps {
  readonly live: LiveData;
  readonly stale: boolean;
}

/** The three sums, power first, and in one line how the inverters are doing. */
export function Totals({ live, stale }: TotalsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { total, inverters } = live;
  const known = inverters.length === 0 || inverters.some(hasReadings);
  return (
    <section aria-label={t.totals.label} className={`${styles.totals} ${stale ? styles.stale : ''}`}>
      <div className={`${styles.card} ${styles.leading}`}>
        <TotalValue label={t.totals.power} value={total.Power} known={known} />
        {inverters.length > 0 && !stale && <p className={styles.summary}>{summary(i18n, live)}</p>}
      </div>
      <div className={styles.card}>
        <TotalValue label={t.totals.yieldDay} value={total.YieldDay} known={known} />
      </div>
      <div className={styles.card}>
        <TotalValue label={t.totals.yieldTotal} value={total.YieldTotal} known={known} />
      </div>
    </section>
  );
}

function TotalValue({ label, value, known }: { label: string; value: LiveValue; known: boolean }) {
  return (
    <>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.number}>
        <MeasuredValue value={value} known={known} />
      </p>
    </>
  );
}

function summary({ t, format }: I18n, { inverters }: LiveData): string {
  const inState = (wanted: string) =>
    inverters.filter((inverter) => inverterState(inverter, false) === wanted).length;
  const unreachable = inverters.filter((inverter) => !inverter.reachable && hasReadings(inverter)).length;
  const noData = inverters.filter((inverter) => !hasReadings(inverter)).length;
  const dead = inverters.reduce((sum, inverter) => sum + deadStrings(inverter).length, 0);
  return [
    t.totals.producing(inState('producing'), inverters.length),
    ...(unreachable > 0 ? [format.count(unreachable, t.totals.unreachable)] : []),
    ...(noData > 0 ? [format.count(noData, t.totals.noData)] : []),
    ...(dead > 0 ? [format.count(dead, t.totals.deadStrings)] : []),
  ].join(' · ');
}
