import { Hammer } from 'lucide-react';
import { Link } from 'wouter';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { PATHS, type PageName } from '../../shared/lib/routes.ts';
import { Message } from '../../shared/ui/message.tsx';

/** Stands for a page that a later release brings: says so, and what it will be for. */
export function NotBuiltPage({ page }: { readonly page: PageName }) {
  const { t } = useI18n();
  return (
    <Message icon={Hammer} title={t.pages[page].title}>
      <p>
        <strong>{t.notBuilt}</strong> {t.pages[page].plan}
      </p>
      <Link href={PATHS.home}>{t.backHome}</Link>
    </Message>
  );
}
