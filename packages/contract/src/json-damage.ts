/** Why a text is no JSON: it ends too early, it never was, or something at a place (from 1 on) cannot be there. */
export type JsonDamage =
  | { readonly kind: 'cut-short' }
  | { readonly kind: 'no-json' }
  | { readonly kind: 'broken-json'; readonly line: number; readonly column: number };

/** What may come next. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end';

const ENDS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
const SPACES = /\s*/y;
/** Control characters are taken in a string: original devices write them as they are. */
const STRING = /"[^"\\]*(?:\\(?:["\\/bfnrt]|u[\da-f]{4})[^"\\]*)*"/iy;
const STRING_TO_THE_END = /"[^"\\]*(?:\\(?:["\\/bfnrt]|u[\da-f]{4})[^"\\]*)*\\?(?:u[\da-f]{0,3})?$/iy;
const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?|true|false|null)(?![\w.+-])/iy;
/** A number or a word that the end of the text may have cut. */
const PLAIN_TO_THE_END = /[\w.+-]+$/y;

/**
 * Finds out what is wrong with a file that should be an object or a list in JSON, so that its owner can be told more than
 * that it is wrong. Undefined where nothing is. The work grows with the length of the text only.
 */
export function findJsonDamage(text: string): JsonDamage | undefined {
  const ends: string[] = [];
  let expected: Expected = 'value';
  let position = 0;

  function take(pattern: RegExp): boolean {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0];
    position += found?.length ?? 0;
    return found !== undefined;
  }

  function brokenHere(): JsonDamage {
    const before = text.slice(0, position).split('\n');
    return { kind: 'broken-json', line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }

  /** Whether what stands here may be the first half of a string, a number or a word. */
  function isCutHere(): boolean {
    return take(STRING_TO_THE_END) || (expected.startsWith('value') && take(PLAIN_TO_THE_END));
  }

  function takeSign(sign: string): boolean {
    const next = afterSign(sign, { expected, end: ends.at(-1) });
    if (next === undefined) return false;
    const end = ENDS[sign];
    if (end !== undefined) ends.push(end);
    else if (sign === ends.at(-1)) ends.pop();
    expected = next;
    position += 1;
    return true;
  }

  function takeText(): boolean {
    if (expected.startsWith('key') && take(STRING)) expected = 'colon';
    else if (expected.startsWith('value') && (take(STRING) || take(PLAIN))) expected = 'comma or end';
    else return false;
    return true;
  }

  take(SPACES);
  if (position < text.length && !/[{[]/.test(text.charAt(position))) return { kind: 'no-json' };
  do {
    if (position >= text.length) return { kind: 'cut-short' };
    if (!takeSign(text.charAt(position)) && !takeText()) {
      const broken = brokenHere();
      return isCutHere() ? { kind: 'cut-short' } : broken;
    }
    take(SPACES);
  } while (ends.length > 0);
  return position < text.length ? brokenHere() : undefined;
}

/** What is expected behind a bracket, a comma or a colon; undefined where that cannot be there. */
function afterSign(
  sign: string,
  { expected, end }: { readonly expected: Expected; readonly end: string | undefined },
): Expected | undefined {
  if (expected.startsWith('value') && sign === '{') return 'key or end';
  if (expected.startsWith('value') && sign === '[') return 'value or end';
  if (expected.endsWith('or end') && sign === end) return 'comma or end';
  if (expected === 'comma or end' && sign === ',') return end === '}' ? 'key' : 'value';
  return expected === 'colon' && sign === ':' ? 'value' : undefined;
}
