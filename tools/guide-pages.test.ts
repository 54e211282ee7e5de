import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ALERT_RANGES, ALERT_RULES } from '@heliograph/contract';
import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { guidePages } from '../apps/web/plugins/guide-pages.ts';
import { PATHS } from '../apps/web/src/shared/lib/paths.ts';
import { readDocument } from './document.ts';
import { ROOT } from './root.mjs';

const PAGES = guidePages();
const ALL = PAGES.flatMap((page) =>
  page.places.map((place) => ({ ...page, place, html: page.htmlAt(place) })),
);

function pageOf(html: string) {
  const { document } = new Window();
  document.write(html.replace(/<(?:link|script)[^>]*>/g, ''));
  return document;
}

describe('the guide in the product', () => {
  it('has a page at every address of the app', () => {
    const places = new Set(ALL.map(({ place }) => place));
    const lost = Object.values(PATHS).filter((path) => path !== '/' && !places.has(path.slice(1)));
    expect(lost).toEqual([]);
  });

  it.each(ALL.map((page) => [page.place, page] as const))(
    'leads on from %s to what is there, and to every heading and field of its page',
    (place, { html, document: path }) => {
      const page = pageOf(html);
      const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining([...readDocument(path).anchors]));

      const lost = [...page.querySelectorAll('main a[href]')]
        .map((link) => String(link.getAttribute('href')))
        .filter((href) => !leadsSomewhere(place, href));
      expect(lost).toEqual([]);
      // Nothing is asked for elsewhere, and nothing runs or looks in its own way.
      expect(page.querySelectorAll('img[src], iframe, [style], [onclick], main script').length).toBe(0);
    },
  );
});

function leadsSomewhere(place: string, href: string): boolean {
  const { pathname, hash } = new URL(href, `http://roof.test/dtu/guide/${place}`);
  const path = posix.relative('/dtu/', pathname);
  if (!path.startsWith('guide')) return Object.values(PATHS).some((known) => known === `/${path}`);
  const target = ALL.find((page) => page.place === (path.replace(/^guide\/?/, '') || 'index'));
  return target !== undefined && (hash === '' || target.anchors.has(decodeURIComponent(hash.slice(1))));
}

describe('a field', () => {
  const anchors = new Set(
    PAGES.filter(({ document }) => document.startsWith('docs/guide/')).flatMap((page) => [...page.anchors]),
  );

  /** The names of fields that stand in the source; what a test shows is checked in `guide-paragraphs.ts` besides. */
  function fieldNames(): readonly string[] {
    const folder = join(ROOT, 'apps/web/src/features');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /(?<!\.test)\.tsx$/.test(name) && !/^(?:first-run|login)\//.test(name));
    return files.flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const elements =
        text.match(
          /<(?:(?:Text|Select|Switch|Secret|Password|Range|TextArea|File)Field|Choices|FieldHelp)\b.*?\/>/gs,
        ) ?? [];
      return elements
        .filter((element) => !element.includes('type="search"'))
        .map((element) => {
          const [, help] = /\b(?:help|anchor)="(.*?)"/.exec(element) ?? [];
          const [, bound] = /(?:text|flag|bind|bound)\(\s*'([\w.]+)'/.exec(element) ?? [];
          return help ?? bound ?? '';
        })
        .filter((name) => name !== '');
    });
  }

  it('has its paragraph in the guide, wherever it is named in the source', () => {
    const names = fieldNames();
    expect(names.length).toBeGreaterThan(110);
    expect([...new Set(names)].filter((name) => !anchors.has(name))).toEqual([]);
  });

  it('of the alerts has its paragraph, too', () => {
    const channel = ['address', 'port', 'security', 'user', 'secret', 'target', 'sender', 'template'];
    const wanted = [...ALERT_RULES, ...Object.keys(ALERT_RANGES), ...channel];
    const alerts = PAGES.find(({ document }) => document === 'docs/guide/alerts.md');
    expect(wanted.filter((name) => alerts?.anchors.has(name) !== true)).toEqual([]);
  });
});
