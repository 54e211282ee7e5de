import type { ReadersEndpoint } from './endpoint.ts';
import { isRecord } from './unknown-values.ts';

/** A value of a grid profile. */
export interface GridProfileItem {
  /** Name. */
  readonly n: string;
  /** Unit. */
  readonly u: string;
  /** Value; null where the device does not tell it. */
  readonly v: number | null;
}

/** What belongs together in a grid profile. */
export interface GridProfileSection {
  readonly name: string;
  readonly items: readonly GridProfileItem[];
}

/**
 * By which rules of the grid an inverter feeds in: all empty while it is not known. An empty object where there is no such
 * inverter. Source: docs/reference/api-generations.md#grid-profiles.
 */
export interface GridProfile {
  /** Of the country's rules. */
  readonly name?: string;
  readonly version?: string;
  readonly sections?: readonly GridProfileSection[];
}

/** The bytes of a grid profile as the inverter has sent them. */
export interface GridProfileBytes {
  readonly raw?: readonly number[];
}

/**
 * By which rules of the grid the inverter `inv` feeds in. The gateway's own radio does not ask for it yet; what an original
 * device knows of its inverters is passed on.
 */
export const getGridProfile: ReadersEndpoint<GridProfile, GridProfile, 'inv'> = {
  method: 'GET',
  path: '/api/gridprofile/status',
  access: 'readonly',
  query: ['inv'],
  read: (value) => (isRecord(value) ? value : undefined),
};

/** The same as bytes. */
export const getGridProfileBytes: ReadersEndpoint<GridProfileBytes, GridProfileBytes, 'inv'> = {
  method: 'GET',
  path: '/api/gridprofile/rawdata',
  access: 'readonly',
  query: ['inv'],
  read: (value) => (isRecord(value) ? value : undefined),
};
