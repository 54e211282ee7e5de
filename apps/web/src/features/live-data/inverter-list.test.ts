import { describe, expect, it } from 'vitest';
import { liveData, wireInverter, wireValue } from '../../../test/live-messages.ts';
import { inverterState, inverterTitle } from '../../shared/page/inverter-state.ts';
import { inList, type ListSort, sortedSerials } from './inverter-list.ts';

const inverter = (serial: string, name: string, powerW: number, changes = {}) =>
  wireInverter({ serial, name, '0': { Power: wireValue(powerW, 'W', 1) }, ...changes });
const { inverters } = liveData([
  inverter('114100000031', 'Roof 10', 200),
  inverter('114100000032', 'Roof 9', 300),
  inverter('116100000003', 'Barn', 100, { reachable: false, silence: 'problem' }),
]);
const serials = inverters.map(({ serial }) => serial);

describe('a list of many inverters', () => {
  it.each([
    ['own', ['Roof 10', 'Roof 9', 'Barn']],
    ['name', ['Barn', 'Roof 9', 'Roof 10']],
    ['power', ['Roof 9', 'Roof 10', 'Barn']],
    ['state', ['Barn', 'Roof 10', 'Roof 9']],
  ] as const)('is sorted by %s', (sort: ListSort, names) => {
    const sorted = sortedSerials(inverters, sort, {
      nameOf: inverterTitle,
      powerOf: ({ phase }) => phase?.values[0]?.value ?? 0,
      stateOf: (one) => inverterState(one, false),
      language: 'en',
    });
    expect(sorted.map((serial) => inverters.find((one) => one.serial === serial)?.name)).toEqual(names);
  });

  it.each([
    ['nothing', '', serials],
    ['a part of a name, in any case', 'rOO', serials.slice(0, 2)],
    ['several words in any order', '9 roof', ['114100000032']],
    ['a part of a serial number', '0031', ['114100000031']],
    ['a short word only where a word begins with it', '3', []],
    ['what none has', 'attic', []],
  ])('has what fits: %s', (_what, query, found) => {
    expect(inList(inverters, serials, query)).toEqual(found);
  });
});
