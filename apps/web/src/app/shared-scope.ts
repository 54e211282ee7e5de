import { useServices, useUser } from '../shared/api/services.ts';
import type { PageName } from '../shared/lib/paths.ts';
import { MAIN_PAGES, MENUS, ROUTES } from './routes.ts';

/** What a link shows by which somebody reads here without a login; undefined, or nothing in it: no link, and all pages are there. */
export function useSharedScope(): string | undefined {
  const { preferences, first } = useServices();
  const user = useUser();
  if (__FOR_DEVICE__ || user) return undefined;
  return first ? first.page.shared : preferences.read('shared');
}

/** Who is led to a login, or asks what this is, is not led away from there. */
const ALWAYS = ['about', 'login', 'share'];

/** Whether a page is there for whoever came by a link; a link to everything has the pages that need no login. */
export function isSharedBy(scope: string | undefined, page: PageName): boolean {
  if (scope !== 'all') return !scope || page === scope || ALWAYS.includes(page);
  return !ROUTES[page].isForAdmins && page !== 'securitySettings';
}

/** The pages of the bar and of its menus, without those that are not there for whoever came by a link. */
export function useMenus() {
  const scope = useSharedScope();
  const shown = (groups: readonly (readonly PageName[])[]) =>
    groups.map((pages) => pages.filter((page) => isSharedBy(scope, page))).filter(([page]) => page);
  return { main: shown([MAIN_PAGES]).flat(), settings: shown(MENUS.settings), info: shown(MENUS.info) };
}
