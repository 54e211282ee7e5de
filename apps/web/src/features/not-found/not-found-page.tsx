import { MapPinOff } from 'lucide';
import { Link } from 'wouter';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Message } from '../../shared/ui/message.tsx';

/** For an address that is none of ours. */
export function NotFoundPage() {
  const { t } = useI18n();
  return (
    <Message icon={MapPinOff} title={t.notFoundTitle}>
      <p>{t.notFoundText}</p>
      <Link href={PATHS.home}>{t.backHome}</Link>
    </Message>
  );
}
