import type { GridProfile, GridProfileItem, GridProfileSection } from '@heliograph/domain';
import { printedFloat } from './measured-values.ts';
import { countIn, listIn, numberIn, objectIn, textIn, valueIn } from './untrusted-values.ts';

/** The profile without its bytes, which a device tells apart. */
export type DeviceGridProfile = Omit<GridProfile, 'bytes'>;

/**
 * Reads `GET /api/gridprofile/status?inv=`; undefined where it has no names and values, as before v23.12.16. Source:
 * docs/reference/api-generations.md#grid-profiles.
 */
export function decodeGridProfile(document: unknown): DeviceGridProfile | undefined {
  const object = objectIn(document);
  const sections = listIn(valueIn(object, 'sections'));
  if (sections === undefined) return undefined;
  return {
    name: textIn(valueIn(object, 'name')) ?? '',
    version: textIn(valueIn(object, 'version')) ?? '',
    sections: sections.map(decodeSection),
  };
}

function decodeSection(sent: unknown): GridProfileSection {
  const section = objectIn(sent);
  return {
    name: textIn(valueIn(section, 'name')) ?? '',
    items: (listIn(valueIn(section, 'items')) ?? []).map(decodeItem),
  };
}

function decodeItem(sent: unknown): GridProfileItem {
  const item = objectIn(sent);
  return {
    name: textIn(valueIn(item, 'n')) ?? '',
    unit: textIn(valueIn(item, 'u')) ?? '',
    value: Math.fround(numberIn(valueIn(item, 'v')) ?? Number.NaN),
  };
}

/**
 * The bytes of a profile, from `GET /api/gridprofile/rawdata?inv=` or, before v23.12.16, from `status`; empty where the
 * inverter has not told it, undefined where the answer has none or where one of them is no byte.
 */
export function decodeGridProfileBytes(document: unknown): readonly number[] | undefined {
  const bytes = listIn(valueIn(objectIn(document), 'raw'))?.map((value) => countIn(value) ?? Number.NaN);
  return bytes?.every((byte) => byte <= 0xff) ? bytes : undefined;
}

/** As a device answers `GET /api/gridprofile/status?inv=` from v23.12.16 on. */
export function encodeGridProfile({ name, version, sections }: DeviceGridProfile): object {
  return {
    name,
    version,
    sections: sections.map((section) => ({
      name: section.name,
      items: section.items.map(({ name: n, unit: u, value }) => ({ n, u, v: printedFloat(value) })),
    })),
  };
}

/** As a device answers where it tells the bytes of a profile. */
export function encodeGridProfileBytes(bytes: readonly number[]): object {
  return { raw: [...bytes] };
}
