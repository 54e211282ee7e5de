import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { Modal } from './modal.ts';

/** The pages with a form of settings: where each is, what its title is, and the call that reads and saves it. */
export const SETTINGS_PAGES = {
  network: { path: '/settings/network', title: 'Network settings', api: '/api/network/config' },
  security: { path: '/settings/security', title: 'Security', api: '/api/security/config' },
  dtu: { path: '/settings/dtu', title: 'DTU', api: '/api/dtu/config' },
  ntp: { path: '/settings/ntp', title: 'NTP settings', api: '/api/ntp/config' },
  mqtt: { path: '/settings/mqtt', title: 'MQTT settings', api: '/api/mqtt/config' },
  device: { path: '/settings/device', title: 'Device manager', api: '/api/device/config' },
} as const;

/** For a busy machine. */
const LOADED_TIMEOUT_MS = 30_000;

export type SettingsPageName = keyof typeof SETTINGS_PAGES;

/** A page of settings, as every one of them is: fields in cards, what became of a save, and the footer. */
export class SettingsPage {
  /** Where the page reads and saves. */
  readonly api: string;
  readonly path: string;
  /** Its heading, and its entry in the menu. */
  readonly title: string;
  readonly heading: Locator;
  readonly form: Locator;
  /** What became of the last save, good or bad. */
  readonly outcome: Locator;
  /** Why the settings could not be read. */
  readonly problem: Locator;
  /** How many changes are not saved. */
  readonly changes: Locator;
  readonly save: Locator;
  /** Only there while something is changed. */
  readonly discard: Locator;
  /** Asks before what was typed is thrown away. */
  readonly question: Modal;

  private readonly page: Page;

  constructor(page: Page, name: SettingsPageName) {
    this.page = page;
    const { path, title, api } = SETTINGS_PAGES[name];
    this.api = api;
    this.path = path;
    this.title = title;
    const main = page.getByRole('main');
    this.heading = main.getByRole('heading', { level: 1, name: title });
    this.form = main.locator('form').first();
    this.outcome = page.locator('[data-notices="kept"]');
    this.problem = main.getByRole('alert');
    this.changes = this.form.getByRole('status').filter({ hasText: /unsaved change/ });
    this.save = this.form.getByRole('button', { name: 'Save' });
    this.discard = this.form.getByRole('button', { name: 'Discard' });
    this.question = new Modal(page, 'Discard your changes?');
  }

  /** Opens the page and waits for what is stored. */
  async open(): Promise<void> {
    await this.page.goto(this.path);
    await this.expectLoaded();
  }

  /** That it is this page, with its form. */
  async expectLoaded(): Promise<void> {
    await expect(this.heading).toBeVisible({ timeout: LOADED_TIMEOUT_MS });
    await expect(this.save).toBeVisible({ timeout: LOADED_TIMEOUT_MS });
  }

  /** A field by its whole label: a text, a password, a choice or a switch. */
  field(label: string): Locator {
    return this.form.getByLabel(label, { exact: true });
  }

  /** Saves, and waits until the gateway has taken it. */
  async saveNow(): Promise<void> {
    await this.save.click();
    await this.expectSaved();
  }

  async expectSaved(): Promise<void> {
    await expect(this.outcome).toContainText('Settings saved!', { timeout: LOADED_TIMEOUT_MS });
    await expect(this.changes).toHaveText('No unsaved changes');
  }

  /** That the field says this is wrong with it, beside its unit. */
  async expectError(label: string, text: string | RegExp): Promise<void> {
    await expect(this.field(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(this.field(label)).toHaveAccessibleDescription(
      typeof text === 'string' ? endsWith(text) : text,
    );
  }

  async expectNoError(label: string): Promise<void> {
    await expect(this.field(label)).toHaveAttribute('aria-invalid', 'false');
  }

  /** Answers in place of the gateway, the next time the page saves. */
  async answerSave(json: unknown, status = 200): Promise<void> {
    await this.routeOnce('POST', (route) => route.fulfill({ status, json }));
  }

  /** The next save gets lost on its way. */
  async loseSave(): Promise<void> {
    await this.routeOnce('POST', (route) => route.abort());
  }

  /** The next such call gets this; the others go through. */
  async routeOnce(method: 'GET' | 'POST', answer: Parameters<Page['route']>[1]): Promise<void> {
    let isDone = false;
    await this.page.route(`**${this.api}`, (route, request) => {
      if (isDone || request.method() !== method) return route.fallback();
      isDone = true;
      return answer(route, request);
    });
  }

  /** What the page saves from now on, as it goes to the gateway. */
  watchSaves(): readonly Readonly<Record<string, unknown>>[] {
    const saves: Readonly<Record<string, unknown>>[] = [];
    this.page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === this.api)
        saves.push(savedData(request));
    });
    return saves;
  }
}

function endsWith(text: string): RegExp {
  return new RegExp(`${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

/** The JSON in the one field of the form that is sent. */
function savedData(request: Request): Readonly<Record<string, unknown>> {
  const [, json = ''] = /name="data"\r\n\r\n([\s\S]*?)\r\n--/.exec(request.postData() ?? '') ?? [];
  return JSON.parse(json);
}
