import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firmwareImage } from '@heliograph/testbed/outside/firmware-image.ts';
import type { Page } from '@playwright/test';
import { onViolation, withoutWorker } from '../../e2e/checks.ts';
import { Bar } from '../../e2e/pages/bar.ts';
import type { HomePage } from '../../e2e/pages/home-page.ts';
import type { InverterSettingsPage } from '../../e2e/pages/inverter-settings-page.ts';
import { Modal } from '../../e2e/pages/modal.ts';
import { TaskPage } from '../../e2e/pages/task-page.ts';
import { ROUTES } from '../../e2e/routes.ts';
import { expect, test } from '../../e2e/test.ts';
import { openRow } from '../plan/row.ts';

const BUILD = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
const ACTIONS = ['Set limit', 'Power on/off', 'Device info', 'Event log'] as const;
/** The machine may be busy with other things. */
const PATIENTLY = { timeout: 30_000 };
const IMAGE = firmwareImage({ version: 'v1.2.3', codeBytes: 600_000 });
/** Slow enough to be asked about meanwhile. */
const UPLOAD_BYTES_PER_S = 50_000;
const NOTHING = { exactly: 0 } as const;
/** Those of the live view and of the inverters, the leave guards, the two orders to the gateway, a restart and the menu. */
const DIALOGS = 12;
const RAN = 'inline scripts that ran';

/** Ways of a page to run or load what is not ours, which a script that got in would try. */
const ATTEMPTS = {
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
} as const satisfies Readonly<Record<string, () => void>>;

/** What the policy of a page had to stop so far. */
async function watchReports(page: Page): Promise<readonly string[]> {
  const reports: string[] = [];
  await onViolation(page, ({ directive, blockedUri }) => reports.push(`${directive} ${blockedUri}`));
  return reports;
}

/** Attempts that the policy did not stop: nothing was reported, however long somebody waits. */
async function unstopped(page: Page, reports: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    await page.goto('/about');
    const before = reports.length;
    await page.evaluate(attempt).catch(() => undefined); // where texts are not taken, it ends here
    const isStopped = await expect
      .poll(() => reports.length, PATIENTLY)
      .toBeGreaterThan(before)
      .then(() => true)
      .catch(() => false);
    if (!isStopped) names.push(name);
  }
  return names;
}

/** Whether an inline script ran; where it may, it does at once. */
async function runsInline(page: Page): Promise<boolean> {
  await page.goto('/about');
  await page.evaluate(ATTEMPTS['an inline script']).catch(() => undefined);
  return page.evaluate(() => 'broken' in window);
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

/** The dialogs of the live view, with the mistakes and questions inside. */
async function openOrders(page: Page, home: HomePage): Promise<string[]> {
  await home.open();
  await home.show('Garage');
  for (const name of ACTIONS) {
    await home.action(name).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByText('Loading', { exact: false })).toHaveCount(0, PATIENTLY);
    if (name === 'Set limit') await dialog.getByRole('button', { name: 'Set permanently' }).click();
    if (name === 'Power on/off') await dialog.getByRole('button', { name: /^Restart$/ }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  return [...ACTIONS];
}

/** The dialogs of the inverters, and the question before input is thrown away. */
async function openInverters(page: Page, inverters: InverterSettingsPage): Promise<string[]> {
  await inverters.open();
  await inverters.deleteButton('Garage').click();
  await expect(inverters.deletion.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await inverters.editButton('Garage').click();
  await inverters.edit.name.fill('');
  await inverters.edit.save.click();
  await expect(inverters.edit.name).toBeFocused();
  await page.keyboard.press('Escape');
  await inverters.discard.button('Discard').click();
  await expect(inverters.edit.dialog).toHaveCount(0);
  return ['delete an inverter', 'edit an inverter', 'discard input'];
}

/** The question before an upload is cut off. */
async function openUpload(page: Page): Promise<string[]> {
  const firmware = new TaskPage(page);
  await page.goto('/firmware/upgrade');
  await firmware.throttleUpload(UPLOAD_BYTES_PER_S);
  await firmware.choose('fw.bin', IMAGE);
  await expect(firmware.state).toContainText(/Sending…\s*[1-9]\d?%/, PATIENTLY);
  const question = new Modal(page, 'Cancel sending?');
  await page.getByRole('link', { name: 'Heliograph' }).click();
  await question.button('Cancel sending').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await firmware.throttleUpload(undefined);
  return ['cancel an upload'];
}

/** The questions before a reset and a reboot, what is shown during a restart, and the menu of a phone. */
async function openTasks(page: Page): Promise<string[]> {
  const ask = async (path: string, button: string, title: string) => {
    await page.goto(path);
    await new TaskPage(page).button(button).click();
    const question = new Modal(page, title);
    await expect(question.dialog).toBeVisible();
    return question;
  };
  await ask('/settings/config', 'Reset', 'Factory reset');
  const reboot = await ask('/maintenance/reboot', 'Reboot', 'Reboot the gateway now?');
  await reboot.button('Reboot').click();
  await expect(new TaskPage(page).state).toContainText('The gateway is restarting.');
  await new TaskPage(page).expectRestarted();
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = new Bar(page);
  await bar.menuButton.click();
  await expect(bar.sheet).toBeVisible();
  return ['factory reset', 'reboot', 'a restart', 'the menu of a phone'];
}

test.describe('A8: the content policy', () => {
  test.use({ loggedIn: true });

  test('@nightly has nothing to report on any page or dialog', async ({ page, home, inverterSettings }) => {
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
    // In the gate `e2e/every-route.spec.ts` listens for reports on every page.
    for (const route of row.isNightly ? ROUTES : []) {
      await page.goto(route);
      await expect(page.getByRole('main').getByText('Loading…')).toHaveCount(0, PATIENTLY);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
    }
    const opened = [
      ...(await openOrders(page, home)),
      ...(await openInverters(page, inverterSettings)),
      ...(await openUpload(page)),
      ...(await openTasks(page)),
    ];
    expect.soft(reports).toEqual([]);
    row.figure({ what: 'reports on all pages and dialogs', value: reports.length, goal: NOTHING });
    row.figure({ what: 'dialogs opened', value: opened.length, goal: { atLeast: DIALOGS } });
  });

  test.describe('of a gateway that goes on running', () => {
    test.use({ sharedGateway: true });

    test('stops what is not ours', async ({ page }) => {
      test.setTimeout(180_000);
      const row = openRow('A8');
      await withoutWorker(page);
      const reports = await watchReports(page);
      const what = 'attempts to run or load something foreign that pass';
      const names = await unstopped(page, reports);
      expect.soft(names).toEqual([]);
      row.figure({ what, value: names.length, goal: NOTHING });
      row.figure({ what: RAN, value: Number(await runsInline(page)), goal: NOTHING });
      await page.route('**/about', async (route) => {
        const answer = await route.fetch();
        const { 'content-security-policy': _, ...headers } = answer.headers();
        await route.fulfill({ response: answer, headers });
      });
      row.counterProof({
        what: RAN,
        without: 'the policy',
        value: Number(await runsInline(page)),
        goal: NOTHING,
      });
    });
  });
});
