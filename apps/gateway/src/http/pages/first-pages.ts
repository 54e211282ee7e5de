import { existsSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import {
  type BuiltPages,
  CHOICE_COOKIES,
  type CreatePageRenderer,
  ENDPOINTS,
  type EndpointName,
  type Handlers,
  INVERTER_PARAM,
  type PageReader,
  type PageRenderer,
  type SentAnswer,
  type ShareScope,
  STYLE_COOKIE,
} from '@heliograph/contract';
import type { Share } from '../../accounts/shares.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceClock } from '../../platform/device-clock.ts';
import type { Log } from '../../platform/log.ts';
import { mayByShare } from '../access/access.ts';
import { ACCESS_RULES } from '../access/access-rules.ts';
import { masked } from '../access/masked.ts';
import type { TicketHolder } from '../access/socket-tickets.ts';
import { webHeadersWith } from '../answers/response-headers.ts';
import type { AnswerTexts } from '../answers/send-answer.ts';
import { cookiesOf } from './cookies.ts';
import { acceptedEncodings, type WebAnswer } from './web-file.ts';

/** Pages with their values in them, for whoever may read those: the first thing that a browser shows. */
export interface FirstPages {
  /**
   * The page at `path` (decoded, without query) of the address `url`; undefined where the page without values is to be
   * sent.
   */
  answer(path: string, url: string, headers: IncomingHttpHeaders): Promise<WebAnswer | undefined>;
  /** Renders the live view a few times for nobody: the first rendering takes twenty times as long as a later one. */
  warmUp(): Promise<void>;
}

export interface FirstPagesOptions {
  /** Undefined where the web app was not built for it. */
  readonly renderer: PageRenderer | undefined;
  readonly handlers: Handlers;
  readonly answerTexts: AnswerTexts;
  /** Where the pages begin, with a slash at both ends. */
  readonly basePath: string;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly deviceClock: Pick<DeviceClock, 'unixMs' | 'utcOffsetS'>;
  readonly allowReadonly: () => boolean;
  /** Who a Cookie header is of, where that is somebody who is logged in. */
  readonly holderOf: (cookies: string | undefined) => TicketHolder | undefined;
  /** By which good link a Cookie header comes. */
  readonly shareBy: (cookies: string | undefined) => Share | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/** A page is told again to others who would get the same one; what is this young looks no different when made anew. */
const SHARED_FOR_MS = 1_000;
/** What differs from one reader to the next is the language, the theme, the login and the styles: more is somebody's game. */
const SHARED_MAX = 16;
/** In a second; rendering takes some milliseconds each. Whoever comes beyond that gets the page without values. */
const RENDERINGS_PER_S = 20;
const LANGUAGES_MAX = 4;
/** After so many a rendering takes little longer than after hundreds. */
const WARM_UPS = 10;

/** The file that the web app is built into for this side, beside the folder with its pages. */
const RENDERER_FILE = join('..', 'dist-server', 'page-renderer.js');

/** Loads what renders pages; undefined where there is none. */
export async function openPageRenderer(
  webFolder: string,
  pages: BuiltPages | undefined,
): Promise<PageRenderer | undefined> {
  const file = join(webFolder, RENDERER_FILE);
  if (pages === undefined || !existsSync(file)) return undefined;
  const { createPageRenderer }: { createPageRenderer: CreatePageRenderer } = await import(
    /* @vite-ignore */ pathToFileURL(file).href
  );
  return createPageRenderer(pages);
}

interface Rendered {
  readonly page: Buffer;
  gzip?: Buffer;
  brotli?: Buffer;
}

export function createFirstPages(options: FirstPagesOptions): FirstPages {
  const {
    renderer,
    handlers,
    answerTexts,
    basePath,
    clock,
    deviceClock,
    allowReadonly,
    holderOf,
    shareBy,
    log,
  } = options;
  const headers = renderer && headersOf(renderer);
  const shared = new Map<string, { readonly page: Promise<Rendered>; readonly atMs: number }>();
  let secondBeganMs = Number.NEGATIVE_INFINITY;
  let renderings = 0;
  let hasFailed = false;

  function mayRender(): boolean {
    const nowMs = clock.monotonicMs();
    if (nowMs - secondBeganMs >= 1_000) {
      secondBeganMs = nowMs;
      renderings = 0;
    }
    renderings += 1;
    return renderings <= RENDERINGS_PER_S;
  }

  /** As it is sent to a browser that asks for it. */
  async function answerOf<N extends EndpointName>(
    name: N,
    { reader, search }: Pick<Reader, 'reader' | 'search'>,
  ): Promise<unknown> {
    const handler: Handlers[N] = handlers[name];
    const forAdmin = reader === 'admin';
    const caller = {
      mayReadPrivate: async () => forAdmin,
      ...({ generations: 'both', isPage: true, sessionId: undefined, user: undefined } as const),
      ...{ address: '', isOwnMachine: false },
    };
    // Only the live view is about one of many things.
    const query = { shown: new URLSearchParams(search).get(INVERTER_PARAM) ?? undefined };
    const whole = await handler(undefined as never, query as never, caller);
    const answer: SentAnswer<N> = forAdmin ? whole : masked(name, whole);
    const textOf: ((answer: SentAnswer<N>) => Buffer) | undefined = answerTexts[name];
    return textOf === undefined ? answer : JSON.parse(textOf(answer).toString());
  }

  async function render(from: PageRenderer, path: string, who: Reader): Promise<Rendered> {
    const { isStyleFileKept, ...reader } = who;
    const names = from.callsOf(path) ?? [];
    const answers = await Promise.all(
      names.map(async (name) => [ENDPOINTS[name].path, await answerOf(name, reader)] as const),
    );
    const page = {
      ...reader,
      path,
      basePath: basePath.slice(0, -1),
      unixMs: Math.floor(deviceClock.unixMs()),
      utcOffsetS: deviceClock.utcOffsetS(),
      answers: Object.fromEntries(answers),
    };
    const text = await from.render(page, { isStyleFileKept });
    return { page: Buffer.from(text) };
  }

  /** The page, made now or within the last second; undefined while too many different ones are wanted. */
  function shareOf(from: PageRenderer, path: string, reader: Reader): Promise<Rendered> | undefined {
    const nowMs = clock.monotonicMs();
    const key = JSON.stringify([path, reader]);
    const known = shared.get(key);
    if (known !== undefined && nowMs - known.atMs < SHARED_FOR_MS) return known.page;
    if (!mayRender()) return undefined;
    const made = render(from, path, reader);
    shared.delete(key); // so that it is the newest one
    shared.set(key, { page: made, atMs: nowMs });
    for (const oldest of shared.keys()) {
      if (shared.size <= SHARED_MAX) break;
      shared.delete(oldest);
    }
    return made;
  }

  /**
   * Undefined: somebody who may not have what is in a page. Whom a proxy names does not count: it goes on naming them after they have logged
   * out here (docs/decisions/0056-trusted-proxies.md).
   */
  function whoReads(
    cookies: string | undefined,
    calls: readonly EndpointName[],
  ): Pick<Reader, 'reader' | 'shared'> | undefined {
    const reader = holderOf(cookies)?.role ?? 'visitor';
    if (reader !== 'visitor' || allowReadonly()) return { reader };
    const share = shareBy(cookies);
    if (share === undefined || !calls.every((name) => mayHave(share, name))) return undefined;
    return { reader, shared: share.page };
  }

  /** Once is enough: the next page fails for the same reason. */
  function failed(path: string, error: unknown): void {
    if (!hasFailed) log.warn('A page could not be rendered; it is sent without values.', { path, error });
    hasFailed = true;
  }

  return {
    async answer(path, url, request) {
      const calls = renderer?.callsOf(path);
      if (renderer === undefined || calls === undefined) return undefined;
      const who = whoReads(request.cookie, calls);
      if (who === undefined) return undefined;
      const reader = { search: searchOf(url), ...readerOf(request, who.reader, renderer.styleFile), ...who };
      try {
        const rendered = await shareOf(renderer, path, reader);
        return rendered && answerWith(rendered, { ...headers }, request['accept-encoding']);
      } catch (error) {
        failed(path, error);
        return undefined;
      }
    },
    async warmUp() {
      if (renderer === undefined) return;
      const reader = { search: '', ...readerOf({}, 'visitor', renderer.styleFile) };
      try {
        for (let done = 0; done < WARM_UPS; done++) {
          await render(renderer, '/', reader);
          await nextTurn(); // whoever else wants something comes in between
        }
      } catch (error) {
        failed('/', error);
      }
    },
  };
}

/** Whether a link lets somebody have the answer of a call. */
function mayHave(share: Share, name: EndpointName): boolean {
  const rule = ACCESS_RULES.endpoints[name];
  return rule.access === 'open' || (rule.access === 'readonly' && mayByShare(share, rule));
}

/** What of a request changes the page. */
interface Reader {
  readonly search: string;
  readonly storedLocale: string | undefined;
  readonly storedTheme: string | undefined;
  readonly languages: readonly string[];
  readonly reader: PageReader;
  readonly shared?: ShareScope;
  readonly isStyleFileKept: boolean;
}

function readerOf(
  headers: IncomingHttpHeaders,
  reader: PageReader,
  styleFile: string,
): Omit<Reader, 'search'> {
  const cookies = new Map(cookiesOf(headers.cookie).map(({ name, value }) => [name, value]));
  const choice = (name: string) => {
    const value = cookies.get(name);
    return value !== undefined && CHOICE.test(value) ? value : undefined;
  };
  return {
    storedLocale: choice(CHOICE_COOKIES.locale),
    storedTheme: choice(CHOICE_COOKIES.theme),
    languages: languagesOf(headers['accept-language']),
    reader,
    isStyleFileKept: cookies.get(STYLE_COOKIE) === styleFile,
  };
}

/** As much of a query as a page of ours can have: which inverter is shown, or where a login leads back to. */
function searchOf(url: string): string {
  return /\?[\w=&%.~-]{1,200}$/.exec(url)?.[0] ?? '';
}

/** No choice has a longer name. */
const CHOICE = /^[a-z]{2,5}$/;

/** The languages of an Accept-Language header, the one wanted most first. Source: RFC 9110, section 12.5.4. */
function languagesOf(header = ''): readonly string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ tag, weight }) => isLanguageTag(tag) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, LANGUAGES_MAX)
    .map(({ tag }) => tag);
}

/** Whether numbers and dates can be written in a language: anybody can send something that only looks like one. */
function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** Nobody keeps it: what was so a while ago must never come back as if it were so now. */
const headersOf = ({ inline }: PageRenderer) => ({
  ...webHeadersWith(inline),
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'Accept, Accept-Encoding, Accept-Language, Cookie',
});

function answerWith(
  rendered: Rendered,
  headers: WebAnswer['headers'],
  acceptEncoding: string | undefined,
): WebAnswer {
  const accepted = acceptedEncodings(acceptEncoding);
  if (accepted.has('br')) {
    rendered.brotli ??= brotliCompressSync(rendered.page, { params: FAST_BROTLI });
    return { status: 200, headers: { ...headers, 'content-encoding': 'br' }, body: rendered.brotli };
  }
  if (accepted.has('gzip')) {
    rendered.gzip ??= gzipSync(rendered.page);
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: rendered.gzip };
  }
  return { status: 200, headers, body: rendered.page };
}

/** Made while somebody waits for it. */
const FAST_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 };
