import { geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import fine from 'world-atlas/countries-50m.json?url';
import coarse from 'world-atlas/countries-110m.json?url';
import { projection } from './map-view.ts';

/** The land and the borders of countries, as paths of SVG. Of Natural Earth, and so of nobody. */
export interface Outlines {
  readonly land: string;
  readonly borders: string;
}

type FetchFile = (address: string, init: RequestInit) => Promise<Response>;

const ADDRESSES = { coarse, fine } as const;

export async function loadOutlines(
  fetchFile: FetchFile,
  detail: keyof typeof ADDRESSES,
  signal: AbortSignal,
): Promise<Outlines> {
  const response = await fetchFile(ADDRESSES[detail], { signal });
  if (!response.ok) throw new Error(`the outlines: ${response.status}`);
  const world = (await response.json()) as Parameters<typeof mesh>[0];
  const path = geoPath(projection).digits(2);
  const { countries, land } = world.objects;
  if (land === undefined || countries === undefined) throw new Error('the outlines have no land');
  return {
    land: path(feature(world, land)) ?? '',
    borders: path(mesh(world, countries as Parameters<typeof mesh>[1], (one, other) => one !== other)) ?? '',
  };
}
