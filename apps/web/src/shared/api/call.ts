import {
  type AnyEndpoint,
  basicAuthorization,
  FILE_REFUSAL_HEADER,
  isRecord,
  PAGE_HEADER,
  REQUESTED_WITH_HEADER,
  readJson,
} from '@heliograph/contract';
import type { Clock } from '../lib/clock.ts';
import type { Session } from './session.ts';

/** Why a call brought no answer. */
export type CallFailure =
  /** 401: the login is needed or no longer good. */
  | { readonly kind: 'unauthorized' }
  /** 429, or a 503 that will pass: wait, this long where the gateway says so. */
  | { readonly kind: 'throttled'; readonly retryAfterS?: number }
  /** Another status than success, with the body's message or else the status text. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly text: string;
      /** Nothing was changed, because the gateway's disk did not take it. */
      readonly isNotSaved?: boolean;
      /** Why a file was not taken, as `FILE_REFUSAL_HEADER` says it; who sends files reads it. */
      readonly refusal?: string;
    }
  /** The endpoint does not exist there: HTML or 404. */
  | { readonly kind: 'missing' }
  /** An answer that makes no sense. */
  | { readonly kind: 'unreadable' }
  /** No answer at all: network down, gateway off, too slow. */
  | { readonly kind: 'unreachable' };

/** What came of a call. Nothing that can be expected is thrown. */
export type CallResult<T> = { readonly kind: 'answered'; readonly answer: T } | CallFailure;

/** What goes along with a call: the body of a POST, the query of a GET that has one. */
type CallInput<Body, Query extends string> = ([Body] extends [undefined]
  ? unknown
  : { readonly body: Body }) &
  ([Query] extends [never] ? unknown : { readonly query: Readonly<Record<Query, string>> });

interface CallOptions {
  /** Encoded credentials to try instead of the stored ones (login); a 401 is then answered, not turned into a logout. */
  readonly authdata?: string;
  /** Without the stored credentials; a 401 says nothing about them. */
  readonly anonymous?: boolean;
  /** For an answer that takes its time. */
  readonly waitMs?: number;
}

/** What a GET may be asked besides. */
type OptionalQuery<Optional extends string> = [Optional] extends [never]
  ? unknown
  : { readonly query?: { readonly [K in Optional]?: string } };

type CallArguments<Body, Query extends string, Optional extends string> =
  unknown extends CallInput<Body, Query>
    ? [options?: CallOptions & OptionalQuery<Optional>]
    : [options: CallInput<Body, Query> & CallOptions];

/** Calls an endpoint of the gateway. A 401 with the stored credentials ends the session; this is the one place. */
export type Call = <Sent, Received, Body, Query extends string, Optional extends string>(
  endpoint: AnyEndpoint<Sent, Received, Body, Query, Optional>,
  ...[options]: CallArguments<Body, Query, Optional>
) => Promise<CallResult<Received>>;

/** Who learns from every call whether the gateway answers. */
export interface CallListener {
  /** The gateway answered, whatever it said. */
  heard(): void;
  /** A question of this moment stayed without an answer. */
  missed(askedAtMs: number): void;
}

interface CallPorts {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly session: Session;
  readonly clock: Clock;
  /** Hears of every call of the API whether the gateway answered. */
  readonly contact?: CallListener;
}

// A gateway on the same network answers within milliseconds; a page must not wait for a half-open connection.
const ANSWER_WAIT_MS = 10_000;

/** A file beside the page is no word about the gateway: something in between may keep it from us, or have it stored. */
const ANSWERED_BY_GATEWAY = '/api/';

/** What a proxy answers in place of a gateway that it does not reach. */
const FROM_IN_BETWEEN: readonly number[] = [502, 504];

interface RawAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  readonly retryAfter: string | null;
  readonly refusal: string | null;
  readonly text: string;
}

async function send(
  ports: CallPorts,
  path: string,
  init: RequestInit,
  waitMs: number,
): Promise<RawAnswer | undefined> {
  const controller = new AbortController();
  const cancel = ports.clock.after(waitMs, () => controller.abort());
  try {
    const response = await ports.fetch(path, { ...init, cache: 'no-store', signal: controller.signal });
    return {
      status: response.status,
      statusText: response.statusText,
      contentType: response.headers.get('content-type') ?? '',
      retryAfter: response.headers.get('retry-after'),
      refusal: response.headers.get(FILE_REFUSAL_HEADER),
      text: await response.text(),
    };
  } catch {
    return undefined; // whatever fetch throws means the same to the user: no answer
  } finally {
    cancel();
  }
}

