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
  close(): void;
}

const LOOK_EVERY_MS = 3_600_000;

/** Throws a `StartError` for files that cannot be read or do not belong together. */
export async function openTlsSource(files: TlsFiles, clock: Clock, log: Log): Promise<TlsSource> {
  const pair = await readPair(files);
  let current = pair;
  let use: ((pair: TlsPair) => void) | undefined;
  let cancel = clock.after(LOOK_EVERY_MS, look);
  let isClosed = false;

  function look(): void {
    renew()
      .catch((error: unknown) => log.warn('A new certificate cannot be used; the old one stays.', { error }))
      .finally(() => {
        if (!isClosed) cancel = clock.after(LOOK_EVERY_MS, look);
      });
  }

  async function renew(): Promise<void> {
    const found = await readPair(files);
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
      `The certificate in ${certFile} and the key in ${keyFile} make no pair; both are needed as PEM, the key without a password.`,
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
