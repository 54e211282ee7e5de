import { CONFIG_FILE, PIN_PROFILE_FILE } from '@heliograph/contract';
import { UnfitFileError } from './file-part.ts';

/**
 * Reads a file that is to become the one of this name. Throws an `UnfitFileError` for what is no JSON, and for a file of
 * the other kind.
 */
export function readJsonFile(bytes: Uint8Array, name: string): unknown {
  const content = readJson(bytes);
  const kind = kindOf(content);
  if (kind === name) return content;
  if (kind === undefined) throw new UnfitFileError(`The file has nothing of ${name} in it.`);
  throw new UnfitFileError(`The file is a ${kind}, not a ${name}.`);
}

function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new UnfitFileError('The file is empty.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new UnfitFileError('The file is no JSON; it may be damaged or cut short.');
  }
}

/** A list is one of profiles, an object with a version or any of our parts a configuration. */
function kindOf(content: unknown): string | undefined {
  if (Array.isArray(content)) return PIN_PROFILE_FILE;
  if (typeof content !== 'object' || content === null) return undefined;
  return PARTS.some((part) => Object.hasOwn(content, part)) ? CONFIG_FILE : undefined;
}

/** Source: device contract, section 11.2. */
const PARTS = ['cfg', 'wifi', 'mqtt', 'dtu', 'inverters'];
