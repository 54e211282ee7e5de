import { type ListedInverter, UNKNOWN_INVERTER_TYPE } from '@heliograph/contract';
import { CircleHelp, Pencil, Trash2, TriangleAlert } from 'lucide';
import { Fragment } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { listedTwice, sortedBySerial } from './inverter-list.ts';
import { shortName } from './inverter-name.ts';
import styles from './inverter-table.module.css';

interface InverterTableProps {
  readonly inverters: readonly ListedInverter[];
  readonly onEdit: (inverter: ListedInverter) => void;
  readonly onDelete: (inverter: ListedInverter) => void;
}

/** The configured inverters by serial: a table where there is room, a card each on a phone. */
export function InverterTable({ inverters, onEdit, onDelete }: InverterTableProps) {
  const { inverters: t } = useTexts('inverters');
  const ignored = listedTwice(inverters);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t.name}</th>
          <th scope="col">{t.serial}</th>
          <th scope="col">{t.type}</th>
          <th scope="col">{t.stringsColumn}</th>
          <th scope="col">
            <span className="visually-hidden">{t.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sortedBySerial(inverters).map((inverter) => (
          <InverterRow
            key={inverter.id}
            inverter={inverter}
            isIgnored={ignored.has(inverter)}
            onEdit={() => onEdit(inverter)}
            onDelete={() => onDelete(inverter)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface InverterRowProps {
  readonly inverter: ListedInverter;
  /** It has the serial of one before it. */
  readonly isIgnored: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function InverterRow({ inverter, isIgnored, onEdit, onDelete }: InverterRowProps) {
  const { inverters: t } = useTexts('inverters');
  const name = shortName(inverter);
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <bdi className={styles.cut}>{inverter.name.trim() === '' ? t.unnamed : inverter.name}</bdi>
      </th>
      <td>
        <div className={styles.serial}>
          <span className={styles.cut}>{inverter.serial}</span>
          <CopyButton text={inverter.serial} label={t.copySerialOf(name)} />
        </div>
      </td>
      <td className={styles.type}>
        <InverterType type={inverter.type} />
        {isIgnored && (
          <span className={styles.unknown}>
            <Icon of={TriangleAlert} size={16} />
            {t.listedTwice}
          </span>
        )}
      </td>
      <td className={styles.strings}>
        <Strings inverter={inverter} />
      </td>
      <td className={styles.actions}>
        <Button variant="bare" aria-label={t.editOf(name)} title={t.edit} onClick={onEdit}>
          <Icon of={Pencil} size={18} />
        </Button>
        <Button variant="bare" aria-label={t.deleteOf(name)} title={t.delete} onClick={onDelete}>
          <Icon of={Trash2} size={18} />
        </Button>
      </td>
    </tr>
  );
}

// A line may end between models, not at the hyphen within one; something longer is no model and breaks anywhere.
const MODEL_MAX_LENGTH = 12;

function InverterType({ type }: { readonly type: string }) {
  const { inverters: t } = useTexts('inverters');
  if (type !== UNKNOWN_INVERTER_TYPE && type !== '') {
    return (
      <bdi className={styles.cut}>
        {type.split(' ').map((model, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          <Fragment key={index}>
            {index > 0 && ' '}
            <span className={model.length <= MODEL_MAX_LENGTH ? styles.whole : undefined}>{model}</span>
          </Fragment>
        ))}
      </bdi>
    );
  }
  return (
    <>
      <span className={styles.unknown}>
        <Icon of={CircleHelp} size={16} />
        {t.unknownType}
      </span>
      <span className={styles.quiet}>{t.unknownTypeNote}</span>
    </>
  );
}

/** Names and peak powers in short; only how many there are where nothing is set. */
function Strings({ inverter: { channel, type } }: { readonly inverter: ListedInverter }) {
  const { format } = useI18n();
  const { inverters: t } = useTexts('inverters');
  const isSet = channel.some(({ name, max_power }) => name.trim() !== '' || max_power > 0);
  if (!isSet) {
    // How many an unknown model has nobody knows.
    const count =
      type === UNKNOWN_INVERTER_TYPE || channel.length === 0 ? '' : format.count(channel.length, t.strings);
    return <span className={styles.quiet}>{count}</span>;
  }
  return (
    <ul className={styles.stringList}>
      {channel.map(({ name, max_power }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a string is known by its place
        <li key={index}>
          <bdi className={styles.cut}>{name.trim() === '' ? t.string(index + 1) : name}</bdi>
          {max_power > 0 && <span className={styles.power}>{`${format.noDigits(max_power)} W`}</span>}
        </li>
      ))}
    </ul>
  );
}
