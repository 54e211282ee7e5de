import { LogOut, Menu, RefreshCw, Sun, TriangleAlert, Wifi, WifiOff } from 'lucide';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useI18n, useTexts } from '../shared/i18n/i18n-context.ts';
import bar from '../shared/ui/bar.module.css';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { LanguageSelect } from '../shared/ui/language-select.tsx';
import { useNotices } from '../shared/ui/notices.tsx';
import { PageFrame } from '../shared/ui/page-frame.tsx';
import { PRODUCT_NAME } from '../shared/ui/product-name.ts';
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx';
import { Banners } from './banners.tsx';
import styles from './frame.module.css';
import { FLEET_PATHS, managePath } from './paths.ts';
import { mayManage } from './rights.ts';
import { useFleetServices, useLive } from './services.ts';

/** The frame of a fleet's pages. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const placeOf = usePlaces();
  useWhose();
  return (
    <PageFrame bar={<FleetBar />} banners={<Banners />} placeOf={placeOf}>
      <div className={styles.page}>{children}</div>
    </PageFrame>
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

/** The way back leads to where one was on the page before, such as far down a long list; any other way to the top of a page. */
function usePlaces(): (path: string) => number {
  const [path] = useLocation();
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
  return useCallback((next) => {
    const place = isBack.current ? (places.current.get(next) ?? 0) : 0;
    shownPath.current = next;
    isBack.current = false;
    return place;
  }, []);
}

function FleetBar() {
  const { t } = useI18n();
  const { fleet } = useTexts('fleet');
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={bar.bar}>
      <div className={bar.content}>
        <Link href={FLEET_PATHS.sites} className={bar.brand}>
          <Icon of={Sun} size={26} className={styles.sun} />
          <span className={styles.name}>{PRODUCT_NAME}</span>
          <span className={styles.product}>{fleet.product}</span>
        </Link>
        <PageLinks />
        <div className={bar.end}>
          <Connection />
          <div className={`${bar.choices} ${styles.choices}`}>
            <Choices />
          </div>
          <Button
            variant="bare"
            className={styles.menu}
            aria-haspopup="dialog"
            aria-label={t.bar.menu}
            title={t.bar.menu}
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
  const { t } = useI18n();
  const [path] = useLocation();
  const openedAt = useRef(path);
  useEffect(() => {
    if (openedAt.current !== path) onClose();
  }, [path, onClose]);
  return (
    <Dialog title={t.bar.menu} closeLabel={t.close} onClose={onClose}>
      <div className={styles.sheet}>
        <Choices onDone={onClose} />
      </div>
    </Dialog>
  );
}

/** The pages of whoever is logged in. */
function PageLinks() {
  const { bar: words } = useI18n().t;
  const { fleet: t } = useTexts('fleet');
  const { fleet } = useLive();
  const [path] = useLocation();
  if (fleet === undefined || !mayManage(fleet.me)) return null;
  return (
    <nav aria-label={words.mainMenu} className={`${bar.nav} ${styles.nav}`}>
      <Link
        href={FLEET_PATHS.sites}
        className={bar.link}
        aria-current={path === FLEET_PATHS.sites ? 'page' : undefined}
      >
        {t.sites}
      </Link>
      <Link
        href={FLEET_PATHS.manage}
        className={bar.link}
        aria-current={path.startsWith(FLEET_PATHS.manage) ? 'page' : undefined}
      >
        {t.manage}
      </Link>
    </nav>
  );
}

function Choices({ onDone }: { readonly onDone?: () => void }) {
  const { t: common } = useI18n();
  const { fleet: t } = useTexts('fleet');
  const { preferences } = useFleetServices();
  const { fleet } = useLive();
  const logout = useLogout();
  const me = fleet?.me;
  /** Below each other, with room for words. */
  const isSheet = onDone !== undefined;
  return (
    <>
      <LanguageSelect />
      <ThemeSwitch preferences={preferences} inWords={isSheet} />
      {me !== undefined && me.share === undefined && (
        <Link
          href={managePath('password')}
          className={`${bar.link} ${styles.own}`}
          title={t.loggedInAs(me.name)}
        >
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
          {me.share === undefined ? common.bar.logout : t.share.end}
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
    live.leave();
    tellOthers();
    announce(t.login.loggedOut);
  };
}

/** Whether news of the sites arrive, as icon and word: without the broker the server has none, however well it is heard itself. */
function Connection() {
  const { fleet: t } = useTexts('fleet');
  const { phase, fleet } = useLive();
  if (phase === 'login') return null;
  const shown = phase === 'live' && fleet?.partsAway.broker !== undefined ? 'stale' : phase;
  const { icon, word } = {
    starting: { icon: RefreshCw, word: t.connection.connecting },
    live: { icon: Wifi, word: t.connection.live },
    stale: { icon: TriangleAlert, word: t.totals.notLive },
    lost: { icon: WifiOff, word: t.connection.lost },
  }[shown];
  return (
    <span className={styles.connection} data-phase={shown}>
      <Icon of={icon} size={18} />
      <span>{word}</span>
    </span>
  );
}
