/**
 * A promise that carries what came of it, as React's `use` reads it: a component that finds the value there goes on at
 * once and does not wait. Only a promise that is kept can be used: a new one for each rendering would never be there.
 */
export function keptPromise<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => {
      Object.assign(promise, { status: 'fulfilled', value });
    },
    (reason: unknown) => {
      Object.assign(promise, { status: 'rejected', reason });
    },
  );
  return promise;
}

export function hasFailed(promise: object): boolean {
  return 'status' in promise && promise.status === 'rejected';
}
