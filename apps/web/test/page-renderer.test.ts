import { ENDPOINTS, type EndpointName, type FirstPage, SOCKETS } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { createPageRenderer } from '../src/page-renderer.tsx';
import { PATHS, type PageName } from '../src/shared/lib/paths.ts';
import { wireInverter, wireMessage } from './live-messages.ts';

const DOCUMENT = `<!doctype html>
<html lang="en">
  <head><title>Heliograph</title><script type="module" blocking="render" src="/assets/index.js"></script></head>
  <body><div id="root"><div class="boot"></div></div>
    <noscript><p>Heliograph needs JavaScript.</p></noscript>
  </body>
</html>`;
const MANIFEST = {
  'index.html': { file: 'assets/index.js', css: ['assets/index.css'] },
  'src/after-first-frame.ts': { file: 'assets/first.js' },
  _shared: { file: 'assets/shared.js', css: ['assets/shared.css'], imports: ['index.html'] },
  'src/shared/i18n/de/start.ts': { file: 'assets/start-de.js' },
  'src/shared/i18n/de/time.ts': { file: 'assets/time-de.js' },
  'src/features/ntp-info/ntp-info-page.tsx': {
    file: 'assets/ntp.js',
    css: ['assets/ntp.css'],
    imports: ['index.html', '_shared'],
  },
};

const renderer = createPageRenderer({ document: DOCUMENT, manifest: JSON.stringify(MANIFEST) });

const ANSWERS: Readonly<Partial<Record<EndpointName, unknown>>> = {
  getLiveData: wireMessage([wireInverter()]),
  getSystemStatus: { hostname: 'gateway', uptime: 61, heap_total: 100, heap_used: 50 },
  getNetworkStatus: { network_hostname: 'gateway' },
  getNtpStatus: { ntp_status: true, ntp_localtime: 'Monday, February 06 2023 20:26:21' },
  getMqttStatus: { mqtt_enabled: false },
  getUpdateSource: { repository: '' },
};

function pageAt(path: string, changes: Partial<FirstPage> = {}): FirstPage {
  const names = renderer.callsOf(path) ?? [];
  return {
    path,
    search: '',
    basePath: '',
    languages: ['en'],
    unixMs: Date.UTC(2026, 0, 5, 23, 30),
    utcOffsetS: 3600,
    isAdmin: false,
    answers: Object.fromEntries(names.map((name) => [ENDPOINTS[name].path, ANSWERS[name]])),
    ...changes,
  };
}

const RENDERED = (Object.keys(PATHS) as PageName[]).filter(
  (name) => renderer.callsOf(PATHS[name]) !== undefined,
);

describe('a page from the gateway', () => {
  it('is rendered where visitors may see it, and nowhere else', () => {
    expect([...RENDERED].sort()).toEqual([
      'about',
      'home',
      'login',
      'mqttInfo',
      'networkInfo',
      'ntpInfo',
      'systemInfo',
    ]);
    expect(renderer.callsOf('/nowhere')).toBeUndefined();
  });

  it.each(RENDERED.flatMap((name) => ['en', 'de', 'fr'].map((locale) => [name, locale] as const)))(
    '%s in %s needs nothing that the content policy forbids',
    async (name, locale) => {
      const html = await renderer.render(pageAt(PATHS[name], { storedLocale: locale }));
      expect(html).toContain(`<html lang="${locale}">`);
      expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=/);
      expect(html.match(/<script/g)).toHaveLength(2); // the program, and the data
      expect(html.match(/<script[^>]* blocking=/g)).toBeNull();
      expect(html).toContain('<link rel="expect" href="#late" blocking="render">');
    },
  );

  it('runs nothing but what waits for the first frame, and knows what will be needed then', async () => {
    const changes = { storedLocale: 'de', basePath: '/dtu' };
    const html = await renderer.render(pageAt('/info/ntp', changes));
    const scripts = [
      ...html.matchAll(/<script type="module" crossorigin src="([^"]*)" data-files="([^"]*)">/g),
    ];
    expect(scripts.map(([, first, files]) => [first, files?.split(' ')])).toEqual([
      [
        '/dtu/assets/first.js',
        [
          '/assets/index.js', // what the script starts; the gateway has put the base path into the document
          '/dtu/assets/start-de.js',
          '/dtu/assets/shared.js',
          '/dtu/assets/ntp.js',
          '/dtu/assets/time-de.js',
        ],
      ],
    ]);
    expect(html.match(/<script type="module"/g)).toHaveLength(1);
    expect(html).not.toContain('modulepreload'); // these would come beside the styles
  });

  it('has its values in it, in the customs of the reader', async () => {
    const html = await renderer.render(pageAt('/', { languages: ['de-CH', 'en'] }));
    expect(html).toContain('<title>Live-Ansicht · Heliograph</title>');
    expect(html).toContain('247.1');
    expect(html).toContain('Garage');
    expect(html).not.toContain('class="skeleton');
  });

  it('says how old it is, in the time of the gateway, for whoever has no JavaScript', async () => {
    const html = await renderer.render(pageAt('/', { languages: ['de'] }));
    const said = /<noscript>.*?<\/noscript>/s.exec(html)?.[0];
    expect(said).toContain('06.01.2026, 00:30:00');
    expect(said).toContain('href="/info/system"');
  });

  it('has the theme that was chosen', async () => {
    expect(await renderer.render(pageAt('/', { storedTheme: 'dark' }))).toContain('data-theme="dark"');
    expect(await renderer.render(pageAt('/', { storedTheme: 'auto' }))).not.toContain('data-theme="');
    expect(await renderer.render(pageAt('/', { storedTheme: '"><x' }))).not.toContain('data-theme="');
  });

  it('begins its links and files below the base path', async () => {
    const html = await renderer.render(pageAt('/info/ntp', { basePath: '/dtu' }));
    expect(html).toContain('href="/dtu/info/system"');
    expect(html).toContain('<link rel="stylesheet" href="/dtu/assets/ntp.css">');
    expect(html).toContain('<link rel="stylesheet" href="/dtu/assets/shared.css">');
    expect(html).not.toContain('/dtu/assets/index.css'); // which the document has already
  });

  it('takes every text from outside for data', async () => {
    const name = '</script><script>alert(1)</script><!--';
    const live = wireMessage([wireInverter({ name })]);
    const html = await renderer.render(pageAt('/', { answers: { [ENDPOINTS.getLiveData.path]: live } }));
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('<!--<');
    const data = /<script type="application\/json" id="first-page">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(
      SOCKETS.liveData.read(JSON.stringify(JSON.parse(data).answers[ENDPOINTS.getLiveData.path]))
        ?.inverters[0]?.name,
    ).toBe(name);
  });

  it.each(RENDERED)('%s draws no text of an answer as markup', async (name) => {
    const payload = '"><img src=x onerror=alert(1)>';
    const spoilt = JSON.parse(JSON.stringify(pageAt(PATHS[name]).answers), (key, value) =>
      typeof value === 'string' && key !== 'limit_state' ? payload : value,
    );
    const html = await renderer.render(pageAt(PATHS[name], { answers: spoilt }));
    expect(html).not.toContain('<img');
  });

  it('is refused where the document is not as expected', async () => {
    const odd = createPageRenderer({ document: '<html></html>', manifest: JSON.stringify(MANIFEST) });
    await expect(odd.render(pageAt('/'))).rejects.toThrow('The page has nothing like');
  });
});
