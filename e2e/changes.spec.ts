import { expectAccessibleAtNight, expectNoSidewaysScroll, expectThumbSized } from './checks.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import { Modal } from './pages/modal.ts';
import { expect, test } from './test.ts';

interface DtuSettings {
  readonly dtu_pollinterval: number;
}

test.describe('the changes of the settings', () => {
  test.use({ loggedIn: true, viewport: { width: 820, height: 1100 } });

  test('are listed with their values, and one is taken back', async ({ page, api, bar }) => {
    await page.goto('/settings/config');
    await page.getByRole('link', { name: 'Show changes' }).click();
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'No change yet.' })).toBeVisible();

    const before = await api.get<DtuSettings>('/api/dtu/config');
    await api.post('/api/dtu/config', { ...before, dtu_pollinterval: 77 });
    const network = await api.get<object>('/api/network/config');
    await api.post('/api/network/config', { ...network, ssid: 'roof', password: 'not to be shown' });
    await page.reload();
    const items = main.getByRole('listitem').filter({ hasNotText: /Take back|First start/ });
    await expect(items).toHaveText([
      'Network · Network name (SSID)empty → roof',
      'Network · WiFi passwordchanged',
      /^DTU · Poll interval\d+ → 77$/,
    ]);
    await expect(main).not.toContainText('not to be shown');
    await expectAccessibleAtNight(page, 'the changes');
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 1000 });
      await expectNoSidewaysScroll(page, `the changes at ${width} px`);
    }
    await expectThumbSized(main, 'the changes');
    await expectTranslatedAtNight(bar, main, {
      what: 'the changes',
      same: ['Admin', 'roof', /^\d/, /^DTU · /, /→ (roof|77)$/],
    });

    await main
      .getByRole('button', { name: /^Take back/ })
      .last()
      .click();
    const dialog = new Modal(page, 'Take this change back?');
    await expect(dialog.dialog).toContainText(`77 → ${before.dtu_pollinterval}`);
    await expectAccessibleAtNight(page, 'the question before a change is taken back');
    await dialog.button('Take back').click();
    await expect(page.getByText('The values of before are back!')).toBeVisible();
    await expect(main.getByText('Taken back', { exact: true })).toBeVisible();
    expect((await api.get<DtuSettings>('/api/dtu/config')).dtu_pollinterval).toBe(before.dtu_pollinterval);
  });
});
