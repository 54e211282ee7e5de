import { inverterFamilyOf, type LiveChannel, PHASE_PROPERTY_NAMES } from '@heliograph/contract';
import { limitTypeFor, modelFamilyOf } from '@heliograph/protocol';
import { GOOD_AIR } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { ALL_FAMILIES, startPlantOf } from '@heliograph/testbed/gateway/plant-of-families.ts';
import { assert, describe, expect, it } from 'vitest';

/** Long enough for every inverter to have its turn, and for the answers to what is asked only once. */
const ROUND_MS = 120_000;

/** What the AC side says of each phase, where it has several. */
function expectPhases(ac: LiveChannel, phaseCount: number): void {
  const values = PHASE_PROPERTY_NAMES.map((name) => ac[name]?.v ?? undefined);
  if (phaseCount === 1) {
    expect(values).toEqual(Array(9).fill(undefined));
    return;
  }
  for (const volts of values.slice(0, 3)) expect(Math.abs((volts ?? 0) - 231.5)).toBeLessThan(8);
  for (const volts of values.slice(3, 6)) expect(Math.abs((volts ?? 0) - 400)).toBeLessThan(14);
  const sumA = values.slice(6).reduce<number>((sum, amperes) => sum + (amperes ?? 0), 0);
  expect(sumA).toBeCloseTo(ac.Current?.v ?? 0, 2);
}

describe('inverters of all families', () => {
  it('are polled, listed and told', async () => {
    const plant = await startPlantOf(ALL_FAMILIES);
    await plant.advance(ROUND_MS);
    const live = await plant.live();
    expect(live.map(({ serial }) => serial)).toEqual(ALL_FAMILIES.map(({ serial }) => serial));
    for (const { serial, channels, reachable, producing, events } of live) {
      const family = modelFamilyOf(serial) ?? assert.fail('no family');
      expect([reachable, producing, events > 0], serial).toEqual([true, true, true]);
      const { stringCount, phaseCount } = family;
      expect(Object.keys(channels)).toEqual(['0', '1', '2', '3', '4', '5', '6'].slice(0, stringCount + 1));
      const ac = channels[0] ?? {};
      const { Power, Voltage, Current, PowerFactor, 'Power DC': dc } = ac;
      // One phase stands for all: its voltage, and the current of all of them.
      expect(Math.abs((Voltage?.v ?? 0) - 231.5), serial).toBeLessThan(8);
      const fedInW = (Voltage?.v ?? 0) * (Current?.v ?? 0) * (PowerFactor?.v ?? 0);
      expect(fedInW / (Power?.v ?? 0), serial).toBeCloseTo(1, 1);
      expectPhases(ac, phaseCount);
      const strings = Object.entries(channels).filter(([number]) => number !== '0');
      const stringsW = strings.reduce((sum, [, string]) => sum + (string?.Power?.v ?? 0), 0);
      expect(dc?.v).toBeCloseTo(stringsW, 1);
    }
    expect(await plant.json('/api/inverter/list')).toMatchObject({
      inverter: ALL_FAMILIES.map(({ serial, strings }) => ({
        serial,
        type: inverterFamilyOf(serial)?.type,
        channel: strings.map(({ name, maxPowerW }) => ({ name, max_power: maxPowerW })),
      })),
    });
  });

  it('are heard through air that loses packets, the longest answers too', async () => {
    const plant = await startPlantOf(ALL_FAMILIES.filter(({ strings }) => strings.length === 6));
    plant.setAir({ ...GOOD_AIR, answerLoss: 0.2, jitterMs: 10 });
    await plant.advance(ROUND_MS);
    expect(await plant.live()).toMatchObject([{ reachable: true, producing: true }]);
    const asked = plant.sentTo('138280400106').map(({ request }) => request.kind);
    expect(asked).toContain('Retransmit');
  });

  it.each(ALL_FAMILIES)('keep a limit that was ordered with their own code: $model', async (inverter) => {
    const { serial } = inverter;
    const plant = await startPlantOf([inverter]);
    await plant.advance(30_000);
    await plant.post('/api/limit/config', { serial, limit_type: 257, limit_value: 70 });
    await plant.advance(10_000);
    const family = modelFamilyOf(serial) ?? assert.fail('no family');
    const limitType = limitTypeFor(family, { isRelative: true, isPersistent: true });
    expect(plant.sentTo(serial, 'ActivePowerControl').map(({ request }) => request)).toEqual([
      { kind: 'ActivePowerControl', limit: 70, limitType },
    ]);
    expect(plant.truthOf(serial)).toMatchObject({ limitPercent: 70, persistentLimitPercent: 70 });
    expect(await plant.json('/api/limit/status')).toMatchObject({
      [serial]: { limit_relative: 70, limit_set_status: 'Ok' },
    });
  });
});
