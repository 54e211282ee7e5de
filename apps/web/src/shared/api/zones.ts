import type { AnyEndpoint } from '@heliograph/contract';

/** Each zone's name (`Europe/Berlin`) and POSIX rule (`CET-1CEST,M3.5.0,M10.5.0/3`), in the order of the file. */
export type ZoneRules = readonly (readonly [name: string, rule: string])[];

/**
 * The time zones to choose from: a file beside the page, which any device serves. Source:
 * docs/reference/original-device.md#time.
 */
export const getZones: AnyEndpoint<unknown, ZoneRules> = {
  method: 'GET',
  path: '/zones.json',
  access: 'open',
  query: [],
  read(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const zones = Object.entries(value).filter(
      (zone): zone is [string, string] => typeof zone[1] === 'string',
    );
    return zones.length > 0 ? zones : undefined;
  },
};
