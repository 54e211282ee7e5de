import type { Locator, Page } from '@playwright/test';
import { Modal } from './modal.ts';

/** What happened to an inverter. */
export class EventLogDialog extends Modal {
  readonly table: Locator;
  /** Without the head of the table. */
  readonly rows: Locator;

  constructor(page: Page) {
    super(page, 'Event log');
    this.table = this.dialog.getByRole('table', { name: 'Event log' });
    this.rows = this.table.locator('tbody').getByRole('row');
  }

  /** Start, stop, id and message of each entry, as they stand there. */
  async texts(): Promise<readonly (readonly string[])[]> {
    const rows = await this.rows.all();
    return Promise.all(
      rows.map(async (row) => {
        const cells = await row.getByRole('cell').allInnerTexts();
        return cells.map((cell) => cell.replace(/^ID\s*/, '').trim());
      }),
    );
  }
}
