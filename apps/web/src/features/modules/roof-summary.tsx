import type { ReceivedLiveData } from '@heliograph/contract';
import { CircleCheck, Moon } from 'lucide';
import { useUnixMs } from '../../shared/api/services.ts';
import { formatsAt } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { StateMark } from './module-mark.tsx';
import styles from './modules.module.css';
import type { ModuleState, RoofModule } from './roof-module.ts';

interface RoofSummaryProps {
  readonly modules: readonly RoofModule[];
  readonly live: ReceivedLiveData;
}

/** What is told, the worst first. */
const TOLD = [
  'unreachable',
  'dead',
  'weak',
  'idle',
  'silent',
  'unpolled',
  'off',
  'limited',
  'unknown',
] as const satisfies readonly ModuleState[];

/** What is told as giving nothing does not count as producing, whatever it was measured with. */
const NOT_PRODUCING: ReadonlySet<ModuleState> = new Set(['dead', 'idle', 'off']);

/** The whole roof in a line: whether all is well, or how many are not, with the marks that they have. */
export function RoofSummary({ modules, live: { plant } }: RoofSummaryProps) {
  const { t: frame, format } = useI18n();
  const { modules: t } = useTexts('modules');
  const nowMs = useUnixMs();
  if (plant.isNight) {
    const { asleepUntil } = plant;
    const untilMs = asleepUntil?.atMs ?? 0;
    const { time } = formatsAt(format, asleepUntil);
    return (
      <p className={styles.summary}>
        <Icon of={Moon} size={18} />
        {untilMs > nowMs ? frame.totals.asleepUntil(time(untilMs)) : frame.totals.asleep}
      </p>
    );
  }
  const countOf = (state: ModuleState) => modules.filter((module) => module.state === state).length;
  const producing = modules.filter(({ powerW = 0, state }) => powerW > 0 && !NOT_PRODUCING.has(state)).length;
  const told = TOLD.map((state) => ({ state, count: countOf(state) })).filter(({ count }) => count > 0);
  return (
    <ul className={styles.summary}>
      {producing > 0 && (
        <li data-state="producing">
          <Icon of={CircleCheck} size={18} />
          {t.producing(format.noDigits(producing), format.noDigits(modules.length))}
        </li>
      )}
      {told.map(({ state, count }) => (
        <li key={state} data-state={state}>
          <StateMark state={state} size={18} />
          {format.count(count, t.counts[state])}
        </li>
      ))}
    </ul>
  );
}
