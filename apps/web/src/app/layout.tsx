import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { pageTitle } from '../shared/i18n/page-title.ts';
import { findPage } from '../shared/lib/paths.ts';
import { NoticePlace } from '../shared/ui/notices.tsx';
import { PRODUCT_NAME } from '../shared/ui/product-name.ts';
import styles from './layout.module.css';
import { NavBar } from './nav-bar.tsx';
import { Router } from './router.tsx';
import { useSessionRoutes } from './use-session-routes.ts';

const MAIN_ID = 'main';

/** What every page stands in. */
export function Layout() {
  const { t } = useI18n();
  useSessionRoutes();
  useDocumentTitle();
  const main = useFocusOnNewPage();
  return (
    <>
      <a
        className={styles.skip}
        href={`#${MAIN_ID}`}
        onClick={(event) => {
          event.preventDefault(); // the address stays as it is
          main.current?.focus();
        }}
      >
        {t.skipToContent}
      </a>
      <div className={styles.top}>
        <NavBar />
        <NoticePlace />
      </div>
      <main ref={main} id={MAIN_ID} className={styles.main} tabIndex={-1}>
        <Router />
      </main>
    </>
  );
}

function useDocumentTitle(): void {
  const { t } = useI18n();
  const [path] = useLocation();
  const page = findPage(path);
  const title = page === undefined ? t.notFoundTitle : pageTitle(t, page);
  // Before what the live view makes of it, see `on-phone.tsx`.
  useLayoutEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}

/** A new page begins at its top, for the eyes as for the keyboard and the screen reader. */
function useFocusOnNewPage() {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
