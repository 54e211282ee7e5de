import {
  Circle,
  CircleAlert,
  CircleHelp,
  CircleX,
  Gauge,
  History,
  type IconNode,
  Moon,
  PowerOff,
  TrendingDown,
  TriangleAlert,
} from 'lucide';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import type { ModuleState, RoofModule } from './roof-module.ts';

/** One that produces needs no mark. */
const ICONS: Readonly<Partial<Record<ModuleState, IconNode>>> = {
  stale: History,
  unreachable: CircleX,
  silent: CircleHelp,
  unpolled: Circle,
  asleep: Moon,
  unknown: Circle,
  off: PowerOff,
  dead: TriangleAlert,
  weak: TrendingDown,
  idle: CircleAlert,
  limited: Gauge,
};

/** The icon of a state; the word must stand beside it, or in the name of what it stands in. */
export function StateMark({ state, size = 16 }: { readonly state: ModuleState; readonly size?: number }) {
  const icon = ICONS[state];
  return icon === undefined ? null : <Icon of={icon} size={size} data-mark={state} />;
}

/** How a module is doing, in words as short as a tile. */
export function useStateWord(): (module: Pick<RoofModule, 'state' | 'lossPercent'>) => string {
  const { t, format } = useI18n();
  const { modules } = useTexts('modules');
  return ({ state, lossPercent }) => {
    switch (state) {
      case 'dead':
        return t.inverter.noPower;
      case 'off':
        return t.inverter.switchedOff;
      case 'limited':
        return modules.limited;
      case 'weak':
        return lossPercent === undefined ? modules.weak : modules.weakBy(format.percent(lossPercent));
      default:
        return t.states[state];
    }
  };
}

/** Power and what that is per installed watt, as they are told everywhere on this page. */
export function useModuleFigures(): (module: Pick<RoofModule, 'powerW' | 'ratio'>) => {
  readonly power: string | undefined;
  /** Without its unit, for which a small tile has no room. */
  readonly ratio: string | undefined;
  readonly unit: string;
} {
  const { format } = useI18n();
  const { modules } = useTexts('modules');
  return ({ powerW, ratio }) => ({
    power: powerW === undefined ? undefined : `${format.noDigits(powerW)}${format.unitGap('W')}W`,
    // At dusk all would be 0.00 beside colours that tell them apart.
    ratio: ratio === undefined ? undefined : format.digits(ratio, ratio > 0 && ratio < 0.1 ? 3 : 2),
    unit: format.unitGap('W') + modules.wattPerPeak,
  });
}
