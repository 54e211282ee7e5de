import type { InverterConfig } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { bandsOf, outOfBand, supportedInverters } from './supported-inverters.ts';

const config = (serial: string, name = serial, powersW: readonly number[] = [0]): InverterConfig => ({
  serial,
  name,
  channel: powersW.map((max_power) => ({ name: `s${max_power}`, max_power })),
});
const A = '112100000001';
const B = '114100000002';
const C = '116100000003';

describe('the stored settings', () => {
  it('leaves out what speaks below 1 GHz where the radio is a chip at 2.4 GHz', () => {
    const configs = [config('112481234567'), config(A), config('136181234567'), config('999900000000')];
    const serials = (isRadioSimulated: boolean) => {
      const bands = bandsOf({ isRadioSimulated });
      return [supportedInverters(configs, bands), outOfBand(configs, bands)].map((inverters) =>
        inverters.map(({ serial }) => serial),
      );
    };
    expect(serials(true)).toEqual([['112481234567', A, '136181234567'], []]);
    expect(serials(false)).toEqual([[A], ['112481234567', '136181234567']]);
  });

  it('make one inverter per supported serial, in their order', () => {
    const supported = supportedInverters([config(C), config('999900000000'), config('nonsense'), config(A)]);
    expect(supported.map(({ serial }) => serial)).toEqual([C, A]);
  });

  it('may name a serial twice, in whatever spelling: the first counts', () => {
    const supported = supportedInverters([config(A, 'first'), config(`0000${A}`, 'second')]);
    expect(supported.map(({ name }) => name)).toEqual(['first']);
  });

  it('have one entry per string of the model, whatever their length', () => {
    const [many] = supportedInverters([config(B, 'many', [1, 2, 3, 4])]);
    expect(many?.strings).toEqual([
      { name: 's1', maxPowerW: 1 },
      { name: 's2', maxPowerW: 2 },
    ]);
    const [none] = supportedInverters([config(B, 'none', [])]);
    expect(none?.strings).toEqual([
      { name: '', maxPowerW: 0 },
      { name: '', maxPowerW: 0 },
    ]);
  });

  it.each([
    [A, { typeText: 'HM-300, HM-350, HM-400', stringCount: 1, phaseCount: 1 }],
    [B, { typeText: 'HM-600, HM-700, HM-800', stringCount: 2, phaseCount: 1 }],
    [C, { typeText: 'HM-1000, HM-1200, HM-1500', stringCount: 4, phaseCount: 1 }],
    ['116400000004', { typeText: 'HMS-1600, HMS-1800, HMS-2000', stringCount: 4, phaseCount: 1 }],
    ['138200000005', { typeText: 'HMT-1800, HMT-2250', stringCount: 6, phaseCount: 3 }],
    ['282100000006', { typeText: 'HERF-600, HERF-800', stringCount: 2, phaseCount: 1 }],
  ])('tell by the serial %s what kind of inverter it is', (serial, model) => {
    expect(supportedInverters([config(serial)])[0]?.model).toEqual(model);
  });
});
