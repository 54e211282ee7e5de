import type { AlertRuleSettings, SourceStatus } from '@heliograph/contract';
import type { Order, OrderStep } from '@heliograph/domain';
import { inverterOf, ONE_STRING, TWO_STRINGS, tellAc } from '@heliograph/testbed/gateway/told-inverter.ts';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../findings/finding.ts';
import type { InverterState } from '../fleet/inverter.ts';
import type { InverterStanding } from '../fleet/totals.ts';
import { judge, type PlantView } from './conditions.ts';

const NOW_S = 1_790_000_000;

const RULES: AlertRuleSettings = {
  ...{ silent: true, weak: true, dead: true, order: true, order_minutes: 30, event: true },
  ...{ restarts: true, restart_count: 5, voltage: true, voltage_min: 207, voltage_max: 253 },
  ...{ frequency: true, frequency_deviation: 0.5, device: true, device_minutes: 15, updated: true },
  ...{ meter: true, meter_minutes: 10, disk: true, disk_percent: 5, backup: true },
};

/** A plant without inverters in which all is well. */
const VIEW: PlantView = {
  ...{ nowS: NOW_S, findings: [], standings: [], orders: [], sources: [], meter: 'none', updates: [] },
  ...{ disk: { freePercent: 50 }, obstacle: undefined, hasBackupFailed: false, startCount: 1 },
};

const standing = (inverter: InverterState, change: Partial<InverterStanding> = {}): InverterStanding => ({
  ...{ inverter, isAnswering: true, countsToday: true, silence: undefined, ...change },
});

function withGrid(config: typeof ONE_STRING, voltageV: number, frequencyHz = 50): InverterState {
  const inverter = inverterOf(config, (fleet, serial) => tellAc(fleet, serial, { frequencyHz }));
  const phases = inverter.reading.phases.map((phase) => ({ ...phase, voltageV }));
  return { ...inverter, reading: { ...inverter.reading, phases } };
}

const told = (view: Partial<PlantView>, rules: Partial<AlertRuleSettings> = {}) =>
  judge({ ...VIEW, ...view }, { ...RULES, ...rules }).conditions.map(({ rule, facts, holdS }) => ({
    rule,
    ...facts,
    holdS,
  }));

describe('a plant in which all is well', () => {
  it('has nothing to tell: without inverters, on its first day, and at night', () => {
    expect(told({})).toEqual([]);
    const first = standing(inverterOf(ONE_STRING), { isAnswering: false });
    expect(told({ standings: [first] })).toEqual([]);
    const asleep = standing(withGrid(ONE_STRING, 0, 0), { isAnswering: false, silence: 'asleep' });
    expect(told({ standings: [asleep] })).toEqual([]);
    expect(judge({ ...VIEW, standings: [asleep] }, RULES).unknown).toEqual(new Set(['voltage', 'frequency']));
  });
});

describe('what was found of strings', () => {
  const finding = (change: Partial<Finding>): Finding => ({
    ...{ id: 'f', serial: TWO_STRINGS.serial, string: 1, kind: 'weak', state: 'open', sinceS: NOW_S },
    ...{ foundAtS: NOW_S, overAtS: undefined, basis: 'neighbours', sureness: 'sure', ratio: 0.617 },
    ...{ lostWh: 1, day: 1, curve: undefined, knownRatio: undefined, ...change },
  });
  const standings = [standing(withGrid(TWO_STRINGS, 230))];

  it('is told with the names of inverter and string, and not once it is over', () => {
    expect(told({ standings, findings: [finding({})] })).toEqual([
      { rule: 'weak', name: 'Garage', string: 'East', value: 62, holdS: 0 },
    ]);
    expect(told({ standings, findings: [finding({ kind: 'dead', string: 2 })] })).toEqual([
      { rule: 'dead', name: 'Garage', string: '2', holdS: 0 },
    ]);
    expect(told({ standings, findings: [finding({ kind: 'silent', string: undefined })] })).toEqual([
      { rule: 'silent', name: 'Garage', holdS: 0 },
    ]);
    expect(told({ standings, findings: [finding({ state: 'over' })] })).toEqual([]);
  });

  it('is known to its owner where he says so', () => {
    const { conditions, known } = judge(
      { ...VIEW, standings, findings: [finding({ state: 'known' })] },
      RULES,
    );
    expect(conditions).toEqual([]);
    expect(known).toEqual(new Set([`string ${TWO_STRINGS.serial} 1`]));
  });
});

