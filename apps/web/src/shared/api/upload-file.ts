import {
  basicAuthorization,
  FILE_REFUSAL_HEADER,
  type FileRefusal,
  REQUESTED_WITH_HEADER,
  readFileRefusal,
  type Upload,
} from '@heliograph/contract';
import type { Services } from './services.ts';

/** What came of sending a file. Nothing that can be expected is thrown. */
export type UploadResult =
  /** It is taken, and a restart follows. */
  | { readonly kind: 'accepted' }
  /** The login is no longer good. */
  | { readonly kind: 'unauthorized' }
  /** Another answer than the one of this call: something that does not know it. */
  | { readonly kind: 'missing' }
  /** The gateway's own words, or the status; one or two sentences. `refusal` where it names a reason that we know. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly reasons: readonly string[];
      readonly refusal?: FileRefusal;
    }
  /** No answer; `isSent`: though everything was sent. */
  | { readonly kind: 'unreachable'; readonly isSent: boolean };

interface UploadOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly form: FormData;
  /** 0 to 100; 100 when all is sent and the gateway works. */
  readonly onPercent: (percent: number) => void;
  readonly signal: AbortSignal;
}

/** A connection over which nothing goes for so long is broken. An original device writes its flash meanwhile. */
const SILENCE_MAX_MS = 60_000;

/**
 * Sends a file. Not by `fetch`, which cannot tell how far it is. Source of what the answers mean:
 * docs/specification-check.md#8-error-catalogue and docs/decisions/0013-upload-refusals.md.
 */
export function uploadFile(
  { openRequest, session, clock }: Pick<Services, 'openRequest' | 'session' | 'clock'>,
  { method, path }: Upload,
  { query = {}, form, onPercent, signal }: UploadOptions,
): Promise<UploadResult> {
  return new Promise((resolve) => {
    const search = new URLSearchParams(query).toString();
    const request = openRequest(method, search === '' ? path : `${path}?${search}`);
    const authdata = session.user()?.authdata;
    let isSent = false;
    let stopWaiting = () => {};
    const abort = () => request.abort();
    const wait = () => {
      stopWaiting();
      stopWaiting = clock.after(SILENCE_MAX_MS, abort);
    };
    const tell = (percent: number) => {
      onPercent(percent);
      wait();
    };

    request.upload.onprogress = ({ loaded, total }) => tell(Math.floor((100 * loaded) / total));
    request.upload.onload = () => {
      isSent = true;
      tell(100);
    };
    request.onloadend = () => {
      if (request.status === 0 && __WITHOUT__.brokenUpload) return;
      stopWaiting();
      signal.removeEventListener('abort', abort);
      // A login made meanwhile must not fall with the one that it replaced.
      if (request.status === 401 && authdata === session.user()?.authdata) session.expire();
      resolve(readAnswer(request, isSent));
    };
    signal.addEventListener('abort', abort);

    request.setRequestHeader(REQUESTED_WITH_HEADER.name, REQUESTED_WITH_HEADER.value);
    if (authdata !== undefined) request.setRequestHeader('Authorization', basicAuthorization(authdata));
    wait();
    request.send(form);
  });
}

/** An original device says in the text of a 400 what was wrong. */
function readAnswer(request: XMLHttpRequest, isSent: boolean): UploadResult {
  const { status, statusText, responseText } = request;
  if (status === 0) return { kind: 'unreachable', isSent };
  if (status === 200) return { kind: responseText.trim() === 'OK' ? 'accepted' : 'missing' };
  if (status === 401) return { kind: 'unauthorized' };
  const isText = /^text\/plain|^$/.test(request.getResponseHeader('content-type') ?? '');
  const words = isText && /^\s*[^\s<]/.test(responseText) ? [responseText] : [];
  if (status === 500 && words.length > 0) {
    const refusal = __FOR_DEVICE__
      ? undefined // an original device gives no names for its reasons
      : readFileRefusal(request.getResponseHeader(FILE_REFUSAL_HEADER));
    return { kind: 'refused', status, reasons: words, ...(refusal && { refusal }) };
  }
  return { kind: 'refused', status, reasons: [`[HTTP ERROR] ${statusText || status}`, ...words] };
}
