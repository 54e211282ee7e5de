import type { LiveValue, ReceivedLiveData } from '@heliograph/contract';
import type { CSSProperties, ReactNode } from 'react';
import { type I18n, useI18n } from '../../shared/i18n/i18n-context.ts';
import { deadStrings, inverterState, wasHeard } from './inverter-state.ts';
import { MeasuredValue } from './measured-value.tsx';
import styles from './totals.module.css';

/** As many characters fit into the narrowest card that stands beside others (of a page 760 px wide). */
const FITTING_CHARACTERS = { leading: 9, other: 11 } as const;

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
      <TotalCard label={t.totals.power} value={total.Power} known={known} isLeading>
        {inverters.length > 0 && !stale && <p className={styles.summary}>{summary(i18n, live)}</p>}
      </TotalCard>
      <TotalCard label={t.totals.yieldDay} value={total.YieldDay} known={known} />
      <TotalCard label={t.totals.yieldTotal} value={total.YieldTotal} known={known} />
    </section>
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
function TotalCard({ label, value, known, isLeading = false, children }: TotalCardProps) {
  const { format } = useI18n();
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

function summary({ t, format }: I18n, { inverters, refusedInverters }: ReceivedLiveData): string {
  const producing = inverters.filter((inverter) => inverterState(inverter, false) === 'producing').length;
  const unreachable = inverters.filter((inverter) => !inverter.reachable && wasHeard(inverter)).length;
  const noData = inverters.filter((inverter) => !wasHeard(inverter)).length;
  const dead = inverters.reduce((sum, inverter) => sum + deadStrings(inverter).length, 0);
  return [
    t.totals.producing(producing, inverters.length + refusedInverters),
    ...(unreachable > 0 ? [format.count(unreachable, t.totals.unreachable)] : []),
    ...(noData > 0 ? [format.count(noData, t.totals.noData)] : []),
    ...(dead > 0 ? [format.count(dead, t.totals.deadStrings)] : []),
  ].join(' · ');
}
