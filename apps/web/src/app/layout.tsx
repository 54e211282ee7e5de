import { useLocation } from 'wouter';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { pageTitle } from '../shared/i18n/page-title.ts';
import { findPage } from '../shared/lib/paths.ts';
import { PageFrame } from '../shared/ui/page-frame.tsx';
import { useTitle } from '../shared/ui/use-title.ts';
import { NavBar } from './nav-bar.tsx';
import { Router } from './router.tsx';
import { useSessionRoutes } from './use-session-routes.ts';

/** The frame of a gateway's pages. */
export function Layout() {
  const { t } = useI18n();
  const [path] = useLocation();
  const page = findPage(path);
  useSessionRoutes();
  useTitle(page === undefined ? t.notFoundTitle : pageTitle(t, page));
  return (
    <PageFrame bar={<NavBar />}>
      <Router />
    </PageFrame>
  );
}
