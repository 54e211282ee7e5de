import { GatewayApi } from './gateway-api.ts';
import { expect, test } from './test.ts';

const DAY_MS = 86_400_000;
/** In the zone of the gateway, far from midnight. */
const dateOf = (unixMs: number) => new Date(unixMs + 3_600_000).toISOString().slice(0, 10);

test.use({ loggedIn: true });

test('history shows what was kept: in words, as bars, by keys and as a table, and the address says what', async ({
  page,
  gateway,
}) => {
  const nowMs = Date.now();
  const year = Number(dateOf(nowMs).slice(0, 4)) - 1;
  const days = [
    { date: `${year}-06-20`, energy: 8000 },
    { date: `${year}-06-21`, energy: 12_345 },
    { date: `${year}-06-22`, energy: 400 },
  ];
  const imported = await new GatewayApi(gateway.url).post('/api/heliograph/history-import', { days });
  expect(imported.body).toMatchObject({ type: 'success' });

  await page.goto(`/history?period=month&date=${year}-06-21`);
  const main = page.getByRole('main');
  await expect(main.getByText('20.7 kWh')).toBeVisible();
  await expect(main.getByText('best day 12.3 kWh on Jun 21')).toBeVisible();

  await test.step('by keys', async () => {
    const chart = main.getByRole('application', { name: `Energy, Whole plant, June ${year}` });
    await chart.focus();
    await page.keyboard.press('Home');
    for (let day = 1; day < 21; day++) await page.keyboard.press('ArrowRight');
    await expect(main.getByRole('status')).toHaveText(/June 21, \d{4}, 12.3\skWh$/);
  });

  await test.step('as a table', async () => {
    await main.getByRole('button', { name: 'Show as table' }).click();
    await expect(main.getByRole('row', { name: /June 22, .*400\sWh/ })).toBeVisible();
  });

  await test.step('and back', async () => {
    await main.getByRole('link', { name: 'Year' }).click();
    await expect(page).toHaveURL(/period=year/);
    await expect(main.getByText('best month 20.7 kWh in June')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/period=month/);
    await expect(main.getByText('best day 12.3 kWh on Jun 21')).toBeVisible();
    await page.reload();
    await expect(main.getByText('best day 12.3 kWh on Jun 21')).toBeVisible();
  });

  await test.step('where there is nothing', async () => {
    await page.goto(`/history?date=${dateOf(nowMs + 3 * DAY_MS)}`);
    await expect(main.getByRole('heading', { name: 'This has not happened yet.' })).toBeVisible();
    await page.goto(`/history?date=${year}-06-01`);
    await main.getByRole('button', { name: 'Show the first day' }).click();
    await expect(main.getByText('Of this day only the energy is known, not its course.')).toBeVisible();
  });
});
