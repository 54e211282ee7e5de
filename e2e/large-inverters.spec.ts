import { expectAccessibleAtNight, expectNoSidewaysScroll } from './checks.ts';
import { expect, test } from './test.ts';

/** Inverters that came after the originals of 2023: three phases, six strings, more than 1500 W, letters in the serial. */
test.use({ scenario: 'large-inverters', loggedIn: true });

const WIDTHS = [390, 820, 1440];
const BARN = '1382a00c4f26';
const PHASE = /^[\d.]+\u00a0V$/;

test('@nightly one with three phases and six strings has a row for each phase and a card for each string', async ({
  page,
  home,
  request,
}) => {
  await page.goto(`/?inverter=${BARN}`);
  await expect(home.value('AC side', 'Power')).toHaveText(/^[\d,]+\.\d\u00a0W$/, { timeout: 20_000 });
  await expect(home.cards.getByRole('heading')).toHaveText([
    'AC side',
    ...['Barn east 1', 'Barn east 2', 'String 3', 'String 4', 'Barn west 1', 'Barn west 2'],
  ]);
  for (const phase of ['L1', 'L2', 'L3']) {
    await expect(home.value('AC side', phase)).toHaveText([PHASE, /^\d\.\d\d\u00a0A$/]);
  }
  await expect(home.value('AC side', 'L1–L2')).toHaveText(PHASE);
  await expect(home.card('AC side').getByText('Voltage')).toHaveCount(0);
  await expect(home.value('Barn west 2', 'Power')).toHaveText(/^[\d.]+\u00a0W$/);
  await expect(home.fact('Serial number')).toContainText(BARN);
  await expect(home.fact('Limit')).toHaveText('2,250 W | 100%', { timeout: 20_000 });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page, `the cards of three phases at ${width} px`);
  }
  await expectAccessibleAtNight(page, 'the cards of three phases');

  // The page as the gateway sends it has the same rows.
  const html = await (await request.get(`/?inverter=${BARN}`)).text();
  for (const phase of ['L1', 'L2', 'L3', 'L3–L1']) expect(html).toContain(`<dt>${phase}</dt>`);

  await home.inverterTab('House').click();
  await expect(home.value('Phase 1', 'Voltage')).toHaveText(PHASE);
  await expect(home.cards).toHaveCount(5);
});

test('@nightly one that can do more than 1500 W is limited up to what it can do', async ({
  page,
  home,
  limitDialog,
}) => {
  await page.goto(`/?inverter=${BARN}`);
  await expect(home.fact('Limit')).toContainText('2,250 W', { timeout: 20_000 });
  await home.action('Set limit').click();
  await limitDialog.chooseWatts();
  await expect(limitDialog.field).toHaveAccessibleDescription(/^Allowed: 10 W to 2,250 W/);
  await limitDialog.field.fill('1800');
  await limitDialog.setTemporary.click();
  await expect(limitDialog.dialog).toHaveCount(0);
  await expect(home.fact('Limit')).toContainText('1,800 W | 80%', { timeout: 20_000 });
});

test('@nightly one whose serial has letters is added by its label and edited with all its strings', async ({
  page,
  inverterSettings,
}) => {
  await page.goto('/settings/inverter');
  await inverterSettings.serial.fill('1144-A012 B3C4');
  await expect(inverterSettings.serial).toHaveAccessibleDescription(
    'HMS-600, HMS-700, HMS-800, HMS-900, HMS-1000 · 2 strings',
  );
  await inverterSettings.name.fill('Shed');
  await inverterSettings.add.click();
  await expect(inverterSettings.outcome).toContainText('Inverter created!');
  await expect(inverterSettings.rows.filter({ hasText: 'Shed' })).toContainText('1144a012b3c4');
  await inverterSettings.editButton('Barn').click();
  // Six strings, and how the inverter is treated.
  await expect(page.getByRole('dialog').getByRole('group')).toHaveCount(7);
});
