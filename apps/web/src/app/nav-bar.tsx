import { Link } from 'wouter';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { PATHS } from '../shared/lib/paths.ts';
import { LanguageSelect } from '../shared/ui/language-select.tsx';
import { PRODUCT_NAME } from '../shared/ui/product-name.ts';
import { BrandIcon } from './brand-icon.tsx';
import { LinkStatus } from './link-status.tsx';
import { LoginButton } from './login-button.tsx';
import styles from './nav-bar.module.css';
import { NavDropdown } from './nav-dropdown.tsx';
import { NavLink } from './nav-link.tsx';
import { NavSheet } from './nav-sheet.tsx';
import { useMenus } from './shared-scope.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { useMediaQuery } from './use-media-query.ts';

/** From here on the bar has room for the menus themselves, in every language and with the longest link state. */
const WIDE_BAR = '(min-width: 1280px)';

/** The bar at the top of every page. The gateway does not know the window: its page has both menus, and the style sheet shows one. */
export function NavBar() {
  const { t } = useI18n();
  const { main, settings, info } = useMenus();
  const wide = useMediaQuery(WIDE_BAR);
  return (
    <header className={styles.bar}>
      <div className={styles.content}>
        <Link href={PATHS.home} className={styles.brand}>
          <BrandIcon />
          <span>{PRODUCT_NAME}</span>
        </Link>
        {wide !== false && (
          <nav aria-label={t.bar.mainMenu} className={`${styles.nav} ${styles.wide}`}>
            {main.map((page) => (
              <NavLink key={page} page={page} className={styles.link} />
            ))}
            {settings.length > 0 && <NavDropdown label={t.bar.settings} groups={settings} />}
            {info.length > 0 && <NavDropdown label={t.bar.info} groups={info} />}
            <NavLink page="about" className={styles.link} />
          </nav>
        )}
        <div className={styles.end}>
          <LinkStatus />
          {wide !== false && (
            <div className={`${styles.choices} ${styles.wide}`}>
              <LanguageSelect />
              <ThemeSwitch />
              <LoginButton />
            </div>
          )}
          {wide !== true && (
            <div className={styles.narrow}>
              <NavSheet />
            </div>
          )}
        </div>
      </div>
    </header>
  );
}
