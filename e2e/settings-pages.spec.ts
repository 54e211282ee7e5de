import type { Page } from '@playwright/test';
import { expectAccessibleAtNight, expectNoSidewaysScroll, expectThumbSized } from './checks.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import { SettingsPage, type SettingsPageName } from './pages/settings-page.ts';
import { SETTINGS_SAMPLES, type SettingsSample } from './settings-samples.ts';
import { expect, test } from './test.ts';

// What every page of settings must do. What only one of them does has a file of its own.
test.use({ sharedGateway: true });

const SAVED = { type: 'success', message: 'ok', code: 1001 };
const UNSUPPORTED = 'This gateway does not support this function.';

async function openTab(settings: SettingsPage, { tab }: SettingsSample): Promise<void> {
  if (tab !== undefined) await settings.form.getByRole('tab', { name: tab }).click();
}

async function change(settings: SettingsPage, sample: SettingsSample): Promise<void> {
  const { pressed, typed } = sample;
  await openTab(settings, sample);
  if (pressed !== undefined) await settings.field(pressed).click();
  for (const [label, text] of typed) await settings.field(label).fill(text);
}

async function expectKept(settings: SettingsPage, sample: SettingsSample): Promise<void> {
  await openTab(settings, sample);
  for (const [label, text] of sample.typed) await expect(settings.field(label)).toHaveValue(text);
  await expect(settings.changes).toHaveText(changesText(sample));
}

function changesText({ pressed, typed }: SettingsSample): string {
  const count = typed.length + (pressed === undefined ? 0 : 1);
  return count === 1 ? '1 unsaved change' : `${count} unsaved changes`;
}

/** What the keyboard is at: the label of a field, or what stands on a button. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return (element?.labels?.[0]?.textContent || element?.textContent || element?.title || '').trim();
  });
}

/** So many names that the Tab key reaches. Before a field comes its help, and that of no other. */
async function stopsFromHere(page: Page, count: number): Promise<readonly string[]> {
  const stops: string[] = [];
  let help: string | undefined;
  while (stops.length < count) {
    const stop = await focusedName(page);
    await page.keyboard.press('Tab');
    if (help !== undefined) expect(`Help: ${stop}`).toBe(help);
    help = stop.startsWith('Help: ') ? stop : undefined;
    if (help === undefined) stops.push(stop);
  }
  return stops;
}

/** Pages on which the gate does what is the same code on all of them; a night does it on each. */
const GATE = { losing: 'network', leaving: 'security', typing: 'dtu', reading: 'mqtt' } satisfies Record<
  string,
  SettingsPageName
>;

