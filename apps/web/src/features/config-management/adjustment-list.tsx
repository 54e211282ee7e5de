import type { AdjustedValue, ReceivedAdjustment } from '@heliograph/contract';
import type { AreaMessages } from '../../shared/i18n/area/area-en.ts';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { resultText } from '../../shared/i18n/result-text.ts';
import type { Group } from '../../shared/lib/is-group.ts';
import styles from './adjustment-list.module.css';
import { settingName } from './setting-names.ts';

/** So many stand there at once; on a phone more of them would push the button out of sight. */
const SHOWN = 5;
/** What is longer says nothing more. */
const VALUE_MAX_LENGTH = 60;

interface AdjustmentListProps {
  readonly adjustments: readonly ReceivedAdjustment[];
  /** The file. */
  readonly config: Group;
  /** It is restored. */
  readonly isDone?: boolean;
}

/** The values of a file that are not kept as they are there: what becomes of each, and why. */
export function AdjustmentList({ adjustments, config, isDone = false }: AdjustmentListProps) {
  const { format } = useI18n();
  const { adjusted: t } = useAreaTexts().maintenance;
  // One that would hide a single value is no shorter than the value.
  const shown = adjustments.length <= SHOWN + 1 ? adjustments.length : SHOWN;
  const rest = adjustments.slice(shown);
  return (
    <>
      <p>{format.count(adjustments.length, isDone ? t.happened : t.happens)}</p>
      <Items {...{ adjustments: adjustments.slice(0, shown), config }} />
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{format.count(rest.length, t.more)}</summary>
          <Items {...{ adjustments: rest, config }} />
        </details>
      )}
    </>
  );
}

function Items({ adjustments, config }: Pick<AdjustmentListProps, 'adjustments' | 'config'>) {
  const { t: frame } = useI18n();
  const area = useAreaTexts();
  return (
    <ul className={styles.list}>
      {adjustments.map((adjustment) => (
        <li key={adjustment.path}>
          <p>{settingName(frame, area, adjustment.path, config)}</p>
          <p className={styles.values}>{valuesText(area, adjustment)}</p>
          <p className={styles.reason}>{reasonText(area, adjustment)}</p>
        </li>
      ))}
    </ul>
  );
}

function valuesText(area: AreaMessages, { from, to, hidden, reason }: ReceivedAdjustment): string {
  const { adjusted: t } = area.maintenance;
  if (hidden) return t.hidden;
  const nothing = reason === 'current-kept' ? t.kept : t.leftOut;
  return `${valueText(area, from)} → ${to === null ? nothing : valueText(area, to)}`;
}

function valueText({ info, maintenance: { adjusted: t } }: AreaMessages, value: AdjustedValue): string {
  if (value === null || value === '') return t.empty;
  if (typeof value === 'boolean') return value ? info.enabled : info.disabled;
  const text = String(value);
  return text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH - 1)}…` : text;
}

function reasonText(area: AreaMessages, { reason, cause }: ReceivedAdjustment): string {
  const { reasons, other } = area.maintenance.adjusted;
  const text = Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : other;
  return cause === undefined ? text : `${text} ${resultText(area, cause)}`;
}
