import { Link, useLocation } from 'wouter';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { findPage, PATHS, type PageName } from '../shared/lib/paths.ts';

interface NavLinkProps {
  readonly page: PageName;
  readonly className?: string | undefined;
  readonly onClick?: () => void;
}

/** A link to a page of ours under its title; says when it is the page one is on. */
export function NavLink({ page, className, onClick }: NavLinkProps) {
  const { t } = useI18n();
  const [path] = useLocation();
  return (
    <Link
      href={PATHS[page]}
      className={className}
      aria-current={findPage(path) === page ? 'page' : undefined}
      onClick={onClick}
    >
      {t.titles[page]}
    </Link>
  );
}
