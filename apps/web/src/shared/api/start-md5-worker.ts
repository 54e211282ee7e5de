import { trustedScript } from '../lib/trusted-script.ts';
import workerUrl from './md5-worker.ts?worker&url';

/** Starts the worker of `fileMd5`. */
export function startMd5Worker(): Worker {
  return new Worker(trustedScript(workerUrl));
}
