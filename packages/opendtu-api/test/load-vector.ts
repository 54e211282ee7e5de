import { readFileSync } from 'node:fs';

/** A document of the folder `vectors`, as `JSON.parse` gives it: `2023-02/live-data`. */
export function loadVector(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
}
