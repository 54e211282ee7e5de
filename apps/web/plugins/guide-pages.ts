import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix, resolve } from 'node:path';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';

const ROOT = resolve(import.meta.dirname, '../../..');
const LOOKS = resolve(import.meta.dirname, '../guide');

/** The pages for owners; what is for engineers stays in the repository, and links to it are plain words. */
const DOCUMENTS = [
  'docs/user-guide.md',
  ...readdirSync(join(ROOT, 'docs/guide'))
    .sort()
    .map((name) => `docs/guide/${name}`),
  ...['coming-from-an-original-device', 'home-assistant', 'mqtt-topics', 'prometheus'].map(documentOf),
  ...['reverse-proxy', 'running', 'simulated-plants', 'sunspec', 'how-to/radio'].map(documentOf),
];

function documentOf(name: string): string {
  return `docs/${name}.md`;
}

/** A page of the guide as the gateway serves it. */
export interface GuidePage {
  /** The page of Markdown that it is made of, from the root of the repository. */
  readonly document: string;
  /** Below `guide/`, without the ending: where it is found, by the addresses of the pages that it is about. */
  readonly places: readonly string[];
  /** What can be linked to in it. */
  readonly anchors: ReadonlySet<string>;
  /** As it is at one of its places. */
  htmlAt(place: string): string;
}

/**
 * The guide as pages of HTML. What is about the page `/settings/mqtt` is at `guide/settings/mqtt`, so that a page finds
 * its own without a list, and what is about the field `mqtt_port` is marked with its name.
 */