function fieldOf(body: unknown, name: string): unknown {
  return isRecord(body) ? body[name] : undefined;
}

function messageOf(body: unknown): string | undefined {
  const message = fieldOf(body, 'message');
  return typeof message === 'string' && message !== '' ? message : undefined;
}

function throttled(retryAfter: string | null): CallResult<never> {
  const seconds = Number.parseInt(retryAfter ?? '', 10);
  return seconds > 0 ? { kind: 'throttled', retryAfterS: seconds } : { kind: 'throttled' };
}

function refused({ status, statusText, text, refusal: header }: RawAnswer, body: unknown): CallResult<never> {
  // Only the refusal of a file is a text that is no JSON.
  const words = header === null ? messageOf(body) : text;
  return {
    ...({ kind: 'refused', status, text: words ?? statusText } as const),
    ...(header !== null && { refusal: header }),
    ...(fieldOf(body, 'not_saved') === true && { isNotSaved: true }),
  };
}

function readAnswer<Received>(
  read: (value: unknown, text: string) => Received | undefined,
  raw: RawAnswer,
): CallResult<Received> {
  if (raw.status === 401) return { kind: 'unauthorized' };
  if (raw.status === 429 || (raw.status === 503 && raw.retryAfter !== null)) return throttled(raw.retryAfter);
  const isHtml = raw.contentType.includes('text/html') || /^\s*</.test(raw.text);
  if (raw.status === 404 || (raw.status < 300 && isHtml)) return { kind: 'missing' };
  const body = readJson(raw.text);
  if (raw.status < 200 || raw.status > 299) return refused(raw, body);
  const answer = read(body, raw.text);
  return answer === undefined ? { kind: 'unreadable' } : { kind: 'answered', answer };
}

/** Everything a call may bring, whatever its endpoint. */
interface AnyCallOptions {
  readonly authdata?: string | undefined;
  readonly anonymous?: boolean;
  readonly waitMs?: number;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
}

/** The body as the device reads it: a form with one field, `data`, that holds JSON; or a form with a file, as it is. */
function formOf(body: unknown): FormData {
  if (body instanceof FormData) return body;
  const form = new FormData();
  form.append('data', JSON.stringify(body));
  return form;
}

function isApartFromSession({ authdata, anonymous }: AnyCallOptions): boolean {
  return authdata !== undefined || anonymous === true;
}

export function createCall(ports: CallPorts): Call {
  const { session } = ports;
  const currentAuthdata = () => session.user()?.authdata;
  return async (endpoint, ...[callOptions]) => {
    const options: AnyCallOptions = callOptions ?? {};
    if (isApartFromSession(options)) return ask(ports, endpoint, options);
    for (;;) {
      const authdata = currentAuthdata();
      const result = await ask(ports, endpoint, { ...options, authdata });
      if (result.kind !== 'unauthorized') return result;
      // A login made while the call was under way must not fall with the credentials that it replaced.
      if (authdata === currentAuthdata()) session.expire();
      const newer = currentAuthdata();
      if (newer === undefined || newer === authdata) return result;
    }
  };
}

async function ask<Received>(
  ports: CallPorts,
  { method, path, read }: Pick<AnyEndpoint<unknown, Received, unknown>, 'path' | 'read'> & { method: string },
  { authdata, body, query = {}, waitMs = ANSWER_WAIT_MS }: AnyCallOptions,
): Promise<CallResult<Received>> {
  const headers: Record<string, string> = { [REQUESTED_WITH_HEADER.name]: REQUESTED_WITH_HEADER.value };
  if (!__FOR_DEVICE__) headers[PAGE_HEADER.name] = PAGE_HEADER.value;
  if (authdata !== undefined) headers.Authorization = basicAuthorization(authdata);
  const search = new URLSearchParams(query).toString();
  const url = search === '' ? path : `${path}?${search}`;
  const init = body === undefined ? { method, headers } : { method, headers, body: formOf(body) };
  const askedAtMs = ports.clock.elapsedMs();
  const raw = await send(ports, url, init, waitMs);
  if (path.startsWith(ANSWERED_BY_GATEWAY)) {
    if (raw === undefined || FROM_IN_BETWEEN.includes(raw.status)) ports.contact?.missed(askedAtMs);
    else ports.contact?.heard();
  }
  return raw === undefined ? { kind: 'unreachable' } : readAnswer(read, raw);
}
