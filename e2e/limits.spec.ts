import type { LimitSettings, LimitState } from '@heliograph/contract';
import { expectAccessibleAtNight, expectNoSidewaysScroll, expectThumbSized } from './checks.ts';
import { LIMIT_READ_TIMEOUT_MS } from './limit-orders.ts';
import { expect, test } from './test.ts';

const STATE = '/api/heliograph/limits';
const SETTINGS = '/api/heliograph/limit-settings';

const SENTENCE = /^Held by you until .*: 600.W.* for all inverters$/;

test.describe('the limits on a phone', () => {
  test.use({ loggedIn: true, viewport: { width: 390, height: 844 } });

  test('are taken over for two hours, capped to 800 W, set by a schedule, and given back', async ({
    page,
    api,
  }) => {
    test.slow(); // each state is looked at by axe
    await page.goto('/limits');
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    await expect(main).toContainText('Nobody holds a limit: the last command counts.');
    await expectAccessibleAtNight(page, 'the limits');

    await main.getByRole('button', { name: 'Take over', exact: true }).click();
    await dialog.getByLabel('At most').fill('600');
    await expect(dialog.getByRole('button', { name: 'For two hours' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expectAccessibleAtNight(page, 'taking over');
    await expectThumbSized(dialog, 'taking over');
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await expect(main.getByText(SENTENCE)).toBeVisible();
    const { held } = await api.get<LimitState>(STATE);
    expect(held).toMatchObject([{ owner: 'person', by: 'admin', target: 'plant', watts: 600 }]);
    await expect(page.getByRole('row', { name: /Garage.*admin/ })).toContainText(/sent|accepted|done/, {
      timeout: LIMIT_READ_TIMEOUT_MS,
    });

    await main.getByRole('button', { name: '800 W for all inverters' }).click();
    await expect(main).toContainText(/at most 800.W together/);
    await main.getByRole('button', { name: 'Add a row' }).click();
    await dialog.getByLabel('At most').fill('500');
    await dialog.getByRole('button', { name: 'Sunday' }).click();
    await expect(dialog.getByRole('status')).toContainText(
      'Mon, Tue, Wed, Thu, Fri, Sat, from 12:00 to 18:00',
    );
    await expectAccessibleAtNight(page, 'a row of the schedule');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    const settings = await api.get<LimitSettings>(SETTINGS);
    expect(settings).toMatchObject({
      groups: [{ name: 'Balcony', cap: 800 }],
      schedule: [{ target: 'plant', watts: 500, days: 63 }],
    });
    await page.evaluate(() => window.scrollTo(0, 0)); // the bar covers what lies below it
    await expectAccessibleAtNight(page, 'the limits with all that can be set');
    await expectNoSidewaysScroll(page, 'the limits');
    await expectThumbSized(main, 'the limits');

    await main.getByRole('button', { name: 'Give back: All inverters' }).click();
    await expect(main.getByText(SENTENCE)).toHaveCount(0);
    await expect(async () => {
      const now = await api.get<LimitState>(STATE);
      expect(now.held.filter(({ owner }) => owner === 'person')).toEqual([]);
    }).toPass();
  });
});
