import type { SourceDocument } from '@heliograph/contract';
import type { FormValues } from '../../../shared/form/drafts.tsx';
import type { FieldErrors } from '../../../shared/form/use-form.ts';
import { wholeNumber, wholeNumberError } from '../../../shared/form/whole-number.ts';
import type { Formats } from '../../../shared/i18n/format.ts';
import type { TextsOf } from '../../../shared/i18n/texts.ts';
import { valueAt } from './device-call.ts';

/** A setting that devices have come to have, and our gateway has not; its page has no field for it. */
export interface NewerSetting {
  /** Its path in what the device says, and the name of its field. */
  readonly path: string;
  readonly kind: 'flag' | 'text' | 'number' | 'choice' | 'frequency' | 'light';
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
}

type Row = NewerSetting;
const number = (path: string, min: number, max: number, unit?: string): Row => ({
  ...{ path, kind: 'number', min, max },
  ...(unit !== undefined && { unit }),
});

/** Source: docs/reference/api-generations.md#settings. */
const ROWS: Readonly<Record<SourceDocument, readonly Row[]>> = {
  network: [
    { path: 'mdnsenabled', kind: 'flag' },
    number('aptimeout', 0, 99_999, 'min'),
    { path: 'syslogenabled', kind: 'flag' },
    { path: 'sysloghostname', kind: 'text' },
    number('syslogport', 1, 65_535),
  ],
  time: [{ path: 'sunsettype', kind: 'choice' }],
  mqtt: [],
  dtu: [
    { path: 'nrf_enabled', kind: 'flag' },
    { path: 'cmt_enabled', kind: 'flag' },
    { path: 'cmt_country', kind: 'choice' },
    { path: 'cmt_frequency', kind: 'frequency', unit: 'MHz' },
    number('cmt_palevel', -10, 20, 'dBm'),
  ],
  security: [],
  device: [
    { path: 'display.rotation', kind: 'choice' },
    { path: 'display.locale', kind: 'choice' },
    { path: 'display.language', kind: 'choice' },
    { path: 'display.diagrammode', kind: 'choice' },
    number('display.diagramduration', 0, 4_294_967_295, 's'),
    { path: 'led.0', kind: 'light', min: 0, max: 100, unit: '%' },
    { path: 'led.1', kind: 'light', min: 0, max: 100, unit: '%' },
  ],
};

/** Those of a document that the device has. */
export function newerSettings(document: SourceDocument, received: object): readonly NewerSetting[] {
  return ROWS[document].filter((row) => storedValue(row, received) !== undefined);
}

function storedValue({ path, kind }: Row, received: object): unknown {
  if (kind !== 'light') return valueAt(received, path);
  const [list = '', index = ''] = path.split('.');
  const lights = valueAt(received, list);
  return Array.isArray(lights) ? valueAt(lights[Number(index)], 'brightness') : undefined;
}

/** Devices before v24.1.14 count in kHz, later ones in Hz. */
const LARGEST_KHZ = 10_000_000;
const perMhz = (stored: unknown) => (Number(stored) < LARGEST_KHZ ? 1000 : 1_000_000);

/** What stands in the fields. */
export function newerValues(rows: readonly Row[], received: object): FormValues {
  return Object.fromEntries(
    rows.map((row) => {
      const stored = storedValue(row, received);
      if (row.kind === 'flag') return [row.path, stored === true];
      if (row.kind === 'frequency') return [row.path, String(Number(stored) / perMhz(stored))];
      return [row.path, String(stored)];
    }),
  );
}

function megahertz(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,4}(\.\d{1,6})?$/.test(plain) ? Number(plain) : undefined;
}

/** What keeps each field from being sent; a text that was not changed goes back as it came. */
export function newerErrors(
  texts: TextsOf<'common' | 'sources'>,
  format: Formats,
  rows: readonly Row[],
  values: FormValues,
): FieldErrors<FormValues> {
  return Object.fromEntries(
    rows.flatMap(({ path, kind, min, max }) => {
      const value = String(values[path]);
      if (kind === 'frequency' && megahertz(value) === undefined)
        return [[path, texts.sources.device.noFrequency]];
      if (min === undefined || max === undefined) return [];
      return [[path, wholeNumberError(texts, format, value, { min, max })]];
    }),
  );
}

/** The body of a page with the values of these fields in it. */
export function withNewer(
  body: unknown,
  rows: readonly Row[],
  values: FormValues,
  received: object,
): unknown {
  return rows.reduce<unknown>((sent, row) => {
    const stored = storedValue(row, received);
    const value = sentValue(row, values[row.path], stored);
    if (row.kind !== 'light') return withValueAt(sent, row.path.split('.'), value);
    const [list = '', index = ''] = row.path.split('.');
    const lights = valueAt(sent, list);
    if (!Array.isArray(lights)) return sent;
    const changed = lights.map((light: unknown, at) =>
      at === Number(index) ? { ...(light as object), brightness: value } : light,
    );
    return withValueAt(sent, [list], changed);
  }, body);
}

function sentValue({ kind }: Row, value: FormValues[string] | undefined, stored: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (kind === 'frequency') return Math.round((megahertz(value) ?? 0) * perMhz(stored));
  return typeof stored === 'number' ? (wholeNumber(value) ?? 0) : value;
}

function withValueAt(tree: unknown, [first = '', ...rest]: readonly string[], value: unknown): unknown {
  const inner = typeof tree === 'object' && tree !== null ? tree : {};
  const next = rest.length === 0 ? value : withValueAt(valueAt(inner, first), rest, value);
  return { ...inner, [first]: next };
}

/** By the code of a refusal, the field that it is about. */
export const FIELD_OF_CODE: ReadonlyMap<number, string> = new Map([
  [2004, 'cmt_frequency'],
  [2005, 'cmt_country'],
  [8006, 'aptimeout'],
  [8007, 'sysloghostname'],
  [8008, 'syslogport'],
]);
