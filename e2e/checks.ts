import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { IS_NIGHTLY, inTurns } from './matrix.ts';
import { expect } from './test.ts';

const THUMB_PX = 44;

/**
 * What axe finds, target sizes of WCAG 2.2 included, in one of the themes, or at night in both; in the second one only
 * colours can be wrong anew. `newInDark` is the part of the page whose dark colours have not been looked at yet, if not
 * all of it; `leftToNight` are parts that are made like others, of which the gate has seen enough.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  { newInDark, leftToNight }: { readonly newInDark?: string; readonly leftToNight?: string } = {},
): Promise<void> {
  for (const [index, colorScheme] of inTurns(['light', 'dark'] as const, what).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // All is in one document, so the results need no page of their own to be put together in.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // What lies behind a dialog cannot be reached, and was looked at before.
    const isModal = (await page.locator('dialog[open]').count()) > 0;
    if (isModal) axe.include('dialog[open]');
    else if (index > 0 && newInDark !== undefined) axe.include(newInDark);
    if (leftToNight !== undefined && !IS_NIGHTLY) axe.exclude(leftToNight);
    if (index > 0) axe.withRules(['color-contrast', 'link-in-text-block']);
    else axe.options({ rules: { 'target-size': { enabled: true } } });
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `axe on ${what}, ${colorScheme}`).toEqual([]);
  }
}

/**
 * As `expectAccessible`, for one state of a page: at night only. In the gate axe looks once at every page, since a look
 * takes as long as a test.
 */
export async function expectAccessibleAtNight(...place: Parameters<typeof expectAccessible>): Promise<void> {
  if (IS_NIGHTLY) await expectAccessible(...place);
}

/** Neither the page nor what lies above it is wider than the window; a log has long lines and scrolls by itself. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const page = document.documentElement;
      const clipping = [...document.querySelectorAll('dialog[open], dialog[open] *, main *')].filter(
        (box) => {
          if (box.closest('[role="log"]') !== null) return false;
          const { overflowX, textOverflow } = getComputedStyle(box);
          return overflowX !== 'visible' && textOverflow !== 'ellipsis';
        },
      );
      return [page, ...clipping]
        .filter((box) => box.scrollWidth > box.clientWidth)
        .filter((box) => box.clientWidth > 4) // narrower ones are for screen readers only
        .map((box) => `${box.tagName} ${box.className}: ${box.scrollWidth} in ${box.clientWidth} px`);
    });
  // The bar changes its form a moment after the window.
  await expect.poll(tooWide, `wider than the window: ${what}`).toEqual([]);
}

/** Every button, link, field and switch in it can be hit with a thumb; the frame around a field counts. */
export async function expectThumbSized(place: Locator, what: string): Promise<void> {
  const small = await place.evaluate((root, least) => {
    const targets = [...root.querySelectorAll('button, a[href], input, select, [role="tab"]')].map(
      (target) =>
        // a switch is drawn by its label, or can be hit there too
        target instanceof HTMLInputElement && ['radio', 'checkbox'].includes(target.type)
          ? (target.labels?.[0] ?? target)
          : target,
    );
    return targets
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        const frame = getComputedStyle(target.parentElement ?? target);
        const framePx = Number.parseFloat(frame.borderTopWidth) + Number.parseFloat(frame.borderBottomWidth);
        return { target, width, height: target.matches('input, label') ? height + framePx : height };
      })
      .filter(({ width, height }) => width > 0 && (Math.round(height) < least || Math.round(width) < least))
      .filter(({ target }) => getComputedStyle(target).display !== 'inline') // a link in a sentence
      .map(({ target, width, height }) => `${target.outerHTML.slice(0, 120)}: ${width} x ${height}`);
  }, THUMB_PX);
  expect(small, `too small to be touched: ${what}`).toEqual([]);
}

/** Something that the content policy of a page has stopped. */
interface Violation {
  readonly directive: string;
  readonly blockedUri: string;
  /** The beginning of a script or style. */
  readonly sample: string;
}

/** Hears what the content policy stops on the pages that are opened from now on. Once for each page. */
export async function onViolation(page: Page, tell: (violation: Violation) => void): Promise<void> {
  await page.exposeFunction('reportViolation', tell);
  await page.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (violation: Violation) => void };
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      reportViolation({ directive: violatedDirective, blockedUri: blockedURI, sample }),
    );
  });
}

/** Collects what a page must never say: errors in its console, and what its content policy had to stop. */
export async function watchForErrors(page: Page): Promise<readonly string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await onViolation(page, ({ directive, blockedUri }) => errors.push(`${directive} ${blockedUri}`));
  return errors;
}

/** The page without the values that the gateway has put into it: it asks for them, as a page of a device does. */
export function strippedOfValues(page: string): string {
  return page.replace(/<script type="application\/json" id="first-page">.*?<\/script>/s, '');
}

/** From now on pages come without values in them, as from a device, and ask for them: answers can be made up. */
export async function withoutValues(page: Page): Promise<void> {
  await changePages(page, strippedOfValues);
}

/**
 * As in a browser without workers. What a worker asks for goes past what a test has put in the way of the page, so that a
 * page that is opened for the second time would come as the gateway sends it.
 */
export async function withoutWorker(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
}

/** From now on every page that is opened comes with other markup, under the headers that it was sent with. */
export async function changePages(
  page: Page,
  change: (markup: string) => string | Promise<string>,
): Promise<void> {
  await withoutWorker(page);
  await page.route(
    ({ pathname }) => !pathname.includes('.') && !pathname.startsWith('/api/'),
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, body: await change(await response.text()) });
    },
  );
}
