import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Clock } from './clock.ts';
import type { TlsFiles } from './command-line.ts';
import type { Log } from './log.ts';
import { StartError, systemErrorReason } from './start-error.ts';

/** A certificate chain and its private key, both as PEM. */
export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** What the gateway shows to browsers; the files are renewed under it every few weeks. */
export interface TlsSource {
  readonly pair: TlsPair;
  /** Called with each new pair that fits together. */
  onRenewed(use: (pair: TlsPair) => void): void;
  /** Looks now whether the files were renewed, and not only at the next turn. */
  look(): void;
  close(): void;
}

const LOOK_EVERY_MS = 3_600_000;

/**
 * Opens the files anew for each run of the gateway. The first time it throws a `StartError` for files that cannot be read
 * or do not belong together. Later the last pair stays: without the page nobody could put anything right from afar.
 */
export type TlsOpener = () => Promise<TlsSource>;

export function createTlsOpener(files: TlsFiles, clock: Clock, log: Log): TlsOpener {
  let last: TlsPair | undefined;

  async function read(): Promise<TlsPair> {
    try {
      last = await readPair(files);
    } catch (error) {
      if (last === undefined) throw error;
      log.warn('A new certificate cannot be used; the old one stays in use.', { error });
    }
    return last;
  }

  return async () => watchPair(await read(), read, clock, log);
}

function watchPair(pair: TlsPair, read: () => Promise<TlsPair>, clock: Clock, log: Log): TlsSource {
  let current = pair;
  let use: ((pair: TlsPair) => void) | undefined;
  let cancel = clock.after(LOOK_EVERY_MS, look);
  let isClosed = false;

  function look(): void {
    cancel();
    renew()
      .catch((error: unknown) => log.error('The certificate cannot be renewed.', { error }))
      .finally(() => {
        cancel();
        if (!isClosed) cancel = clock.after(LOOK_EVERY_MS, look);
      });
  }

  async function renew(): Promise<void> {
    const found = await read();
    if (isClosed || (found.cert.equals(current.cert) && found.key.equals(current.key))) return;
    current = found;
    use?.(found);
    log.info('The gateway uses a new certificate.');
  }

  return {
    pair,
    onRenewed(next) {
      use = next;
    },
    look,
    close() {
      isClosed = true;
      cancel();
    },
  };
}

async function readPair({ certFile, keyFile }: TlsFiles): Promise<TlsPair> {
  const [cert, key] = await Promise.all([
    readPem(certFile, 'certificate of --tls-cert'),
    readPem(keyFile, 'key of --tls-key'),
  ]);
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new StartError(
      `The certificate in ${certFile} and the key in ${keyFile} do not belong together; both must be PEM files, the key without a password.`,
    );
  }
  return { cert, key };
}

async function readPem(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new StartError(`The ${what}, ${path}, cannot be read (${systemErrorReason(error)}).`);
  }
}
