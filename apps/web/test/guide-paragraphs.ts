import { cleanup } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { guidePages } from '../plugins/guide-pages.ts';

const PAGES = guidePages();
/** Where settings of another device are shown, or a part of a page stands by itself. */
const SHOWS_OTHERS = new Set(['', 'settings/sources']);

/** The form of `open-lamp.tsx`, which no page has. */
const OF_A_LAMP = /#(?:colour\.\w+|lit)$/;

/** Whether a link of a field leads to its paragraph; those of a device lead on to the page that has it. */
function leadsSomewhere(href: string): boolean {
  if (OF_A_LAMP.test(href)) return true;
  const [, place = '', anchor] = /\/guide\/([^?#]*)(?:#(.+))?$/.exec(href) ?? [];
  if (anchor === undefined)
    return SHOWS_OTHERS.has(place) || PAGES.some(({ places }) => places.includes(place));
  const own = PAGES.filter(({ places }) => places.includes(place) || SHOWS_OTHERS.has(place));
  return own.some(({ document, anchors }) => document.startsWith('docs/guide/') && anchors.has(anchor));
}

/** Every field that any test shows must have its paragraph in the guide, and every page with a help its page. */
export function checkGuideParagraphs(): void {
  const seen = new Set<string>();
  const note = (nodes: Iterable<Node>) => {
    for (const node of nodes) {
      if (!(node instanceof Element)) continue;
      for (const link of node.querySelectorAll('a[href*="/guide/"]'))
        seen.add(link.getAttribute('href') ?? '');
    }
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) note(addedNodes);
  });
  observer.observe(document, { childList: true, subtree: true });

  afterEach(() => {
    for (const { addedNodes } of observer.takeRecords()) note(addedNodes);
    const lost = [...seen].filter((href) => !leadsSomewhere(href));
    seen.clear();
    // A part that the next test shows alone is on no page.
    cleanup();
    window.history.replaceState(null, '', '/');
    expect(lost, 'without a paragraph or a page in docs/guide').toEqual([]);
  });
}
