import { expectAccessibleAtNight, expectNoSidewaysScroll, withoutValues } from './checks.ts';
import { INFO_SAMPLES, toldBy } from './info-samples.ts';
import { expectTranslatedAtNight } from './language-check.ts';
import { INFO_PAGES, InfoPage, type InfoPageName, UNKNOWN } from './pages/info-page.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

for (const { name, told, forPrograms, shown, worded = [], same } of INFO_SAMPLES) {
  test(`${name === 'network' ? '' : '@nightly '}${name}: every fact of the gateway is there, in every language and on a phone`, async ({
    page,
    api,
    bar,
  }) => {
    const info = new InfoPage(page, name);
    const main = page.getByRole('main');
    await page.clock.install(); // what counts on stands still, until it is told to

    await test.step('what this gateway tells', async () => {
      const real = await api.get<Readonly<Record<string, unknown>>>(info.api);
      expect(Object.keys(real).sort()).toEqual([...Object.keys(told), ...forPrograms].sort());
      await info.pretend(() => real);
      await info.open();
      for (const [key, value] of Object.entries(real)) {
        if (typeof value !== 'string' || [...worded, ...forPrograms].includes(key)) continue;
        if (value !== '' && value !== '0.0.0.0') await expect(main, key).toContainText(value);
      }
      await expect(main).not.toContainText('undefined');
    });

    await test.step('every field in its form', async () => {
      await page.unroute(`**${info.api}`);
      await page.clock.pauseAt(Date.now() + 60_000);
      await info.pretend(() => told);
      await info.reload.click();
      await expect.poll(() => info.shown()).toEqual(shown);
    });

    await test.step('in every language', () => expectTranslatedAtNight(bar, main, { same, what: name }));
    await test.step('on a phone', async () => {
      await page.clock.resume();
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page, name);
      await expectAccessibleAtNight(page, name);
    });
  });
}

test('@nightly what cannot be read is told, with another try; what is old stays, and says so', async ({
  page,
}) => {
  const system = new InfoPage(page, 'system');
  const html = { contentType: 'text/html', body: '<!doctype html><title>x</title>' };
  const saves = system.fact('Configuration saved (times)');
  await page.clock.install();
  await withoutValues(page);

  await test.step('a device without this call', async () => {
    for (const name of Object.keys(INFO_PAGES) as InfoPageName[]) {
      const info = new InfoPage(page, name);
      await page.route(`**${info.api}`, (route) => route.fulfill(html));
      await page.goto(info.path);
      await expect(info.problem).toContainText('This gateway does not support this function.');
      await expect(info.heading).toBeVisible();
      await expect(info.cards).toHaveCount(0);
      await page.unroute(`**${info.api}`);
      await info.problem.getByRole('button', { name: 'Try again' }).click();
      await expect(info.problem).toHaveCount(0);
      await expect(info.cards.first()).toBeVisible();
      await expect(info.heading).toBeFocused();
    }
  });

  await test.step('values come again by themselves, and by the button', async () => {
    let count = 17;
    await system.pretend(() => ({ ...toldBy('system'), cfgsavecount: count }));
    await system.open();
    await expect(saves).toHaveText('17');
    count = 18;
    await system.reload.click();
    await expect(saves).toHaveText('18');
    count = 19;
    await page.clock.fastForward(11_000);
    await expect(saves).toHaveText('19');
  });

  await test.step('the uptime counts on between the answers', async () => {
    await expect(system.fact('Uptime')).toHaveText(/^1 day 02:03:0\d$/);
    const before = await system.fact('Uptime').innerText();
    await expect(system.fact('Uptime')).not.toHaveText(before);
  });

  await test.step('the gateway goes, and is back', async () => {
    await page.unroute(`**${system.api}`);
    await page.route(`**${system.api}`, (route) => route.abort());
    await page.clock.fastForward(11_000);
    await expect(system.problem).toContainText('The gateway does not answer.');
    await expect(system.problem).toContainText('The values below may be out of date.');
    await expect(saves).toHaveText('19');
    await page.unroute(`**${system.api}`);
    await system.problem.getByRole('button', { name: 'Try again' }).click();
    await expect(system.problem).toHaveCount(0);
    await expect(system.heading).toBeFocused();
    await expect(saves).not.toHaveText('19');
  });
});

test('@nightly states are told in words and signs, with what follows from them', async ({ page }) => {
  const network = new InfoPage(page, 'network');
  const system = new InfoPage(page, 'system');
  const ntp = new InfoPage(page, 'ntp');
  const mqtt = new InfoPage(page, 'mqtt');

  await test.step('a station that is off has no quality', async () => {
    await network.pretend(() => ({ ...toldBy('network'), sta_status: false, sta_ssid: '', sta_rssi: 0 }));
    await network.open();
    expect((await network.shown())[0]?.[1]).toEqual([
      ['Status', 'disabled'],
      ['SSID', 'none'],
      ['Quality', UNKNOWN],
      ['Signal strength (RSSI)', UNKNOWN],
    ]);
  });
  await test.step('a radio that is not there, or the wrong one', async () => {
    await system.pretend(() => ({ ...toldBy('system'), radio_connected: false, radio_pvariant: false }));
    await system.open();
    expect((await system.shown()).at(-1)?.[1]).toMatchObject([
      ['Status', 'not connected', expect.stringContaining('radio module')],
      ['Chip type', 'unknown'],
    ]);
    await page.unroute(`**${system.api}`);
    await system.pretend(() => ({ ...toldBy('system'), radio_pvariant: false }));
    await system.reload.click();
    await expect(system.fact('Chip type').first()).toHaveText('nRF24L01');
    await expect(system.fact('Chip type').locator('[data-tone="bad"]')).toHaveCount(1);
  });
  await test.step('a clock that is not set leads to its settings', async () => {
    await ntp.pretend(() => ({
      ...toldBy('ntp'),
      ...{ ntp_status: false, ntp_clock_set: false, ntp_state: 'never' },
    }));
    await ntp.open();
    expect((await ntp.shown())[0]?.[1]).toEqual([
      ['Status', 'not synced', expect.stringContaining('The inverters are not polled until it is')],
      ['Local time', UNKNOWN],
    ]);
    await expect(ntp.cards.first().getByRole('link')).toHaveAttribute('href', '/settings/ntp');
  });
  await test.step('MQTT that is off, and has never been set', async () => {
    await mqtt.open();
    const facts = (await mqtt.shown()).map(([, rows]) => rows);
    expect(facts[0]).toEqual([['Status', 'not connected']]);
    await expect(mqtt.fact('Status').first().locator('[data-tone="off"]')).toHaveCount(1);
    expect(facts[1]?.slice(0, 4)).toEqual([
      ['Status', 'disabled'],
      ['Server', 'none'],
      ['Port', '1883'],
      ['Username', 'none'],
    ]);
    expect(facts[1]?.map(([label]) => label)).not.toContain('CA certificate');
    expect(facts[2]?.[0]).toEqual(['Status', 'disabled']);
  });
});
