import type { PartialPins } from '@heliograph/contract';
import { TriangleAlert } from 'lucide';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { UnknownValue } from '../../shared/ui/unknown-value.tsx';
import styles from './pin-table.module.css';
import { isDifferent, type PinRow, pinGroups, pinName, pinRows, pinText } from './pin-text.ts';

interface PinTableProps {
  /** Undefined where nobody here can choose. */
  readonly selected: PartialPins | undefined;
  readonly active: PartialPins;
}

/** What the chosen profile would wire beside what is wired; differences in words too. */
export function PinTable({ selected, active }: PinTableProps) {
  const { device: t } = useTexts('device');
  return (
    <table className={styles.table} aria-label={t.pins}>
      <thead>
        <tr>
          {[t.pin, ...(selected ? [t.selected] : []), t.active].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {pinGroups(active).map((group) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={selected ? 3 : 2} className={styles.group}>
              {t.groups[group]}
            </th>
          </tr>
          {pinRows(group, selected, active).map((row) => (
            <Row key={row.name} group={group} row={row} isCompared={selected !== undefined} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface RowProps {
  readonly group: Parameters<typeof pinText>[1];
  readonly row: PinRow;
  /** With what a profile would wire. */
  readonly isCompared: boolean;
}

function Row({ group, row, isCompared }: RowProps) {
  const { device: t } = useTexts('device');
  const differs = isCompared && isDifferent(row);
  const shown = (value: PinRow['active']) =>
    value === undefined ? <UnknownValue /> : pinText(t, group, row.name, value);
  return (
    <tr className={differs ? styles.differs : undefined}>
      <th scope="row">{pinName(t, row.name)}</th>
      {isCompared && (
        <td>
          {shown(row.selected)}
          {differs && (
            <span className={styles.mark}>
              <Icon of={TriangleAlert} size={16} />
              {t.differs}
            </span>
          )}
        </td>
      )}
      <td>{shown(row.active)}</td>
    </tr>
  );
}
