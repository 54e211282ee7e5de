import { useTexts } from '../i18n/i18n-context.ts';
import { StatusBadge } from './status-badge.tsx';
import { UnknownValue } from './unknown-value.tsx';

/** Something that is switched on or off, if that is known. */
export function EnabledBadge({ enabled }: { readonly enabled: boolean | undefined }) {
  const { info: t } = useTexts('info');
  if (enabled === undefined) return <UnknownValue />;
  return <StatusBadge tone={enabled ? 'good' : 'off'}>{enabled ? t.enabled : t.disabled}</StatusBadge>;
}
