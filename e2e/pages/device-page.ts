import type { Locator, Page } from '@playwright/test';
import { Modal } from './modal.ts';

/** One device from near. */
export class DevicePage {
  readonly heading: Locator;
  readonly back: Locator;
  /** What became of the last action. */
  readonly outcome: Locator;
  readonly rename: Modal;
  readonly restart: Modal;
  readonly download: Modal;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.back = page.getByRole('link', { name: 'All sources' });
    this.outcome = page.locator('[data-notices="kept"]');
    this.rename = new Modal(page, 'Rename inverter');
    this.restart = new Modal(page, 'Restart this device?');
    this.download = new Modal(page, 'Download this copy?');
  }

  /** A part, or a document of the settings. */
  part(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: /^(Parts|Settings) of/ })
      .getByRole('link', { name, exact: true });
  }

  card(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }
}
