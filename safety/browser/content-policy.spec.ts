import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { ROUTES } from '../../e2e/routes.ts';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

const BUILD = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const ACTIONS = ['Set limit', 'Switch power', 'Device info', 'Event log'] as const;
/** The machine may be busy with other things. */
const PATIENTLY = { timeout: 30_000 };
const NOTHING = { exactly: 0 } as const;

/** Ways of a page to run or load what is not ours, which a script that got in would try. */
const ATTEMPTS: Readonly<Record<string, () => void>> = {
  'an inline script': () => {
    const script = document.createElement('script');
    script.append('window.broken = true');
    document.head.append(script);
  },
  'a script of another host': () => {
    const script = document.createElement('script');
    script.setAttribute('src', 'http://127.0.0.2:9/x.js');
    document.head.append(script);
  },
  'a handler in HTML': () => {
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.broken = true">');
  },
  'a text that is run': () => {
    Reflect.apply(window.setTimeout, window, ['window.broken = true', 0]);
  },
  'an inline style': () => {
    const style = document.createElement('style');
    style.append('body { color: red }');
    document.head.append(style);
  },
  'a frame': () => {
    const frame = document.createElement('iframe');
    frame.setAttribute('src', 'http://127.0.0.2:9/');
    document.body.append(frame);
  },
  'a call to another host': () => {
    void fetch('http://127.0.0.2:9/').catch(() => undefined);
  },
  'another base': () => {
    const base = document.createElement('base');
    base.setAttribute('href', 'http://127.0.0.2:9/');
    document.head.append(base);
  },
};

/** What the policy of a page had to stop so far. */
async function watchReports(page: Page): Promise<readonly string[]> {
  const reports: string[] = [];
  await page.exposeFunction('tellReport', (text: string) => reports.push(text));
  await page.addInitScript(() => {
    const { tellReport } = window as unknown as { tellReport: (text: string) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      tellReport(`${violatedDirective} ${blockedURI}`),
    );
  });
  return reports;
}

/** Attempts that the policy did not stop. */
async function unstopped(page: Page, reports: readonly string[], attempts = ATTEMPTS): Promise<string[]> {
  const names: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    await page.goto('/about');
    const before = reports.length;
    await page.evaluate(attempt).catch(() => undefined); // where texts are not taken, it ends here
    const isStopped = await expect
      .poll(() => reports.length, { timeout: 5_000 })
      .toBeGreaterThan(before)
      .then(() => true)
      .catch(() => false);
    if (!isStopped) names.push(name);
  }
  return names;
}

/** Inline scripts, styles and handlers in what was built. */
async function inlineParts(): Promise<string[]> {
  const files = (await readdir(BUILD, { recursive: true })).filter((name) => /\.(html|svg)$/.test(name));
  const found = files.map(async (name) => {
    const text = await readFile(join(BUILD, name), 'utf8');
    const patterns = [
      /<script(?![^>]*\ssrc=)[^>]*>/gi,
      /<style[\s>]/gi,
      /\sstyle="/gi,
      /\son\w+=/gi,
      /javascript:/gi,
    ];
    return patterns.flatMap((pattern) => (text.match(pattern) ?? []).map((part) => `${name}: ${part}`));
  });
  return (await Promise.all(found)).flat();
}

test.describe('A8: the content policy', () => {
  test.use({ loggedIn: true, sharedGateway: true });

  test('has nothing to report on any page or dialog', async ({ page, home }) => {
    test.setTimeout(180_000);
    const row = openRow('A8');
    const inline = await inlineParts();
    expect.soft(inline).toEqual([]);
    row.figure({
      what: 'inline scripts, styles and handlers in the build',
      value: inline.length,
      goal: NOTHING,
    });

    const reports = await watchReports(page);
    for (const route of ROUTES) {
      await page.goto(route);
      await expect(page.getByRole('main').getByText('Loading …')).toHaveCount(0, PATIENTLY);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
    }
    await home.open();
    await home.show('Garage');
    for (const name of ACTIONS) {
      await home.action(name).click();
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog.getByText('Loading', { exact: false })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    expect.soft(reports).toEqual([]);
    row.figure({ what: 'reports on all pages and dialogs', value: reports.length, goal: NOTHING });
  });

  test('stops what is not ours', async ({ page }) => {
    test.setTimeout(180_000);
    const row = openRow('A8');
    const reports = await watchReports(page);
    const what = 'attempts to run or load something foreign that pass';
    const names = await unstopped(page, reports);
    expect.soft(names).toEqual([]);
    row.figure({ what, value: names.length, goal: NOTHING });
    await page.route('**/about', async (route) => {
      const answer = await route.fetch();
      const { 'content-security-policy': _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    });
    const { 'an inline script': inline = () => undefined } = ATTEMPTS;
    const value = (await unstopped(page, reports, { 'an inline script': inline })).length;
    row.counterProof({ what, without: 'the policy', value, goal: NOTHING });
  });
});
