import { HomePage } from './pages/home-page.ts';
import { expect, test } from './test.ts';

test('three inverters produce within 5 s of the first look', async ({ page, home }) => {
  await home.open();
  await expect(async () => {
    await expect(home.tabs.filter({ hasText: 'Producing' })).toHaveCount(3, { timeout: 200 });
    await expect(home.total('Total power')).toHaveText(/^[\d,.]+\u00a0W$/, { timeout: 200 });
  }).toPass({ timeout: 5000 });
  for (const [name, strings] of [
    ['Garage', ['Garage roof']],
    ['South roof', ['South left', 'String 2']],
    ['East and west roof', ['East upper', 'East lower', 'String 3', 'String 4']],
  ] as const) {
    await home.tab(name).click();
    await expect(page.getByRole('tabpanel')).toContainText(name);
    await expect(home.cards).toHaveCount(strings.length + 1);
    for (const string of strings) await expect(home.value(string, 'Power')).toHaveText(/^[\d,.]+\u00a0W$/);
  }
  const before = await home.total('Total power').innerText();
  await expect(home.total('Total power')).not.toHaveText(before, { timeout: 25_000 });
});

test('the data age counts up each second by itself', async ({ page, home, gateway }) => {
  await page.clock.install();
  await home.openWithValues();
  await gateway.kill(); // no new values set it back
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  const firstS = await home.dataAgeS();
  for (let passedS = 1; passedS <= 5; passedS++) {
    await page.clock.runFor(1000);
    expect(await home.dataAgeS()).toBe(firstS + passedS);
  }
});

// A gateway of its own, and for the limit too: others may have limited the inverters of a shared one.
test('@nightly every inverter answers, and its values change', async ({ home }) => {
  test.slow(); // three inverters are asked in turn
  await home.open();
  for (const name of ['Garage', 'South roof', 'East and west roof']) {
    await home.tab(name).click();
    const power = home.value('Phase 1', 'Power');
    await expect(power).toHaveText(/^[\d,.]+\u00a0W$/, { timeout: 20_000 });
    const before = await power.innerText();
    await expect(power).not.toHaveText(before, { timeout: 25_000 });
  }
});

test('@nightly the limit shows in watts and percent once it was read', async ({ home }) => {
  await home.openWithValues();
  await expect(home.fact('Limit')).toHaveText(/^400 W \| 100%$/, { timeout: 20_000 });
});

test.describe('a gateway that has been running', () => {
  test.use({ sharedGateway: true });

  test('the first live value needs no more than five requests', async ({ context, home, gateway }) => {
    await home.openWithValues(); // the gateway has values now
    // The first page it has rendered without them is given out for a moment longer.
    const rendered = async () => (await fetch(gateway.url)).text();
    await expect.poll(rendered).toMatch(/<article[^>]*>.*?<dd><span[^>]*>\d/s);
    const fresh = await context.newPage();
    // Only the page and its style are answered: the values came without scripts, icon and socket.
    const needed: string[] = [];
    await fresh.route('**', (route) => {
      if (!['document', 'stylesheet'].includes(route.request().resourceType())) return;
      needed.push(new URL(route.request().url()).pathname);
      return route.continue();
    });
    await fresh.routeWebSocket('/livedata', () => undefined);
    await fresh.goto('/', { waitUntil: 'commit' }); // an answer that never comes keeps the page from having loaded
    await new HomePage(fresh).expectValues();
    expect(needed.length, needed.join(' ')).toBeLessThanOrEqual(5);
  });

  test('@nightly of fifty inverters only those in sight are laid out', async ({ page, home }) => {
    const fifty = (text: string) => {
      const message = JSON.parse(text);
      const inverters = Array.from({ length: 50 }, (_, index) => ({
        ...message.inverters[index % message.inverters.length],
        serial: String(114_182_730_000 + index),
        name: `Inverter ${index + 1}`,
      }));
      return JSON.stringify({ ...message, inverters });
    };
    await page.routeWebSocket(/\/livedata$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => socket.send(fifty(String(message))));
    });
    await home.open();
    await expect(home.tabs).toHaveCount(50, { timeout: 20_000 });
    const isLaidOut = (index: number) =>
      home.tabs
        .nth(index)
        .locator('span')
        .first()
        .evaluate((part) => part.checkVisibility({ contentVisibilityAuto: true }));
    await expect.poll(() => isLaidOut(0)).toBe(true);
    expect(await isLaidOut(49)).toBe(false);
    // Search and order come above the list meanwhile.
    await expect(async () => {
      await home.tabs.nth(49).scrollIntoViewIfNeeded();
      expect(await isLaidOut(49)).toBe(true);
    }).toPass();
  });

  test('a value has its digits and its unit', async ({ home }) => {
    await home.openWithValues();
    await expect(home.value('Phase 1', 'Voltage')).toHaveText(/^\d{3}\.\d\u00a0V$/);
    await expect(home.value('Phase 1', 'Frequency')).toHaveText(/^(49|50)\.\d\d\u00a0Hz$/);
    await expect(home.value('Phase 1', 'Power factor')).toHaveText(/^[01]\.\d{3}$/);
    await expect(home.value('Garage roof', 'Total yield')).toHaveText(/^[\d,]+\.\d{3}\u00a0kWh$/);
    await expect(home.value('Garage roof', 'Yield today')).toHaveText(/^[\d,]+\u00a0Wh$/);
    await expect(home.value('Garage roof', 'Irradiation')).toHaveText(/^\d+\.\d{3}%$/);
  });

  test('@nightly a second browser sees the same', async ({ page, browser, gateway, home }) => {
    await home.openWithValues();
    const otherContext = await browser.newContext({ baseURL: gateway.url });
    const otherPage = await otherContext.newPage();
    const otherHome = new HomePage(otherPage);
    await otherHome.openWithValues();
    const yields = async (of: HomePage) => [
      await of.total('Total yield').innerText(),
      await of.value('Phase 1', 'Power').innerText(),
      await of.value('Garage roof', 'Voltage').innerText(),
    ];
    await expect(async () => expect(await yields(otherHome)).toEqual(await yields(home))).toPass({
      timeout: 10_000,
    });
    expect(page.url()).toBe(otherPage.url());
    await otherContext.close();
  });

  test('@nightly tabs work with the keyboard', async ({ home, page }) => {
    await home.openWithValues();
    await home.tab('Garage').focus();
    await page.keyboard.press('ArrowRight');
    await expect(home.tab('South roof')).toBeFocused();
    await expect(home.tab('South roof')).toHaveAttribute('aria-selected', 'true');
    await expect(home.card('South left')).toBeVisible();
    await page.keyboard.press('End');
    await expect(home.tab('East and west roof')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(home.tab('Garage')).toBeFocused();
  });

  test('@nightly limit and power are disabled when logged out, and say why', async ({ home }) => {
    await home.openWithValues();
    for (const name of ['Set limit', 'Power on/off']) {
      await expect(home.action(name)).toBeDisabled();
      await expect(home.action(name)).toHaveAccessibleDescription(/Log in to set the limit/);
    }
    await expect(home.action('Event log')).toContainText(/\d+ new/);
  });
});

