import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

const POWER = { en: 'Total power', de: 'Gesamtleistung', fr: 'Puissance totale' } as const;

test('English is chosen for an English browser, and both others on request', async ({ page, bar, home }) => {
  await home.openWithValues();
  await expect(page.getByRole('heading', { name: POWER.en })).toBeVisible();
  for (const [locale, option] of [
    ['de', 'Deutsch'],
    ['fr', 'Français'],
    ['en', 'English'],
  ] as const) {
    await bar.language.selectOption({ label: option });
    await expect(page.getByRole('heading', { name: POWER[locale] })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe(locale);
  }
});

test('the choice is kept', async ({ page, bar, home }) => {
  await home.open();
  await bar.language.selectOption('fr');
  await expect(page.getByRole('heading', { name: POWER.fr })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: POWER.fr })).toBeVisible();
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1, name: 'À propos' })).toBeVisible();
});

test('@nightly numbers follow the language', async ({ page, bar, home }) => {
  await home.openWithValues();
  await bar.language.selectOption('de');
  const card = page.getByRole('article').first();
  await expect(card).toContainText(/\d{3},\d\sV/);
  await bar.language.selectOption('en');
  await expect(card).toContainText(/\d{3}\.\d\sV/);
});

for (const [browserLanguage, expected, night] of [
  ['de-AT', 'de', ''],
  ['fr-CA', 'fr', '@nightly '],
  ['nl-NL', 'en', '@nightly '],
] as const) {
  test.describe(`a browser in ${browserLanguage}`, () => {
    test.use({ locale: browserLanguage });

    test(`${night}starts in ${expected}`, async ({ page, bar, home }) => {
      await home.open();
      await expect(page.getByRole('heading', { name: POWER[expected] })).toBeVisible();
      await expect(bar.language).toHaveValue(expected);
    });
  });
}

test('@nightly a stored language that does not exist falls back', async ({ page, bar, home }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'xx'));
  await home.open();
  await expect(page.getByRole('heading', { name: POWER.en })).toBeVisible();
  await expect(bar.language).toHaveValue('en');
});
