import type { LimitState, RuleState } from '@heliograph/contract';
import { expectAccessibleAtNight, expectNoSidewaysScroll, expectThumbSized } from './checks.ts';
import { expect, test } from './test.ts';

const RULE = '/api/heliograph/rule';
const LIMITS = '/api/heliograph/limits';
/** The rule waits for newer values of the meter and of each inverter before it orders again. */
const RULE_TIMEOUT_MS = 30_000;

test.describe('somebody who may not feed in, on a phone', () => {
  test.use({ loggedIn: true, viewport: { width: 390, height: 844 }, sharedGateway: false });

  test('@nightly sets up a meter, tries it, sets the rule, arms it, and is obeyed', async ({ page, api }) => {
    await page.goto('/limits');
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    const meter = main.getByRole('region', { name: 'Power meter of the house' });
    const rule = main.getByRole('region', { name: 'Rule by the meter' });

    const arm = rule.getByRole('button', { name: 'Arm the rule' });
    await expect(arm).toBeDisabled();
    await expect(arm).toHaveAccessibleDescription(/there is no power meter/);
    await expectAccessibleAtNight(page, 'what arming lacks');

    await meter.getByLabel('How it is read').selectOption({ label: 'Simulated, to try things out' });
    await meter.getByRole('button', { name: 'Test the meter' }).click();
    await expect(meter).toContainText(/\d W/);
    await main.getByRole('button', { name: 'Save' }).first().click();
    await expect(page.getByText(/Settings saved/)).toBeVisible();
    await expect(meter).toContainText(/Now.*\d W/s);

    await rule.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel(/Safe power of all together/).fill('100');
    await expectAccessibleAtNight(page, 'the rule');
    await expectThumbSized(dialog, 'the rule');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);

    await arm.click();
    await expect(dialog).toContainText(/100.W/);
    await expectAccessibleAtNight(page, 'the question before arming');
    await dialog.getByRole('button', { name: 'Arm', exact: true }).click();
    await expect(rule).toContainText('The rule is armed');
    expect(await api.get<RuleState>(RULE)).toMatchObject({ armed: true, safe_power: 100 });
    await expect(async () => {
      const { held } = await api.get<LimitState>(LIMITS);
      expect(held.map(({ owner }) => owner)).toContain('rule');
    }).toPass({ timeout: RULE_TIMEOUT_MS });
    await expectNoSidewaysScroll(page, 'the limits with a rule');
    await expectAccessibleAtNight(page, 'the limits with a rule');

    await rule.getByRole('button', { name: 'Disarm' }).click();
    await dialog.getByRole('button', { name: 'Disarm' }).click();
    await expect(rule).toContainText('The rule is not armed');
  });
});
