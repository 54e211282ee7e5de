import { getLimitState } from '@heliograph/contract';
import { Link } from 'wouter';
import { useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../../shared/lib/paths.ts';
import { presetWatts } from '../../../shared/lib/preset-watts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import styles from './limit-more.module.css';
import type { LimitUnit } from './limit-value.ts';

// What only our gateway has beside the form of the limit.

const PRESET_PERCENTS = [100, 75, 50, 25];

interface LimitPresetsProps {
  readonly unit: LimitUnit;
  readonly typed: string;
  /** Of the inverter; 0 while it is not known. */
  readonly maxPowerW: number;
  readonly onChoose: (value: number) => void;
}

/** Usual limits to tap, and what the typed one is in the other unit. */
export function LimitPresets({ unit, typed, maxPowerW, onChoose }: LimitPresetsProps) {
  const { format } = useI18n();
  const { limits: t } = useTexts('limits');
  const isPercent = unit === 'percent';
  const values = isPercent ? PRESET_PERCENTS : presetWatts(maxPowerW || undefined);
  const watts = (value: number) => `${format.noDigits(value)} W`;
  const value = Number(typed);
  const isShown = maxPowerW > 0 && value > 0;
  const percent = isPercent ? value : (value / maxPowerW) * 100;
  return (
    <div>
      <fieldset className={styles.presets} aria-label={t.take.presets}>
        {values.map((one) => (
          <Button key={one} aria-pressed={typed === String(one)} onClick={() => onChoose(one)}>
            {isPercent ? format.percent(one) : watts(one)}
          </Button>
        ))}
      </fieldset>
      <p className={styles.both}>
        {isShown && t.amount(watts((percent * maxPowerW) / 100), format.percentTenths(percent))}
      </p>
    </div>
  );
}

const NO_QUERY = {};

/** What a permanent limit costs the inverter, and where there are limits that cost nothing. */
export function PermanentNote({ serial }: { readonly serial: string }) {
  const { t: frame, format } = useI18n();
  const { permanent: t } = useTexts('limits').limits;
  const { answer } = useEndpoint(getLimitState, NO_QUERY);
  const count = answer?.inverters.find((one) => one.serial === serial)?.permanent_count ?? 0;
  return (
    <div className={styles.more}>
      <p>{count > 0 ? `${t.warning} ${format.count(count, t.sofar)}` : t.warning}</p>
      <p>
        {t.temporary} <Link href={PATHS.limits}>{frame.titles.limits}</Link>
      </p>
    </div>
  );
}
