import { geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import fine from 'world-atlas/countries-50m.json?url';
import coarse from 'world-atlas/countries-110m.json?url';
import { projection } from './map-view.ts';

/** The land and the borders of countries, as paths of SVG. Of Natural Earth, and so of nobody. */
export interface Outlines {
  readonly land: string;
  readonly borders: string;
}

const ADDRESSES = { coarse, fine } as const;

export async function loadOutlines(
  detail: keyof typeof ADDRESSES,
  signal: AbortSignal,
): Promise<Outlines> {
  const response = await fetch(ADDRESSES[detail], { signal });
  if (!response.ok) throw new Error(`the outlines: ${response.status}`);
  const world = (await response.json()) as Topology<{
    countries: GeometryCollection;
    land: GeometryCollection;
  }>;
  const path = geoPath(projection).digits(2);
  const { countries, land } = world.objects;
  return {
    land: path(feature(world, land)) ?? '',
    borders: path(mesh(world, countries, (one, other) => one !== other)) ?? '',
  };
}
