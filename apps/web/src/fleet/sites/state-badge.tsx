import type { SiteState } from '@heliograph/fleet-contract';
import { Ban, CircleCheck, CircleHelp, type IconNode, Moon, TriangleAlert, Unplug, WifiOff } from 'lucide';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { StatusBadge, type StatusTone } from '../../shared/ui/status-badge.tsx';

export const STATE_LOOKS: Readonly<
  Record<SiteState, { readonly tone: StatusTone; readonly icon: IconNode }>
> = {
  never: { tone: 'unknown', icon: CircleHelp },
  unknown: { tone: 'unknown', icon: CircleHelp },
  offline: { tone: 'bad', icon: Unplug },
  silent: { tone: 'bad', icon: WifiOff },
  refused: { tone: 'bad', icon: Ban },
  alert: { tone: 'pending', icon: TriangleAlert },
  night: { tone: 'off', icon: Moon },
  ok: { tone: 'good', icon: CircleCheck },
};

/** A state as colour, icon and word. */
export function StateBadge({ state }: { readonly state: SiteState }) {
  const { fleet: t } = useTexts('fleet');
  const { tone, icon } = STATE_LOOKS[state];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t.states[state]}
    </StatusBadge>
  );
}