describe('an order', () => {
  const step = (name: OrderStep['step'], agoS: number, change: object = {}) =>
    ({ step: name, atMs: (NOW_S - agoS) * 1000, ...change }) as OrderStep;
  const order = (...steps: readonly OrderStep[]): Order => ({
    ...{ id: 'o', serial: ONE_STRING.serial, origin: { way: 'http', by: 'admin' }, steps },
    action: { kind: 'limit', command: { value: 50, isRelative: true, isPersistent: false } },
  });
  const standings = [standing(withGrid(ONE_STRING, 230))];
  const HOUR_S = 3600;

  it.each<[string, readonly OrderStep[], string | undefined]>([
    ['is young', [step('asked', 60)], undefined],
    ['is not confirmed for long', [step('asked', HOUR_S), step('sent', HOUR_S)], 'limit-open'],
    ['was acknowledged', [step('asked', HOUR_S), step('acknowledged', HOUR_S)], undefined],
    ['waits for its inverter', [step('asked', HOUR_S), step('waiting', HOUR_S)], undefined],
    ['was measured', [step('asked', HOUR_S), step('measured', 10)], undefined],
    ['is contradicted', [step('asked', HOUR_S), step('contradicted', 10)], 'limit-contradicted'],
    ['was refused', [step('asked', HOUR_S), step('refused', 10)], 'limit-refused'],
    ['is held by others', [step('asked', HOUR_S), step('refused', 10, { reason: 'held' })], undefined],
    ['went wrong yesterday', [step('asked', 86_400), step('contradicted', 86_000)], undefined],
    [
      'was given up by a restart',
      [step('asked', HOUR_S), step('expired', 10, { reason: 'gateway-restarted' })],
      undefined,
    ],
  ])('that %s', (_, steps, reason) => {
    const expected = reason === undefined ? [] : [{ rule: 'order', name: 'Shed', reason, holdS: 0 }];
    expect(told({ standings, orders: [order(...steps)] })).toEqual(expected);
  });

  it('to an inverter that sleeps is nobody’s fault, and a newer one counts', () => {
    const old = order(step('asked', HOUR_S));
    const asleep = [standing(inverterOf(ONE_STRING), { isAnswering: false, silence: 'asleep' })];
    expect(told({ standings: asleep, orders: [old] })).toEqual([]);
    expect(told({ standings, orders: [order(step('asked', 60), step('measured', 10)), old] })).toEqual([]);
    expect(told({ standings: [], orders: [old] })).toEqual([]);
  });

  it('of yesterday ends without a word', () => {
    const orders = [order(step('asked', 86_400), step('contradicted', 86_000))];
    expect(judge({ ...VIEW, standings, orders }, RULES).known).toEqual(
      new Set([`order ${ONE_STRING.serial} limit`]),
    );
  });
});

describe('the log of an inverter', () => {
  const withLog = (codes: readonly number[], name = 'Shed') => {
    const inverter = { ...withGrid(ONE_STRING, 230), name };
    const entries = codes.map((code) => ({ code, startS: 1, endS: 2 }));
    return standing({ ...inverter, eventLog: { ...inverter.eventLog, entries } });
  };

  it('is told where it has an event that nobody knows, each once', () => {
    expect(told({ standings: [withLog([1, 124, 99, 99])] })).toEqual([
      { rule: 'event', name: 'Shed', value: 99, holdS: 0 },
    ]);
  });

  it('is told where it has many starts', () => {
    expect(told({ standings: [withLog([1, 1, 1, 1])] })).toEqual([]);
    expect(told({ standings: [withLog([1, 1, 1, 1, 1])] })).toMatchObject([{ rule: 'restarts', value: 5 }]);
    expect(told({ startCount: 7 })).toEqual([{ rule: 'restarts', value: 7, holdS: 0 }]);
  });

  it('of an inverter without a name tells its serial, and a hostile one is one plain line', () => {
    expect(told({ standings: [withLog([99], ' \n')] })).toMatchObject([{ name: ONE_STRING.serial }]);
    expect(told({ standings: [withLog([99], 'a\r\nBcc: x\u202e')] })).toMatchObject([{ name: 'a Bcc: x' }]);
  });
});

