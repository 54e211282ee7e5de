import { Hammer } from 'lucide-react';
import { Link } from 'wouter';
import type { AreaMessages } from '../../shared/i18n/area/area-en.ts';
import { useAreaTexts, useI18n } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/routes.ts';
import { Message } from '../../shared/ui/message.tsx';

/** A page that is planned and not built yet. */
export type PlannedPage = keyof AreaMessages['plans'];

/** Stands for a page that a later release brings: says so, and what it will be for. */
export function NotBuiltPage({ page }: { readonly page: PlannedPage }) {
  const { t } = useI18n();
  const area = useAreaTexts();
  return (
    <Message icon={Hammer} title={t.titles[page]}>
      <p>
        <strong>{area.notBuilt}</strong> {area.plans[page]}
      </p>
      <Link href={PATHS.home}>{t.backHome}</Link>
    </Message>
  );
}
