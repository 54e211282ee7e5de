import fc from 'fast-check';
import type { Link } from '../src/index.ts';

/** Whole numbers of so many bits. */
export const uint = (bits: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: 2 ** bits - 1 });

/** A number that the wire can carry exactly: whole steps of 1 / `stepsPerUnit`. */
export const steps = (max: number, stepsPerUnit: number, min = 0): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((raw) => raw / stepsPerUnit);

export const hex8 = (value: number): string => value.toString(16).padStart(8, '0');

const serial = uint(32).chain((low) =>
  fc.constantFrom('1121', '1141', '1161', '1999').map((high) => high + hex8(low)),
);
export const link: fc.Arbitrary<Link> = fc.record({ inverterSerial: serial, dtuSerial: serial });
