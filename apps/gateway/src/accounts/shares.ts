import { createHash } from 'node:crypto';
import { SHARE_COUNT_MAX, type ShareCreation, type ShareScope } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { DeviceClock } from '../platform/device-clock.ts';
import type { Log } from '../platform/log.ts';
import { Secret } from '../platform/secret.ts';
import type { StoredShare } from '../settings/sections.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { openLastUses } from './last-uses.ts';

/** A link by which whoever has it may read. */
export interface Share {
  readonly id: string;
  /** What its owner calls it. */
  readonly name: string;
  readonly page: ShareScope;
}

export interface ListedShare extends Share {
  /** Unix seconds. */
  readonly madeAtS: number;
  readonly expiresAtS: number;
  /** Unix seconds of the last call; 0: it was never used, as far as is known. */
  readonly usedAtS: number;
  readonly isExpired: boolean;
}

/**
 * The links that share pages. Each has three values: the secret, which is a part of the link; the key, which is a hash of the secret and is kept
 * in the cookie of a browser; and the digest, a hash of the key, which is all that the gateway stores. So nobody can make the link of what is in
 * a cookie, nor a cookie of what is in the settings.
 */
export interface Shares {
  all(): readonly ListedShare[];
  /** The secret is in this answer and cannot be asked for again. Rejects with `NotSavedError` if the link cannot be saved. */
  create(made: ShareCreation): Promise<{ readonly secret: Secret } | 'ListFull' | 'ShareNoClock'>;
  /** False: there is no such link. */
  end(id: string): Promise<boolean>;
  /** What a secret is good for, and the key in its place. */
  open(
    secret: string,
  ): { readonly share: Share; readonly key: Secret; readonly leftS: number } | ShareRefusal;
  /** The link that this key belongs to, which now counts as used; undefined: there is none, or it has expired. */
  findByKey(key: string): Share | undefined;
  /** Calls `listener` with the id of each link that ends, expired or removed; returns the function that unsubscribes. */
  onEnd(listener: (id: string) => void): () => void;
  /** Deletes the times at which links were used. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export type ShareRefusal = 'ShareUnknown' | 'ShareExpired' | 'ShareNoClock';

export interface SharesOptions {
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly deviceClock: Pick<DeviceClock, 'isSet' | 'unixMs'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly randomBytes: (count: number) => Uint8Array;
}

const SECRET_START = 'hgl_';
/** 256 random bits cannot be guessed. */
const SECRET_BYTES = 32;
const ID_BYTES = 9;
/** The clock may be set while the gateway waits for the end of a link, so it looks at least this often. */
const LOOK_INTERVAL_MS = 60_000;

export async function openShares(options: SharesOptions): Promise<Shares> {
  const { settings, clock, deviceClock, directory, log, randomBytes } = options;
  const stored = () => settings.get('accounts').share;
  const uses = await openLastUses({
    ...{ clock, deviceClock, directory, log, name: 'share-uses.json' },
    subject: 'When the links that share pages were used last',
    ids: () => stored().map(({ id }) => id),
  });
  const listeners = new Set<(id: string) => void>();
  /** The links that have not expired: somebody may be using them now. */
  let good = goodNow();
  let cancelLook: (() => void) | undefined;
  const stopFollowing = settings.subscribe('accounts', look);
  look();

  /** While the clock is not set, no link counts as good: it may have expired. */
  function isGood({ expires_at: expiresAtS }: StoredShare): boolean {
    return deviceClock.isSet() && deviceClock.unixMs() < expiresAtS * 1000;
  }

  function goodNow(): ReadonlySet<string> {
    return new Set(
      stored()
        .filter(isGood)
        .map(({ id }) => id),
    );
  }

  /** Tells the listeners which links have ended since the last look, and looks again when the next one ends. */
  function look(): void {
    const before = good;
    good = goodNow();
    for (const id of before) if (!good.has(id)) for (const listener of [...listeners]) listener(id);
    cancelLook?.();
    const ends = stored()
      .filter(({ id, expires_at: expiresAtS }) => good.has(id) || expiresAtS * 1000 > deviceClock.unixMs())
      .map(({ expires_at: expiresAtS }) => expiresAtS * 1000 - deviceClock.unixMs());
    const waitMs = Math.min(LOOK_INTERVAL_MS, ...ends);
    cancelLook = ends.length > 0 ? clock.after(Math.max(1, waitMs), look) : undefined;
  }

  return {
    all: () =>
      stored().map((share) => ({
        ...{ id: share.id, name: share.name, page: share.page, isExpired: !isGood(share) },
        ...{ madeAtS: share.made_at, expiresAtS: share.expires_at, usedAtS: uses.of(share.id) },
      })),
    async create({ name, page, valid_for: validS }) {
      if (!deviceClock.isSet()) return 'ShareNoClock';
      const secret = new Secret(
        `${SECRET_START}${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')}`,
      );
      const id = Buffer.from(randomBytes(ID_BYTES)).toString('base64url');
      const nowS = Math.floor(deviceClock.unixMs() / 1000);
      let isFull = false;
      await settings.update('accounts', (current) => {
        isFull = current.share.length >= SHARE_COUNT_MAX;
        if (isFull) return current;
        const digest = digestOf(keyOf(secret.reveal()));
        const made = { ...{ id, name, page, digest }, made_at: nowS, expires_at: nowS + validS };
        return { ...current, share: [...current.share, made] };
      });
      return isFull ? 'ListFull' : { secret };
    },
    async end(id) {
      if (!stored().some((share) => share.id === id)) return false;
      await settings.update('accounts', (current) => ({
        ...current,
        share: current.share.filter((share) => share.id !== id),
      }));
      return true;
    },
    open(secret) {
      const key = new Secret(keyOf(secret));
      const digest = digestOf(key.reveal());
      const found = stored().find((one) => one.digest === digest);
      if (found === undefined) return 'ShareUnknown';
      if (!deviceClock.isSet()) return 'ShareNoClock';
      if (!isGood(found)) return 'ShareExpired';
      uses.note(found.id);
      const leftS = found.expires_at - Math.floor(deviceClock.unixMs() / 1000);
      return { share: shareOf(found), key, leftS };
    },
    findByKey(key) {
      const digest = digestOf(key);
      const found = stored().find((one) => one.digest === digest);
      if (found === undefined || !isGood(found)) return undefined;
      uses.note(found.id);
      return shareOf(found);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget: uses.forget,
    async close() {
      stopFollowing();
      cancelLook?.();
      await uses.close();
    },
  };
}

const shareOf = ({ id, name, page }: StoredShare): Share => ({ id, name, page });

/** The input is as random as the digest is long, so it needs neither a salt nor a slow hash, as passwords do. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** What a cookie holds in place of the secret: whoever reads the cookie does not have the link. */
const keyOf = (secret: string) => digestOf(`the key of ${secret}`);
