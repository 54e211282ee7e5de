import type { PartialPins, PinGroup } from '@heliograph/contract';
import { TriangleAlert } from 'lucide-react';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { UnknownValue } from '../../shared/ui/unknown-value.tsx';
import styles from './pin-table.module.css';
import { isDifferent, PIN_GROUPS, type PinRow, pinName, pinRows, pinText } from './pin-text.ts';

interface PinTableProps {
  readonly selected: PartialPins;
  readonly active: PartialPins;
}

/** What the chosen profile would wire beside what is wired; differences in words too. */
export function PinTable({ selected, active }: PinTableProps) {
  const { device: t } = useTexts('device');
  return (
    <table className={styles.table} aria-label={t.pins}>
      <thead>
        <tr>
          {[t.pin, t.selected, t.active].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {PIN_GROUPS.map((group) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={3} className={styles.group}>
              {t.groups[group]}
            </th>
          </tr>
          {pinRows(group, selected, active).map((row) => (
            <Row key={row.name} group={group} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ group, row }: { readonly group: PinGroup; readonly row: PinRow }) {
  const { device: t } = useTexts('device');
  const differs = isDifferent(row);
  const shown = (value: PinRow['active']) =>
    value === undefined ? <UnknownValue /> : pinText(t, group, row.name, value);
  return (
    <tr className={differs ? styles.differs : undefined}>
      <th scope="row">{pinName(t, row.name)}</th>
      <td>
        {shown(row.selected)}
        {differs && (
          <span className={styles.mark}>
            <TriangleAlert size={16} aria-hidden="true" />
            {t.differs}
          </span>
        )}
      </td>
      <td>{shown(row.active)}</td>
    </tr>
  );
}
