import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonDamage } from './json-damage.ts';

const broken = (line: number, column: number) => ({ kind: 'broken-json', line, column });
const CUT = { kind: 'cut-short' };
const NONE = { kind: 'no-json' };

describe('what is wrong with a file that is not JSON', () => {
  it.each([
    ['{"cfg":{"ver', CUT],
    ['{"cfg":{"version":714', CUT],
    ['{"cfg":{"version":71424}', CUT],
    ['{"a":tru', CUT],
    ['{"a":"x\\', CUT],
    ['{"a":"x\\u00', CUT],
    ['{"a":"x\\"', CUT],
    ['[1,', CUT],
    ['[-', CUT],
    ['{', CUT],
    [' \n', CUT],
    ['{nope', broken(1, 2)],
    ['{"a":1,}', broken(1, 8)],
    ['[1,]', broken(1, 4)],
    ['{"a" 1}', broken(1, 6)],
    ['{"a":1 "b":2}', broken(1, 8)],
    ['{"a":nope}', broken(1, 6)],
    ['{"a":01}', broken(1, 6)],
    ['{\n  "a": 1,\n  "b": [1, 2}\n}', broken(3, 13)],
    ['{"a":1}}', broken(1, 8)],
    ['[1] [2]', broken(1, 5)],
    ['{"a":"\\x"}', broken(1, 6)],
    ['', CUT],
    ['hello', NONE],
    ['<html></html>', NONE],
    ['\u0089PNG\r\n', NONE],
    ['"text"', NONE],
  ])('%j', (text, damage) => expect(findJsonDamage(text)).toEqual(damage));

  it('is nothing for every object and list that is JSON', () => {
    const value = fc.oneof(fc.object({ maxDepth: 4 }), fc.array(fc.jsonValue()));
    fc.assert(
      fc.property(value, fc.boolean(), (content, isSpread) => {
        const text = JSON.stringify(content, null, isSpread ? 2 : 0);
        expect(findJsonDamage(text)).toBeUndefined();
      }),
    );
  });

  it('is that it ends too early, wherever it was cut', () => {
    const text = JSON.stringify({ a: [1, -2.5e3, { b: 'x"\\ü\n' }, true, null], c: 'd' });
    for (let length = 1; length < text.length; length++) {
      expect(findJsonDamage(text.slice(0, length)), text.slice(0, length)).toEqual(CUT);
    }
  });

  it('is found where JSON.parse finds something, too', () => {
    const text = JSON.stringify({ a: [1, 2], b: { c: 'text', d: false } });
    for (let index = 0; index < text.length; index++) {
      for (const sign of ['', '}', ']', ',', ':', '"', 'x', '0']) {
        const changed = text.slice(0, index) + sign + text.slice(index + 1);
        const isJson = (() => {
          try {
            JSON.parse(changed);
            return true;
          } catch {
            return false;
          }
        })();
        expect(findJsonDamage(changed) === undefined, changed).toBe(isJson);
      }
    }
  });

  it('is found in a time that grows with the length, not faster', () => {
    const timeOf = (text: string) => {
      const times = Array.from({ length: 5 }, () => {
        const start = process.cpuUsage(); // of a busy machine the clock measures the others
        findJsonDamage(text);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      return Math.min(...times);
    };
    for (const make of [
      (length: number) => '['.repeat(length),
      (length: number) => `["${'\\"'.repeat(length / 2)}`,
      (length: number) => `[${'1'.repeat(length)}.`,
      (length: number) => `["${'x'.repeat(length)}`,
      (length: number) => `[${'"",'.repeat(length / 3)}x`,
    ]) {
      const [small, large] = [16_384, 65_536].map((length) => timeOf(make(length)));
      expect(large).toBeLessThan(10 * (small ?? 0) + 10);
    }
  });
});
