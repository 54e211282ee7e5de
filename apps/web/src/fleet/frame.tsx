import { type IconNode, LogOut, Menu, Moon, RefreshCw, Sun, SunMoon, Wifi, WifiOff } from 'lucide';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useI18n, useTexts } from '../shared/i18n/i18n-context.ts';
import { applyTheme, readTheme, type Theme, themeAfter } from '../shared/lib/theme.ts';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { LanguageSelect } from '../shared/ui/language-select.tsx';
import { NoticePlace, useNotices } from '../shared/ui/notices.tsx';
import { PRODUCT_NAME } from '../shared/ui/product-name.ts';
import { Banners } from './banners.tsx';
import styles from './frame.module.css';
import { FLEET_PATHS, managePath } from './paths.ts';
import { mayManage } from './rights.ts';
import { useFleetServices, useLive } from './services.ts';

const MAIN_ID = 'main';

/** What every page stands in. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useI18n();
  const main = useFocusOnNewPage();
  useWhose();
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
        <Bar />
        <NoticePlace />
        <Banners />
      </div>
      <main ref={main} id={MAIN_ID} className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** What is typed here is of whoever is logged in: after a login that was over it is there again for the same one alone. */
function useWhose(): void {
  const { kept } = useFleetServices();
  const { fleet } = useLive();
  const name = fleet?.me.name;
  useEffect(() => {
    if (name !== undefined) kept.set('user', name);
  }, [kept, name]);
}

/**
 * A new page begins at its top, for the eyes as for the keyboard and the screen reader; the way back leads to where one was on
 * the page before, such as far down a long list.
 */
function useFocusOnNewPage() {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  const places = useRef(new Map<string, number>());
  const isBack = useRef(false);
  useEffect(() => {
    const keep = () => void places.current.set(shownPath.current, window.scrollY);
    const back = () => {
      isBack.current = true;
    };
    window.addEventListener('scroll', keep, { passive: true });
    window.addEventListener('popstate', back);
    return () => {
      window.removeEventListener('scroll', keep);
      window.removeEventListener('popstate', back);
    };
  }, []);
  useLayoutEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    window.scrollTo(0, isBack.current ? (places.current.get(path) ?? 0) : 0);
    isBack.current = false;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

function Bar() {
  const { fleet: t } = useTexts('fleet');
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={styles.bar}>
      <div className={styles.content}>
        <Link href={FLEET_PATHS.sites} className={styles.brand}>
          <Icon of={Sun} size={26} className={styles.sun} />
          <span className={styles.name}>{PRODUCT_NAME}</span>
          <span className={styles.product}>{t.product}</span>
        </Link>
        <PageLinks />
        <div className={styles.end}>
          <Connection />
          <div className={styles.choices}>
            <Choices />
          </div>
          <Button
            variant="bare"
            className={styles.menu}
            aria-haspopup="dialog"
            aria-label={t.menu}
            title={t.menu}
            onClick={() => setOpen(true)}
          >
            <Icon of={Menu} size={22} />
          </Button>
        </div>
      </div>
      {isOpen && <MenuDialog onClose={() => setOpen(false)} />}
    </header>
  );
}

function MenuDialog({ onClose }: { readonly onClose: () => void }) {
  const { t: common } = useI18n();
  const { fleet: t } = useTexts('fleet');
  const [path] = useLocation();
  const openedAt = useRef(path);
  useEffect(() => {
    if (openedAt.current !== path) onClose();
  }, [path, onClose]);
  return (
    <Dialog title={t.menu} closeLabel={common.close} onClose={onClose}>
      <div className={styles.sheet}>
        <Choices onDone={onClose} />
      </div>
    </Dialog>
  );
}

/** The pages of whoever is logged in. */
function PageLinks() {
  const { fleet: t } = useTexts('fleet');
  const { fleet } = useLive();
  const [path] = useLocation();
  if (fleet === undefined || !mayManage(fleet.me)) return null;
  return (
    <nav aria-label={t.mainMenu} className={styles.nav}>
      <Link href={FLEET_PATHS.sites} aria-current={path === FLEET_PATHS.sites ? 'page' : undefined}>
        {t.sites}
      </Link>
      <Link href={FLEET_PATHS.manage} aria-current={path.startsWith(FLEET_PATHS.manage) ? 'page' : undefined}>
        {t.manage}
      </Link>
    </nav>
  );
}

function Choices({ onDone }: { readonly onDone?: () => void }) {
  const { fleet: t } = useTexts('fleet');
  const { fleet } = useLive();
  const logout = useLogout();
  const me = fleet?.me;
  /** Below each other, with room for words. */
  const isSheet = onDone !== undefined;
  return (
    <>
      <LanguageSelect />
      <ThemeSwitch isSheet={isSheet} />
      {me !== undefined && me.share === undefined && (
        <Link href={managePath('password')} className={styles.link} title={t.loggedInAs(me.name)}>
          {isSheet ? `${t.ownPassword} (${me.name})` : me.name}
          {!isSheet && <span className="visually-hidden">{`, ${t.ownPassword}`}</span>}
        </Link>
      )}
      {me !== undefined && (
        <Button
          variant="bare"
          onClick={() => {
            onDone?.();
            void logout();
          }}
        >
          <Icon of={LogOut} size={18} />
          {me.share === undefined ? t.logout : t.share.end}
        </Button>
      )}
    </>
  );
}

function useLogout() {
  const { fleet: t } = useTexts('fleet');
  const { call, live, kept, tellOthers } = useFleetServices();
  const { announce } = useNotices();
  const [, navigate] = useLocation();
  return async () => {
    const result = await call('logout', { body: {} });
    // Who is told that they are logged out must be.
    if (result.kind !== 'answered' && !(result.kind === 'refused' && result.refusal === 'login'))
      return announce(t.refusals[result.kind === 'refused' ? result.refusal : result.kind]);
    kept.clear();
    navigate(FLEET_PATHS.login);
    live.end();
    tellOthers();
    announce(t.login.loggedOut);
  };
}

const THEME_ICONS: Readonly<Record<Theme, IconNode>> = { auto: SunMoon, light: Sun, dark: Moon };

function ThemeSwitch({ isSheet }: { readonly isSheet: boolean }) {
  const { t } = useI18n();
  const { preferences } = useFleetServices();
  const [theme, setTheme] = useState(() => readTheme(preferences.read('theme')));
  const next = themeAfter(theme);
  const label = t.theme.change(t.theme[theme], t.theme[next]);
  return (
    <Button
      variant="bare"
      aria-label={label}
      title={label}
      onClick={() => {
        preferences.write('theme', next);
        applyTheme(document.documentElement, next);
        setTheme(next);
      }}
    >
      <Icon of={THEME_ICONS[theme]} size={20} />
      {isSheet && `${t.theme.label} (${t.theme[theme]})`}
    </Button>
  );
}

/** Whether the server is heard, as icon and word. */
function Connection() {
  const { fleet: t } = useTexts('fleet');
  const { phase } = useLive();
  if (phase === 'login') return null;
  const { icon, word } = {
    starting: { icon: RefreshCw, word: t.connection.connecting },
    live: { icon: Wifi, word: t.connection.live },
    lost: { icon: WifiOff, word: t.connection.lost },
  }[phase];
  return (
    <span className={styles.connection} data-phase={phase}>
      <Icon of={icon} size={18} />
      <span>{word}</span>
    </span>
  );
}
