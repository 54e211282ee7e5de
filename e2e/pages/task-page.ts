import { expect, type Locator, type Page } from '@playwright/test';

/** The gateway goes a second after the answer; on a busy machine its next start takes its time. */
const RESTART_TIMEOUT_MS = 40_000;

/** A page that does something with the gateway: cards, and in their place what it is doing. */
export class TaskPage {
  readonly main: Locator;
  /** What it is doing, or what came of it. */
  readonly state: Locator;
  readonly file: Locator;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
    this.state = this.main.locator('section > [role="status"]');
    this.file = this.main.locator('input[type="file"]').first();
  }

  button(name: string): Locator {
    return this.main.getByRole('button', { name, exact: true });
  }

  card(name: string): Locator {
    return this.main.getByRole('region', { name, exact: true });
  }

  /** A file from memory, as if it had been picked. */
  async choose(name: string, content: Buffer | string): Promise<void> {
    await this.file.setInputFiles({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    });
  }

  /** That the gateway has restarted, and that the page says so and in what time. */
  async expectRestarted(): Promise<void> {
    await expect(this.state).toContainText(/The gateway has restarted\. It was back after \d+ s\./, {
      timeout: RESTART_TIMEOUT_MS,
    });
  }

  /** From now on so much goes up per second; undefined: as much as there is. */
  async throttleUpload(bytesPerS: number | undefined): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerS ?? -1,
    });
  }
}
