import { INVERTER_PARAM, type PlantGroup } from '@heliograph/contract';
import { useId, useState } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import styles from './module-dialog.module.css';
import { useGroupNote } from './module-groups.tsx';
import { StateMark, useModuleFigures, useStateWord } from './module-mark.tsx';
import type { RoofModule } from './roof-module.ts';

interface ModuleDialogProps {
  readonly module: RoofModule;
  readonly group: PlantGroup | undefined;
  readonly onClose: () => void;
}

/** One module: what it does now and what that means, and the ways on to its inverter. */
export function ModuleDialog({ module, group, onClose }: ModuleDialogProps) {
  const { t: frame, format } = useI18n();
  const { modules: t } = useTexts('modules');
  const word = useStateWord()(module);
  const { power, ratio, unit } = useModuleFigures()(module);
  const noteOf = useGroupNote();
  const { state, lossPercent, limitPercent } = module;
  const query = new URLSearchParams({ [INVERTER_PARAM]: module.serial });
  const ofHistory = new URLSearchParams({ of: `${module.serial}-${module.string}` });
  const note =
    state === 'weak'
      ? t.notes.weak(format.percent(lossPercent ?? 0))
      : state === 'limited'
        ? t.notes.limited(format.percentTenths(limitPercent ?? 0))
        : t.notes[state];
  return (
    <Dialog
      title={module.title}
      subtitle={module.inverterTitle}
      closeLabel={frame.close}
      onClose={onClose}
      footer={
        <>
          <ButtonLink href={`${PATHS.history}?${ofHistory}`}>{t.toHistory}</ButtonLink>
          <ButtonLink variant="primary" href={`${PATHS.home}?${query}`}>
            {t.toInverter}
          </ButtonLink>
        </>
      }
    >
      <p className={styles.state} data-state={state}>
        <StateMark state={state} size={20} />
        {word}
      </p>
      <p className={styles.note}>{note}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{frame.quantities.power}</dt>
          <dd>{power ?? frame.unknownValue}</dd>
        </div>
        <div>
          <dt>{t.perPeak}</dt>
          <dd>
            {ratio === undefined ? (power === undefined ? frame.unknownValue : t.noPeakPower) : ratio + unit}
          </dd>
        </div>
        {group !== undefined && (
          <div>
            <dt>{t.group}</dt>
            <dd>{[group.name, noteOf(group)].filter(Boolean).join(' · ')}</dd>
          </div>
        )}
        <div>
          <dt>{t.stringOfInverter}</dt>
          <dd>{`${module.serial} · ${module.string}`}</dd>
        </div>
      </dl>
    </Dialog>
  );
}

interface AssignDialogProps {
  readonly module: RoofModule;
  /** Of its inverter, itself among them. */
  readonly siblings: readonly RoofModule[];
  readonly groups: readonly PlantGroup[];
  readonly group: string | undefined;
  readonly onAssign: (keys: readonly string[], group: string | undefined) => void;
  /** Undefined where there is no room for another one. */
  readonly onNewGroup: (() => void) | undefined;
  readonly onClose: () => void;
}

/** While the roof is arranged: to which group a module belongs, alone or with the others of its inverter. */
export function AssignDialog(props: AssignDialogProps) {
  const { module, siblings, groups, onAssign, onNewGroup, onClose } = props;
  const { t: frame } = useI18n();
  const { modules: t } = useTexts('modules');
  const [group, setGroup] = useState(props.group ?? '');
  const [isForAll, setForAll] = useState(false);
  const id = useId();

  function assign(): void {
    const keys = isForAll ? siblings.map(({ key }) => key) : [module.key];
    onAssign(keys, group === '' ? undefined : group);
    onClose();
  }

  return (
    <Dialog
      title={module.title}
      subtitle={module.inverterTitle}
      closeLabel={frame.close}
      onClose={onClose}
      footer={
        <>
          {onNewGroup && <Button onClick={onNewGroup}>{t.newGroup}</Button>}
          <Button variant="primary" onClick={assign}>
            {t.apply}
          </Button>
        </>
      }
    >
      <fieldset className={styles.choices}>
        <legend>{t.group}</legend>
        {[{ id: '', name: t.withoutGroup }, ...groups].map((one) => (
          <label key={one.id}>
            <input
              type="radio"
              name={id}
              value={one.id}
              checked={one.id === group}
              onChange={() => setGroup(one.id)}
            />
            <span>{one.name}</span>
          </label>
        ))}
      </fieldset>
      {siblings.length > 1 && (
        <label className={styles.all}>
          <input type="checkbox" checked={isForAll} onChange={() => setForAll(!isForAll)} />
          <span>{t.allOfInverter(module.inverterTitle)}</span>
        </label>
      )}
      <p className={styles.note}>{t.moveHint}</p>
    </Dialog>
  );
}
