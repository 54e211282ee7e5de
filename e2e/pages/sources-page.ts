import type { Locator, Page } from '@playwright/test';
import { Modal } from './modal.ts';

/** Where inverters come from. */
export class SourcesPage {
  readonly add: Locator;
  /** What became of the last action. */
  readonly outcome: Locator;
  readonly addition: SourceDialog;
  readonly edit: SourceDialog;
  readonly removal: Modal;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.add = page.getByRole('main').getByRole('button', { name: 'Add a device' });
    this.outcome = page.locator('[data-notices="kept"]');
    this.addition = new SourceDialog(page, 'Add a device');
    this.edit = new SourceDialog(page, 'Edit device');
    this.removal = new Modal(page, 'Remove this device?');
  }

  card(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
}

/** Where a device is, and who one is there. */
class SourceDialog extends Modal {
  readonly address: Locator;
  readonly password: Locator;
  readonly name: Locator;
  readonly test: Locator;
  readonly save: Locator;

  constructor(page: Page, title: string) {
    super(page, title);
    this.address = this.dialog.getByLabel('Address');
    this.password = this.dialog.getByLabel('Password');
    this.name = this.dialog.getByLabel('Name', { exact: true });
    this.test = this.dialog.getByRole('button', { name: 'Test', exact: true });
    this.save = this.dialog.getByRole('button', { name: 'Save', exact: true });
  }
}
