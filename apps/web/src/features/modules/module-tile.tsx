import type { ComponentPropsWithRef } from 'react';
import heat from './heat-scale.module.css';
import { heatLevel } from './heat-scale.ts';
import { StateMark, useModuleFigures, useStateWord } from './module-mark.tsx';
import styles from './module-tile.module.css';
import type { RoofModule } from './roof-module.ts';

interface ModuleTileProps extends ComponentPropsWithRef<'button'> {
  readonly module: RoofModule;
  /** Where the scale of the colours ends. */
  readonly top: number;
  /** Whose string it is stands beside the tiles. */
  readonly isInverterKnown?: boolean;
}

/** A module of the roof: its colour is how hard it works, its number how much that is, its mark what is wrong. */
export function ModuleTile({ module, top, isInverterKnown = false, className, ...button }: ModuleTileProps) {
  const word = useStateWord()(module);
  const { power, ratio, unit } = useModuleFigures()(module);
  const { inverterTitle, state } = module;
  const title = isInverterKnown ? module.stringTitle : module.title;
  const level = module.ratio === undefined ? undefined : heatLevel(module.ratio, top);
  const spoken = [
    title,
    title.startsWith(inverterTitle) ? '' : inverterTitle,
    power,
    ratio && ratio + unit,
    word,
  ];
  return (
    <button
      type="button"
      {...button}
      className={`${styles.tile} ${heat.scale} ${className ?? ''}`}
      aria-label={spoken.filter(Boolean).join(', ')}
      data-state={state}
      data-level={level}
      data-module={module.key}
    >
      <span className={styles.inside}>
        <span className={styles.title} title={title}>
          {title}
        </span>
        <span className={styles.power}>{power ?? '–'}</span>
        {ratio !== undefined && (
          <span className={styles.ratio}>
            {ratio}
            <span className={styles.unit}>{unit}</span>
          </span>
        )}
        {state !== 'producing' && (
          <span className={styles.mark}>
            <StateMark state={state} />
            <span className={styles.word}>{word}</span>
          </span>
        )}
      </span>
    </button>
  );
}
