import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './checks.ts';
import { GatewayApi } from './gateway-api.ts';
import { expect, test } from './test.ts';

const DAY_MS = 86_400_000;
/** In the zone of the gateway, far from midnight. */
const dateOf = (unixMs: number) => new Date(unixMs + 3_600_000).toISOString().slice(0, 10);

test.use({ loggedIn: true, hasTouch: true });

/** Beside what the gateway keeps: a day of which it knows the course, told the finer the shorter the part is that is asked for. */
async function giveCourse(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/api/heliograph/history-curve?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
    if (query.get('measure') === 'limit') return route.fulfill({ json: curveOf('minute', 60, []) });
    asked.push(`${(to - from) / 3600} h`);
    const step = to - from < DAY_MS / 1000 ? 60 : 900;
    const at = Array.from({ length: Math.floor((to - from) / step) }, (_, place) => from + place * step);
    return route.fulfill({ json: curveOf(step === 60 ? 'minute' : 'quarter', step, at) });
  });
  return asked;
}

/** As many watts as it is minutes past the hour, so that each minute has a value of its own. */
function curveOf(tier: string, step: number, at: readonly number[]) {
  const watts = at.map((unixS) => 100 + (Math.floor(unixS / 60) % 60));
  return { tier, step, at, mean: watts, min: watts, max: watts };
}

type Point = readonly [x: number, y: number];

