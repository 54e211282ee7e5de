import { ENDPOINTS, type EndpointName, type FirstPage, SOCKETS } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { createPageRenderer } from '../src/page-renderer.tsx';
import { PATHS, type PageName } from '../src/shared/lib/paths.ts';
import { wireInverter, wireMessage } from './live-messages.ts';

const DOCUMENT = `<!doctype html>
<html lang="en">
  <head><title>Heliograph</title><script type="module" blocking="render" src="/assets/index.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index.css"></head>
  <body><div id="root"><div class="boot"></div></div>
    <noscript><p>Heliograph needs JavaScript.</p></noscript>
  </body>
</html>`;
const MANIFEST = {
  'index.html': { file: 'assets/index.js', css: ['assets/index.css'] },
  'src/before-app.ts': { file: 'assets/before-app.js' },
  _shared: { file: 'assets/shared.js', css: ['assets/shared.css'], imports: ['index.html'] },
  'src/shared/i18n/de/start.ts': { file: 'assets/start-de.js' },
  'src/shared/i18n/de/time.ts': { file: 'assets/time-de.js' },
  'src/features/ntp-info/ntp-info-page.tsx': {
    file: 'assets/ntp.js',
    css: ['assets/ntp.css'],
    imports: ['index.html', '_shared'],
  },
};

const TEXTS: Readonly<Record<string, string>> = {
  'assets/index.css': 'main{color:red}\n',
  'assets/before-app.js': 'start();\n',
};
const BUILT = {
  document: DOCUMENT,
  manifest: JSON.stringify(MANIFEST),
  textOf: (file: string) => TEXTS[file],
};

const renderer = createPageRenderer(BUILT);

const ANSWERS: Readonly<Partial<Record<EndpointName, unknown>>> = {
  getLiveData: wireMessage([wireInverter()]),
  getSystemStatus: { hostname: 'gateway', uptime: 61, heap_total: 100, heap_used: 50 },
  getNetworkStatus: { network_hostname: 'gateway' },
  getNtpStatus: { ntp_status: true, ntp_localtime: 'Monday, February 06 2023 20:26:21' },
  getMqttStatus: { mqtt_enabled: false },
  getUpdateSource: { repository: '' },
};

const render = (page: FirstPage, isStyleFileKept = false) => renderer.render(page, { isStyleFileKept });

