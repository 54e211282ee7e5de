import type { FileRefusal } from '@heliograph/contract';
import { bytesText } from './byte-format.ts';
import type { Formats } from './format.ts';
import { resultText } from './result-text.ts';
import type { TextsOf } from './texts.ts';

/** Why a file is not taken, in the user's language. `nameOf` tells what the pages call a setting. */
export function refusalText(
  texts: TextsOf<'common' | 'maintenance'>,
  format: Pick<Formats, 'tag'>,
  { name, params }: FileRefusal,
  nameOf: (path: string) => string = (path) => path,
): string {
  const values: Readonly<Record<string, string>> = params;
  const isSize = name === 'too-large' || name === 'unpacked-too-large';
  const words: Readonly<Record<string, (value: string) => string>> = {
    path: nameOf,
    ...(isSize && { max: (bytes) => bytesText(format.tag, Number(bytes)) }),
  };
  const text = texts.maintenance.refusals[name].replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = values[key];
    return value === undefined ? whole : (words[key]?.(value) ?? value);
  });
  return name === 'unfit-value' ? [text, ...causeOf(texts, values)].join(' ') : text;
}

/** What the page of a setting would say of its value. */
function causeOf(
  texts: TextsOf<'common'>,
  { code = '', min, max }: Readonly<Record<string, string>>,
): readonly string[] {
  const param = { ...(min && { min }), ...(max && { max }) };
  return code === '' ? [] : [resultText(texts, { type: 'warning', code: Number(code), param })];
}
