import { trustedScript } from '../lib/trusted-script.ts';
import { forgetValues } from './forget-values.ts';
import { type KeptValues, keepValues } from './kept-values.ts';
import type { Session } from './session.ts';

/** Keeps the last values for the worker that shows them while the gateway does not answer. */
export interface ValueKeeper {
  keep(values: KeptValues): void;
  stop(): void;
}

interface KeptFor {
  readonly basePath: string;
  readonly session: Pick<Session, 'subscribe'>;
}

/** Undefined where nobody would show them, and then nothing of before stays: over plain HTTP, in a private window. */
export async function startKeeping(
  page: Pick<Window, 'navigator' | 'caches'>,
  { basePath, session }: KeptFor,
): Promise<ValueKeeper | undefined> {
  const { serviceWorker } = page.navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  try {
    await serviceWorker?.register(trustedScript(`${basePath}/offline-worker.js`) as string, {
      scope: `${basePath}/`,
    });
  } catch {
    forgetValues(page, basePath); // a certificate that nobody has signed, or a gateway without the file
    return undefined;
  }
  if (serviceWorker === undefined) return undefined;
  let keeping: Promise<void> = Promise.resolve();
  return {
    keep(values) {
      keeping = keepValues(page.caches, basePath, values).catch(() => undefined); // no room: the page is as good without
    },
    // What is being kept while a login ends must not stay either. All that the live view asks for is for readers.
    stop: session.subscribe((event) => {
      if (event !== 'logged-in') void keeping.then(() => forgetValues(page, basePath));
    }),
  };
}
