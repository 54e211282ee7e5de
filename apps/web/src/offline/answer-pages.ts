import { type KeptValues, readKeptValues } from '../shared/api/kept-values.ts';
import { offlinePage, type PageParts } from './offline-page.ts';
import { NO_ANSWER_STATUSES } from './watch-gateway.ts';

/** What of the world of a worker is used; the types of pages know none of it. */
export interface WorkerWorld {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  fetch(request: Request): Promise<Response>;
  setTimeout(action: () => void, delayMs: number): unknown;
  readonly caches: CacheStorage;
  readonly crypto: Pick<Crypto, 'subtle'>;
  readonly navigator: { readonly languages: readonly string[] };
  readonly registration: {
    readonly scope: string;
    readonly navigationPreload?: { enable(): Promise<void> };
  };
}

interface LifeEvent {
  waitUntil(done: Promise<unknown>): void;
}

interface InstallEvent extends LifeEvent {
  /** Of newer browsers: what need not go through the worker at all. */
  addRoutes?(rule: object): Promise<void>;
}

interface FetchEvent extends LifeEvent {
  readonly request: Request;
  /** What the browser has asked the gateway while the worker was started. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

const ALL_BUT_PAGES = { condition: { not: { requestMode: 'navigate' } }, source: 'network' };

/** An address at which nobody is may stay silent for minutes. */
const ANSWER_WITHIN_MS = 15_000;

/**
 * Stands between the browser and the gateway and does one thing: where a page is opened and nobody answers, it shows the
 * last values and how old they are. Whatever else is asked for goes to the gateway as if there were no worker, and nothing
 * that the gateway answers is kept. Source: docs/decisions/0051-on-the-phone.md.
 */
export function answerPages(world: WorkerWorld, parts: PageParts): void {
  const basePath = new URL(world.registration.scope).pathname.slice(0, -1);
  const ignored = () => undefined; // only a way around that would be quicker

  world.addEventListener('install', (event) => {
    // There is nothing of an older worker that could not be told apart from this one.
    event.waitUntil(Promise.all([world.skipWaiting(), event.addRoutes?.(ALL_BUT_PAGES).catch(ignored)]));
  });
  world.addEventListener('activate', (event) => {
    event.waitUntil(Promise.resolve(world.registration.navigationPreload?.enable()).catch(ignored));
  });
  world.addEventListener('fetch', (event) => {
    if (isPage(event.request, basePath)) event.respondWith(pageOr(event));
  });

  async function pageOr({ request, preloadResponse }: FetchEvent): Promise<Response> {
    const answer = await Promise.race([
      askGateway(request, preloadResponse).catch(() => undefined), // nobody there
      new Promise<undefined>((resolve) => world.setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS)),
    ]);
    return answer === undefined || NO_ANSWER_STATUSES.includes(answer.status) ? offline() : answer;
  }

  const askGateway = async (request: Request, preloaded: FetchEvent['preloadResponse']) =>
    (await preloaded) ?? world.fetch(request);

  async function offline(): Promise<Response> {
    const nowMs = Date.now();
    const values = await keptValues(nowMs);
    const { languages } = world.navigator;
    return new Response(offlinePage({ values, nowMs, languages, ...parts }), {
      status: 503,
      headers: { ...(await policyOf(world.crypto, parts)), ...OFFLINE_HEADERS },
    });
  }

  async function keptValues(nowMs: number): Promise<KeptValues | undefined> {
    try {
      return await readKeptValues(world.caches, basePath, nowMs);
    } catch {
      return undefined; // what cannot be read is as good as none
    }
  }
}

/** A page of the app, or whatever else somebody opens below it, but no file and nothing of the API: those may be downloads. */
export function isPage(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  basePath: string,
): boolean {
  const path = new URL(url).pathname.slice(basePath.length);
  return method === 'GET' && mode === 'navigate' && !path.startsWith('/api/') && !/\.[^/]*$/.test(path);
}

const OFFLINE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** Nothing but its own style and script, and the question whether the gateway answers. */
async function policyOf({ subtle }: Pick<Crypto, 'subtle'>, { style, script }: PageParts) {
  const sourceOf = async (text: string) => {
    const hash = await subtle.digest('SHA-256', new TextEncoder().encode(text));
    return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`;
  };
  const policy = [
    "default-src 'none'",
    `script-src ${await sourceOf(script)}`,
    `style-src ${await sourceOf(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return { 'content-security-policy': policy.join('; ') };
}