describe('the grid', () => {
  it('is told by what is farthest out, and only by who answers', () => {
    const far = standing(withGrid(ONE_STRING, 190));
    const high = standing(withGrid(TWO_STRINGS, 254));
    expect(told({ standings: [high, far] })).toEqual([
      { rule: 'voltage', name: 'Shed', value: 190, holdS: 120 },
    ]);
    expect(told({ standings: [{ ...far, isAnswering: false }, high] })).toMatchObject([{ name: 'Garage' }]);
    expect(told({ standings: [standing(withGrid(ONE_STRING, 253))] })).toEqual([]);
  });

  it.each([
    [50, []],
    [50.49, []],
    [50.6, ['frequency']],
    [49.4, ['frequency']],
    [60.3, []],
    [59.2, ['frequency']],
    [0, []],
    [Number.NaN, []],
  ])('of %s Hz', (frequencyHz, rules) => {
    const standings = [standing(withGrid(ONE_STRING, 230, frequencyHz))];
    expect(told({ standings }).map(({ rule }) => rule)).toEqual(rules);
  });
});

describe('what brings inverters', () => {
  const source = (change: Partial<SourceStatus>): SourceStatus => ({
    ...{ id: 'a', name: 'Attic', state: 'problem', inverters: 2, duplicates: [], ...change },
  });

  it.each<[Partial<SourceStatus>, object[]]>([
    [{ state: 'live' }, []],
    [{ state: 'off' }, []],
    [{ problem: 'timeout' }, [{ rule: 'device', name: 'Attic', reason: 'unreachable', holdS: 900 }]],
    [{ state: 'connecting' }, [{ rule: 'device', name: 'Attic', reason: 'unreachable', holdS: 900 }]],
    [{ problem: 'login' }, [{ rule: 'device', name: 'Attic', reason: 'login', holdS: 900 }]],
    [
      { problem: 'certificate-expired' },
      [{ rule: 'device', name: 'Attic', reason: 'certificate', holdS: 900 }],
    ],
    [{ kind: 'radio', name: '' }, [{ rule: 'device', reason: 'radio', holdS: 900 }]],
    [{ kind: 'radio', inverters: 0 }, []],
  ])('%j', (change, expected) => {
    expect(told({ sources: [source(change)] })).toEqual(expected);
  });

  it('is told where it runs another version', () => {
    expect(told({ updates: [{ id: 'a', name: 'Attic', from: 'v24.2.12', to: 'v25.5.10' }] })).toEqual([
      { rule: 'updated', name: 'Attic', from: 'v24.2.12', to: 'v25.5.10', holdS: 0 },
    ]);
  });
});

describe('the gateway itself', () => {
  it('tells of its meter, its disk and its backup', () => {
    expect(told({ meter: 'silent' })).toEqual([{ rule: 'meter', holdS: 600 }]);
    expect(told({ disk: { freePercent: 4.9 } })).toEqual([
      { rule: 'disk', reason: 'low', value: 4, holdS: 60 },
    ]);
    expect(told({ disk: undefined })).toEqual([]);
    expect(told({ disk: undefined, obstacle: 'read-only' })).toMatchObject([{ reason: 'read-only' }]);
    expect(told({ hasBackupFailed: true })).toEqual([{ rule: 'backup', holdS: 60 }]);
    expect(judge({ ...VIEW, disk: undefined }, RULES).unknown).toContain('disk');
  });
});
