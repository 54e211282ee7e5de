import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { expectTranslated } from './language-check.ts';
import { INFO_PAGES, InfoPage, type InfoPageName, type ShownFacts, UNKNOWN } from './pages/info-page.ts';
import { expect, test } from './test.ts';

test.use({ sharedGateway: true });

interface Sample {
  readonly name: InfoPageName;
  /** Another answer than the gateway's: every field has a value of its own. */
  readonly told: Readonly<Record<string, unknown>>;
  /** What the page makes of it. */
  readonly shown: ShownFacts;
  /** What its texts from the gateway are called, where the page has other words for them. */
  readonly worded?: readonly string[];
  /** Pieces of text that are the same in German or French. */
  readonly same: readonly (string | RegExp)[];
}

const CERTIFICATE = 'issuer name : C=US, O=Test\nRSA key size : 4096 bits';

const SAMPLES: readonly Sample[] = [
  {
    name: 'network',
    told: {
      sta_status: true,
      sta_ssid: 'Garden <b>',
      sta_rssi: -63,
      network_hostname: 'Heliograph-12AB34',
      network_ip: '192.168.7.20',
      network_netmask: '255.255.255.0',
      network_gateway: '192.168.7.1',
      network_dns1: '192.168.7.53',
      network_dns2: '0.0.0.0',
      network_mac: 'A4:CF:12:AB:CD:EF',
      network_mode: 'Station',
      ap_status: true,
      ap_ssid: 'Heliograph-1223476',
      ap_ip: '192.168.4.1',
      ap_mac: 'A4:CF:12:AB:CD:F0',
      ap_stationnum: 3,
    },
    shown: [
      [
        'WiFi station',
        [
          ['Status', 'enabled'],
          ['SSID', 'Garden <b>'],
          ['Quality', '74%'],
          ['Signal strength (RSSI)', '-63 dBm'],
        ],
      ],
      [
        'Access point',
        [
          ['Status', 'enabled'],
          ['SSID', 'Heliograph-1223476'],
          ['Connected devices', '3'],
        ],
      ],
      [
        'Network interface (Station)',
        [
          ['Hostname', 'Heliograph-12AB34'],
          ['IP address', '192.168.7.20'],
          ['Netmask', '255.255.255.0'],
          ['Default gateway', '192.168.7.1'],
          ['DNS server 1', '192.168.7.53'],
          ['DNS server 2', 'none'],
          ['MAC address', 'A4:CF:12:AB:CD:EF'],
        ],
      ],
      [
        'Access point interface',
        [
          ['IP address', '192.168.4.1'],
          ['MAC address', 'A4:CF:12:AB:CD:F0'],
        ],
      ],
    ],
    same: [
      'Hostname',
      'Status',
      'SSID',
      /^-63 dBm$/,
      /^[\d.]+$/,
      /^([\dA-F]{2}:){5}/,
      /^Heliograph-/,
      'Garden <b>',
    ],
  },
  {
    name: 'system',
    told: {
      hostname: 'Heliograph-12AB34',
      sdkversion: 'v4.4.3',
      cpufreq: 2400,
      heap_total: 2_048_000,
      heap_used: 1_024_000,
      sketch_total: 1_572_864,
      sketch_used: 0,
      littlefs_total: 0,
      littlefs_used: 0,
      chiprevision: 7,
      chipmodel: 'Test chip',
      chipcores: 4,
      resetreason_0: 'Software restart',
      resetreason_1: 'Something of its own',
      cfgsavecount: 1234,
      config_version: '0.1.23',
      git_hash: 'g1a2b3c4',
      uptime: 93_784,
      radio_connected: true,
      radio_pvariant: true,
    },
    shown: [
      [
        'Firmware',
        [
          ['Hostname', 'Heliograph-12AB34'],
          ['SDK version', 'v4.4.3'],
          ['Config version', '0.1.23'],
          ['Firmware version', '1a2b3c4'],
          ['Updates', 'not checked'],
          ['Reset reason CPU 0', 'Software restart'],
          ['Reset reason CPU 1', 'Something of its own'],
          ['Configuration saved (times)', '1,234'],
          ['Uptime', '1 day 02:03:04'],
        ],
      ],
      [
        'Hardware',
        [
          ['Chip model', 'Test chip'],
          ['Chip revision', '7'],
          ['CPU cores', '4'],
          ['CPU frequency', '2,400 MHz'],
        ],
      ],
      [
        'Memory',
        [
          ['Heap', '50%', '1,000 kB used, 1,000 kB free, 2,000 kB in all'],
          ['File system', UNKNOWN],
          ['Sketch', '0%', '0 kB used, 1,536 kB free, 1,536 kB in all'],
        ],
      ],
      [
        'Radio module',
        [
          ['Status', 'connected'],
          ['Chip type', 'nRF24L01+'],
        ],
      ],
    ],
    worded: ['resetreason_0', 'resetreason_1', 'git_hash'],
    same: [
      'System',
      'Firmware',
      'Hardware',
      'Hostname',
      'Heap',
      'Sketch',
      'Status',
      'nRF24L01+',
      'Heliograph-12AB34',
      'v4.4.3',
      '1a2b3c4',
      'Test chip',
      'Something of its own',
      'MHz',
    ],
  },
  {
    name: 'ntp',
    told: {
      ntp_server: 'ntp.example',
      ntp_timezone: 'CET-1CEST,M3.5.0,M10.5.0/3',
      ntp_timezone_descr: 'Europe/Berlin',
      ntp_status: true,
      ntp_localtime: 'Monday, February 06 2023 20:26:21',
    },
    shown: [
      [
        'Clock',
        [
          ['Status', 'synced'],
          ['Local time', '02/06/2023, 20:26:21'],
        ],
      ],
      [
        'Configuration',
        [
          ['Server', 'ntp.example'],
          ['Time zone', 'Europe/Berlin'],
          ['Time zone rule', 'CET-1CEST,M3.5.0,M10.5.0/3'],
        ],
      ],
    ],
    worded: ['ntp_localtime'],
    same: ['NTP', 'Status', 'Server', 'Configuration', 'ntp.example', 'Europe/Berlin', /^CET-1CEST/],
  },
  {
    name: 'mqtt',
    told: {
      mqtt_enabled: true,
      mqtt_hostname: 'broker.example',
      mqtt_port: 8883,
      mqtt_username: 'helio',
      mqtt_topic: 'solar/',
      mqtt_connected: false,
      mqtt_retain: true,
      mqtt_tls: true,
      mqtt_root_ca_cert_info: CERTIFICATE,
      mqtt_lwt_topic: 'solar/dtu/status',
      mqtt_publish_interval: 1800,
      mqtt_hass_enabled: true,
      mqtt_hass_expire: false,
      mqtt_hass_retain: true,
      mqtt_hass_topic: 'homeassistant/',
      mqtt_hass_individualpanels: false,
      mqtt_failure: 'login',
    },
    shown: [
      [
        'Connection',
        [['Status', 'not connected', 'The broker does not accept username and password. Check both.']],
      ],
      [
        'Configuration',
        [
          ['Status', 'enabled'],
          ['Server', 'broker.example'],
          ['Port', '8883'],
          ['Username', 'helio'],
          ['Base topic', 'solar/'],
          ['Last-will topic', 'solar/dtu/status'],
          ['Publish interval', '1,800 s'],
          ['Retain', 'enabled'],
          ['TLS', 'enabled'],
          ['CA certificate', 'issuer nameC=US, O=TestRSA key size4096 bits'],
          ['issuer name', 'C=US, O=Test'],
          ['RSA key size', '4096 bits'],
        ],
      ],
      [
        'Home Assistant discovery',
        [
          ['Status', 'enabled'],
          ['Topic prefix', 'homeassistant/'],
          ['Retain', 'enabled'],
          ['Expiration', 'disabled'],
          ['Individual panels', 'disabled'],
        ],
      ],
    ],
    worded: ['mqtt_root_ca_cert_info', 'mqtt_failure'], // the former only with TLS
    same: [
      'MQTT',
      'Status',
      'Server',
      'Port',
      'TLS',
      'Retain',
      'Configuration',
      'Expiration',
      'broker.example',
      'helio',
      'solar/',
      'solar/dtu/status',
      'homeassistant/',
      'issuer name',
      'C=US, O=Test',
      'RSA key size',
      '4096 bits',
    ],
  },
];