export function guidePages(): readonly GuidePage[] {
  const texts = new Map(DOCUMENTS.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const places = new Map([...texts].map(([path, text]) => [path, placesOf(path, text)]));
  return [...texts].map(([document, text]) => {
    const own = places.get(document) ?? [];
    const at = (place: string) => rendered({ document, text, place, places });
    return { document, places: own, anchors: at('').anchors, htmlAt: (place) => at(place).html };
  });
}

/** Writes the guide beside the web app, and shows it while developing. */
export function guide(): Plugin {
  const files = () => {
    const pages = guidePages();
    const html = pages.flatMap((page) =>
      page.places.map((place): [string, string] => [`guide/${place}.html`, page.htmlAt(place)]),
    );
    return new Map([...html, ['guide/guide.css', styles()], ['guide/guide.js', script(pages)]]);
  };
  return {
    name: 'heliograph:guide',
    generateBundle() {
      for (const [fileName, source] of files()) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = (request.url ?? '').slice(1).replace(/[?#].*$/, '');
        if (!/^guide(\/|$)/.test(path)) return next();
        const known = files();
        const found = [path, `${path}.html`, `${path}index.html`].find((name) => known.has(name));
        if (found === undefined) return next();
        const type = { html: 'text/html', css: 'text/css', js: 'text/javascript' }[
          found.split('.').at(-1) ?? ''
        ];
        response.setHeader('content-type', `${type}; charset=utf-8`);
        response.end(known.get(found));
      });
    },
  };
}

/** In the colours of the app, which are in one place. */
function styles(): string {
  const tokens = readFileSync(resolve(import.meta.dirname, '../src/shared/ui/tokens.css'), 'utf8');
  return `${tokens}\n${readFileSync(join(LOOKS, 'guide.css'), 'utf8')}`;
}

/** It knows where each marked paragraph is: settings are also shown where they are those of another device. */
function script(pages: readonly GuidePage[]): string {
  const places = Object.fromEntries(
    pages.flatMap(({ document, places: [place = ''], anchors }) =>
      document.startsWith('docs/guide/') ? [...anchors].map((anchor) => [anchor, place]) : [],
    ),
  );
  const text = readFileSync(join(LOOKS, 'guide.js'), 'utf8');
  return text.replace('__PLACES__', JSON.stringify(places));
}

/** Of the page of an address: that address. The live view has none to go below, and is found by its name. */
function placesOf(document: string, text: string): readonly string[] {
  if (document === 'docs/user-guide.md') return ['index'];
  const [, line = ''] = /^Address: (.+)$/m.exec(text) ?? [];
  const addresses = [...line.matchAll(/`\/([^`]+)`/g)].map(([, path = '']) => path);
  return addresses.length > 0 ? addresses : [basename(document, '.md')];
}

interface Source {
  readonly document: string;
  readonly text: string;
  readonly place: string;
  readonly places: ReadonlyMap<string, readonly string[]>;
}

function rendered({ document, text, place, places }: Source): { html: string; anchors: ReadonlySet<string> } {
  const anchors = new Set([...text.matchAll(/<a id="([\w.-]+)"><\/a>/g)].map(([, id = '']) => id));
  const seen = new Map<string, number>();
  const up = '../'.repeat(place.split('/').length - 1);

  /** As GitHub makes them: lower case, without signs, blanks as hyphens; one that comes again has a number. */
  function anchorOf(heading: string): string {
    const plain = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
    const anchor = plain.trim().replace(/\s/g, '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    const own = before === 0 ? anchor : `${anchor}-${before}`;
    anchors.add(own);
    return own;
  }

  /** Undefined where it leads to what is not delivered. */
  function addressOf(target: string): string | undefined {
    if (target.startsWith('#')) return target;
    const [file = '', anchor] = target.split('#');
    const found = places.get(posix.join(posix.dirname(document), file));
    if (found === undefined) return undefined;
    const own = found[0] === 'index' ? './' : found[0];
    return `${up}${own}${anchor === undefined ? '' : `#${anchor}`}`;
  }

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }: Tokens.Heading) {
        const id = anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === undefined ? words : `<a href="${address}">${words}</a>`;
      },
      // The screens themselves are one step away, and the gateway holds all files of the web app in memory: the pictures
      // would take 2.9 MB more of it, nearly as much as all other files together.
      image: () => '',
      html: ({ text: html }: Tokens.HTML | Tokens.Tag) => (/^<\/?a\b/.test(html) ? html : ''),
    },
  });
  const withLinks = text.replace(/^Address: .+$/m, (line) =>
    line.replace(/`(\/[^`]*)`/g, (_, path: string) => `<a href="${up}..${path}">${path}</a>`),
  );
  const body = String(marked.parse(withLinks)).replace(/<p>\s*<\/p>\n?/g, '');
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  return { html: page({ title, up, body: body.replaceAll('<th>', '<th scope="col">') }), anchors };
}

/** What stands around the text, in the three languages of the pages; the style sheet shows one. */
const FRAME = {
  skip: { en: 'Skip to the text', de: 'Zum Text springen', fr: 'Aller au texte' },
  all: { en: 'User guide', de: 'Anleitung', fr: 'Guide' },
  note: {
    de: 'Diese Anleitung gibt es nur auf Englisch. Was fett gedruckt ist, steht so auf dem englischen Bildschirm.',
    fr: 'Ce guide n’existe qu’en anglais. Ce qui est en gras figure ainsi sur l’écran en anglais.',
  },
};

const inFrame = (words: Readonly<Record<string, string>>) =>
  Object.entries(words)
    .map(([language, text]) => `<span class="frame" lang="${language}">${text}</span>`)
    .join('');

function page({ title, up, body }: Readonly<Record<'title' | 'up' | 'body', string>>): string {
  return `<!doctype html>
<html lang="en" data-frame="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title} · Heliograph</title>
<link rel="icon" href="${up}../favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}guide.css">
<script src="${up}guide.js"></script>
</head>
<body>
<a class="skip" href="#text">${inFrame(FRAME.skip)}</a>
<header><nav aria-label="Heliograph"><a href="${up}../">Heliograph</a><a href="${up || './'}">${inFrame(FRAME.all)}</a></nav></header>
<main id="text" tabindex="-1">
<p class="note">${inFrame(FRAME.note)}</p>
${body}</main>
</body>
</html>
`;
}
