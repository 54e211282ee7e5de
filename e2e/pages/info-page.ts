import { expect, type Locator, type Page } from '@playwright/test';
import { withoutValues } from '../checks.ts';

/** The pages of facts: where each is, its title, and the call that it reads. */
export const INFO_PAGES = {
  network: { path: '/info/network', title: 'Network status', api: '/api/network/status' },
  system: { path: '/info/system', title: 'System', api: '/api/system/status' },
  ntp: { path: '/info/ntp', title: 'NTP status', api: '/api/ntp/status' },
  mqtt: { path: '/info/mqtt', title: 'MQTT status', api: '/api/mqtt/status' },
} as const;

export type InfoPageName = keyof typeof INFO_PAGES;

/** Cards with their facts, from top to bottom. */
export type ShownFacts = readonly (readonly [title: string, facts: readonly (readonly string[])[]])[];

/** Stands where a value is not known; the word is for screen readers. */
export const UNKNOWN = '—unknown';

/** A page of facts. */
export class InfoPage {
  readonly path: string;
  readonly api: string;
  readonly heading: Locator;
  readonly reload: Locator;
  /** Why the facts could not be read. */
  readonly problem: Locator;
  readonly cards: Locator;

  private readonly page: Page;

  constructor(page: Page, name: InfoPageName) {
    this.page = page;
    const { path, title, api } = INFO_PAGES[name];
    this.path = path;
    this.api = api;
    const main = page.getByRole('main');
    this.heading = main.getByRole('heading', { level: 1, name: title });
    this.reload = main.getByRole('button', { name: 'Reload' });
    this.problem = main.getByRole('alert');
    this.cards = main.getByRole('region');
  }

  /** Opens the page and waits for its facts. */
  async open(): Promise<void> {
    await this.page.goto(this.path);
    await expect(this.heading).toBeVisible();
    await expect(this.reload).toBeVisible();
  }

  /** The value of a fact. */
  fact(label: string): Locator {
    return this.cards.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
  }

  /** All facts: label, value, and what stands below it. */
  shown(): Promise<ShownFacts> {
    return this.cards.evaluateAll((cards) =>
      cards.map((card) => {
        const text = (element: Element) => (element.textContent ?? '').replace(/\s/g, ' ').trim();
        const rows = [...card.querySelectorAll('dl > div')].map((row) =>
          // Below a value is room for a sentence, which may be empty.
          [...row.children].map(text).filter((words, index) => index < 2 || words !== ''),
        );
        return [text(card.querySelector('h2') ?? card), rows] as const;
      }),
    );
  }

  /** The page gets these answers from now on: what `answer` says at the time. */
  async pretend(answer: () => unknown): Promise<void> {
    await withoutValues(this.page);
    await this.page.route(`**${this.api}`, (route) => route.fulfill({ json: answer() }));
  }
}
