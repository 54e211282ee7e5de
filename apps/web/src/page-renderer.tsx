import {
  type BuiltPages,
  type CreatePageRenderer,
  FIRST_PAGE_ID,
  type FirstPage,
  type PageRenderer,
  STYLE_FILE_ATTRIBUTE,
} from '@heliograph/contract';
import { renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { createPageStore } from './app/page-store.ts';
import { ROUTES } from './app/routes.ts';
import { LATE_ID } from './app/taken-over.ts';
import { needsPart } from './features/live-data/needs-part.ts';
import { createFirstRendering } from './shared/api/first-rendering.ts';
import type { Services } from './shared/api/services.ts';
import { createFormats } from './shared/i18n/format.ts';
import { formatTag, type Locale, pickLocale } from './shared/i18n/locales.ts';
import { pageTitle } from './shared/i18n/page-title.ts';
import { createTextStore } from './shared/i18n/text-store.ts';
import type { Group, Texts } from './shared/i18n/texts.ts';
import { findPage, PATHS, type PageName } from './shared/lib/paths.ts';
import { readTheme } from './shared/lib/theme.ts';
import { PRODUCT_NAME } from './shared/ui/product-name.ts';

/**
 * The web app on the gateway's side: the same components, with what the gateway knows in place of a browser. A build of
 * its own makes one file of it.
 */
export const createPageRenderer: CreatePageRenderer = ({ document, manifest, textOf }) => {
  const files: Manifest = JSON.parse(manifest);
  const styleFile = files[ENTRY]?.css?.[0] ?? '';
  const inline = inlineOf(files, textOf);
  const texts = createTextStore();
  const pages = createPageStore();

  /** Nothing of it is waited for while it is rendered. */
  async function load(path: string, locale: Locale): Promise<Texts['start']> {
    const name = findPage(path);
    if (name !== undefined) {
      await Promise.all([pages.load(name), ...ROUTES[name].texts.map((group) => texts.load(locale, group))]);
    }
    return texts.loadStart(locale);
  }

  return {
    callsOf(path) {
      const name = findPage(path);
      if (name === undefined) return undefined;
      return ROUTES[name].firstCalls;
    },
    async render(page, { isStyleFileKept }) {
      const locale = pickLocale(page.storedLocale, page.languages);
      const start = await load(page.path, locale);
      const markup = renderToString(
        <App
          services={servicesOf(page)}
          pages={pages}
          texts={texts}
          language={{ locale, start }}
          browserLanguages={page.languages}
          basePath={page.basePath}
        />,
      );
      const needed = filesOf(page, locale, files);
      const style = isStyleFileKept
        ? `<link rel="stylesheet" href="${page.basePath}/${styleFile}">`
        : `<style ${STYLE_FILE_ATTRIBUTE}="${page.basePath}/${styleFile}">${inline.style}</style>`;
      return filled(document, { page, locale, start, markup, files: needed, style, script: inline.script });
    },
    inline,
    styleFile: styleFile.slice(styleFile.lastIndexOf('/') + 1),
  };
};

/** Said to whoever has no JavaScript: how old the values are. */
const WITHOUT_SCRIPT: Readonly<Record<Locale, (time: string) => string>> = {
  en: (time) => `Heliograph needs JavaScript to keep these values live. They are from ${time}.`,
  de: (time) => `Damit diese Werte live bleiben, braucht Heliograph JavaScript. Sie sind von ${time}.`,
  fr: (time) => `Heliograph a besoin de JavaScript pour actualiser ces valeurs. Elles datent de ${time}.`,
};

/** Said when the script has not come after a while. */
const WITHOUT_ANSWER: Readonly<Record<Locale, (time: string) => string>> = {
  en: (time) =>
    `These values are from ${time}. Updating them is taking longer than usual; if nothing changes, reload the page.`,
  de: (time) =>
    `Diese Werte sind von ${time}. Sie zu aktualisieren dauert länger als üblich. Wenn sich nichts ändert, laden Sie die Seite neu.`,
  fr: (time) =>
    `Ces valeurs datent de ${time}. Leur actualisation prend plus de temps que d’habitude. Si rien ne change, rechargez la page.`,
};

interface Filling {
  readonly page: FirstPage;
  readonly locale: Locale;
  readonly start: Texts['start'];
  readonly markup: string;
  readonly files: PageFiles;
  /** Of every page: the element that has them, or asks for them. */
  readonly style: string;
  readonly script: string;
}

/** Files that a page needs besides those of every page. */
interface PageFiles {
  /** Without its styles a page would be painted twice. */
  readonly styles: readonly string[];
  /** What the app will import, so that it need not wait for it then. */
  readonly scripts: readonly string[];
}

/** As much of Vite's manifest as is used: the files of each module that is loaded when it is needed. */
type Manifest = Readonly<
  Record<
    string,
    | { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }
    | undefined
  >
>;

const ENTRY = 'index.html';
const BEFORE_APP = 'src/before-app.ts';

/** The first frame waits for nothing but the document: what it needs stands in there. */
function inlineOf(manifest: Manifest, textOf: BuiltPages['textOf']): PageRenderer['inline'] {
  const [style = '', ...others] = manifest[ENTRY]?.css ?? [];
  const script = manifest[BEFORE_APP];
  if (others.length > 0 || script === undefined || script.imports !== undefined) {
    throw new Error(
      `The build has more than one file of styles for every page, or ${BEFORE_APP} imports others`,
    );
  }
  const code = textOf(script.file)?.trim() ?? '';
  // Runs where it stands, before there is anything to click on.
  const texts = { style: textOf(style)?.trim() ?? '', script: `(()=>{${code}})()` };
  if (texts.style === '' || /<\/style|url\(/i.test(texts.style))
    throw new Error(`${style} cannot stand in a page`);
  if (code === '' || /<\/script|<!--/i.test(code)) {
    throw new Error(`${script.file} cannot stand in a page`);
  }
  return texts;
}

function filesOf(page: FirstPage, locale: Locale, manifest: Manifest): PageFiles {
  const name = findPage(page.path);
  const styles: string[] = [];
  const scripts: string[] = [];
  const seen = new Set<string>([ENTRY]);
  const collect = (module: string): void => {
    const built = manifest[module];
    if (seen.has(module) || built === undefined) return;
    seen.add(module);
    for (const imported of built.imports ?? []) collect(imported);
    styles.push(...(built.css ?? []));
    scripts.push(built.file);
  };
  const textsOf = (group: Group) => `src/shared/i18n/${locale}/${group}.ts`;
  const collectPage = (page: PageName, module: string) => {
    collect(module);
    for (const group of ROUTES[page].texts) collect(textsOf(group));
  };
  collect(textsOf('start'));
  if (name === 'home') {
    const { live } = createFirstRendering(page, 0, true);
    if (live && needsPart(live)) collectPage(name, 'src/features/live-data/plant-part.tsx');
  } else if (name !== undefined) {
    const folder = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    collectPage(name, `src/features/${folder}/${folder}-page.tsx`);
  }
  return { styles, scripts };
}

/** The document with the page in it. Throws when it is not built as expected. */
function filled(document: string, filling: Filling): string {
  const { page, locale, start, markup } = filling;
  const name = findPage(page.path) ?? 'home';
  const theme = readTheme(page.storedTheme);
  const themeAttribute = theme === 'auto' ? '' : ` data-theme="${theme}"`;
  const format = createFormats(formatTag(locale, page.languages), page.utcOffsetS);
  const time = format.dateTime(page.unixMs);
  const data = JSON.stringify(page).replaceAll('<', '\\u003c');
  return [
    [/<html [^>]*>/, `<html lang="${locale}"${themeAttribute}>`],
    [/<title>.*<\/title>/, `<title>${pageTitle(start, name)} · ${PRODUCT_NAME}</title>`],
    [/<link rel="stylesheet"[^>]*>\s*/, ''],
    [/<script type="module"[^>]*><\/script>\s*/, ''],
    [/<\/head>/, `${headOf(document, filling)}</head>`],
    [
      /<noscript>[\s\S]*<\/noscript>/,
      `<script type="application/json" id="${FIRST_PAGE_ID}">${data}</script>`,
    ],
    [
      /<div id="root">[\s\S]*<\/div>(?=\s*<script)/,
      `<noscript><div class="without-script"><p>${WITHOUT_SCRIPT[locale](time)}</p>${linksOf(start, page)}</div></noscript>` +
        `<div id="root">${markup}</div><p id="${LATE_ID}" class="late">${WITHOUT_ANSWER[locale](time)}</p>`,
    ],
  ].reduce<string>((text, [place, content]) => replaced(text, place as RegExp, content as string), document);
}

/** The styles, and the script that starts the app, whose files are on their way meanwhile. */
function headOf(document: string, { page, files: { styles, scripts }, style, script }: Filling): string {
  const { basePath } = page;
  const [, app = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(document) ?? [];
  const files = [app, ...scripts.map((file) => `${basePath}/${file}`)];
  return [
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
    style,
    ...styles.map((file) => `<link rel="stylesheet" href="${basePath}/${file}">`),
    // Painted once, and not while the rest of it is still on the line: what stands above would move.
    `<link rel="expect" href="#${LATE_ID}" blocking="render">`,
    `<script data-app="${app}">${script}</script>`,
  ].join('');
}

/** The menus open by JavaScript: without it these links stand in their place. */
function linksOf(start: Texts['start'], { basePath }: FirstPage): string {
  const links = NAMES_WITHOUT_SCRIPT.map(
    (name) => `<a href="${basePath}${PATHS[name]}">${start.titles[name]}</a>`,
  );
  return `<nav>${links.join(' ')}</nav>`;
}

/** Pages that say something without JavaScript. */
const NAMES_WITHOUT_SCRIPT: readonly PageName[] = [
  'home',
  'systemInfo',
  'networkInfo',
  'ntpInfo',
  'mqttInfo',
  'about',
];

function replaced(document: string, place: RegExp, content: string): string {
  if (!place.test(document)) throw new Error(`The page has nothing like ${place}`);
  return document.replace(place, () => content);
}

/** What the interface is given where there is no browser: nothing is asked, stored or waited for. */
function servicesOf(page: FirstPage): Services {
  const first = createFirstRendering(page, 0, true);
  const nothing = () => undefined;
  const never = () => nothing;
  const notHere = () => {
    throw new Error('There is no browser here.');
  };
  return {
    clock: { elapsedMs: () => 0, unixMs: () => page.unixMs, after: never },
    seconds: { count: () => 0, subscribe: never },
    preferences: { read: nothing, write: nothing },
    session: {
      user: first.user,
      logIn: notHere,
      renew: notHere,
      logOut: notHere,
      expire: notHere,
      takeExpiry: nothing,
      subscribe: never,
      storageChanged: notHere,
    },
    call: notHere,
    fetchPublic: notHere,
    liveLink: {
      start: notHere,
      stop: notHere,
      wake: notHere,
      networkLost: notHere,
      suspend: notHere,
      show: notHere,
      snapshot: first.link,
      subscribe: never,
    },
    contact: {
      watch: notHere,
      wake: notHere,
      heard: notHere,
      missed: notHere,
      snapshot: first.contact,
      subscribe: never,
    },
    random: notHere,
    openSocket: notHere,
    openRequest: notHere,
    startMd5Worker: notHere,
    first,
  };
}
