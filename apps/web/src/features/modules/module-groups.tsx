import type { PlantGroup } from '@heliograph/contract';
import { Pencil } from 'lucide';
import type { ReactNode } from 'react';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { compassPoint } from '../../shared/lib/compass.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './module-groups.module.css';
import { ModuleTile } from './module-tile.tsx';
import type { RoofModule } from './roof-module.ts';

interface TilesProps {
  readonly modules: readonly RoofModule[];
  readonly top: number;
  readonly isInverterKnown?: boolean;
  readonly onOpen: (module: RoofModule) => void;
}

function Tiles({ modules, top, isInverterKnown = false, onOpen }: TilesProps) {
  return (
    <div className={styles.tiles}>
      {modules.map((module) => (
        <ModuleTile
          key={module.key}
          {...{ module, top, isInverterKnown }}
          className={styles.tile}
          onClick={() => onOpen(module)}
        />
      ))}
    </div>
  );
}

interface BlockProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Block({ title, note, action, children }: BlockProps) {
  return (
    <section className={styles.block}>
      <div className={styles.header}>
        <h2>{title}</h2>
        {note !== undefined && <p>{note}</p>}
        {action}
      </div>
      {children}
    </section>
  );
}

/** Which way a group looks, and how steeply, as far as that is known. */
export function useGroupNote(): (group: PlantGroup) => string | undefined {
  const { format } = useI18n();
  const { modules: t } = useTexts('modules');
  return ({ azimuth, tilt }) => {
    const parts = [
      ...(azimuth === undefined
        ? []
        : [`${t.compass[compassPoint(azimuth)]} (${format.noDigits(azimuth)}°)`]),
      ...(tilt === undefined ? [] : [t.tilted(format.noDigits(tilt))]),
    ];
    return parts.length === 0 ? undefined : parts.join(' · ');
  };
}

interface GroupsViewProps extends Omit<TilesProps, 'isInverterKnown'> {
  readonly groups: readonly PlantGroup[];
  readonly groupOf: ReadonlyMap<string, string>;
  /** Given while the roof is arranged. */
  readonly onEdit: ((group: PlantGroup) => void) | undefined;
}

/** The modules that look the same way beside each other: there the odd one out is seen at once. */
export function GroupsView({ groups, groupOf, modules, onEdit, ...tiles }: GroupsViewProps) {
  const { modules: t } = useTexts('modules');
  const noteOf = useGroupNote();
  const { format } = useI18n();
  const inGroup = (id: string | undefined) => modules.filter(({ key }) => groupOf.get(key) === id);
  const others = inGroup(undefined);
  return (
    <div className={styles.blocks}>
      {groups.map((group) => {
        const own = inGroup(group.id);
        if (own.length === 0 && onEdit === undefined) return null;
        return (
          <Block
            key={group.id}
            title={group.name}
            note={noteOf(group)}
            action={
              onEdit && (
                <Button
                  variant="bare"
                  aria-label={t.editGroup(group.name)}
                  title={t.editGroup(group.name)}
                  onClick={() => onEdit(group)}
                >
                  <Icon of={Pencil} size={18} />
                </Button>
              )
            }
          >
            {own.length === 0 ? (
              <p className={styles.empty}>{t.emptyGroup}</p>
            ) : (
              <Tiles {...tiles} modules={own} />
            )}
          </Block>
        );
      })}
      {others.length > 0 && (
        <Block
          title={groups.length === 0 ? t.noGroups : t.withoutGroup}
          note={format.count(others.length, t.strings)}
        >
          <Tiles {...tiles} modules={others} />
        </Block>
      )}
    </div>
  );
}

/** Before anybody has arranged them: the strings of each inverter beside each other. */
export function InvertersView({ modules, ...tiles }: Omit<TilesProps, 'isInverterKnown'>) {
  return (
    <div className={styles.inverters}>
      {[...new Set(modules.map(({ serial }) => serial))].map((serial) => {
        const own = modules.filter((module) => module.serial === serial);
        return (
          <Block key={serial} title={own[0]?.inverterTitle ?? serial}>
            <Tiles {...tiles} modules={own} isInverterKnown />
          </Block>
        );
      })}
    </div>
  );
}
