import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY';

/** The letters of a file: one, and a Z before it for each time the alphabet ran out. */
function lettersOf(index: number): string {
  return 'Z'.repeat(Math.floor(index / LETTERS.length)) + LETTERS.charAt(index % LETTERS.length);
}

/**
 * Names classes by their file and their place in it (a0, a1, b0 ...), the same in every build. Hashes are noise
 * that does not compress.
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .sort();
  const namesOf = new Map(
    files.map((path, index) => [
      resolve(root, path),
      { letters: lettersOf(index), names: new Map<string, string>() },
    ]),
  );
  return (name, file) => {
    const known = namesOf.get(resolve(file.replace(/\?.*$/, '')));
    if (known === undefined) throw new Error(`${file} is not below ${root}`);
    const { letters, names } = known;
    const short = names.get(name) ?? `${letters}${names.size}`;
    names.set(name, short);
    return short;
  };
}
