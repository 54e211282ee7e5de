import { expect, type Locator, type Page } from '@playwright/test';

/** A dialog above the page. */
export class Modal {
  readonly dialog: Locator;
  readonly close: Locator;
  readonly alert: Locator;
  /** What tells a change to a screen reader. */
  readonly status: Locator;

  protected readonly page: Page;

  constructor(page: Page, title: string | RegExp) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: title });
    this.close = this.dialog.getByRole('button', { name: 'Close', exact: true }).first();
    this.alert = this.dialog.getByRole('alert');
    this.status = this.dialog.getByRole('status').first();
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name });
  }

  /** A press beside the dialog. */
  async pressBeside(): Promise<void> {
    await this.page.mouse.click(5, 5);
  }

  /** Walks once around with the keyboard: the focus never gets to what lies behind. */
  async expectFocusInside(): Promise<void> {
    await expect(this.dialog).toBeVisible();
    const stops = await this.dialog.locator('button, input, a[href], [tabindex="0"]').count();
    for (let step = 0; step < stops + 2; step++) {
      await this.page.keyboard.press('Tab');
      const place = await this.page.evaluate(() => {
        const { activeElement } = document;
        const isNowhere = activeElement === document.body || activeElement === null;
        // after the last stop the browser may have its turn, with its own controls
        return isNowhere || activeElement.closest('dialog[open]') !== null
          ? 'inside'
          : activeElement.outerHTML;
      });
      expect(place, `after ${step + 1} steps`).toBe('inside');
    }
  }

  async tabTo(target: Locator): Promise<void> {
    await tabTo(this.page, target);
  }
}

/** Steps on until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 12; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
