import { useAreaTexts } from '../i18n/i18n-context.ts';
import { StatusBadge } from './status-badge.tsx';

/** Something that is switched on or off. */
export function EnabledBadge({ enabled }: { readonly enabled: boolean }) {
  const { info: t } = useAreaTexts();
  return <StatusBadge tone={enabled ? 'good' : 'off'}>{enabled ? t.enabled : t.disabled}</StatusBadge>;
}
