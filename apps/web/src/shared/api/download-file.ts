import {
  basicAuthorization,
  FILE_REFUSAL_HEADER,
  PAGE_HEADER,
  REQUESTED_WITH_HEADER,
} from '@heliograph/contract';
import type { CallFailure } from './call.ts';
import type { Services } from './services.ts';

/** A file, or why there is none. */
export type DownloadedFile = { readonly kind: 'loaded'; readonly file: Blob } | CallFailure;

/**
 * Loads a file that may be long, and tells how far it is, 0 to 100, as soon as it begins to come: not by `fetch` as `call` does, whose answers are short. The browser
 * keeps it on its disk. The gateway may take its time before the first byte, so only somebody who leaves the page ends it.
 */
export function downloadFile(
  { openRequest, session }: Pick<Services, 'openRequest' | 'session'>,
  path: string,
  onPercent: (percent: number) => void,
): Promise<DownloadedFile> {
  return new Promise((resolve) => {
    const request = openRequest('GET', path);
    const authdata = session.user()?.authdata;
    request.responseType = 'blob';
    request.onprogress = ({ loaded, total }) => {
      if (total > 0) onPercent(Math.min(100, Math.floor((100 * loaded) / total)));
    };
    request.onloadend = () => {
      const { status, statusText: text } = request;
      if (status === 401 && authdata === session.user()?.authdata) session.expire();
      if (status === 200) resolve({ kind: 'loaded', file: request.response as Blob });
      else if (status === 0) resolve({ kind: 'unreachable' });
      else if (status === 401) resolve({ kind: 'unauthorized' });
      else {
        const refusal = request.getResponseHeader(FILE_REFUSAL_HEADER);
        resolve({ kind: 'refused', status, text, ...(refusal !== null && { refusal }) });
      }
    };
    request.setRequestHeader(REQUESTED_WITH_HEADER.name, REQUESTED_WITH_HEADER.value);
    request.setRequestHeader(PAGE_HEADER.name, PAGE_HEADER.value);
    if (authdata !== undefined) request.setRequestHeader('Authorization', basicAuthorization(authdata));
    request.send();
  });
}
