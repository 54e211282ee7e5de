import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import styles from './heat-legend.module.css';
import heat from './heat-scale.module.css';
import { HEAT_LEVELS } from './heat-scale.ts';

/** What the colours mean, from nothing to where the scale ends now. */
export function HeatLegend({ top }: { readonly top: number }) {
  const { format } = useI18n();
  const { modules: t } = useTexts('modules');
  const ticks = [0, top / 2, top].map((ratio) => format.decimal(ratio));
  return (
    <figure className={styles.legend} aria-label={t.scale(ticks[0] ?? '', ticks[2] ?? '')}>
      <div className={`${styles.bar} ${heat.scale}`} aria-hidden="true">
        {Array.from({ length: HEAT_LEVELS }, (_, level) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a colour is its place on the scale
          <span key={level} data-level={level} />
        ))}
      </div>
      <div className={styles.ticks} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <figcaption aria-hidden="true">{t.wattPerPeak}</figcaption>
    </figure>
  );
}
