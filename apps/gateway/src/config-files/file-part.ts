/** A file cannot be used; the message says why, in one sentence. */
export class UnfitFileError extends Error {}

/** A part of a JSON file and where in the file it is: what is missing is the default, what has another type is refused. */
export interface FilePart {
  /** The value at a path of names joined by dots; undefined where there is none. */
  value(path: string): unknown;
  /** The value in the type of `otherwise`, which counts where there is none. */
  typed<T extends string | number | boolean>(path: string, otherwise: T): T;
  /** The items of a list, empty where there is none. More than `max` are refused. */
  items(path: string, max: number): readonly FilePart[];
  /** The place as it is named to people. */
  name(path: string): string;
}

export function filePart(content: unknown, prefix = ''): FilePart {
  const name = (path: string) => (prefix === '' ? path : `${prefix}.${path}`);

  function value(path: string): unknown {
    return path.split('.').reduce<unknown>((tree, key) => {
      return isTree(tree) && Object.hasOwn(tree, key) ? tree[key] : undefined;
    }, content);
  }

  return {
    name,
    value,
    typed<T extends string | number | boolean>(path: string, otherwise: T): T {
      const found = value(path);
      if (found === undefined) return otherwise;
      const isWhole = typeof found !== 'number' || Number.isSafeInteger(found);
      if (typeof found === typeof otherwise && isWhole) return found as T;
      throw new UnfitFileError(`The value of ${name(path)} in the file has the wrong type.`);
    },
    items(path, max) {
      const found = value(path) ?? [];
      if (!Array.isArray(found))
        throw new UnfitFileError(`The value of ${name(path)} in the file is no list.`);
      if (found.length > max) throw new UnfitFileError(`The file has more than ${max} ${name(path)}.`);
      return found.map((item: unknown, index) => filePart(item, `${name(path)}.${index}`));
    },
  };
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
