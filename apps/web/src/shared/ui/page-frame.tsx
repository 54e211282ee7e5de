import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useI18n } from '../i18n/i18n-context.ts';
import { NoticePlace } from './notices.tsx';
import styles from './page-frame.module.css';

const MAIN_ID = 'main';

interface PageFrameProps {
  readonly bar: ReactNode;
  /** What stays in sight below the bar and the notices. */
  readonly banners?: ReactNode;
  /** How far down a page is shown first, in pixels; else each begins at its top. */
  readonly placeOf?: (path: string) => number;
  readonly children: ReactNode;
}

/** What every page stands in: a way past the bar, the bar, the notices, and the page itself. */
export function PageFrame({ bar, banners, placeOf, children }: PageFrameProps) {
  const { t } = useI18n();
  const main = useFocusOnNewPage(placeOf);
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
        {bar}
        <NoticePlace />
        {banners}
      </div>
      <main ref={main} id={MAIN_ID} className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** A new page begins anew, for the eyes as for the keyboard and the screen reader. */
function useFocusOnNewPage(placeOf: PageFrameProps['placeOf']) {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  useLayoutEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    window.scrollTo(0, placeOf?.(path) ?? 0);
    main.current?.focus({ preventScroll: true });
  }, [path, placeOf]);
  return main;
}
