import type { LiveValue, ReceivedLiveData } from '@heliograph/contract';
import type { CSSProperties } from 'react';
import { type I18n, useI18n } from '../../shared/i18n/i18n-context.ts';
import { deadStrings, inverterState, wasHeard } from './inverter-state.ts';
import { MeasuredValue } from './measured-value.tsx';
import styles from './totals.module.css';

interface TotalsProps {
  readonly live: ReceivedLiveData;
  readonly stale: boolean;
}

/** The three sums, power first, and in one line how the inverters are doing. */
export function Totals({ live, stale }: TotalsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const { total, inverters } = live;
  const known = inverters.length === 0 || inverters.some(wasHeard);
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

/** The number is never broken and never loses its unit: a long one is set smaller, by how many characters it has. */
function TotalValue({ label, value, known }: { label: string; value: LiveValue; known: boolean }) {
  const { format } = useI18n();
  const characters = format.digits(value.v ?? 0, value.d).length + 1 + value.u.length;
  return (
    <>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.number} style={{ '--characters': characters } as CSSProperties}>
        <MeasuredValue value={value} known={known} />
      </p>
    </>
  );
}

function summary({ t, format }: I18n, { inverters, refusedInverters }: ReceivedLiveData): string {
  const inState = (wanted: string) =>
    inverters.filter((inverter) => inverterState(inverter, false) === wanted).length;
  const unreachable = inverters.filter((inverter) => !inverter.reachable && wasHeard(inverter)).length;
  const noData = inverters.filter((inverter) => !wasHeard(inverter)).length;
  const dead = inverters.reduce((sum, inverter) => sum + deadStrings(inverter).length, 0);
  return [
    t.totals.producing(inState('producing'), inverters.length + refusedInverters),
    ...(unreachable > 0 ? [format.count(unreachable, t.totals.unreachable)] : []),
    ...(noData > 0 ? [format.count(noData, t.totals.noData)] : []),
    ...(dead > 0 ? [format.count(dead, t.totals.deadStrings)] : []),
  ].join(' · ');
}
