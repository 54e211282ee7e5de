import { describe, expect, it } from 'vitest';
import { liveData, wireInverter, wireString } from '../../../test/live-messages.ts';
import { texts } from '../../shared/i18n/en/start.ts';
import { roofModules, stringFindings } from './roof-module.ts';

const OTHER = '116182831004';
const NOTHING = { plant: { modules: [] }, findings: [], isStale: false };

function modulesOf(inverters: readonly object[], changes: Partial<typeof NOTHING> | object = {}) {
  return roofModules(texts, { ...NOTHING, ...changes, inverters: liveData(inverters).inverters });
}
const statesOf = (...args: Parameters<typeof modulesOf>) => modulesOf(...args).map(({ state }) => state);
const strings = (...powers: number[]) =>
  Object.fromEntries(powers.map((power, index) => [String(index + 1), wireString({ power })]));

describe('a module', () => {
  it('has its name, its power and what that is per installed watt', () => {
    expect(modulesOf([wireInverter()])[0]).toMatchObject({
      ...{ key: '114172220143-1', title: 'East', stringTitle: 'East', inverterTitle: 'Garage' },
      ...{ state: 'producing', powerW: 259.9, ratio: 0.634 },
    });
  });

  it('is called after its inverter where it has no name of its own', () => {
    const titles = modulesOf([wireInverter(strings(90, 80))]).map(({ title }) => title);
    expect(titles).toEqual(['Garage · 1', 'Garage · 2']);
    expect(modulesOf([wireInverter(strings(90))])[0]).toMatchObject({
      title: 'Garage',
      stringTitle: 'String 1',
    });
  });

  it('without a peak power says its power only', () => {
    expect(modulesOf([wireInverter(strings(90))])[0]).toMatchObject({ powerW: 90, ratio: undefined });
  });

  it('of an inverter that two sources bring is there once', () => {
    expect(modulesOf([wireInverter(), wireInverter()])).toHaveLength(1);
  });
});

describe('its state', () => {
  it.each([
    ['switched off', { switched_off: true, producing: false }, 'off'],
    ['limited', { limit_relative: 60 }, 'limited'],
    ['perhaps limited', { limit_relative: 60, limit_state: 'unknown' }, 'producing'],
    ['not producing', { producing: false }, 'idle'],
    ['out of reach by day', { reachable: false, silence: 'problem' }, 'unreachable'],
    ['asleep', { reachable: false, silence: 'asleep' }, 'asleep'],
  ])('of an inverter that is %s', (_what, changes, state) => {
    expect(statesOf([wireInverter(changes)])).toEqual([state]);
  });

  it('is dead without power in the light of its siblings', () => {
    expect(statesOf([wireInverter(strings(92, 0, 90))])).toEqual(['producing', 'dead', 'producing']);
  });

  it('is dead in the light of its group, also on another inverter', () => {
    const inverters = [wireInverter(strings(0)), wireInverter({ serial: OTHER, ...strings(200) })];
    const inGroup = (serial: string, group: string) => ({ serial, string: 1, group });
    const plantOf = (group: string) => ({
      plant: { modules: [inGroup('114172220143', 'south'), inGroup(OTHER, group)] },
    });
    expect(statesOf(inverters, plantOf('south'))).toEqual(['dead', 'producing']);
    expect(statesOf(inverters, plantOf('west'))).toEqual(['producing', 'producing']);
  });

  it('is never dead at night, nor of an inverter that is switched off, nor while nobody knows', () => {
    const night = { reachable: false, silence: 'asleep', ...strings(92, 0) };
    expect(statesOf([wireInverter(night)])).toEqual(['asleep', 'asleep']);
    expect(statesOf([wireInverter({ switched_off: true, ...strings(92, 0) })])).toEqual(['off', 'off']);
    expect(statesOf([wireInverter(strings(92, 0))], { isStale: true })).toEqual(['stale', 'stale']);
  });

  it('is weak where somebody has found that, and then says by how much', () => {
    const findings = [{ serial: '114172220143', string: 1, lossPercent: 31 }];
    expect(modulesOf([wireInverter()], { findings })[0]).toMatchObject({ state: 'weak', lossPercent: 31 });
  });

  it('is told of findings of weak strings only, and only while they are news', () => {
    const finding = (changes: object) => ({
      ...{ id: 'x', serial: '11', name: '', string: 2, since: 0, found: 0, ratio: 0.69, lost: 1 },
      ...({ kind: 'weak', state: 'open', basis: 'neighbours', sureness: 'sure' } as const),
      ...changes,
    });
    const { string: _, ...ofInverter } = finding({ kind: 'silent' });
    expect(
      stringFindings([finding({}), finding({ state: 'known' }), finding({ state: 'over' }), ofInverter]),
    ).toEqual([{ serial: '11', string: 2, lossPercent: 31 }]);
  });

  it('that nobody knows has no power', () => {
    const [module] = modulesOf([wireInverter({ reachable: false, silence: 'problem' })]);
    expect(module).toMatchObject({ powerW: undefined, ratio: undefined });
  });
});
