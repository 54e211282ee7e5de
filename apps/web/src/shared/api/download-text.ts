import { basicAuthorization, PAGE_HEADER, REQUESTED_WITH_HEADER } from '@heliograph/contract';
import type { Services } from './services.ts';

/** What came of asking for a long text. Nothing that can be expected is thrown. */
export type DownloadResult =
  | { readonly kind: 'loaded'; readonly text: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  | { readonly kind: 'unreachable' };

interface DownloadOptions {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** A header of the answer that says how many lines come. */
  readonly linesHeader: string;
  /** 0 to 100. */
  readonly onPercent: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** A connection over which nothing comes for so long is broken. */
const SILENCE_MAX_MS = 60_000;

/** Loads a text that takes its time, and tells how far it is: not by `fetch` as `call` does, whose answers are short. */
export function downloadText(
  { openRequest, session, clock }: Pick<Services, 'openRequest' | 'session' | 'clock'>,
  { path, query, linesHeader, onPercent, signal }: DownloadOptions,
): Promise<DownloadResult> {
  return new Promise((resolve) => {
    const request = openRequest('GET', `${path}?${new URLSearchParams(query)}`);
    const authdata = session.user()?.authdata;
    let stopWaiting = () => {};
    const abort = () => request.abort();
    let seen = 0;
    let lines = 0;

    request.onprogress = () => {
      stopWaiting();
      stopWaiting = clock.after(SILENCE_MAX_MS, abort);
      const { responseText: text } = request;
      for (; seen < text.length; seen += 1) if (text.charCodeAt(seen) === NEW_LINE) lines += 1;
      const all = Number(request.getResponseHeader(linesHeader)) || 0;
      if (all > 0) onPercent(Math.min(100, Math.floor((100 * lines) / (all + 1))));
    };
    request.onloadend = () => {
      stopWaiting();
      signal.removeEventListener('abort', abort);
      if (request.status === 401 && authdata === session.user()?.authdata) session.expire();
      resolve(signal.aborted ? { kind: 'stopped' } : readAnswer(request));
    };
    signal.addEventListener('abort', abort);

    request.setRequestHeader(REQUESTED_WITH_HEADER.name, REQUESTED_WITH_HEADER.value);
    request.setRequestHeader(PAGE_HEADER.name, PAGE_HEADER.value);
    if (authdata !== undefined) request.setRequestHeader('Authorization', basicAuthorization(authdata));
    stopWaiting = clock.after(SILENCE_MAX_MS, abort);
    request.send();
  });
}

const NEW_LINE = 10;

function readAnswer({ status, statusText, responseText }: XMLHttpRequest): DownloadResult {
  if (status === 0) return { kind: 'unreachable' };
  if (status === 401) return { kind: 'unauthorized' };
  return status === 200
    ? { kind: 'loaded', text: responseText }
    : { kind: 'refused', status, text: statusText };
}
