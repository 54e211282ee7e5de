import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the gateway works at the moment: an account by its name, or a program by that of its token. */
export interface ActingUser {
  readonly kind: 'account' | 'program';
  readonly name: string;
}

/** What work was about, and what came of it, for whoever writes down that it was done. */
export interface Deed {
  /** Whose account it was, which token, which inverter: a name, and never a secret. */
  on?: string | undefined;
  /** What the account or the token may do from now on. */
  role?: string | undefined;
  /** The id of the change of the settings that came of it. */
  change?: number | undefined;
  /** Which of several things that one call can do. */
  part?: 'new' | 'password' | undefined;
}

interface Work {
  readonly user: ActingUser | undefined;
  readonly deed: Deed;
}

const current = new AsyncLocalStorage<Work>();

/**
 * Does work for somebody. Everything that comes of it, later on as well, can ask for whom it is; so what is written down of a change
 * can name who made it, without each call on the way handing the name on. What it has to say of itself is left in `deed`.
 */
export function actingFor<Result>(user: ActingUser | undefined, work: () => Result, deed: Deed = {}): Result {
  return current.run({ user, deed }, work);
}

/** Undefined: for nobody, by itself. */
export function actingUser(): ActingUser | undefined {
  return current.getStore()?.user;
}

/** Says what the work is about; does nothing where nobody asks. */
export function noteDeed(said: Deed): void {
  Object.assign(current.getStore()?.deed ?? {}, said);
}
