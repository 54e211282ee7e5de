/** What has to be undone at a stop, in the order it was done. */
export type Undo = (() => void | Promise<void>)[];

/** Undoes everything, the last thing first; what fails does not keep the rest, and the first failure is thrown then. */
export async function undoAll(undo: Undo): Promise<void> {
  const errors: unknown[] = [];
  for (let action = undo.pop(); action !== undefined; action = undo.pop()) {
    try {
      await action();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
