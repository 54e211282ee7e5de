import {
  decodeDeviceInfoSimple,
  decodeSystemConfig,
  isPlausible,
  limitTypeFor,
  MODEL_FAMILIES,
  modelFamilyOf,
} from '@heliograph/protocol';
import { ALL_FAMILIES, scenarioOf } from '@heliograph/testbed/gateway/plant-of-families.ts';
import { assert, describe, expect, it } from 'vitest';
import { createDtu, type Dtu } from './dtu.ts';

const SCENARIO = scenarioOf(ALL_FAMILIES);
const NOTHING = new Uint8Array();
const MINUTE_MS = 60_000;

it('every family can be simulated', () => {
  const simulated = ALL_FAMILIES.map(({ serial }) => modelFamilyOf(serial)?.name);
  const others = MODEL_FAMILIES.map(({ name }) => name).filter((name) => !name.startsWith('hm-'));
  expect(simulated).toEqual(others);
});

describe.each(ALL_FAMILIES)('a simulated $model', ({ model, serial, strings }) => {
  const family = modelFamilyOf(serial) ?? assert.fail('no family');
  const heldPercent = (dtu: Dtu) =>
    decodeSystemConfig(dtu.ask(serial, 'SystemConfigPara') ?? NOTHING)?.limitPercent;

  it('measures what an installer expects', () => {
    const dtu = createDtu({ scenario: SCENARIO, seed: 4 });
    for (let hour = 0; hour < 6; hour++) {
      dtu.clock.advance(60 * MINUTE_MS);
      const reading = dtu.reading(serial) ?? assert.fail('no answer');
      expect(isPlausible(reading)).toBe(true);
      expect(reading.phases).toHaveLength(family.phaseCount);
      expect(reading.strings).toHaveLength(strings.length);
      const apparentVa = reading.phases.reduce((sum, { voltageV, currentA }) => sum + voltageV * currentA, 0);
      expect(Math.abs(apparentVa * reading.powerFactor - reading.powerW)).toBeLessThan(0.01 * apparentVa + 4);
      for (const { voltageV } of reading.phases) expect(Math.abs(voltageV - 231.5)).toBeLessThan(8);
      for (const voltageV of reading.lineVoltagesV) expect(Math.abs(voltageV - 400)).toBeLessThan(16);
      expect(reading.lineVoltagesV).toHaveLength(family.phaseCount === 3 ? 3 : 0);
      for (const { powerW, voltageV, currentA } of reading.strings) {
        expect(powerW).toBeGreaterThan(0);
        expect(Math.abs(powerW - voltageV * currentA)).toBeLessThan(
          0.05 * currentA + 0.005 * voltageV + 0.06,
        );
      }
    }
  });

  it('gives strings on one tracker one voltage, and others their own', () => {
    const reading = createDtu({ scenario: SCENARIO }).reading(serial) ?? assert.fail('no answer');
    const trackers = new Set(family.layout.strings.map(({ voltage }) => voltage));
    expect(new Set(reading.strings.map(({ voltageV }) => voltageV)).size).toBe(trackers.size);
  });

  it('tells a part number of its own', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    const info = decodeDeviceInfoSimple(dtu.ask(serial, 'DevInfoSimple') ?? NOTHING);
    if (model === 'HERF-300') expect(info?.model).toBeUndefined();
    else expect(info?.model?.name.startsWith(model.replace(' v2', ''))).toBe(true);
  });

  it('keeps a limit that was ordered with the code of its family, and no other', () => {
    const dtu = createDtu({ scenario: SCENARIO });
    const restart = () => {
      dtu.command(serial, { kind: 'PowerControl', action: 'restart' });
      dtu.clock.advance(MINUTE_MS);
    };
    const order = (limit: number, limitType: ReturnType<typeof limitTypeFor>) =>
      dtu.command(serial, { kind: 'ActivePowerControl', limit, limitType });
    expect(order(60, limitTypeFor(family, { isRelative: true, isPersistent: true }))).toBe(true);
    restart();
    expect(heldPercent(dtu)).toBe(60);
    expect(order(40, family.persistentLimitTypes.relative === 0x0101 ? 0x0003 : 0x0101)).toBe(true);
    expect(heldPercent(dtu)).toBe(40);
    restart();
    expect(heldPercent(dtu)).toBe(60);
    expect(order(100, limitTypeFor(family, { isRelative: false, isPersistent: true }))).toBe(true);
    restart();
    const maxPowerW = Number(/\d+/.exec(model));
    expect(dtu.radio.inspect(serial)?.persistentLimitPercent).toBeCloseTo(10_000 / maxPowerW, 0);
    expect(heldPercent(dtu)).toBeCloseTo(10_000 / maxPowerW, 0);
  });
});
