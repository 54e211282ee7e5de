/** A page of ours that was fetched by a script. */
export interface FetchedPage {
  readonly page: Document;
  /** When its answer began, in milliseconds of `performance.now`. */
  readonly receivedAtMs: number;
}

/** By then the app has most often come, and does it. */
const PATIENCE_MS = 5_000;

/**
 * Fetches a page of ours as a document: the content policy forbids to make one of a text. Resolves to undefined where
 * there is no answer in time, or `signal` says that nobody waits for it any more.
 */
export function fetchPage(href: string, signal: AbortSignal): Promise<FetchedPage | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let receivedAtMs = 0;
    request.open('GET', href);
    request.responseType = 'document';
    request.timeout = PATIENCE_MS;
    request.onreadystatechange = () => {
      if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED) receivedAtMs = performance.now();
    };
    request.onloadend = () => {
      const page = request.response as Document | null;
      resolve(page === null ? undefined : { page, receivedAtMs });
    };
    signal.addEventListener('abort', () => request.abort());
    request.send();
  });
}
