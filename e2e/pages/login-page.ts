import type { Locator, Page } from '@playwright/test';

const DEFAULT_LOGIN = { userName: 'admin', password: 'openDTU42' } as const;

/** The page that asks who you are. */
export class LoginPage {
  readonly userName: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly alert: Locator;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    const main = page.getByRole('main');
    this.userName = main.getByLabel('Username');
    this.password = main.getByLabel('Password', { exact: true });
    this.submit = main.getByRole('button', { name: 'Log in' });
    this.alert = main.getByRole('alert');
  }

  async open(returnUrl?: string): Promise<void> {
    await this.page.goto(
      returnUrl === undefined ? '/login' : `/login?returnUrl=${encodeURIComponent(returnUrl)}`,
    );
  }

  async logIn({ userName, password }: { userName: string; password: string } = DEFAULT_LOGIN): Promise<void> {
    await this.userName.fill(userName);
    await this.password.fill(password);
    await this.submit.click();
  }
}
