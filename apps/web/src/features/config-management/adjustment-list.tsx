import type { AdjustedValue, ReceivedAdjustment } from '@heliograph/contract';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { resultText } from '../../shared/i18n/result-text.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
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
  const { adjusted: t } = useTexts('gateway').gateway;
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
  const texts = useTexts(
    'common',
    'inverters',
    'info',
    'gateway',
    'login',
    'device',
    'mqtt',
    'network',
    'time',
  );
  return (
    <ul className={styles.list}>
      {adjustments.map((adjustment) => (
        <li key={adjustment.path}>
          <p>{settingName(frame, texts, adjustment.path, config)}</p>
          <p className={styles.values}>{valuesText(texts, adjustment)}</p>
          <p className={styles.reason}>{reasonText(texts, adjustment)}</p>
        </li>
      ))}
    </ul>
  );
}

function valuesText(
  texts: TextsOf<'common' | 'gateway' | 'info'>,
  { from, to, hidden, reason }: ReceivedAdjustment,
): string {
  const { adjusted: t } = texts.gateway;
  if (hidden) return t.hidden;
  const nothing = reason === 'current-kept' ? t.kept : t.leftOut;
  return `${valueText(texts, from)} → ${to === null ? nothing : valueText(texts, to)}`;
}

function valueText(
  { info, gateway: { adjusted: t } }: TextsOf<'info' | 'gateway'>,
  value: AdjustedValue,
): string {
  if (value === null || value === '') return t.empty;
  if (typeof value === 'boolean') return value ? info.enabled : info.disabled;
  const text = String(value);
  return text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH - 1)}…` : text;
}

function reasonText(texts: TextsOf<'common' | 'gateway'>, { reason, cause }: ReceivedAdjustment): string {
  const { reasons, other } = texts.gateway.adjusted;
  const text = Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : other;
  return cause === undefined ? text : `${text} ${resultText(texts, cause)}`;
}
