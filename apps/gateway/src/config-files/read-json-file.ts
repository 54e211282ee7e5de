import {
  CONFIG_FILE,
  type FileRefusal,
  fileRefusal,
  findJsonDamage,
  PIN_PROFILE_FILE,
} from '@heliograph/contract';
import { type FileContent, UnfitFileError } from './file-part.ts';

/**
 * Reads a file that is to become the one of this name. Throws an `UnfitFileError` for what is no JSON, and for a file of
 * the other kind or of another product.
 */
export function readJsonFile(bytes: Uint8Array, name: string): FileContent {
  const file = readJson(bytes, name === CONFIG_FILE ? readOriginal : readStrictly);
  const kind = kindOf(file.content);
  if (kind === name) return file;
  if (kind === undefined) {
    throw new UnfitFileError(
      `The file contains nothing that belongs in ${name}.`,
      fileRefusal('foreign-content', { file: name }),
    );
  }
  throw new UnfitFileError(
    `The file is a ${kind}, not a ${name}.`,
    fileRefusal('other-kind', { found: kind, file: name }),
  );
}

function readJson(bytes: Uint8Array, read: (bytes: Uint8Array) => FileContent): FileContent {
  if (bytes.length === 0) throw new UnfitFileError('The file is empty.', fileRefusal('empty-file'));
  if (__WITHOUT__.jsonFiles) return read(bytes);
  try {
    return read(bytes);
  } catch {
    const refusal = damageOf(new TextDecoder().decode(bytes));
    throw new UnfitFileError('The file is not JSON; it may be damaged or incomplete.', refusal);
  }
}

/** Where it stops being JSON; it may also be JSON but for bytes or characters that cannot be in a text. */
function damageOf(text: string): FileRefusal {
  const damage = findJsonDamage(text);
  if (damage === undefined) return fileRefusal('damaged-text');
  if (damage.kind !== 'broken-json') return fileRefusal(damage.kind);
  return fileRefusal('broken-json', { line: String(damage.line), column: String(damage.column) });
}

/** Profiles are kept as they come, and read so at the start. */
function readStrictly(bytes: Uint8Array): FileContent {
  const content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  return { content, exact: content };
}

function readOriginal(bytes: Uint8Array): FileContent {
  const text = textOf(bytes);
  return {
    content: JSON.parse(withTokens(text)),
    exact: JSON.parse(withTokens(text, (digits) => `"${digits}"`)),
  };
}

/**
 * The text, without the rest of a character at the end of a string: originals cut long texts after so many bytes. Other
 * bytes that are no UTF-8 mean damage, and throw.
 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder().decode(bytes).replace(/(?<!\ufffd)\ufffd+(?=")/g, '');
    if (text.includes('\ufffd')) throw new Error('no UTF-8');
    return text;
  }
}

/**
 * A string, or a whole number that may be too long for the numbers of JavaScript. A string without an end is one up to
 * the end of the text, so that nothing is looked at twice.
 */
const TOKENS = /"(?:[^"\\]|\\.?)*"?|(?<![\d.eE+-])\d{16,}(?![\d.eE])/g;

/** With control characters in strings escaped (originals write most of them as they are), and long numbers as given. */
function withTokens(text: string, longNumber = (digits: string) => digits): string {
  return text.replace(TOKENS, (token) =>
    token.startsWith('"') ? token.replace(/\\.|\p{Cc}/gsu, escaped) : longNumber(token),
  );
}

/** What is escaped already stays as it is. */
function escaped(character: string): string {
  if (character.startsWith('\\')) return character;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A list is one of profiles; a configuration has its version and at least one of the parts that only it has. */
function kindOf(content: unknown): string | undefined {
  if (Array.isArray(content)) return PIN_PROFILE_FILE;
  if (typeof content !== 'object' || content === null || !Object.hasOwn(content, 'cfg')) return undefined;
  return PARTS.some((part) => Object.hasOwn(content, part)) ? CONFIG_FILE : undefined;
}

/** Source: docs/reference/original-device.md#layout-of-the-configuration-file. */
const PARTS = ['wifi', 'mqtt', 'dtu', 'inverters'];