test.describe('a single inverter', () => {
  test.use({ scenario: 'one-inverter', sharedGateway: true });

  test('@nightly has no tabs', async ({ home, page }) => {
    await home.openWithValues();
    await expect(home.tabs).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'South roof' })).toBeVisible();
    await expect(home.cards).toHaveCount(3);
    await expect(home.fact('Serial number')).toContainText('114182730124');
  });
});

test.describe('ten inverters on a phone', () => {
  test.use({ scenario: 'ten-inverters', sharedGateway: true });

  test('@nightly a tap brings what was chosen into sight, and the way back leads to where one was', async ({
    home,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 760 });
    await home.open();
    const panel = page.getByRole('tabpanel');
    await expect(home.tabs).toHaveCount(10);
    await expect(panel.getByRole('heading', { level: 2 })).not.toBeInViewport();
    await home.tab('Balcony').click();
    await expect(panel.getByRole('heading', { name: 'Balcony', level: 2 })).toBeInViewport();
    await expect(panel).toBeFocused();
    await expect(page).toHaveURL(/\/\?inverter=\d+$/);
    await page.getByRole('button', { name: 'All inverters' }).click();
    await expect(home.tab('Balcony')).toBeFocused();
    await expect(home.tab('Balcony')).toBeInViewport();
    await page.goBack();
    await expect(home.tab('Garage')).toHaveAttribute('aria-selected', 'true');
    await expect(home.tab('Garage')).toBeInViewport();
    await page.goForward();
    await expect(home.tab('Balcony')).toHaveAttribute('aria-selected', 'true');
    await page.reload();
    await expect(panel.getByRole('heading', { name: 'Balcony', level: 2 })).toBeInViewport();
  });
});

test.describe('without inverters', () => {
  test.use({ scenario: 'no-inverters', loggedIn: true, sharedGateway: true });

  test('@nightly the page says what to do', async ({ home, page }) => {
    await home.open();
    await expect(page.getByRole('heading', { name: 'No inverter is set up yet.' })).toBeVisible();
    await expect(home.totals).toHaveCount(0);
    await page.getByRole('link', { name: 'Add an inverter' }).click();
    await expect(page).toHaveURL(/\/settings\/inverter$/);
  });
});

test.describe('a dead string', () => {
  test.use({ scenario: 'dead-string', sharedGateway: true });

  test('@nightly catches the eye: in the tab, in a sentence and on its card', async ({ home, page }) => {
    await home.open();
    await home.tab(/East and west roof/).click();
    await home.value('Phase 1', 'Power').filter({ hasText: /\d/ }).waitFor({ timeout: 20_000 });
    await expect(home.tab(/East and west roof/)).toContainText('No power');
    await expect(home.card('String 3')).toContainText('No power');
    await expect(page.getByText(/^String 3: no power while the other strings are producing/)).toBeVisible();
    await expect(home.card('String 4')).not.toContainText('No power');
  });
});

test.describe('an inverter that never answers', () => {
  test.use({ scenario: 'unreachable' });

  test('@nightly reads as unreachable, and nothing of it as measured', async ({ home, page }) => {
    test.slow(); // unreachable takes three failed requests
    await home.open();
    await home.tab(/South roof/).click();
    await expect(home.tab(/South roof/)).toContainText('Unreachable', { timeout: 80_000 });
    await expect(page.getByRole('tabpanel')).toContainText(/has not answered yet/);
    await expect(home.value('Phase 1', 'Power')).toHaveText(/unknown/);
    await expect(home.tab(/Garage/)).toContainText('Producing');
  });
});
