import { FIRST_PAGE_ID } from '@heliograph/contract';
import { APP_LISTENS, LATE_ID, RECEIVED_ATTRIBUTE } from './app/taken-over.ts';
import { type FetchedPage, fetchPage } from './shared/api/fetch-page.ts';
import { keepStyles } from './shared/api/keep-styles.ts';

/**
 * Stands in every page that the gateway has rendered. What is on screen needs no script: running the app before the
 * first frame would only hold that up, so it starts right after. Until it answers, this does: another inverter is
 * fetched from the gateway as a page of its own, and any other click, choice or text is handed to the app when it listens.
 */
const app = document.querySelector('script[data-app]')?.getAttribute('data-app') ?? '';

/** How long the app waits for another inverter that was asked for. */
const NEXT_PAGE_FIRST_MS = 500;
/** When the page has most often all that it needs. */
const KEEP_STYLES_AFTER_MS = 1000;

/** The last thing that was clicked on and is not done. */
let clicked: HTMLElement | undefined;
/** Another inverter that is on its way, and how to do without it. */
let nextPage: Promise<void> | undefined;
let giveUp = new AbortController();
/** What somebody has written into fields, and chosen from lists. */
const filled = new Map<HTMLInputElement | HTMLSelectElement, string>();

document.addEventListener('DOMContentLoaded', () => afterFrame(startApp));
window.addEventListener('load', () => setTimeout(() => keepStyles(document), KEEP_STYLES_AFTER_MS));
document.addEventListener('click', onClick);
window.addEventListener('popstate', onPopState);
document.addEventListener('input', onInput);
document.addEventListener(
  APP_LISTENS,
  () => {
    stopListening();
    giveUp.abort();
    fillAgain();
    if (clicked?.isConnected) clicked.click();
  },
  { once: true },
);

function afterFrame(then: () => void): void {
  if (document.hidden)
    then(); // there are no frames
  else requestAnimationFrame(() => setTimeout(then));
}

/** Whoever has asked for another inverter already sees that first, unless it takes long. */
async function startApp(): Promise<void> {
  if (nextPage !== undefined) {
    await Promise.race([nextPage, new Promise((resolve) => setTimeout(resolve, NEXT_PAGE_FIRST_MS))]);
    await new Promise<void>(afterFrame);
  }
  // Without the app the links still work by themselves.
  await import(/* @vite-ignore */ app).catch(stopListening);
}

function stopListening(): void {
  document.removeEventListener('click', onClick);
  document.removeEventListener('input', onInput);
  window.removeEventListener('popstate', onPopState);
}

/** The way back to the inverter that was shown before: the gateway's page of it. */
function onPopState(): void {
  location.reload();
}

function onClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  const element = target instanceof Element && target.closest<HTMLElement>('button, [role="tab"]');
  const isLink = element instanceof HTMLAnchorElement;
  if (!element || button !== 0 || (isLink && (ctrlKey || metaKey || shiftKey || altKey))) return;
  event.preventDefault(); // no form is sent, and no page loaded, past the app
  if (element === clicked && nextPage !== undefined) return;
  clicked = element;
  giveUp.abort();
  nextPage = isLink ? follow(element) : undefined;
}

function onInput({ target }: Event): void {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
    filled.set(target, target.value);
}

/** React takes a field up with what stands in it, and hears only of what changes then. */
function fillAgain(): void {
  for (const field of filled.keys()) {
    if (field instanceof HTMLInputElement) field.value = field.defaultValue;
  }
  for (const [field, value] of filled) {
    const tell = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
    const isList = field instanceof HTMLSelectElement;
    tell('input'); // has it taken up now: nothing has changed yet
    // Past the property that React has put over it, which would hide the change from it.
    Reflect.set((isList ? HTMLSelectElement : HTMLInputElement).prototype, 'value', value, field);
    tell(isList ? 'change' : 'input');
  }
}

async function follow(link: HTMLAnchorElement): Promise<void> {
  const { href, id } = link;
  giveUp = new AbortController();
  const { signal } = giveUp;
  const fetched = await fetchPage(href, signal);
  if (signal.aborted) return; // something else was clicked since, or the app does it
  nextPage = undefined;
  const isStillThere = [link, document.body].includes(document.activeElement as HTMLElement);
  if (fetched === undefined || !show(fetched)) return;
  clicked = undefined;
  history.pushState(null, '', href);
  if (isStillThere) document.getElementById(id)?.focus();
}

/** Puts the page in the place of what is shown, unless the app has begun with that. */
function show({ page, receivedAtMs }: FetchedPage): boolean {
  const data = page.getElementById(FIRST_PAGE_ID);
  if (data === null || document.getElementById(FIRST_PAGE_ID) === null) return false;
  data.setAttribute(RECEIVED_ATTRIBUTE, String(receivedAtMs));
  document.documentElement.lang = page.documentElement.lang;
  for (const part of ['root', FIRST_PAGE_ID, LATE_ID]) {
    const next = page.getElementById(part);
    if (next !== null) document.getElementById(part)?.replaceWith(next);
  }
  return true;
}