function pageAt(path: string, changes: Partial<FirstPage> = {}): FirstPage {
  const names = renderer.callsOf(path) ?? [];
  return {
    path,
    search: '',
    basePath: '',
    languages: ['en'],
    unixMs: Date.UTC(2026, 0, 5, 23, 30),
    utcOffsetS: 3600,
    reader: 'visitor',
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
      const html = await render(pageAt(PATHS[name], { storedLocale: locale }));
      expect(html).toContain(`<html lang="${locale}">`);
      expect(html).not.toMatch(/\sstyle=|\son[a-z]+=/);
      // What stands in it has a place in the policy; besides that there are only the data.
      expect([...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text)).toEqual([
        renderer.inline.style,
      ]);
      const scripts = [...html.matchAll(/<script(?! type="application\/json")[^>]*>(.*?)<\/script>/gs)];
      expect(scripts.map(([, text]) => text)).toEqual([renderer.inline.script]);
      expect(html.match(/<script/g)).toHaveLength(2);
      expect(html.match(/<script[^>]* blocking=/g)).toBeNull();
      expect(html).toContain('<link rel="expect" href="#late" blocking="render">');
    },
  );

  it.each(RENDERED)('%s is whole for somebody who is logged in', async (name) => {
    const html = await render(pageAt(PATHS[name], { reader: 'admin', search: '?returnUrl=%2Finfo%2Fntp' }));
    // So React marks what it could not render, and leaves to the browser.
    expect(html).not.toContain('<!--$!-->');
    expect(html).toContain('<h1');
  });

  it('asks for no styles, and for its scripts beside its first frame', async () => {
    const html = await render(pageAt('/info/ntp', { storedLocale: 'de', basePath: '/dtu' }));
    const early = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]*)">/g)];
    expect(early.map(([, file]) => file)).toEqual([
      '/assets/index.js', // the gateway has put the base path into the document
      '/dtu/assets/start-de.js',
      '/dtu/assets/shared.js',
      '/dtu/assets/ntp.js',
      '/dtu/assets/time-de.js',
    ]);
    expect(html).toContain('<script data-app="/assets/index.js">(()=>{start();})()</script>');
    expect(html).not.toContain('type="module"');
    const home = await render(pageAt('/'));
    expect(home).not.toContain('rel="stylesheet"');
    expect(home).toContain('<style data-file="/assets/index.css">');
  });

  it('asks for the file of the styles where the browser has it', async () => {
    const html = await render(pageAt('/', { basePath: '/dtu' }), true);
    expect(html).toContain('<link rel="stylesheet" href="/dtu/assets/index.css">');
    expect(html).not.toContain('<style');
    expect(renderer.styleFile).toBe('index.css');
  });

  it.each([
    ['no styles', { 'assets/index.css': '' }],
    ['a style that ends early', { 'assets/index.css': 'p{}</style><p>' }],
    ['a style with an address, which means another one here', { 'assets/index.css': 'p{background:url(x)}' }],
    ['no script', { 'assets/before-app.js': '' }],
    ['a script that ends early', { 'assets/before-app.js': 'x("</script>")' }],
  ])('is not begun with %s', (_what, changes: Readonly<Record<string, string>>) => {
    const textOf = (file: string) => ({ ...TEXTS, ...changes })[file];
    expect(() => createPageRenderer({ ...BUILT, textOf })).toThrow('cannot stand in a page');
  });

  it('is not begun with a script that needs others', () => {
    const entry = { file: 'assets/before-app.js', imports: ['_shared'] };
    const manifest = JSON.stringify({ ...MANIFEST, 'src/before-app.ts': entry });
    expect(() => createPageRenderer({ ...BUILT, manifest })).toThrow('imports others');
  });

  it('has its values in it, in the customs of the reader', async () => {
    const html = await render(pageAt('/', { languages: ['de-CH', 'en'] }));
    expect(html).toContain('<title>Live-Ansicht · Heliograph</title>');
    expect(html).toContain('247.1');
    expect(html).toContain('Garage');
    expect(html).not.toContain('class="skeleton');
  });

  it('says how old it is, in the time of the gateway, for whoever has no JavaScript', async () => {
    const html = await render(pageAt('/', { languages: ['de'] }));
    const said = /<noscript>.*?<\/noscript>/s.exec(html)?.[0];
    expect(said).toContain('06.01.2026, 00:30:00');
    expect(said).toContain('href="/info/system"');
  });

  it('has the theme that was chosen', async () => {
    expect(await render(pageAt('/', { storedTheme: 'dark' }))).toContain('data-theme="dark"');
    expect(await render(pageAt('/', { storedTheme: 'auto' }))).not.toContain('data-theme="');
    expect(await render(pageAt('/', { storedTheme: '"><x' }))).not.toContain('data-theme="');
  });

  it('begins its links and files below the base path', async () => {
    const html = await render(pageAt('/info/ntp', { basePath: '/dtu' }));
    expect(html).toContain('href="/dtu/info/system"');
    expect(html).toContain('<link rel="stylesheet" href="/dtu/assets/ntp.css">');
    expect(html).toContain('<link rel="stylesheet" href="/dtu/assets/shared.css">');
    expect(html).not.toContain('<link rel="stylesheet" href="/dtu/assets/index.css">'); // these it has already
  });

  it('takes every text from outside for data', async () => {
    const name = '</script><script>alert(1)</script><!--';
    const live = wireMessage([wireInverter({ name })]);
    const html = await render(pageAt('/', { answers: { [ENDPOINTS.getLiveData.path]: live } }));
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
    const html = await render(pageAt(PATHS[name], { answers: spoilt }));
    expect(html).not.toContain('<img');
  });

  it('is refused where the document is not as expected', async () => {
    const odd = createPageRenderer({ ...BUILT, document: '<html></html>' });
    await expect(odd.render(pageAt('/'), { isStyleFileKept: false })).rejects.toThrow(
      'The page has nothing like',
    );
  });
});
