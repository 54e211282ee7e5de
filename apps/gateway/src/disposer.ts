type Action = () => void | Promise<void>;

/** What has to be ended at a stop. (Node has this as `AsyncDisposableStack`, from version 24 on.) */
export interface Disposer {
  /** Has each action carried out by `dispose`, the last one first, and all of them before what was handed over earlier. */
  defer(...actions: readonly Action[]): void;
  /** Ends everything, the last thing first; what fails does not keep the rest, and the first failure is thrown then. */
  dispose(): Promise<void>;
}

export function createDisposer(): Disposer {
  const deferred: Action[] = [];
  return {
    defer: (...actions) => {
      deferred.push(...actions);
    },
    async dispose() {
      const errors: unknown[] = [];
      for (let action = deferred.pop(); action !== undefined; action = deferred.pop()) {
        try {
          await action();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
