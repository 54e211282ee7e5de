import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en as recoveryEn } from '../apps/gateway/src/recovery/recovery-texts-en.ts';
import { OFFLINE_TEXTS } from '../apps/web/src/offline/offline-texts.ts';
import { PATHS } from '../apps/web/src/shared/lib/paths.ts';
import { allTexts } from '../apps/web/test/all-texts.ts';
import { documentPaths, readDocument } from './document.ts';
import { documentPictures } from './document-pictures.ts';
import { ROOT } from './root.mjs';

/** Stands in the pages where a text has a value of its own, such as a name or a number. */
const VALUE = '…';

/** Every text of a language's file, as the pages write it. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value.replace(/#|\{\w+\}/g, VALUE)];
  if (typeof value === 'function') return [String(value(VALUE, VALUE))];
  return Object.values(value ?? {}).flatMap(textsOf);
}

const SHOWN = new Set(
  textsOf([await allTexts('en'), recoveryEn, OFFLINE_TEXTS.en]).map((text) => text.replace(/\s+/g, ' ')),
);

const GUIDE = documentPaths('docs/guide').map(readDocument);
const index = readDocument('docs/user-guide.md');

describe('the labels in the pages for users', () => {
  const pages = ['mqtt-topics', 'prometheus', 'home-assistant', 'coming-from-an-original-device'];
  const named = pages.map((name) => readDocument(`docs/${name}.md`));

  it.each([index, ...GUIDE, ...named].map((page) => [page.path, page] as const))(
    'are in %s those of the screen',
    (_path, page) => {
      expect(page.boldTexts.filter((text) => !SHOWN.has(text))).toEqual([]);
    },
  );

  it('are many', () => {
    expect(GUIDE.flatMap(({ boldTexts }) => boldTexts).length).toBeGreaterThan(300);
  });
});

describe('the user guide', () => {
  it('has every screen, each on one page', () => {
    const addresses = GUIDE.flatMap(({ prose }) =>
      [...prose.matchAll(/^Address: (.+)$/gm)].flatMap(([, line = '']) =>
        [...line.matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path),
      ),
    );
    expect(addresses.toSorted()).toEqual(Object.values(PATHS).toSorted());
  });

  it('has every page in its index, once', () => {
    const linked = index.links.map(({ target }) => target).filter((target) => target.startsWith('guide/'));
    expect(linked.toSorted()).toEqual(GUIDE.map(({ path }) => path.replace('docs/', '')));
  });

  it('shows every picture that is taken for it, and no other', () => {
    const shown = [...GUIDE, readDocument('docs/fleet.md')]
      .flatMap(({ links }) => links.filter(({ isPicture }) => isPicture))
      .map(({ target }) => target.replace(/^(\.\.\/)?pictures/, 'docs/pictures'));
    const taken = documentPictures().map(({ file }) => relative(ROOT, file).replaceAll('\\', '/'));
    expect(new Set(shown)).toEqual(new Set(taken));
  });
});