for (const sample of SETTINGS_SAMPLES) {
  const { name } = sample;

  test(`${name === GATE.losing ? '' : '@nightly '}${name}: a visitor is led to the login and back, and then loses nothing to a refusal, a lost answer, a strange device or a login that ends`, async ({
    page,
    loginPage,
  }) => {
    test.slow();
    const settings = new SettingsPage(page, name);
    const saves = settings.watchSaves();
    await page.setViewportSize({ width: 390, height: 844 });
    await test.step('the way in', async () => {
      await page.goto(settings.path);
      await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent(settings.path)}`);
      await loginPage.logIn();
      await expect(page).toHaveURL(settings.path);
      await settings.expectLoaded();
      await expect(settings.changes).toHaveText('No unsaved changes');
    });
    await change(settings, sample);

    for (const { answer, label, text } of sample.refusals) {
      await test.step(`refused at ${label}`, async () => {
        await settings.answerSave(answer);
        await settings.save.click();
        await expect(settings.outcome).toHaveText(text);
        await settings.expectError(label, text);
        await expect(settings.field(label)).toBeFocused();
        await expectKept(settings, sample);
        await settings.outcome.getByRole('button', { name: 'Dismiss' }).click();
        await expect(settings.outcome).toHaveText('');
      });
    }
    await test.step('refused in words only', async () => {
      await settings.answerSave({ type: 'danger', message: 'Not today.' });
      await settings.save.click();
      await expect(settings.outcome).toHaveText('Not today.');
      await expect(settings.form.locator('[aria-invalid="true"]')).toHaveCount(0);
      await expectKept(settings, sample);
    });
    await test.step('the gateway is gone', async () => {
      await settings.loseSave();
      await settings.save.click();
      await expect(settings.outcome).toContainText('The gateway did not answer.');
      await expect(settings.outcome).toContainText('The change may have been saved anyway');
      await expectKept(settings, sample);
    });
    await test.step('the device does not know the call', async () => {
      await settings.routeOnce('POST', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
      );
      await settings.save.click();
      await expect(settings.outcome).toContainText(UNSUPPORTED);
      await expectKept(settings, sample);
    });
    await test.step('the login ends', async () => {
      await settings.answerSave({ message: 'Unauthorized' }, 401);
      await settings.save.click();
      await expect(page).toHaveURL(`/login?returnUrl=${encodeURIComponent(settings.path)}`);
      await expect(page.getByText('Your login has expired.')).toBeVisible();
      await loginPage.logIn();
      await settings.expectLoaded();
      await expect(settings.form).toContainText('What you typed before logging in has been restored.');
      await expectKept(settings, sample);
    });
    await test.step('and is saved in the end', async () => {
      const before = saves.length;
      await settings.answerSave(SAVED);
      await settings.save.click();
      await expect(settings.outcome).toHaveText('Settings saved!');
      expect(saves.slice(before)).toMatchObject([sample.sent]);
    });
  });

  test.describe(`${name}: the admin`, () => {
    test.use({ loggedIn: true });

    test(`${name === GATE.leaving ? '' : '@nightly '}is asked before what was typed is dropped`, async ({
      page,
      bar,
    }) => {
      const settings = new SettingsPage(page, name);
      const { question } = settings;
      await page.goto('/about');
      await bar.dropdown('Settings').click();
      await bar.entry(settings.title.replace(/ settings$/, '')).click(); // the menu has its own heading
      await settings.expectLoaded();
      await settings.heading.click(); // browsers ask only those who have done something
      await change(settings, sample);
      await expectKept(settings, sample);

      await test.step('by a link and by the way back', async () => {
        for (const leave of [() => bar.entry('About').click(), () => page.goBack()]) {
          await leave();
          await expect(question.button('Keep editing')).toBeFocused();
          await question.button('Keep editing').click();
          await expect(question.dialog).toHaveCount(0);
          await expect(page).toHaveURL(settings.path);
          await expectKept(settings, sample);
        }
      });
      await test.step('by closing the window', async () => {
        const asked = page.waitForEvent('dialog');
        await page.close({ runBeforeUnload: true });
        const dialog = await asked;
        expect(dialog.type()).toBe('beforeunload');
        await dialog.dismiss();
        await expectKept(settings, sample);
      });
      await test.step('but not by the button for it', async () => {
        await settings.discard.click();
        await expect(settings.changes).toHaveText('No unsaved changes');
        await expect(settings.discard).toHaveCount(0);
        await expect(settings.save).toBeFocused();
        await bar.entry('About').click();
        await expect(page).toHaveURL('/about');
      });
      await test.step('and may go all the same', async () => {
        await page.goBack();
        await settings.expectLoaded();
        await change(settings, sample);
        await bar.entry('About').click();
        await question.button('Discard').click();
        await expect(page).toHaveURL('/about');
        await page.goBack();
        await settings.expectLoaded();
        await expect(settings.changes).toHaveText('No unsaved changes');
      });
    });

    test(`${name === GATE.typing ? '' : '@nightly '}gets by with the keyboard, and sends back what the page does not know`, async ({
      page,
      api,
    }) => {
      const settings = new SettingsPage(page, name);
      const saves = settings.watchSaves();
      const unknown = { of_another_version: { list: [1, null, 'ü'] } };
      const stored = { ...(await api.get<object>(settings.api)), ...unknown };
      await page.route(`**${settings.api}`, (route, request) =>
        route.fulfill({ json: request.method() === 'POST' ? SAVED : stored }),
      );
      await settings.open();

      await openTab(settings, sample);
      // More than once: a button that needs another answer of the gateway may come after the form.
      await expect(async () => {
        await settings.field(sample.stops[0] ?? '').focus();
        expect(await stopsFromHere(page, sample.stops.length)).toEqual(sample.stops);
      }).toPass({ timeout: 10_000 });

      await settings.save.focus();
      await page.keyboard.press('Enter');
      await expect(settings.outcome).toHaveText('No unsaved changes');
      expect(saves).toEqual([]);

      if (sample.pressed !== undefined) {
        await settings.field(sample.pressed).focus();
        await page.keyboard.press('Space');
      }
      for (const [label, text] of sample.typed) {
        await settings.field(label).focus();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.insertText(text);
      }
      await page.keyboard.press('Enter');
      await expect(settings.outcome).toHaveText('Settings saved!');
      expect(saves).toMatchObject([{ ...sample.sent, ...unknown }]);
      expect(saves).toHaveLength(1);
    });

    test(`${name === GATE.reading ? '' : '@nightly '}is told of settings that cannot be read, and reads them whole on a phone, translated, errors included`, async ({
      page,
      bar,
    }) => {
      test.slow();
      const settings = new SettingsPage(page, name);
      const saves = settings.watchSaves();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await test.step('settings that cannot be read, and a device that has none', async () => {
        const html = { contentType: 'text/html', body: '<!doctype html><title>x</title>' };
        await settings.routeOnce('GET', (route) => route.fulfill(html));
        await page.goto(settings.path);
        await expect(settings.problem).toContainText(UNSUPPORTED);
        await expect(settings.save).toHaveCount(0);
        await settings.routeOnce('GET', (route) => route.fulfill({ status: 500, json: { message: 'disk' } }));
        await settings.problem.getByRole('button', { name: 'Try again' }).click();
        await expect(settings.problem).toContainText('The gateway reports an error: disk');
        await settings.problem.getByRole('button', { name: 'Try again' }).click();
        await settings.expectLoaded();
        await expect(settings.problem).toHaveCount(0);
        await expect(settings.heading).toBeFocused();
      });
      await openTab(settings, sample);
      if (sample.pressed !== undefined) await settings.field(sample.pressed).click();
      for (const [label, text] of sample.wrong) {
        await settings.field(label).fill(text);
        await settings.expectNoError(label); // not while one types
        await settings.field(label).blur();
        await expect(settings.field(label)).toHaveAttribute('aria-invalid', 'true');
      }
      if (sample.wrong.length > 0) {
        await settings.save.click();
        await expect(settings.form.locator('[aria-invalid="true"]').first()).toBeFocused();
        expect(saves).toEqual([]);
      }
      await expectTranslatedAtNight(bar, page.getByRole('main'), { same: sample.same, what: name });
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page, name);
      await expectThumbSized(page.getByRole('main'), name);
      await expectAccessibleAtNight(page, name);
    });
  });
}
