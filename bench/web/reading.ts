/** Something that was measured of a page, once. */
export interface Reading {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'ms/s' | '/s' | 'kB' | '';
}
