import { describe, expect, it } from 'vitest';
import { deviceModelOf, EVENT_MESSAGES, eventMessage, FIELDS } from './index.ts';

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

describe('event messages', () => {
  // Device contract, section 7.5.
  const ids = [
    ...[1, 2, 121],
    ...range(124, 130),
    ...range(141, 149),
    ...range(205, 222),
    ...range(301, 314),
    ...range(5041, 5044),
    ...range(5051, 5054),
    ...[5060, 5070, 5080, 5090, 5100, 5120, 5150, 5200, 8310, 9000],
  ];

  it('exist for every known id and no other', () => {
    expect(
      Object.keys(EVENT_MESSAGES)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(ids);
    expect(ids.filter((id) => eventMessage(id).trim() === '')).toEqual([]);
  });

  it('name an id that nobody has explained', () => {
    expect(eventMessage(77)).toContain('77');
    expect(eventMessage(-1)).toContain('-1');
  });
});

describe('device models', () => {
  it.each([
    [0x10_10_10_00, 'HM-300', 300],
    [0x10_10_10_15, 'HM-300', 210],
    [0x10_10_30_ff, 'HM-400', 400],
    [0x10_10_40_00, 'HM-400', 400],
    [0x10_11_40_00, 'HM-800', 800],
    [0x10_12_10_ab, 'HM-1200', 1200],
  ])('%i is an %s with %i W', (part, name, maxPowerW) =>
    expect(deviceModelOf(part)).toEqual({ name, maxPowerW }),
  );

  it.each([0, 0xff_ff_ff_ff, 0x10_12_71_01, 132_449_357])('%i is unknown', (part) =>
    expect(deviceModelOf(part)).toBeUndefined(),
  );
});

describe('fields', () => {
  // Device contract, section 5.2.
  it('have the units and digits of the live data', () => {
    const shown = Object.entries(FIELDS).map(([name, { unit, digits }]) => `${name} [${unit}] ${digits}`);
    expect(shown).toEqual([
      'Power [W] 1',
      'Voltage [V] 1',
      'Current [A] 2',
      'Power DC [W] 1',
      'YieldDay [Wh] 0',
      'YieldTotal [kWh] 3',
      'Frequency [Hz] 2',
      'Temperature [°C] 1',
      'PowerFactor [] 3',
      'ReactivePower [var] 1',
      'Efficiency [%] 3',
      'Irradiation [%] 3',
      'EventLogCount [] 0',
    ]);
  });
});
