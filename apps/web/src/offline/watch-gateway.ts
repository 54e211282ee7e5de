import { createFormats } from '../shared/i18n/format.ts';
import { agoText, momentText } from './kept-times.ts';

/** What stands between browser and gateway says with one of these that it got no answer. */
export const NO_ANSWER_STATUSES: readonly number[] = [502, 504];

const ASK_EVERY_MS = 10_000;
/** Whoever has not answered by then does not; the next question may find another way. */
const ANSWER_WITHIN_MS = 8_000;
const AGE_EVERY_MS = 5_000;

/** Keeps the age true, and leads back to the page that was asked for as soon as the gateway answers. */
export function watchGateway(page: Window): void {
  const { document, navigator, location } = page;
  const format = createFormats(document.body.dataset.tag ?? document.documentElement.lang);
  const button = document.querySelector('button');
  const status = document.querySelector('[role="status"]');
  let isAsking = false;

  function tellAge(): void {
    const age = document.querySelector<HTMLElement>('[data-at]');
    if (age !== null) age.textContent = agoText(format.tag, Number(age.dataset.at), Date.now());
  }

  function tellNetwork(): void {
    for (const text of document.querySelectorAll<HTMLElement>('[data-network]')) {
      text.hidden = (text.dataset.network === 'there') !== navigator.onLine;
    }
  }

  /** Asks for the head of a page as a script does, so the worker stays out of it. */
  async function isAnswering(): Promise<boolean> {
    try {
      const { status } = await page.fetch(location.href, {
        ...{ method: 'HEAD', headers: { accept: 'text/html' }, cache: 'no-store', redirect: 'manual' },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      return !NO_ANSWER_STATUSES.includes(status);
    } catch {
      return false; // no network, or nobody at the address
    }
  }

  async function ask(): Promise<boolean> {
    if (isAsking) return false;
    isAsking = true;
    const answers = await isAnswering();
    isAsking = false;
    if (answers) location.reload();
    return answers;
  }

  async function askForSomebody(): Promise<void> {
    if (button === null || status === null) return;
    status.textContent = button.dataset.trying ?? '';
    if (await ask()) return;
    const nowMs = Date.now();
    status.textContent = (button.dataset.noAnswer ?? '').replace('{time}', momentText(format, nowMs, nowMs));
  }

  const look = () => {
    tellAge();
    tellNetwork();
    if (document.visibilityState === 'visible') void ask();
  };
  tellAge();
  tellNetwork();
  button?.addEventListener('click', () => void askForSomebody());
  document.addEventListener('visibilitychange', look);
  page.addEventListener('online', look);
  page.addEventListener('offline', tellNetwork);
  page.setInterval(tellAge, AGE_EVERY_MS);
  page.setInterval(look, ASK_EVERY_MS);
}
