import {
  type AdjustedValue,
  type FileRefusal,
  fileRefusal,
  type RestoreAdjustment,
} from '@heliograph/contract';

/** A file cannot be used; the message says why, in one sentence, and the reason says it to pages. */
export class UnfitFileError extends Error {
  readonly refusal: FileRefusal;

  constructor(message: string, refusal: FileRefusal) {
    super(message);
    this.refusal = refusal;
  }
}

/**
 * A part of a configuration file. What is missing or null (an original that ran out of memory while it wrote) is the
 * default one, a value of another type is refused, and what is only too large or too long is made to fit, as the original
 * does: nobody's backup may be refused because another release had other limits. What was made to fit is noted.
 */
export interface FilePart {
  /** At least `minBytes` of UTF-8, or it is the default one; cut after `maxBytes`. */
  text(path: string, otherwise: string, fit?: Fit): string;
  flag(path: string, otherwise: boolean): boolean;
  /** A whole number, at least `min` and at most `max`, and the default one where 0 means nothing. */
  count(path: string, otherwise: number, fit?: Fit): number;
  /** Whether the file says anything there. */
  has(path: string): boolean;
  /** A number of any kind; undefined where it is not told. */
  number(path: string): number | null | undefined;
  /** The number of a serial, exactly; undefined where there is none. */
  serial(path: string): bigint | undefined;
  /** The items of a list, empty where there is none; the path to an item's own value is ''. More than `max` are refused. */
  items(path: string, max: number): readonly FilePart[];
  /** Notes that something is not kept as the file has it. */
  note(path: string, adjustment: Noted): void;
  /** The place as it is named to people. */
  name(path: string): string;
}

type Noted = Omit<RestoreAdjustment, 'path' | 'hidden'>;

/** Of a text its bytes, of a number its value. */
export interface Fit {
  readonly min?: number;
  readonly max?: number;
  readonly noZero?: boolean;
}

/** The same JSON twice: as it is, and with the digits of very long whole numbers as texts. */
export interface FileContent {
  readonly content: unknown;
  readonly exact: unknown;
}

/** Where it is in the file, and where notes go. */
interface Place {
  readonly prefix: string;
  readonly notes: RestoreAdjustment[];
}

/** Passwords, and what is too long for anybody to read: their values are never told. */
const HIDDEN = /(?:^|\.)(?:password|password_hash|root_ca_cert)$/;

export function filePart(file: FileContent, place: Place): FilePart {
  const name = (path: string) => [place.prefix, path].filter((part) => part !== '').join('.');
  const wrong = (path: string) =>
    new UnfitFileError(
      `The value of ${name(path)} in the file has the wrong type.`,
      fileRefusal('wrong-type', { path: name(path) }),
    );

  function note(path: string, noted: Noted): void {
    const told = { path: name(path), ...noted };
    const isHidden = HIDDEN.test(told.path);
    place.notes.push(isHidden ? { ...told, from: null, to: null, hidden: true } : { ...told, hidden: false });
  }

  function value(path: string, tree: unknown = file.content): unknown {
    const steps = path === '' ? [] : path.split('.');
    return steps.reduce<unknown>((branch, step, index) => {
      if (branch === undefined || branch === null) return undefined;
      if (!isTree(branch)) throw wrong(steps.slice(0, index).join('.'));
      return Object.hasOwn(branch, step) ? branch[step] : undefined;
    }, tree);
  }

  /** The value, or the default one; where null stands for that it is noted. */
  function given(path: string, otherwise: AdjustedValue): unknown {
    const found = value(path);
    if (found === null && otherwise !== '') note(path, { from: null, to: otherwise, reason: 'missing' });
    return found ?? otherwise;
  }

  function typed<T extends string | boolean>(path: string, otherwise: T): T {
    const found = given(path, otherwise);
    if (typeof found !== typeof otherwise) throw wrong(path);
    return found as T;
  }

  return {
    name,
    note,
    flag: typed<boolean>,
    has: (path) => (value(path) ?? undefined) !== undefined,
    text(path, otherwise, { min = 0, max = Number.POSITIVE_INFINITY } = {}) {
      const found = typed<string>(path, otherwise);
      // Half a surrogate pair becomes what it would be in UTF-8, as in what is posted.
      const whole = found.replace(/\p{Surrogate}/gu, '\ufffd');
      const cut = cutToBytes(whole, max);
      if (cut.length < min) {
        note(path, { from: found, to: otherwise, reason: 'not-set' });
        return otherwise;
      }
      if (cut !== found) {
        note(path, { from: found, to: cut, reason: cut === whole ? 'broken-character' : 'too-long' });
      }
      return cut;
    },
    count(path, otherwise, { min = 0, max = Number.MAX_SAFE_INTEGER, noZero = false } = {}) {
      const found = given(path, otherwise);
      if (typeof found !== 'number' || !Number.isSafeInteger(found) || found < 0) throw wrong(path);
      if (found === 0 && noZero && otherwise !== 0) {
        note(path, { from: found, to: otherwise, reason: 'not-set' });
        return otherwise;
      }
      const fitting = Math.min(Math.max(found, min), max);
      if (fitting !== found) {
        const reason = fitting < found ? 'above-maximum' : 'below-minimum';
        note(path, { from: found, to: fitting, reason });
      }
      return fitting;
    },
    number(path) {
      const found = value(path);
      if (found !== undefined && found !== null && typeof found !== 'number') throw wrong(path);
      return found;
    },
    serial(path) {
      const found = value(path) ?? undefined;
      if (found === undefined) return undefined;
      const digits = typeof found === 'number' ? String(value(path, file.exact)) : '';
      if (!/^\d{1,20}$/.test(digits)) throw wrong(path);
      return BigInt(digits);
    },
    items(path, max) {
      const found = value(path) ?? [];
      if (!Array.isArray(found)) throw wrong(path);
      if (found.length > max) {
        throw new UnfitFileError(
          `The file has more than ${max} ${name(path)}.`,
          fileRefusal('too-many-items', { path: name(path), max: String(max) }),
        );
      }
      const exact = value(path, file.exact) ?? [];
      return found.map((content: unknown, index) =>
        filePart(
          { content, exact: (exact as readonly unknown[])[index] }, // the same list
          { ...place, prefix: `${name(path)}.${index}` },
        ),
      );
    },
  };
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Cut between two characters. */
function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > maxBytes && !__WITHOUT__.textLimits) return text.slice(0, end);
    end += character.length;
  }
  return text;
}
