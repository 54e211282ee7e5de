import { timingSafeEqual } from 'node:crypto';
import type { DataDirectory } from '../platform/data-directory.ts';
import type { Log } from '../platform/log.ts';
import { openMemoryFile } from '../platform/memory-file.ts';
import { Secret } from '../platform/secret.ts';
import type { SettingsStore } from '../settings/settings-store.ts';

/**
 * How far a fresh gateway is set up. A folder that was there before knows nothing of it, and goes on as it was
 * (docs/decisions/0057-first-run.md).
 */
export interface FirstRun {
  /** Nobody has said yet that the gateway is set up: the guide opens by itself. */
  isOpen(): boolean;
  /** No password was chosen yet: until then nothing else can be changed from another machine. */
  isLocked(): boolean;
  /** The folder was there before there was a guide, with the password that everybody knows, and nobody was asked about that. */
  asksForPassword(): boolean;
  /** What this start prints for whoever sets the first password from another machine; undefined: nothing is locked. */
  readonly code: Secret | undefined;
  /** In either case of letters, with the dash or without. */
  isCode(text: string): boolean;
  /** Resolves when it is written down, as far as it can be. */
  setDone(isDone: boolean): Promise<void>;
  /** All settings are reset: the next start is a first one again. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export interface FirstRunOptions {
  readonly settings: Pick<SettingsStore, 'get' | 'newSections' | 'subscribe'>;
  readonly directory: DataDirectory;
  readonly log: Log;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Whether a fresh folder is to be set up by its owner at all; of what is known already nothing changes. */
  readonly asks: boolean;
  /** The password of a fresh folder was given at the start, so nobody has to choose one. */
  readonly hasPassword: boolean;
}

interface State {
  readonly open: boolean;
  readonly locked: boolean;
}

const SET_UP: State = { open: false, locked: false };

/** Letters and digits that nobody takes for each other, so many that eight of them are 40 bits. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LETTERS = 8;

/** To be opened before anybody can call: what is fresh is locked from its first moment on. */
export async function openFirstRun(options: FirstRunOptions): Promise<FirstRun> {
  const { settings, directory, log, randomBytes, asks } = options;
  const fresh: State = { open: true, locked: !options.hasPassword };
  const file = await openMemoryFile({
    directory,
    log,
    name: 'first-run.json',
    read: readState,
    subject: 'How far the gateway is set up',
    isDurable: true,
    whenLost: 'it counts as set up',
  });
  const isFresh = asks && settings.newSections.has('security');
  // A file that is left of settings that are gone says nothing of these.
  const found = isFresh ? fresh : (file.remembered ?? SET_UP);
  let isAsked = !asks || isFresh || file.remembered !== undefined;
  let state = { ...found, locked: found.locked && settings.get('security').default_password };

  async function become(next: State): Promise<void> {
    state = next;
    isAsked = true;
    file.remember(() => state);
    await file.written();
  }

  if (isFresh || state.locked !== found.locked) await become(state);
  // Whoever has chosen a password once, and goes back to the one that everybody knows, wants it so.
  const stop = settings.subscribe('security', ({ default_password }) => {
    if (state.locked && !default_password) void become({ ...state, locked: false });
  });
  const code = state.locked ? new Secret(readableCode(randomBytes)) : undefined;

  return {
    isOpen: () => state.open,
    isLocked: () => state.locked,
    asksForPassword: () => !isAsked && settings.get('security').default_password,
    code,
    isCode: (text) => code !== undefined && isSame(lettersOf(text), lettersOf(code.reveal())),
    setDone: (isDone) => become({ ...state, open: !isDone }),
    async forget() {
      if (asks) await become(fresh);
    },
    close() {
      stop();
      return file.close();
    },
  };
}

function readState(value: unknown): State | undefined {
  const { open, locked } = Object(value);
  return typeof open === 'boolean' && typeof locked === 'boolean' ? { open, locked } : undefined;
}

/** As `K7PM-3XQW`. Of more random bits than are needed, so that no letter is likelier than another. */
function readableCode(randomBytes: (count: number) => Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(randomBytes(2 * CODE_LETTERS)).toString('hex')}`);
  let letters = '';
  for (let count = 0; count < CODE_LETTERS; count++) {
    letters += LETTERS[Number(rest % BigInt(LETTERS.length))] ?? '';
    rest /= BigInt(LETTERS.length);
  }
  return `${letters.slice(0, CODE_LETTERS / 2)}-${letters.slice(CODE_LETTERS / 2)}`;
}

const lettersOf = (text: string) => Buffer.from(text.toUpperCase().replace(/[\s-]/g, ''));

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
