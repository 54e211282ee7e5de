import type { Md5News } from './md5-worker.ts';

/** The part of a worker that is used. */
export type Md5Worker = Pick<Worker, 'onmessage' | 'onerror' | 'postMessage' | 'terminate'>;

/**
 * The MD5 of a file, off the main thread.
 *
 * @param onPercent 0 to 100.
 * @returns 32 lower-case hex digits; undefined when the worker cannot be loaded, because the gateway is away.
 * @throws {Error} when the file cannot be read, or `signal` says to stop.
 */
export function fileMd5(
  worker: Md5Worker,
  file: Blob,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const digest = new Promise<string | undefined>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Md5News>) => {
      if ('doneBytes' in data) onPercent(Math.floor((100 * data.doneBytes) / file.size));
      else if ('digest' in data) resolve(data.digest);
      else reject(new Error(data.error));
    };
    worker.onerror = () => resolve(undefined);
    signal.addEventListener('abort', () => reject(new Error('aborted')));
    worker.postMessage(file);
  });
  return digest.finally(() => worker.terminate());
}