for (const { name, told, shown, worded = [], same } of SAMPLES) {
  test(`${name}: every fact of the gateway is there, in every language and on a phone`, async ({
    page,
    api,
    bar,
  }) => {
    const info = new InfoPage(page, name);
    const main = page.getByRole('main');
    await page.clock.install(); // what counts on stands still, until it is told to

    await test.step('what this gateway tells', async () => {
      const real = await api.get<Readonly<Record<string, unknown>>>(info.api);
      expect(Object.keys(real).sort()).toEqual(Object.keys(told).sort());
      await info.pretend(() => real);
      await info.open();
      for (const [key, value] of Object.entries(real)) {
        if (typeof value !== 'string' || worded.includes(key)) continue;
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

    await test.step('in every language', () => expectTranslated(bar, main, { same, what: name }));
    await test.step('on a phone', async () => {
      await page.clock.resume();
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoSidewaysScroll(page, name);
      await expectAccessible(page, name);
    });
  });
}

test('what cannot be read is told, with another try; what is old stays, and says so', async ({ page }) => {
  const system = new InfoPage(page, 'system');
  const html = { contentType: 'text/html', body: '<!doctype html><title>x</title>' };
  const saves = system.fact('Configuration saved (times)');
  await page.clock.install();

  await test.step('a device without this call', async () => {
    for (const name of Object.keys(INFO_PAGES) as InfoPageName[]) {
      const info = new InfoPage(page, name);
      await page.route(`**${info.api}`, (route) => route.fulfill(html));
      await page.goto(info.path);
      await expect(info.problem).toContainText('This function is not supported by this device.');
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
    const { told } = SAMPLES.find(({ name }) => name === 'system') ?? {};
    await system.pretend(() => ({ ...told, cfgsavecount: count }));
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
    await expect(system.problem).toContainText('What is shown below was read before.');
    await expect(saves).toHaveText('19');
    await page.unroute(`**${system.api}`);
    await system.problem.getByRole('button', { name: 'Try again' }).click();
    await expect(system.problem).toHaveCount(0);
    await expect(system.heading).toBeFocused();
    await expect(saves).not.toHaveText('19');
  });
});

test('states are told in words and signs, with what follows from them', async ({ page }) => {
  const network = new InfoPage(page, 'network');
  const system = new InfoPage(page, 'system');
  const ntp = new InfoPage(page, 'ntp');
  const mqtt = new InfoPage(page, 'mqtt');
  const tellOf = (wanted: InfoPageName) => SAMPLES.find(({ name }) => name === wanted)?.told;

  await test.step('a station that is off has no quality', async () => {
    await network.pretend(() => ({ ...tellOf('network'), sta_status: false, sta_ssid: '', sta_rssi: 0 }));
    await network.open();
    expect((await network.shown())[0]?.[1]).toEqual([
      ['Status', 'disabled'],
      ['SSID', 'none'],
      ['Quality', UNKNOWN],
      ['Signal strength (RSSI)', UNKNOWN],
    ]);
  });
  await test.step('a radio that is not there, or the wrong one', async () => {
    await system.pretend(() => ({ ...tellOf('system'), radio_connected: false, radio_pvariant: false }));
    await system.open();
    expect((await system.shown()).at(-1)?.[1]).toMatchObject([
      ['Status', 'not connected', expect.stringContaining('radio module')],
      ['Chip type', 'unknown'],
    ]);
    await page.unroute(`**${system.api}`);
    await system.pretend(() => ({ ...tellOf('system'), radio_pvariant: false }));
    await system.reload.click();
    await expect(system.fact('Chip type').first()).toHaveText('nRF24L01');
    await expect(system.fact('Chip type').locator('[data-tone="bad"]')).toHaveCount(1);
  });
  await test.step('a clock that is not set leads to its settings', async () => {
    await ntp.pretend(() => ({ ...tellOf('ntp'), ntp_status: false }));
    await ntp.open();
    expect((await ntp.shown())[0]?.[1]).toEqual([
      ['Status', 'not synced', expect.stringContaining('No inverter requests are made')],
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

test('without a repository nobody is asked for a newer version', async ({ page, gateway }) => {
  const system = new InfoPage(page, 'system');
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== gateway.url) foreign.push(request.url());
  });
  await system.pretend(() => SAMPLES.find(({ name }) => name === 'system')?.told);
  await system.open();
  await expect(system.fact('Updates')).toHaveText('not checked');
  await expect(system.fact('Firmware version')).toHaveText('1a2b3c4');
  await expect(system.cards.first().getByRole('link')).toHaveCount(0);
  expect(foreign).toEqual([]);
});

test.describe('with a repository', () => {
  test.use({ flags: ['--update-repository', 'heliograph-test/gateway'], loggedIn: true });

  const COMPARE = 'https://api.github.com/repos/heliograph-test/gateway/compare/1a2b3c4...HEAD';
  const CHANGES = 'https://github.com/heliograph-test/gateway/compare/1a2b3c4...HEAD';

  test('the system page tells whether there is something newer', async ({ page }) => {
    const system = new InfoPage(page, 'system');
    const updates = system.fact('Updates');
    const asked: Readonly<Record<string, string>>[] = [];
    let answer: { readonly status: number; readonly json: unknown } | 'none' = 'none';
    await page.route('https://**/*', async (route, request) => {
      expect(request.url()).toBe(COMPARE);
      asked.push(await request.allHeaders());
      if (answer === 'none') return route.abort();
      return route.fulfill({ ...answer, headers: { 'access-control-allow-origin': '*' } });
    });
    await system.pretend(() => SAMPLES.find(({ name }) => name === 'system')?.told);

    await test.step('no network, or no answer that counts', async () => {
      for (const failure of [
        'none',
        { status: 500, json: {} },
        { status: 200, json: { total: 1 } },
      ] as const) {
        answer = failure;
        await system.open();
        await expect(updates).toHaveText('Error fetching version information');
        await expect(updates.locator('[data-tone="unknown"]')).toHaveCount(1);
      }
    });
    await test.step('something newer', async () => {
      answer = { status: 200, json: { total_commits: 3, html_url: CHANGES } };
      await system.open();
      await expect(updates).toHaveText('new version');
      await expect(updates.locator('[data-tone="bad"]')).toHaveCount(1);
      const link = updates.getByRole('link');
      await expect(link).toHaveAttribute('href', CHANGES);
      await expect(link).toHaveAttribute('rel', /noreferrer/);
      await expect(link).toHaveAttribute('target', '_blank');
      const version = system.fact('Firmware version').getByRole('link', { name: '1a2b3c4' });
      await expect(version).toHaveAttribute(
        'href',
        'https://github.com/heliograph-test/gateway/commits/1a2b3c4',
      );
    });
    await test.step('an answer counts for an hour', async () => {
      const before = asked.length;
      await system.open();
      await expect(updates).toHaveText('new version');
      expect(asked.length).toBe(before);
    });
    await test.step('nothing newer', async () => {
      answer = { status: 200, json: { total_commits: 0, html_url: CHANGES } };
      await page.evaluate(() => localStorage.removeItem('updateCheck'));
      await system.open();
      await expect(updates).toHaveText('up to date');
      await expect(updates.locator('[data-tone="good"]')).toHaveCount(1);
    });
    for (const headers of asked) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('referer');
      expect(headers).not.toHaveProperty('cookie');
    }
  });

  test('the about page opens one section at a time, and leads out only', async ({ page, bar }) => {
    await page.goto('/about');
    const main = page.getByRole('main');
    const sections = main.locator('details');
    const open = main.locator('details[open]');
    const titles = sections.locator('summary');
    await expect(titles).toHaveText([
      'Where the project comes from',
      'News and updates',
      'Report an error',
      'Discussion',
    ]);
    await expect(open).toHaveCount(1);
    await expect(sections.nth(0).locator('p')).toHaveCount(4);
    await expect(sections.nth(0).locator('p').first()).toBeVisible();

    await test.step('by mouse and by keyboard', async () => {
      await titles.nth(2).click();
      await expect(open.locator('summary')).toHaveText('Report an error');
      await expect(sections.nth(0).locator('p').first()).toBeHidden();
      await page.keyboard.press('Enter');
      await expect(open).toHaveCount(0);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect(open.locator('summary')).toHaveText('Discussion');
    });

    await test.step('with links to other places, each in a tab of its own', async () => {
      const links = await main.locator('a').all();
      expect(links).toHaveLength(8);
      for (const link of links) {
        await expect(link).toHaveAttribute(
          'href',
          /^https:\/\/github\.com\/(heliograph-test\/gateway|tbnobody\/OpenDTU)/,
        );
        await expect(link).toHaveAttribute('target', '_blank');
        await expect(link).toHaveAttribute('rel', /noreferrer/);
      }
    });
    await expectTranslated(bar, main, { same: [/^github\.com\//, 'Discussion'], what: 'about' });
  });
});
