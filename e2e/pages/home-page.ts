import { expect, type Locator, type Page } from '@playwright/test';

/** Where values come by polling alone, the first look may come too early and the next one is 10 s later. */
const FIRST_VALUES_TIMEOUT_MS = 20_000;

/** The live view. */
export class HomePage {
  readonly hints: Locator;
  readonly totals: Locator;
  readonly tabs: Locator;
  readonly toolbar: Locator;
  readonly cards: Locator;
  /** What was asked of the shown inverter and is not known to be done. */
  readonly orders: Locator;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.hints = page.getByRole('region', { name: 'Hints' });
    this.totals = page.getByRole('region', { name: 'Totals' });
    this.tabs = page.getByRole('tab');
    this.toolbar = page.getByRole('toolbar', { name: 'Actions' });
    this.cards = page.getByRole('article');
    this.orders = page.getByRole('list', { name: 'Commands' }).getByRole('listitem');
  }

  async open(): Promise<void> {
    await this.page.goto('/');
  }

  /** Opens the page and waits until the shown inverter has been heard. */
  async openWithValues(): Promise<void> {
    await this.open();
    await this.expectValues();
  }

  async expectValues(): Promise<void> {
    // The first value of the first card is the power at the phase, in whichever language.
    await expect(this.cards.first().locator('dd').first()).toHaveText(/\d/, {
      timeout: FIRST_VALUES_TIMEOUT_MS,
    });
  }

  tab(name: string | RegExp): Locator {
    return this.page.getByRole('tab', { name });
  }

  /** The tab of an inverter by its whole name, where other names begin the same. */
  inverterTab(name: string): Locator {
    return this.tabs.filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** The card of the phase or of a string, by its heading. */
  card(title: string): Locator {
    return this.cards.filter({ has: this.page.getByRole('heading', { name: title, exact: true }) });
  }

  /** A value with its unit, by what stands before it. */
  value(cardTitle: string, label: string): Locator {
    return valueBeside(this.card(cardTitle), label);
  }

  total(label: string): Locator {
    return this.totals.getByRole('heading', { name: label }).locator('xpath=following-sibling::div[1]/p');
  }

  /** Serial number, limit or data age of the inverter that is shown. */
  fact(label: string): Locator {
    return valueBeside(this.page.getByRole('main'), label);
  }

  get inverterName(): Locator {
    return this.page.getByRole('main').getByRole('heading', { level: 2 }).last();
  }

  action(name: string): Locator {
    return this.toolbar.getByRole('button', { name });
  }

  /** Shows an inverter and waits until it has been heard; where there is only one it is shown already. */
  async show(name: string): Promise<void> {
    const tab = this.inverterTab(name);
    await expect(tab.or(this.inverterName).first()).toBeVisible();
    if ((await this.tabs.count()) > 0) await tab.click();
    await expect(this.inverterName).toHaveText(name);
    await this.expectValues();
  }

  /** Watts at the phase of the inverter that is shown. */
  async acPowerW(): Promise<number> {
    const text = await this.value('Phase 1', 'Power').innerText();
    return Number.parseFloat(text.replaceAll(',', ''));
  }

  /** Seconds since the shown values were measured. */
  async dataAgeS(): Promise<number> {
    return Number.parseInt(await this.fact('Data age').innerText(), 10);
  }

  /** Looks with every frame of the page: a short silence would pass between two looks from here on a busy machine. */
  async expectDataOlderThan(seconds: number, timeout: number): Promise<void> {
    const age = await this.fact('Data age').elementHandle();
    await this.page.waitForFunction(
      ({ shown, limitS }) => Number.parseInt(shown?.textContent ?? '', 10) > limitS,
      { shown: age, limitS: seconds },
      { timeout },
    );
  }
}

function valueBeside(place: Locator, label: string): Locator {
  return place.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
}
