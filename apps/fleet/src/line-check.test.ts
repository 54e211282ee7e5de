import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLines } from './line-check.ts';

const AT = '1790000000000000000';
const check = (text: string, admits = () => true) => {
  const found = checkLines(Buffer.from(text), {
    site: 'barn',
    latestS: 1_790_000_300,
    maxInverters: 200,
    admits,
  });
  return { ...found, good: Buffer.from(found.good).toString() };
};

describe('lines of a site', () => {
  it.each([
    `heliograph_inverter,site=barn,serial=116180000001 power_w=212.4,voltage_v=230.1 ${AT}`,
    `heliograph_inverter,serial=116180000001,site=barn power_w=-1.5e-7 ${AT}`,
    `heliograph_string,site=barn,serial=116180000001,string=24 power_w=0,yield_day_wh=1e+4 ${AT}`,
    `heliograph_plant,site=barn power_w=0,dc_power_w=1,limit_percent=100 ${AT}`,
    `heliograph_plant,site=barn power_w=1e6,dc_power_w=-1e+0,limit_percent=0 ${AT}`,
    `heliograph_meter,site=barn grid_w=-412.5 ${AT}`,
    `heliograph_name,site=barn,serial=116180000001,name=Süd\\ Dach\\,\\ a\\=b info=1 ${AT}`,
    `heliograph_name,site=barn,serial=116180000001,string=1,name=x info=1 ${AT}`,
    `heliograph_test,site=barn value=1 ${AT}`,
    `heliograph_plant,site=barn power_w=1 1790000300000000000`,
  ])('go on as they came: %s', (line) => {
    expect(check(`${line}\n`)).toEqual({ good: `${line}\n`, lines: 1, refused: 0, tooMany: 0 });
    expect(check(line).good).toBe(line);
  });

  it.each([
    ['of another site', `heliograph_plant,site=mill power_w=1 ${AT}`],
    ['of two sites', `heliograph_plant,site=barn,site=mill power_w=1 ${AT}`],
    ['of no site', `heliograph_plant power_w=1 ${AT}`],
    ['of a site that begins so', `heliograph_plant,site=barn\\ 2 power_w=1 ${AT}`],
    ['of another measurement', `up,site=barn value=1 ${AT}`],
    ['of a prototype', `__proto__,site=barn value=1 ${AT}`],
    ['with a tag too many', `heliograph_plant,site=barn,host=x power_w=1 ${AT}`],
    ['with a tag that hides its name', `heliograph_plant,site=barn,__name__=up power_w=1 ${AT}`],
    ['without its serial', `heliograph_inverter,site=barn power_w=1 ${AT}`],
    ['with a serial too long', `heliograph_inverter,site=barn,serial=1161800000012 power_w=1 ${AT}`],
    ['with a serial of letters', `heliograph_inverter,site=barn,serial=11618000000x power_w=1 ${AT}`],
    ['with string 0', `heliograph_string,site=barn,serial=116180000001,string=0 power_w=1 ${AT}`],
    ['with string 01', `heliograph_string,site=barn,serial=116180000001,string=01 power_w=1 ${AT}`],
    ['with an empty tag', `heliograph_plant,site= power_w=1 ${AT}`],
    ['with a field too many', `heliograph_plant,site=barn power_w=1,x=1 ${AT}`],
    ['with a field twice', `heliograph_plant,site=barn power_w=1,power_w=2 ${AT}`],
    ['with a text', `heliograph_plant,site=barn power_w="1" ${AT}`],
    ['with NaN', `heliograph_plant,site=barn power_w=NaN ${AT}`],
    ['with more than a number can be', `heliograph_plant,site=barn power_w=1e999 ${AT}`],
    ['with a number that never ends', `heliograph_plant,site=barn power_w=${'1'.repeat(21)} ${AT}`],
    [
      'with more than an inverter gives',
      `heliograph_inverter,site=barn,serial=116180000001 power_w=1e99 ${AT}`,
    ],
    ['with more than a plant gives', `heliograph_plant,site=barn power_w=1000001 ${AT}`],
    ['with less than a plant takes', `heliograph_plant,site=barn power_w=-20001 ${AT}`],
    [
      'with a yield below zero',
      `heliograph_string,site=barn,serial=116180000001,string=1 yield_day_wh=-1 ${AT}`,
    ],
    ['with a voltage of lightning', `heliograph_inverter,site=barn,serial=116180000001 voltage_v=1e6 ${AT}`],
    ['with a meter of a power station', `heliograph_meter,site=barn grid_w=-1e9 ${AT}`],
    ['without fields', `heliograph_plant,site=barn ${AT}`],
    ['with a comma behind its fields', `heliograph_plant,site=barn power_w=1, ${AT}`],
    ['without a time', 'heliograph_plant,site=barn power_w=1'],
    ['with a time in seconds', 'heliograph_plant,site=barn power_w=1 1790000000'],
    ['with a time ahead', 'heliograph_plant,site=barn power_w=1 1790000301000000000'],
    ['with a time before all gateways', 'heliograph_plant,site=barn power_w=1 1500000000000000000'],
    ['with two spaces', `heliograph_plant,site=barn  power_w=1 ${AT}`],
    ['with more behind it', `heliograph_plant,site=barn power_w=1 ${AT} x`],
    ['with a carriage return', `heliograph_plant,site=barn power_w=1 ${AT}\r`],
    ['with a control character', `heliograph_name,site=barn,serial=116180000001,name=a\tb info=1 ${AT}`],
    ['with a backslash at its end', `heliograph_name,site=barn,serial=116180000001,name=a\\ info=1 ${AT}`],
    [
      'with a backslash before a letter',
      `heliograph_name,site=barn,serial=116180000001,name=a\\b info=1 ${AT}`,
    ],
    [
      'that is very long',
      `heliograph_name,site=barn,serial=116180000001,name=${'x'.repeat(301)} info=1 ${AT}`,
    ],
  ])('are refused, and those around them are not: one %s', (_, line) => {
    const good = `heliograph_test,site=barn value=1 ${AT}\n`;
    expect(check(`${good}${line}\n${good}`)).toEqual({ good: good + good, lines: 2, refused: 1, tooMany: 0 });
  });

  it('that are empty, or a comment, are no lines', () => {
    const good = `heliograph_test,site=barn value=1 ${AT}\n`;
    expect(check(`\n# a comment\n${good}\n`)).toEqual({ good, lines: 1, refused: 0, tooMany: 0 });
    expect(check('')).toEqual({ good: '', lines: 0, refused: 0, tooMany: 0 });
  });

  it('of an inverter that a site may not have are told apart', () => {
    const line = `heliograph_inverter,site=barn,serial=116180000001 power_w=1 ${AT}\n`;
    expect(check(line, () => false)).toEqual({ good: '', lines: 0, refused: 0, tooMany: 1 });
  });

  it("are the site's own whatever is sent: nothing else gets through", () => {
    const good = [
      `heliograph_plant,site=barn power_w=1,dc_power_w=2.5 ${AT}\n`,
      `heliograph_name,site=barn,serial=116180000001,string=1,name=a\\ b info=1 ${AT}\n`,
    ];
    const pieces = [
      ...[
        'heliograph_plant',
        'up',
        ',site=barn',
        ',site=mill',
        ',site=',
        ',name=',
        ',__name__=up',
        ' power_w=1',
      ],
      ...[' ', ',', '=', '\\', '"', '\n', '\r', '\0', `${AT}`, ` ${AT}\n`, '#', 'é', '1e5', '-', '.', 'mill'],
    ];
    const edit = fc.record({
      ...{ at: fc.nat(200), length: fc.nat(30) },
      text: fc.oneof(
        fc.constant(''),
        fc.constantFrom(...pieces),
        fc.string({ maxLength: 4, unit: 'binary' }),
      ),
    });
    const sent = fc.record({
      lines: fc.array(fc.constantFrom(...good), { maxLength: 4 }),
      edits: fc.array(edit, { maxLength: 3 }),
    });
    let through = 0;
    fc.assert(
      fc.property(sent, ({ lines: texts, edits }) => {
        const text = edits.reduce(
          (so, edited) => so.slice(0, edited.at) + edited.text + so.slice(edited.at + edited.length),
          texts.join(''),
        );
        const { good: handedOn, lines } = check(text);
        const taken = handedOn.split('\n').filter((line) => line !== '');
        expect(taken.length).toBe(lines);
        through += lines;
        for (const line of taken) {
          expect(line).toMatch(/^heliograph_(plant|inverter|name),([^ ]*,)?site=barn[, ]/);
          expect(line.match(/(?<!\\),site=/g)?.length).toBe(1);
        }
      }),
      { numRuns: 20_000, seed: 23 },
    );
    expect(through).toBeGreaterThan(1000);
  });

  it('cost no more the more of them are wrong', () => {
    const started = performance.now();
    expect(check('a\n'.repeat(2_000_000)).refused).toBe(2_000_000);
    expect(check(`${'a'.repeat(2_000_000)}\n${'=,'.repeat(1_000_000)}`).refused).toBe(2);
    // In turn with the square of their number it would be hours.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
