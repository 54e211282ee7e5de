import type { Locator, Page, WebSocketRoute } from '@playwright/test';

/** The far end of the console's socket, in the hands of a test. */
export interface FakeConsole {
  /** How often the page has connected. */
  connections(): number;
  /** What the page has sent. */
  readonly heard: readonly string[];
  /** One frame. */
  say(text: string): void;
  /** Ends the connection, as a gateway that restarts. */
  end(): Promise<void>;
}

/** What the gateway tells of its work. */
export class ConsolePage {
  private readonly page: Page;
  /** Whether the lines come. */
  readonly link: Locator;
  readonly filter: Locator;
  readonly autoScroll: Locator;
  readonly clear: Locator;
  readonly copy: Locator;
  readonly download: Locator;
  /** Where the lines stand. */
  readonly log: Locator;
  /** Goes on after the lines were held, and says how many wait. */
  readonly showNew: Locator;
  readonly count: Locator;

  constructor(page: Page) {
    const main = page.getByRole('main');
    this.page = page;
    this.link = main.getByRole('status');
    this.filter = main.getByRole('searchbox', { name: 'Filter' });
    this.autoScroll = main.getByRole('switch', { name: 'Auto-scroll' });
    this.clear = main.getByRole('button', { name: 'Clear', exact: true });
    this.copy = main.getByRole('button', { name: 'Copy', exact: true });
    this.download = main.getByRole('button', { name: 'Download', exact: true });
    this.log = main.getByRole('log', { name: 'Console' });
    this.showNew = main.getByRole('button', { name: /^Show / });
    this.count = main.getByText(/^[\d,]+( of [\d,]+)? lines?\b/);
  }

  async open(): Promise<void> {
    await this.page.goto('/info/console');
  }

  line(text: string | RegExp): Locator {
    return this.log.getByText(text);
  }

  /** Until scrolling has come to its end. */
  async atRest(): Promise<void> {
    await this.log.evaluate(
      (box) =>
        new Promise<void>((resolve) => {
          const look = (lastPx: number, times: number) => {
            if (times > 10) resolve();
            else requestAnimationFrame(() => look(box.scrollTop, box.scrollTop === lastPx ? times + 1 : 0));
          };
          look(-1, 0);
        }),
    );
  }

  /** The lines that can be seen, without their times. */
  linesInSight(): Promise<readonly string[]> {
    return this.log.evaluate((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return [...box.querySelectorAll('[class]')]
        .filter(
          (row) => row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= bottom,
        )
        .map((row) => (row.textContent ?? '').replace(/^\d\d:\d\d:\d\d\.\d{3} > /, ''));
    });
  }

  /** Opens the page with a gateway whose console says nothing but what the test has it say. */
  async openFake(): Promise<FakeConsole> {
    const sockets: WebSocketRoute[] = [];
    const heard: string[] = [];
    await this.page.routeWebSocket(/\/console$/, (socket) => {
      sockets.push(socket);
      socket.onMessage((message) => heard.push(String(message)));
    });
    await this.open();
    await this.link.getByText('Connected').waitFor();
    return {
      heard,
      connections: () => sockets.length,
      say: (text) => sockets.at(-1)?.send(text),
      end: async () => sockets.at(-1)?.close({ code: 1012 }),
    };
  }
}

/** `line 7`, `line 8`, ... as the gateway ends them. */
export function numberedLines(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `info  line ${from + index}.\r\n`).join('');
}
