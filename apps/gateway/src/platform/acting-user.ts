import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the gateway works at the moment: an account by its name, or a program by that of its token. */
export interface ActingUser {
  readonly kind: 'account' | 'program';
  readonly name: string;
}

const current = new AsyncLocalStorage<ActingUser | undefined>();

/**
 * Does work for somebody. Everything that comes of it, later on as well, can ask for whom it is; so what is written down of a change
 * can name who made it, without each call on the way handing the name on.
 */
export function actingFor<Result>(user: ActingUser | undefined, work: () => Result): Result {
  return current.run(user, work);
}

/** Undefined: for nobody, by itself. */
export function actingUser(): ActingUser | undefined {
  return current.getStore();
}
