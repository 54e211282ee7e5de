import { describe, expect, it } from 'vitest';
import { type SunspecUnit, sunspecRegisters } from './sunspec-map.ts';

/** Addresses and meanings as docs/reference/sunspec.md#the-map has them, written out. */

const ONE_PHASE: SunspecUnit = {
  ...{ unit: 2, manufacturer: 'Heliograph', model: 'HM-800', version: '10014', serial: '114182730124' },
  ...{ phaseCount: 1, ceilingW: 2250, ratedW: 800, powerW: 742.4, dcPowerW: 780.1 },
  ...{ reactivePowerVar: -3.2, frequencyHz: 50.02, temperatureC: -4.5, currentA: 3.21 },
  ...{ phaseCurrentsA: [3.21], phaseVoltagesV: [231.2], lineVoltagesV: [], energyWh: 1_234_567.9 },
  state: 'limited',
  limit: { percent: 60, isEnabled: true, revertS: 120 },
};

const mapOf = (unit: Partial<SunspecUnit> = {}) => {
  const registers = sunspecRegisters({ ...ONE_PHASE, ...unit });
  const at = (address: number) => registers[address - 40_000] ?? NaN;
  const signedAt = (address: number) => (at(address) ^ 0x8000) - 0x8000;
  return {
    ...{ registers, at, signedAt },
    textAt: (address: number, count: number) =>
      Buffer.from(
        registers
          .slice(address - 40_000, address - 40_000 + count)
          .flatMap((word) => [word >> 8, word & 0xff]),
      )
        .toString('latin1')
        .replace(/\0+$/, ''),
    /** A number and its power of ten. */
    scaled: (address: number, scale: number) => signedAt(address) * 10 ** signedAt(scale),
  };
};

/** As a client walks them: the number of each model, and where its head is. */
function walk(registers: readonly number[]): readonly (readonly [model: number, address: number])[] {
  const models: (readonly [number, number])[] = [];
  for (let place = 2; place < registers.length; place += (registers[place + 1] ?? 0) + 2) {
    models.push([registers[place] ?? 0, 40_000 + place]);
  }
  return models;
}

describe('the registers of an inverter', () => {
  it('begin with the mark of SunSpec and lead from model to model to their end', () => {
    const { textAt, registers } = mapOf();
    expect(textAt(40_000, 2)).toBe('SunS');
    expect(walk(registers)).toEqual([
      [1, 40_002],
      [101, 40_070],
      [120, 40_122],
      [123, 40_150],
      [0xffff, 40_176],
    ]);
    expect(registers).toHaveLength(178);
    expect(registers.every((word) => Number.isInteger(word) && word >= 0 && word <= 0xffff)).toBe(true);
  });

  it('say who it is, in texts that are filled up with zeros', () => {
    const { textAt, at } = mapOf();
    expect(textAt(40_004, 16)).toBe('Heliograph');
    expect(textAt(40_020, 16)).toBe('HM-800');
    expect(textAt(40_036, 8)).toBe('');
    expect(textAt(40_044, 8)).toBe('10014');
    expect(textAt(40_052, 16)).toBe('114182730124');
    expect(at(40_068)).toBe(2);
    expect(mapOf({ model: 'Süd'.repeat(20) }).textAt(40_020, 16)).toBe('S?d'.repeat(20).slice(0, 32));
  });

  it('say what it does, each number with its power of ten', () => {
    const { scaled, at } = mapOf();
    expect(scaled(40_072, 40_076)).toBeCloseTo(3.21);
    expect(scaled(40_073, 40_076)).toBeCloseTo(3.21);
    expect([at(40_074), at(40_075)]).toEqual([0xffff, 0xffff]);
    expect(scaled(40_080, 40_083)).toBeCloseTo(231.2);
    expect(scaled(40_084, 40_085)).toBeCloseTo(742.4);
    expect(scaled(40_086, 40_087)).toBeCloseTo(50.02);
    expect(scaled(40_090, 40_091)).toBeCloseTo(-3.2);
    expect(at(40_094) * 0x10000 + at(40_095)).toBe(1_234_567);
    expect(at(40_096)).toBe(0);
    expect(scaled(40_101, 40_102)).toBeCloseTo(780.1);
    expect(scaled(40_103, 40_107)).toBeCloseTo(-4.5);
    expect(at(40_108)).toBe(5);
  });

  it('say what it can, and what a client has limited it to', () => {
    const { scaled, at } = mapOf();
    expect(at(40_124)).toBe(4);
    expect(scaled(40_125, 40_126)).toBe(800);
    expect(scaled(40_155, 40_173)).toBeCloseTo(60);
    expect([at(40_157), at(40_159)]).toEqual([120, 1]);
    const free = mapOf({ limit: { percent: 100, isEnabled: false, revertS: 0 } });
    expect([free.at(40_155), free.at(40_159)]).toEqual([10_000, 0]);
  });

  it('say of what is not known that it is not there', () => {
    const unknown = {
      frequencyHz: NaN,
      temperatureC: NaN,
      ratedW: NaN,
      energyWh: NaN,
      reactivePowerVar: NaN,
    };
    const { at } = mapOf({ ...unknown, phaseVoltagesV: [NaN] });
    expect([at(40_086), at(40_080), at(40_125)]).toEqual([0xffff, 0xffff, 0xffff]);
    expect([at(40_103), at(40_090), at(40_091)]).toEqual([0x8000, 0x8000, 0x8000]);
    expect([at(40_094), at(40_095)]).toEqual([0, 0]);
  });

  it('are model 103 with three phases', () => {
    const { registers, scaled } = mapOf({
      ...{ phaseCount: 3, currentA: 6, phaseCurrentsA: [1, 2, 3] },
      ...{ phaseVoltagesV: [230, 231, 232], lineVoltagesV: [400, 401, 402] },
    });
    expect(walk(registers)[1]).toEqual([103, 40_070]);
    const amperes = [40_072, 40_073, 40_074, 40_075].map((address) => scaled(address, 40_076));
    expect(amperes).toEqual([6, 1, 2, 3]);
    const volts = [40_077, 40_078, 40_079, 40_080, 40_081, 40_082].map((address) => scaled(address, 40_083));
    expect(volts.map(Math.round)).toEqual([400, 401, 402, 230, 231, 232]);
  });
});

describe('the registers of a large plant', () => {
  it('have coarser scales, which fit whatever it makes and do not move with the sun', () => {
    for (const count of [1, 2, 15, 100, 500, 5000]) {
      const ceilingW = count * 2250;
      const [dark, bright] = [1, ceilingW].map((powerW) =>
        mapOf({ ceilingW, powerW, currentA: powerW / 200 }),
      );
      for (const scale of [40_076, 40_085, 40_126]) expect(dark?.at(scale)).toBe(bright?.at(scale));
      const told = bright?.scaled(40_084, 40_085) ?? 0;
      expect(Math.abs(told - ceilingW)).toBeLessThanOrEqual(ceilingW / 1000);
      const { at, signedAt } = mapOf({ ceilingW, ratedW: ceilingW });
      expect(at(40_125) * 10 ** signedAt(40_126)).toBeCloseTo(ceilingW, -3);
    }
  });

  it('count energy as far as a counter goes and begin again', () => {
    const { at } = mapOf({ energyWh: 2 ** 32 + 70_000 });
    expect([at(40_094), at(40_095)]).toEqual([1, 70_000 - 0x10000]);
  });
});
