import type { Page } from '@playwright/test';
import { onViolation } from '../../../e2e/checks.ts';
import { scale } from '../../plan/lane.ts';

/** What a look at a page brought. */
export interface PageLook {
  /** Numbers of the texts that stand there exactly as they are. */
  readonly shown: readonly number[];
}

/** Watches for scripts that are not the page's own, and for what would be a way for them. */
export interface ScriptWatch {
  /**
   * Looks which of the texts stand there as texts, in fields, or as names of something. It waits for those with the
   * numbers that are expected; where nothing is said of that, until no more appear; and in any case for scripts that
   * are about to run.
   */
  look(texts: readonly string[], expected?: readonly number[]): Promise<PageLook>;
  found(): {
    /** Addresses of pages where a payload ran. */
    readonly ran: readonly string[];
    /** Elements, handlers and links that the page itself does not make. */
    readonly foreign: readonly string[];
    readonly dialogs: readonly string[];
    /** What the content policy reported. */
    readonly reports: readonly string[];
  };
}

interface Seen {
  readonly shown: readonly number[];
  readonly foreign: readonly string[];
  readonly hasRun: boolean;
}

/** How long nothing new must have appeared. The pages themselves have settled before, so that a night only makes sure. */
const PATIENCE_MS = scale(100, 500);

/** Runs in the page. */
async function lookInPage({
  texts,
  expected,
  patienceMs,
}: {
  texts: readonly string[];
  expected: readonly number[] | undefined;
  patienceMs: number;
}): Promise<Seen> {
  const NAMES = ['title', 'aria-label', 'alt', 'placeholder', 'value'];
  const FOREIGN =
    'body script, iframe, object, embed, base, form[action], meta[http-equiv], video, math, img, details:not([class])';

  function standing(): string[] {
    const parts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) parts.push(walker.currentNode.nodeValue ?? '');
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of NAMES) parts.push(element.getAttribute(name) ?? '');
      if ('value' in element && typeof element.value === 'string') parts.push(element.value);
    }
    return parts;
  }

  function foreignParts(): string[] {
    const own = [...document.querySelectorAll(FOREIGN)].map(({ outerHTML }) => outerHTML);
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isLink = ['href', 'src', 'action', 'formaction', 'srcdoc', 'xlink:href'].includes(name);
        const isOdd = isLink && !/^(https?:|\/|#|blob:|\.)/i.test(value.trim());
        if (name.startsWith('on') || name === 'srcdoc' || isOdd) own.push(`${name}="${value}"`);
      }
    }
    return own.map((part) => part.slice(0, 300));
  }

  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const look = () => {
    const parts = standing();
    return texts.flatMap((text, index) => (parts.some((part) => part.includes(text)) ? [index] : []));
  };
  // What a payload loads fails as this does, and later only if it came later: by then its handler has run.
  const failsToLoad = () =>
    new Promise((resolve) => {
      const image = new Image();
      image.onerror = resolve;
      image.onload = resolve;
      image.src = 'x';
    });
  await failsToLoad();
  await wait(0);
  const start = performance.now();
  const until = start + 20_000;
  let shown = look();
  const isDone = (before: readonly number[]) =>
    expected === undefined
      ? before.length === shown.length && (shown.length > 0 || performance.now() > start + 6 * patienceMs)
      : expected.every((index) => shown.includes(index));
  for (
    let before: readonly number[] = expected === undefined ? [-1, ...shown] : shown;
    !isDone(before) && performance.now() < until;
  ) {
    before = shown;
    await wait(expected === undefined ? patienceMs : 30);
    shown = look();
  }
  return { shown, foreign: foreignParts(), hasRun: '__x' in window };
}

/** Begins before the page is opened: what the content policy reports is heard from the start. */
export async function watchScripts(page: Page): Promise<ScriptWatch> {
  const ran = new Set<string>();
  const foreign = new Set<string>();
  const dialogs: string[] = [];
  const reports: string[] = [];
  page.on('dialog', (dialog) => {
    // The browser's own question before unsaved input is thrown away is no script's.
    if (dialog.type() !== 'beforeunload') dialogs.push(dialog.message());
    void dialog.accept();
  });
  await onViolation(page, ({ directive, blockedUri, sample }) =>
    reports.push(`${directive} ${blockedUri} ${sample}`),
  );
  return {
    async look(texts, expected) {
      const seen = await page.evaluate(lookInPage, { texts, expected, patienceMs: PATIENCE_MS });
      const at = new URL(page.url()).pathname;
      for (const part of seen.foreign) foreign.add(`${at}: ${part}`);
      if (seen.hasRun) ran.add(at);
      return { shown: seen.shown };
    },
    found: () => ({ ran: [...ran], foreign: [...foreign], dialogs, reports }),
  };
}
