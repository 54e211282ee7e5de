import { expect, type Locator, type Page } from '@playwright/test';
import { Modal } from './modal.ts';

/** Which inverters there are. */
export class InverterSettingsPage {
  readonly heading: Locator;
  readonly serial: Locator;
  readonly name: Locator;
  readonly add: Locator;
  /** Why something was refused, at the place where it was asked for. */
  readonly alert: Locator;
  /** What became of the last action. */
  readonly outcome: Locator;
  readonly rows: Locator;
  readonly edit: EditDialog;
  readonly deletion: Modal;
  /** Asks before what was typed is thrown away. */
  readonly discard: Modal;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    const main = page.getByRole('main');
    this.heading = main.getByRole('heading', { level: 1, name: 'Inverters' });
    const form = main.locator('form').first();
    this.serial = form.getByLabel('Serial number');
    this.name = form.getByLabel('Name');
    this.add = form.getByRole('button', { name: 'Add inverter' });
    this.alert = main.getByRole('alert');
    this.outcome = page.locator('[data-notices="kept"]');
    this.rows = main.locator('tbody tr');
    this.edit = new EditDialog(page);
    this.deletion = new Modal(page, 'Delete this inverter?');
    this.discard = new Modal(page, 'Discard your changes?');
  }

  /** Opens the page and waits for the list. */
  async open(): Promise<void> {
    await this.page.goto('/settings/inverter');
    await expect(this.rows.first()).toBeVisible();
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('rowheader', { name, exact: true }) });
  }

  editButton(name: string): Locator {
    return this.page.getByRole('button', { name: `Edit ${name}`, exact: true });
  }

  deleteButton(name: string): Locator {
    return this.page.getByRole('button', { name: `Delete ${name}`, exact: true });
  }

  async fillAddition(serial: string, name: string): Promise<void> {
    await this.serial.fill(serial);
    await this.name.fill(name);
  }
}

/** Serial, name and strings of one inverter. */
class EditDialog extends Modal {
  readonly serial: Locator;
  readonly name: Locator;
  readonly save: Locator;
  readonly cancel: Locator;

  constructor(page: Page) {
    super(page, 'Edit inverter');
    this.serial = this.dialog.getByLabel('Serial number');
    this.name = this.dialog.getByLabel('Name').first();
    this.save = this.button('Save');
    this.cancel = this.button('Cancel');
  }

  private string(number: number): Locator {
    return this.dialog.getByRole('group', { name: `String ${number}`, exact: true });
  }

  stringName(number: number): Locator {
    return this.string(number).getByLabel('Name');
  }

  maxPower(number: number): Locator {
    return this.string(number).getByLabel('Peak power');
  }
}