/** Fingers that go down, move and are lifted; each finger by the points on its way. */
async function touch(page: Page, fingers: readonly (readonly Point[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = (nth: number) =>
    fingers.map((way, id) => ({ id, x: way[nth]?.[0] ?? 0, y: way[nth]?.[1] ?? 0 }));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof at>) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', at(0));
  for (let nth = 1; nth < (fingers[0]?.length ?? 0); nth++) await send('touchMove', at(nth));
  await send('touchEnd', []);
}

/** From and to, in minutes of the day: `093000-110500` in the address. */
const partIn = (page: Page) =>
  [...(new URL(page.url()).searchParams.get('part') ?? '').matchAll(/(\d\d)(\d\d)(\d\d)/g)].map(
    ([, hours, minutes, seconds]) => 60 * Number(hours) + Number(minutes) + Number(seconds) / 60,
  );

async function middleOf(
  element: Locator,
): Promise<{ readonly x: number; readonly y: number; readonly width: number }> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('the chart is nowhere');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}

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

  await test.step('a bar leads to what it stands for, by the mouse and by a finger', async () => {
    const placeOf = async (bar: number, bars: number) => {
      const over = main.getByRole('application').locator('.u-over');
      await over.scrollIntoViewIfNeeded();
      const box = await over.boundingBox();
      if (box === null) throw new Error('the bars are nowhere');
      return { x: box.x + (box.width * (bar - 0.5)) / bars, y: box.y + box.height / 2 };
    };
    const day = await placeOf(22, 30);
    await page.mouse.click(day.x, day.y);
    await expect(page).toHaveURL(`/history?date=${year}-06-22`);
    await page.goto(`/history?period=year&date=${year}-06-21`);
    await expect(main.getByText('best month 20.7 kWh in June')).toBeVisible();
    const month = await placeOf(6, 12);
    await page.touchscreen.tap(month.x, month.y);
    await expect(page).toHaveURL(`/history?period=month&date=${year}-06-01`);
    await expect(main.getByText('best day 12.3 kWh on Jun 21')).toBeVisible();
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

  await test.step('and back from where the arrow keys have led', async () => {
    await main.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/date=\d{4}-05-/);
    await page.goBack();
    await expect(page).toHaveURL(`/history?period=month&date=${year}-06-01`);
  });

  await test.step('where there is nothing', async () => {
    await page.goto(`/history?date=${dateOf(nowMs + 3 * DAY_MS)}`);
    await expect(main.getByRole('heading', { name: 'This has not happened yet.' })).toBeVisible();
    await page.goto(`/history?date=${year}-06-01`);
    await main.getByRole('button', { name: 'Show the first day' }).click();
    await expect(main.getByText('Of this day only the energy is known, not its course.')).toBeVisible();
  });

  await test.step('a part of a day is enlarged: finer, in the address, and back', async () => {
    const asked = await giveCourse(page);
    await page.goto(`/history?date=${year}-06-21`);
    const chart = main.getByRole('application', { name: /^Power, Whole plant/ });
    await main.getByRole('button', { name: 'Show as table' }).click();
    await expect(main.getByRole('row', { name: /^12:00/ })).toBeVisible();
    await expect(main.getByRole('row', { name: /^12:07/ })).toHaveCount(0);
    for (let times = 0; times < 6; times++) await main.getByRole('button', { name: 'Enlarge' }).click();
    await expect(page).toHaveURL(/[?&]part=/);
    const [from = 0, to = 0] = partIn(page);
    expect(to - from).toBeLessThan(90);
    await expect(main.getByRole('row', { name: /^\d\d:\d[1-46-9] 1\d\d\sW$/ }).first()).toBeVisible();
    expect(asked).toContain('24 h');
    expect(asked.map((hours) => Number.parseFloat(hours)).filter((hours) => hours < 3)).not.toEqual([]);

    await page.reload(); // the address says it
    await expect(main.getByRole('button', { name: 'Earlier' })).toHaveAttribute('aria-disabled', 'false');
    await main.getByRole('button', { name: 'Earlier' }).click();
    await expect.poll(() => partIn(page)[0]).toBeLessThan(from);
    await chart.press('Escape');
    await expect(page).not.toHaveURL(/part=/);
  });

  await test.step('two fingers spread it, one moves it', async () => {
    const chart = main.getByRole('application', { name: /^Power, Whole plant/ });
    const { x, y, width } = await middleOf(chart);
    const spread = [0.1, 0.2, 0.3].map((share) => share * width);
    await touch(page, [spread.map((px): Point => [x - px, y]), spread.map((px): Point => [x + px, y])]);
    await expect(page).toHaveURL(/[?&]part=/);
    const [from = 0, to = 0] = partIn(page);
    await touch(page, [spread.map((px): Point => [x - width / 5 + px, y])]);
    await expect.poll(() => partIn(page)[0]).toBeLessThan(from);
    const [movedFrom = 0, movedTo = 0] = partIn(page);
    expect(Math.abs(movedTo - movedFrom - (to - from))).toBeLessThanOrEqual(1);
  });

  await test.step('paper has the table, though the screen does not', async () => {
    await expect(main.getByRole('table')).toHaveCount(0);
    await page.evaluate(() => {
      window.addEventListener('beforeprint', () => {
        document.body.dataset.printedRows = String(document.querySelectorAll('table tbody tr').length);
      });
    });
    await page.pdf();
    expect(Number(await page.locator('body').getAttribute('data-printed-rows'))).toBeGreaterThan(20);
    await expect(main.getByRole('table')).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    // Narrower than the screen, and printed before anything can be drawn anew.
    const drawnPx = await main.getByRole('application').evaluate((plot) => {
      plot.style.width = '200px';
      const drawn = plot.querySelector('canvas')?.getBoundingClientRect().width;
      plot.style.width = '';
      return drawn;
    });
    expect(drawnPx).toBe(200);
    const paper = await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
      const scheme = getComputedStyle(document.documentElement).colorScheme;
      delete document.documentElement.dataset.theme;
      return scheme;
    });
    expect(paper).not.toBe('dark');
    await page.emulateMedia({ media: 'screen' });
  });
});

test('@nightly the band of a clear sky is there only where the place of the plant is known', async ({
  page,
  api,
  home,
}) => {
  const { inverter } = await api.get<{ inverter: { serial: string; channel: unknown[] }[] }>(
    '/api/inverter/list',
  );
  await api.post('/api/heliograph/plant', {
    groups: [{ id: 'south', name: 'South', azimuth: 180, tilt: 35 }],
    modules: inverter.flatMap(({ serial, channel }) =>
      channel.map((_, place) => ({ serial, string: place + 1, group: 'south' })),
    ),
    order: [],
  });
  const today = page.getByRole('region', { name: 'Today' });
  await home.openWithValues();
  await expect(today.getByRole('application')).toBeVisible();
  await expect(today.getByText('Clear sky')).toHaveCount(0);

  const time = await api.get<object>('/api/ntp/config');
  await api.post('/api/ntp/config', { ...time, latitude: 48.1, longitude: 11.6 });
  await page.reload();
  await expect(today.getByText('Clear sky')).toBeAttached();
});

