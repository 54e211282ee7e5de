import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPreset, readText } from './read-value.ts';

const power = (powerW: number) => ({ kind: 'power', powerW });
const problem = (code: string) => ({ kind: 'problem', problem: code });

describe('the power in a text', () => {
  it.each([
    ['428', '', 428],
    [' -17.5\n', '', -17.5],
    ['1.2e3', '', 1200],
    ['{"ENERGY":{"Power":340}}', 'ENERGY.Power', 340],
    ['{"ENERGY":{"Power":340}}', '/ENERGY/Power', 340],
    ['{"ENERGY":{"Power":"340"}}', '$.ENERGY.Power', 340],
    ['{"emeters":[{"power":1},{"power":2}]}', 'emeters[1].power', 2],
    ['{"em:0":{"a/b":-5}}', '/em:0/a~1b', -5],
    ['[7,8]', '1', 8],
    ['12', '$', 12],
  ])('of %s at "%s" is %d', (text, where, watts) => {
    expect(readText(text, where)).toEqual(power(watts));
  });

  it.each([
    ['', '', 'no-value'],
    ['<html>428</html>', '', 'no-value'],
    ['428 W', '', 'no-value'],
    ['NaN', '', 'no-value'],
    ['Infinity', '', 'no-value'],
    ['0x10', '', 'no-value'],
    ['9'.repeat(5000), '', 'no-value'],
    ['1e9', '', 'implausible'],
    ['<html>', 'a', 'no-json'],
    ['{"a":1', 'a', 'no-json'],
    ['{"a":{"b":1}}', 'a', 'no-value'],
    ['{"a":true}', 'a', 'no-value'],
    ['{"a":null}', 'a', 'no-value'],
    ['{"a":1}', 'constructor.length', 'no-value'],
    ['{"a":1}', '__proto__', 'no-value'],
    ['{"a":1e99}', 'a', 'implausible'],
  ])('is missing in %s at "%s": %s', (text, where, code) => {
    expect(readText(text, where)).toEqual(problem(code));
  });

  it('is a plausible number, or there is none, whatever comes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, where) => {
        for (const word of [readText(text, where), readText(text, ''), readPreset(text, 'tasmota')]) {
          expect(word.kind === 'problem' || Math.abs(word.powerW) <= 1_000_000).toBe(true);
        }
      }),
    );
    fc.assert(
      fc.property(fc.json(), (text) => {
        for (const preset of ['shelly-gen1', 'shelly-em', 'shelly-switch', 'tasmota'] as const) {
          const word = readPreset(text, preset);
          expect(word.kind === 'problem' || Number.isFinite(word.powerW)).toBe(true);
        }
      }),
    );
  });
});

/** As the documents of the makers show them. */
describe('what meters of known makes answer', () => {
  it.each([
    ['shelly-gen1', { total_power: -120.4, emeters: [{ power: 1 }] }, -120.4],
    ['shelly-gen1', { emeters: [{ power: 300.5 }, { power: -100 }] }, 200.5],
    ['shelly-gen1', { meters: [{ power: 41.2, is_valid: true }] }, 41.2],
    ['shelly-em', { id: 0, a_act_power: 1, b_act_power: 2, c_act_power: 3, total_act_power: 6 }, 6],
    ['shelly-em', { id: 0, act_power: -8.3 }, -8.3],
    ['shelly-switch', { id: 0, output: true, apower: 12.1, voltage: 230 }, 12.1],
    ['tasmota', { StatusSNS: { Time: '2026-06-21T10:00:00', ENERGY: { Power: 340, Voltage: 230 } } }, 340],
    ['tasmota', { StatusSNS: { Time: 'x', ENERGY: { Power: [100, 20, 3] } } }, 123],
    ['tasmota', { StatusSNS: { Time: 'x', SML: { Total_in: 1234.5, Power_curr: -77 } } }, -77],
  ] as const)('%s: %j', (preset, answer, watts) => {
    expect(readPreset(JSON.stringify(answer), preset)).toEqual(power(watts));
  });

  it('is no power where a phase is missing', () => {
    expect(readPreset('{"emeters":[{"power":1},{}]}', 'shelly-gen1')).toEqual(problem('no-value'));
    expect(readPreset('{"StatusSNS":{"ENERGY":{"Power":[1,"x"]}}}', 'tasmota')).toEqual(problem('no-value'));
  });
});
