import { describe, expect, it } from 'vitest';
import {
  liveData,
  wireInverter,
  wireString,
  wireValue,
  wireWithoutReading,
} from '../../../test/live-messages.ts';
import { deadStrings, inverterState } from './inverter-state.ts';

function inverter(changes = {}, make = wireInverter) {
  const [read] = liveData([make(changes)]).inverters;
  if (read === undefined) throw new Error('refused');
  return read;
}

describe('the state of an inverter', () => {
  it.each([
    ['producing', inverter(), false, 'producing'],
    ['reachable but not producing', inverter({ producing: false }), false, 'idle'],
    [
      'silent where nobody can say why, whatever it last said',
      inverter({ reachable: false }),
      false,
      'silent',
    ],
    ['unreachable', inverter({ reachable: false, silence: 'problem' }), false, 'unreachable'],
    ['asleep', inverter({ reachable: false, silence: 'asleep' }), false, 'asleep'],
    ['reachable, but asked no more', inverter({ data_age: 301 }), false, 'silent'],
    ['never heard', inverter({}, wireWithoutReading), false, 'unknown'],
    [
      'never heard, and nobody can say why',
      inverter({ reachable: false }, wireWithoutReading),
      false,
      'unknown',
    ],
    [
      'never heard after dark',
      inverter({ reachable: false, silence: 'asleep' }, wireWithoutReading),
      false,
      'asleep',
    ],
    [
      'never heard by day',
      inverter({ reachable: false, silence: 'problem' }, wireWithoutReading),
      false,
      'unreachable',
    ],
    ['on a link that is down', inverter(), true, 'stale'],
  ] as const)('%s', (_what, read, linkStale, state) => {
    expect(inverterState(read, linkStale)).toBe(state);
  });
});

describe('a dead string', () => {
  const strings = (...powers: number[]) =>
    Object.fromEntries(powers.map((power, index) => [String(index + 1), wireString({ power })]));

  it.each([
    ['one of four at zero', strings(92, 91, 0, 308), [3]],
    ['two at zero', strings(0, 300, 0, 308), [1, 3]],
    ['all alike', strings(92, 91, 90, 93), []],
    ['one in deep shade but alive', strings(300, 2.1), []],
    ['all at zero at night', strings(0, 0, 0, 0), []],
    ['at dawn, when the sibling only begins', strings(12, 0), []],
    ['the only string', strings(0), []],
  ])('%s', (_what, channels, dead) => {
    const found = deadStrings(inverter({ '1': undefined, ...channels }));
    expect(found.map(({ number }) => number)).toEqual(dead);
  });

  it('is not told of an inverter that does not answer', () => {
    expect(deadStrings(inverter({ reachable: false, ...strings(300, 0) }))).toEqual([]);
  });

  it('is not told of a string whose power is not known', () => {
    const channels = { ...strings(300), '2': { Power: wireValue(null, 'W', 1) } };
    expect(deadStrings(inverter(channels))).toEqual([]);
  });
});
