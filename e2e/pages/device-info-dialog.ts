import type { Locator, Page } from '@playwright/test';
import { Modal } from './modal.ts';

/** What an inverter says about itself. */
export class DeviceInfoDialog extends Modal {
  constructor(page: Page) {
    super(page, 'Device info');
  }

  fact(label: string): Locator {
    return this.dialog.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
  }
}
