import type { Locator, Page } from '@playwright/test';
import { Modal } from './modal.ts';

/** The limit of an inverter, and a new one. */
export class LimitDialog extends Modal {
  /** What the limit is now. */
  readonly current: Locator;
  readonly field: Locator;
  readonly percent: Locator;
  readonly watts: Locator;
  /** Until the next night or restart. */
  readonly setTemporary: Locator;
  readonly setPersistent: Locator;

  constructor(page: Page) {
    super(page, 'Set limit');
    this.current = this.dialog
      .getByText('Current limit', { exact: true })
      .locator('xpath=following-sibling::dd');
    this.field = this.dialog.getByLabel('New limit');
    this.percent = this.dialog.getByRole('radio', { name: 'Percent (%)' });
    this.watts = this.dialog.getByRole('radio', { name: 'Watts (W)' });
    this.setTemporary = this.button('Set until tonight');
    this.setPersistent = this.button('Set permanently');
  }

  async chooseWatts(): Promise<void> {
    await this.dialog.getByText('Watts (W)').click();
  }

  async choosePercent(): Promise<void> {
    await this.dialog.getByText('Percent (%)').click();
  }
}
