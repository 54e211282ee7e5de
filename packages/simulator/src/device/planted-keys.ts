import { changeRaw, type WireObject } from '@heliograph/opendtu-api';
import { asKind, kindOf, objectOf } from './wire-values.ts';

/**
 * Keys that no known release has, as one of tomorrow will. The device sends them and, as with its own
 * (docs/reference/api-generations.md#settings), sets back what a save leaves out.
 */
export interface PlantedKeys {
  /** Adds keys with their values. */
  add(keys: WireObject): void;
  /** The document with these keys at its end. */
  addedTo(document: WireObject): WireObject;
  /** What a save leaves of them. */
  save(body: WireObject): void;
}

export function createPlantedKeys(start: WireObject = {}): PlantedKeys {
  let planted = start;
  return {
    add(keys) {
      planted = changeRaw(planted, keys);
    },
    addedTo: (document) => changeRaw(document, planted),
    save(body) {
      planted = savedFrom(planted, body);
    },
  };
}

function savedFrom(planted: WireObject, body: WireObject | undefined): WireObject {
  const saved = Object.entries(planted).map(([key, value]) => {
    const sent = body !== undefined && Object.hasOwn(body, key) ? body[key] : undefined;
    const deeper = objectOf(value);
    if (deeper !== undefined) return [key, savedFrom(deeper, objectOf(sent))];
    return [key, sent === undefined ? asKind(undefined, kindOf(value)) : sent];
  });
  return Object.fromEntries(saved);
}
