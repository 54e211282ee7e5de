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

  it('has one that two devices bring only once: each of its tabs stands where that is', () => {
    const facts = {
      nameOf: inverterTitle,
      powerOf: () => 0,
      stateOf: (one: (typeof inverters)[number]) => inverterState(one, false),
      language: 'en',
    };
    expect(sortedSerials([...inverters, ...inverters.slice(1)], 'own', facts)).toEqual(serials);
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

  it.each([
    ['its whole name, with the comma', 'Field 7, row 3', ['7-3', '7-31', '3-7']],
    ['the name without the comma', 'field 7 row 3', ['3-7', '7-31', '7-3']],
    ['a part of the name', '7, row', ['7-31', '7-3', '3-7']],
    ['words in another order', 'row 31 field', ['7-31']],
    ['commas alone', ' ,; ', []],
  ])('has first what is called so: %s', (_what, query, found) => {
    const rows = liveData([
      inverter('3-7', 'Field 3, row 7', 1),
      inverter('7-31', 'Field 7, row 31', 1),
      inverter('7-3', 'Field 7, row 3', 1),
    ]).inverters;
    const order = rows.map(({ serial }) => serial);
    expect(inList(rows, order, query)).toEqual(found);
  });
});
