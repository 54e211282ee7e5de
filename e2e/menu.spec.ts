import { expectAccessibleAtNight } from './checks.ts';
import { passTimeUntil, SOON } from './page-clock.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

test('the menus list every page of the specification', async ({ page, bar }) => {
  await page.goto('/about');
  await bar.dropdown('Settings').click();
  for (const entry of [
    'Network',
    'NTP',
    'MQTT',
    'Inverters',
    'Security',
    'DTU',
    'Device manager',
    'Config management',
    'Firmware upgrade',
    'Reboot',
  ]) {
    await expect(bar.entry(entry)).toBeVisible();
  }
  await bar.dropdown('Info').click();
  for (const entry of ['System', 'Network', 'NTP', 'MQTT', 'Console'])
    await expect(bar.entry(entry)).toBeVisible();
  await expect(bar.entry('Device manager')).toBeHidden();
});

test('@nightly an open menu is accessible', async ({ page, bar }) => {
  await page.goto('/about');
  for (const name of ['Settings', 'Info'] as const) {
    await bar.dropdown(name).click();
    await expectAccessibleAtNight(page, `the menu ${name}`, { newInDark: 'header' });
  }
});

test.describe('of a gateway that goes', () => {
  test.use({ loggedIn: true, sharedGateway: false });

  test('@nightly the bar holds on one line at every width, with the longest link state, in every language', async ({
    page,
    gateway,
    bar,
    home,
  }) => {
    test.setTimeout(60_000);
    const locales = ['en', 'de', 'fr'];
    await page.clock.install();
    await home.open();
    await expect(home.cards.first()).toBeVisible();
    const choose = async (locale: string) => {
      await page.setViewportSize({ width: 1440, height: 800 });
      await bar.language.selectOption(locale);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
    };
    // A language that was loaded once is there also when the gateway is not.
    for (const locale of locales) await choose(locale);
    await gateway.kill();
    await passTimeUntil(page, () => expect(bar.link.locator('[data-link="offline"]')).toBeVisible(SOON));
    for (const locale of locales) {
      await choose(locale);
      for (const width of [320, 360, 390, 820, 960, 1040, 1279, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const shape = () =>
          page.evaluate(() => ({
            sidewaysPx: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            barHeightPx: Math.round(document.querySelector('header')?.getBoundingClientRect().height ?? 0),
          }));
        // The bar changes its shape a moment after the window did.
        await expect
          .poll(shape, { message: `${locale} at ${width} px` })
          .toEqual({ sidewaysPx: 0, barHeightPx: 57 });
      }
    }
  });
});

test.describe('to the admin', () => {
  test.use({ loggedIn: true });

  test('a menu works with the keyboard alone', async ({ page, bar }) => {
    await page.goto('/about');
    await bar.dropdown('Settings').focus();
    await page.keyboard.press('ArrowDown');
    await expect(bar.entry('Network')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(bar.entry('NTP')).toBeFocused();
    await page.keyboard.press('End');
    await expect(bar.entry('Reboot')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(bar.entry('Network')).toBeFocused();

    await page.keyboard.press('Escape');
    await expect(bar.dropdown('Settings')).toBeFocused();
    await expect(bar.dropdown('Settings')).toHaveAttribute('aria-expanded', 'false');

    await page.keyboard.press('ArrowDown');
    await expect(bar.entry('Network')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/settings\/network$/);
    await expect(bar.dropdown('Settings')).toHaveAttribute('aria-expanded', 'false');
  });
});

test('@nightly leaving a menu closes it', async ({ page, bar }) => {
  await page.goto('/about');
  await bar.dropdown('Info').click();
  await expect(bar.dropdown('Info')).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('main').click();
  await expect(bar.dropdown('Info')).toHaveAttribute('aria-expanded', 'false');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test.describe('to the admin', () => {
    test.use({ loggedIn: true });

    test('@nightly choosing an entry closes the menu', async ({ page, bar }) => {
      await page.goto('/');
      await bar.menuButton.tap();
      await expect(bar.sheet).toBeVisible();
      await bar.sheet.getByRole('link', { name: 'Security' }).tap();
      await expect(page).toHaveURL(/\/settings\/security$/);
      await expect(bar.sheet).toBeHidden();
    });

    test('is accessible while it is open, and closes at Back', async ({ page, bar }) => {
      await page.goto('/about');
      await page.goto('/');
      await bar.menuButton.tap();
      await expect(bar.sheet).toBeVisible();
      await expectAccessibleAtNight(page, 'the sheet');
      await bar.sheet.getByRole('link', { name: 'Security' }).tap();
      await expect(page).toHaveURL(/\/settings\/security$/);
      await bar.menuButton.tap();
      await page.goBack();
      await expect(bar.sheet).toBeHidden();
      await expect(page).toHaveURL(/\/settings\/security$/);
      await page.goBack();
      await expect(page).toHaveURL(/\/$/);
    });
  });

  test('@nightly language, theme and login are in it', async ({ page, bar }) => {
    await page.goto('/');
    await bar.menuButton.tap();
    await bar.sheet.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('dialog').getByRole('button', { name: 'Anmelden' }).tap();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('@nightly Esc closes it and gives the focus back', async ({ page, bar }) => {
    await page.goto('/');
    await bar.menuButton.tap();
    await page.keyboard.press('Escape');
    await expect(bar.sheet).toBeHidden();
    await expect(bar.menuButton).toBeFocused();
  });

  test('@nightly what can be touched is large enough for a thumb', async ({ page, home }) => {
    await home.openWithValues();
    const buttons = await page.getByRole('main').getByRole('tab').all();
    for (const button of [...buttons, ...(await page.getByRole('banner').getByRole('button').all())]) {
      const box = await button.boundingBox();
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
    }
  });
});
