import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mutatedJson } from './mutate-json.ts';

const GOOD = { id: 1, name: 'Roof', channel: [{ name: 'East', max_power: 400 }] };
const made = (seed: number) => fc.sample(mutatedJson(GOOD), { seed, numRuns: 500 });

it('makes the same mistakes of the same seed, and others of another one', () => {
  expect(made(7)).toEqual(made(7));
  expect(made(8)).not.toEqual(made(7));
});

it('makes every kind of mistake, at every depth, and hardly ever none', () => {
  const texts = made(1);
  expect(texts.filter((text) => text === JSON.stringify(GOOD)).length).toBeLessThan(15);
  expect(texts.some(({ length }) => length > 1_000_000)).toBe(true);
  const kinds = {
    'a missing key': /^\{"id":1,"name":"Roof"\}$/,
    'a key of its own': /"toJSON":|__proto__:/,
    'a key twice': /"id":1,"id":|"id":[^,]+,"id":1/,
    'another number': /"max_power":1e999/,
    'half a character': /"\\ud800"/,
    'a value inside of a list': /\[\{"name":null/,
    'deep nesting': /\[{400}/,
    'a cut': /^\{"id":1,"name":"Ro?o?f?$|^[^{]/,
  };
  for (const [kind, pattern] of Object.entries(kinds)) {
    expect(
      texts.some((text) => pattern.test(text)),
      kind,
    ).toBe(true);
  }
});
