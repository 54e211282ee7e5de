import { Link } from 'wouter';
import { useI18n } from '../shared/i18n/i18n-context.ts';
import { PATHS } from '../shared/lib/paths.ts';
import bar from '../shared/ui/bar.module.css';
import { LanguageSelect } from '../shared/ui/language-select.tsx';
import { PRODUCT_NAME } from '../shared/ui/product-name.ts';
import { BrandIcon } from './brand-icon.tsx';
import { LinkStatus } from './link-status.tsx';
import { LoginButton } from './login-button.tsx';
import styles from './nav-bar.module.css';
import { NavDropdown } from './nav-dropdown.tsx';
import { NavLink } from './nav-link.tsx';
import { NavSheet } from './nav-sheet.tsx';
import { OwnThemeSwitch } from './own-theme-switch.tsx';
import { useMenus } from './shared-scope.ts';
import { useMediaQuery } from './use-media-query.ts';

/** From here on the bar has room for the menus themselves, in every language and with the longest link state. */
const WIDE_BAR = '(min-width: 1280px)';

/** The bar of a gateway. The gateway does not know the window: its page has both menus, and the style sheet shows one. */
export function NavBar() {
  const { t } = useI18n();
  const { main, settings, info } = useMenus();
  const wide = useMediaQuery(WIDE_BAR);
  return (
    <header className={bar.bar}>
      <div className={bar.content}>
        <Link href={PATHS.home} className={bar.brand}>
          <BrandIcon />
          <span>{PRODUCT_NAME}</span>
        </Link>
        {wide !== false && (
          <nav aria-label={t.bar.mainMenu} className={`${bar.nav} ${styles.wide}`}>
            {main.map((page) => (
              <NavLink key={page} page={page} className={bar.link} />
            ))}
            {settings.length > 0 && <NavDropdown label={t.bar.settings} groups={settings} />}
            {info.length > 0 && <NavDropdown label={t.bar.info} groups={info} />}
            <NavLink page="about" className={bar.link} />
          </nav>
        )}
        <div className={bar.end}>
          <LinkStatus />
          {wide !== false && (
            <div className={`${bar.choices} ${styles.wide}`}>
              <LanguageSelect />
              <OwnThemeSwitch />
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
