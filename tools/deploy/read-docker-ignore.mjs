/**
 * Reads a .dockerignore: whether a path (with slashes, from the root of the context) stays outside of an image. The last
 * pattern that a path, or a folder above it, matches decides. Source: the reference of Dockerfiles, ".dockerignore
 * files".
 * @param {string} text
 * @returns {(path: string) => boolean}
 */
export function readDockerIgnore(text) {
  const rules = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), matches: patternOf(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ matches }) => matches.test(path))?.keeps === false;
}

const PARTS = /\*\*\/|\*\*|\*|\?|[^*?]+/g;
/** @type {Readonly<Record<string, string>>} */
const MEANINGS = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

/** @param {string} pattern */
function patternOf(pattern) {
  const path = pattern.replace(/^\/+|\/+$/g, '');
  const source = path.replace(PARTS, (part) => MEANINGS[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${source}(?:/.*)?$`);
}
