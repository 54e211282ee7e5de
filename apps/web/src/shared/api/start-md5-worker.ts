import workerUrl from './md5-worker.ts?worker&url';

/** The part of a browser's trusted types that is used; the compiler does not know them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): URL };
}

/** Starts the worker of `fileMd5`. The content policy lets only trusted addresses be run: this is the one there is. */
export function startMd5Worker(): Worker {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('md5-worker', { createScriptURL: (url) => url });
  return new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl);
}
