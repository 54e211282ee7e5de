import type { Locator, Page } from '@playwright/test';

/** The bar at the top of every page, as on a wide screen. */
export class Bar {
  private readonly banner: Locator;
  readonly brand: Locator;
  readonly login: Locator;
  readonly logout: Locator;
  readonly language: Locator;
  readonly theme: Locator;
  /** What it says about the connection to the gateway. */
  readonly link: Locator;
  /** On a phone: shows the sheet with the menus. */
  readonly menuButton: Locator;
  readonly sheet: Locator;

  constructor(page: Page) {
    this.banner = page.getByRole('banner');
    this.brand = this.banner.getByRole('link', { name: 'Heliograph' });
    this.login = this.banner.getByRole('button', { name: 'Log in' });
    this.logout = this.banner.getByRole('button', { name: 'Log out' });
    this.language = this.banner.getByRole('combobox');
    this.theme = this.banner.getByRole('button', { name: /^Appearance/ });
    this.link = this.banner.getByRole('status');
    this.menuButton = this.banner.getByRole('button', { name: 'Menu', exact: true });
    this.sheet = page.getByRole('dialog', { name: 'Menu' });
  }

  /** The icon is decoration and so has no name; it says its season for styles and tests. */
  season(name: 'sun' | 'tree' | 'egg'): Locator {
    return this.brand.locator(`[data-season="${name}"]`);
  }

  dropdown(name: 'Settings' | 'Info'): Locator {
    return this.banner.getByRole('button', { name, exact: true });
  }

  entry(name: string): Locator {
    return this.banner.getByRole('link', { name, exact: true });
  }
}