test.describe('@nightly at 200 % on a narrow phone', () => {
  test.use({ sharedGateway: true, viewport: { width: 195, height: 422 }, deviceScaleFactor: 2 });

  for (const locale of ['en', 'de', 'fr']) {
    test(`the pages of the plant keep to their width, in ${locale}`, async ({ page, home }) => {
      await page.addInitScript((language) => localStorage.setItem('locale', language), locale);
      await home.openWithValues();
      await expect(page.getByRole('application')).toBeVisible();
      await expectNoSidewaysScroll(page, 'the live view');
      for (const path of [
        '/history',
        '/history?period=year',
        '/modules',
        '/findings',
        '/settings/config?show=changes',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectNoSidewaysScroll(page, path);
      }
    });
  }
});

test.describe('a file with energy from before', () => {
  test.use({ loggedIn: true });

  test('@nightly is read while the page lives on, stands among the changes after a reload, and is taken back there', async ({
    page,
    gateway,
  }) => {
    // About 4 MB, as Home Assistant writes a counter that is told every two minutes.
    const lines = Array.from({ length: 64_000 }, (_, index) => {
      const at = new Date(Date.UTC(2025, 0, 1) + index * 120_000).toISOString();
      return `sensor.roof_energy_total,${(5000 + index * 0.001).toFixed(3)},${at}`;
    });
    const file = Buffer.from(`entity_id,state,last_changed\n${lines.join('\n')}`);
    await page.goto('/history');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Data: export, import, settings' }).click();
    const card = main.getByRole('region', { name: 'Import energy from before' });
    // What a bar shows is seen only where the page goes on in between.
    await page.evaluate(() => {
      const percents = new Set<number>();
      Object.assign(window, { percents });
      const look = () => {
        const bar = document.querySelector('progress');
        if (bar !== null) percents.add(bar.value);
        requestAnimationFrame(look);
      };
      look();
    });
    await card.getByLabel('File').setInputFiles({ name: 'total.csv', mimeType: 'text/csv', buffer: file });
    const take = card.getByRole('button', { name: /^Take over \d+ days$/ });
    await expect(take).toBeVisible({ timeout: 20_000 });
    const seen = await page.evaluate(() => (window as unknown as { percents: Set<number> }).percents.size);
    expect(seen).toBeGreaterThan(4);
    await take.click();
    await expect(card.getByText('Energy taken over!')).toBeVisible();

    await page.reload();
    await main.getByRole('button', { name: 'Data: export, import, settings' }).click();
    await expect(card.getByText(/^Last import: /)).toBeVisible();
    await card.getByRole('link', { name: 'Show changes' }).click();
    await expect(main.getByText('Energy imported into the history')).toBeVisible();
    await main.getByRole('button', { name: /^Take back the import of/ }).click();
    await page
      .getByRole('dialog', { name: 'Take this import back?' })
      .getByRole('button', { name: 'Take back' })
      .click();
    await expect(page.getByText('The import is taken back!')).toBeVisible();
    await expect(main.getByText(/^Taken back on /)).toBeVisible();
    const { first_day: first = '' } = await new GatewayApi(gateway.url).get<{ first_day?: string }>(
      '/api/heliograph/history',
    );
    expect(first).not.toMatch(/^2025/);
  });
});

test('@nightly the steps from day to day stay in one row on a phone, in French, too', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'fr'));
  await page.goto(`/history?date=${dateOf(Date.now() - DAY_MS)}`);
  const main = page.getByRole('main');
  const today = main.getByRole('button', { name: 'Aujourd’hui' });
  for (const width of [390, 375]) {
    await page.setViewportSize({ width, height: 844 });
    const [button, date] = [await today.boundingBox(), await main.locator('input[type=date]').boundingBox()];
    expect(button?.y, `at ${width} px`).toBe(date?.y);
    expect(date?.width ?? 0, `at ${width} px`).toBeGreaterThan(128);
  }
});
