import type { Locator, Page } from '@playwright/test';
import { Modal } from './modal.ts';

/** Switches an inverter on or off, or restarts it. */
export class PowerDialog extends Modal {
  readonly switchOn: Locator;
  readonly switchOff: Locator;
  readonly restart: Locator;
  /** What is asked once more before power is taken away. */
  readonly question: Locator;
  readonly cancel: Locator;

  constructor(page: Page) {
    super(page, 'Power on/off');
    this.switchOn = this.button('Switch on');
    this.switchOff = this.button(/^Switch off$/);
    this.restart = this.button(/^Restart$/);
    this.question = this.dialog.getByRole('group');
    this.cancel = this.question.getByRole('button', { name: 'Cancel' });
  }
}
