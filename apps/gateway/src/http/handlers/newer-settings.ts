import {
  encodeSettings,
  NEWEST_RELEASE,
  type Settings,
  type SettingsDocument,
  type WireObject,
} from '@heliograph/opendtu-api';

/**
 * A document of settings with the keys of today behind those of 2023, at every level. What the gateway has none of is as on
 * a new device, unless `here` says how it is. Source: docs/reference/api-for-other-programs.md#settings.
 */
export function withNewerSettings<Of2023 extends object, Both extends Of2023>(
  document: SettingsDocument,
  of2023: Of2023,
  here: Settings = {},
): Both {
  return joined(of2023, encodeSettings(document, NEWEST_RELEASE, here)) as Both; // a test compares the keys
}

/** The keys of `newer` behind those of `older`, whose values stay. */
function joined(older: object, newer: WireObject): object {
  const known = older as WireObject;
  const both = Object.entries(known).map(([key, value]) => [
    key,
    isObject(value) && isObject(newer[key]) ? joined(value, newer[key]) : value,
  ]);
  const added = Object.entries(newer).filter(([key]) => !Object.hasOwn(known, key));
  return Object.fromEntries([...both, ...added]);
}

function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Of several names for one value the one counts that is not what is stored. Undefined where two of them are changed, and
 * not to the same.
 */
export function chosenOf<T>(
  stored: T,
  ...posted: readonly (T | undefined)[]
): { readonly value: T } | undefined {
  const changed = new Set(posted.filter((value) => value !== undefined && value !== stored));
  const [value = stored] = changed;
  return changed.size > 1 ? undefined : { value };
}
