// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  wireInverter,
  wireMessage,
  wireString,
  wireValue,
  wireWithoutReading,
} from '../../../test/live-messages.ts';
import { barn, card, fact, shed, value } from '../../../test/live-view.ts';
import { readable, renderApp } from '../../../test/render-app.tsx';

describe('values', () => {
  it('have exactly the digits of the wire, the unit, and the name of the string', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
    expect(value('Phase 1', 'Frequency')).toBe('49.98 Hz');
    expect(value('Phase 1', 'Power factor')).toBe('0.998');
    expect(value('East', 'Yield today')).toBe('655 Wh');
    expect(value('East', 'Total yield')).toBe('73.418 kWh');
    expect(value('East', 'Irradiation')).toBe('63.400%');
  });

  it('of three phases have a row for each of them and for what is told between them, in place of one voltage', async () => {
    const app = await renderApp();
    const ac = {
      ...{
        Power: wireValue(1993.2, 'W', 1),
        Voltage: wireValue(231, 'V', 1),
        Current: wireValue(8.64, 'A', 2),
      },
      ...{ 'Voltage Ph1-N': wireValue(231, 'V', 1), 'Voltage Ph2-N': wireValue(null, 'V', 1) },
      ...{ 'Voltage Ph3-N': wireValue(230.4, 'V', 1), 'Voltage Ph1-Ph2': wireValue(399.6, 'V', 1) },
      ...{ 'Voltage Ph2-Ph3': wireValue(null, 'V', 1), 'Voltage Ph3-Ph1': wireValue(400, 'V', 1) },
      ...{ 'Current Ph1': wireValue(2.88, 'A', 2), 'Current Ph2': wireValue(0, 'A', 2) },
      ...{ 'Current Ph3': wireValue(2.9, 'A', 2) },
    };
    const six = [1, 2, 3, 4, 5, 6].map((number) => [String(number), wireString({ power: number })]);
    await app.push(wireMessage([wireInverter({ '0': ac, ...Object.fromEntries(six) })]));
    const rows = [...card('AC side').querySelectorAll('dl > div')].map((row) =>
      [...row.children].map(readable),
    );
    expect(rows).toEqual([
      ['Power', '1,993.2 W'],
      ['L1', '231.0 V', '2.88 A'],
      ['L2', '—unknown', '0.00 A'],
      ['L3', '230.4 V', '2.90 A'],
      ['L1–L2', '399.6 V'],
      ['L3–L1', '400.0 V'],
    ]);
    expect(value('String 6', 'Power')).toBe('6.0 W');
    expect(screen.getAllByRole('article')).toHaveLength(7);
  });

  it('follow the language', async () => {
    const app = await renderApp({ locale: 'de' });
    await app.push(wireMessage([wireInverter({ '1': wireString({ power: 12_345.6 }) })]));
    expect(value('Phase 1', 'Leistung')).toBe('247,1 W');
    expect(value('String 1', 'Leistung')).toBe('12.345,6 W');
  });

  it('that are null are unknown, which is not zero', async () => {
    const app = await renderApp();
    await app.push(
      wireMessage([wireInverter({ '0': { Power: wireValue(null, 'W', 1), Voltage: wireValue(0, 'V', 1) } })]),
    );
    expect(value('Phase 1', 'Power')).toBe('—unknown');
    expect(value('Phase 1', 'Voltage')).toBe('0.0 V');
  });

  it('of an inverter that was never heard are unknown, totals included', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireWithoutReading()]));
    expect(value('Phase 1', 'Power')).toBe('—unknown');
    expect(readable(screen.getByRole('region', { name: 'Totals' }))).toContain('Total power—unknown');
    expect(screen.getAllByText('No data yet').length).toBeGreaterThan(0);
    expect(fact('Data age')).toBe('Waiting for the first reading');
    expect(fact('Limit')).toBe('—unknown');
  });

  it('are summed up with power first', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(), barn, shed]));
    const totals = within(screen.getByRole('region', { name: 'Totals' }));
    expect(totals.getAllByRole('heading').map(readable)).toEqual([
      'Total power',
      'Yield today',
      'Total yield',
    ]);
    const told = readable(screen.getByRole('region', { name: 'Totals' }));
    expect(told).toContain('1 of 3 producing');
    expect(told).not.toContain('unreachable'); // what is wrong stands in a line of its own
  });
});

describe('the header of an inverter', () => {
  it('has name, serial, the limit in W and percent, and an age that counts up', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ limit_relative: 85.5, limit_absolute: 684 })]));
    expect(screen.getByRole('heading', { name: 'Garage', level: 2 })).toBeDefined();
    expect(fact('Serial number')).toContain('114172220143');
    expect(fact('Limit')).toBe('684 W | 85.5%');
    expect(fact('Data age')).toBe('2 s');
    await app.advance(3000);
    expect(fact('Data age')).toBe('5 s');
  });

  it('leaves out watts that are not known', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ limit_relative: 85.5, limit_absolute: -1 })]));
    expect(fact('Limit')).toBe('85.5%');
  });

  it.each([
    ['known', '0 W | 0%'],
    ['expected', '0 W | 0%'],
    ['unknown', '—unknown'],
    [undefined, '—unknown'],
  ] as const)('tells a limit of zero from none: %s', async (limit_state, text) => {
    const app = await renderApp();
    const limit = { limit_relative: 0, limit_absolute: 0, ...(limit_state && { limit_state }) };
    await app.push(wireMessage([wireInverter(limit)]));
    expect(fact('Limit')).toBe(text);
  });

  it('adds the moment of measurement above 300 s', async () => {
    const app = await renderApp({ startUnixMs: new Date(2026, 5, 21, 12, 0, 0).getTime() });
    await app.push(wireMessage([wireInverter({ data_age: 300 })]));
    expect(fact('Data age')).toBe('300 s');
    await app.advance(1000);
    expect(fact('Data age')).toMatch(/^301 s \/ 0?6\/21\/2026, 11:55:00$/);
  });

  it.each([-5, 1e300])('stays sensible with a data age of %s', async (dataAge) => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ data_age: dataAge })]));
    expect(fact('Data age')).not.toMatch(/NaN|Invalid|^-/);
    expect(value('Phase 1', 'Power')).toBe('247.1 W');
  });

  it('copies the serial number', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    await app.user.click(screen.getByRole('button', { name: 'Copy serial number' }));
    expect(await navigator.clipboard.readText()).toBe('114172220143');
    await waitFor(() => expect(screen.getByText('Copied')).toBeDefined());
  });
});

describe('an inverter that is held back', () => {
  const holds = () => [...document.querySelectorAll('[role="tabpanel"] [data-hold]')].map(readable);

  it.each([
    [{ limit_relative: 50, limit_absolute: 750 }, ['Limited to 50% (750 W)']],
    [{ limit_relative: 12.5, limit_absolute: -1 }, ['Limited to 12.5%']],
    [
      { switched_off: true, producing: false, limit_relative: 30, limit_absolute: 240 },
      ['Switched off', 'Limited to 30% (240 W)'],
    ],
    [{ limit_relative: 50, limit_absolute: 750, limit_state: 'expected' }, ['Limited to 50% (750 W)']],
    [{ limit_relative: 50, limit_absolute: 750, limit_state: 'unknown' }, []],
    [{ limit_relative: 0, limit_absolute: 0, limit_state: 'known' }, ['Limited to 0% (0 W)']],
    [{ limit_relative: 0, limit_absolute: -1 }, []],
    [{ limit_relative: 100 }, []],
  ])('with %j says %j in its header and its tab for as long as it is so', async (changes, words) => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter(changes), barn]));
    await app.advance(10_000);
    expect(holds()).toEqual(words);
    const tab = readable(screen.getByRole('tab', { name: /Garage/ }));
    for (const word of words.slice(0, 1)) expect(tab).toContain(word);
    await app.push(wireMessage([wireInverter(), barn]));
    expect(holds()).toEqual([]);
    expect(readable(screen.getByRole('tab', { name: /Garage/ }))).toBe('Garage247.1 WProducing');
  });
});

describe('the radio of an inverter', () => {
  it.each([
    [100, 'Good (100%)', false],
    [79, 'Fair (79%)', false],
    [49, 'Weak (49%)', true],
  ])('that brings %i answers per hundred transmissions is %s', async (radio_quality, words, isInTab) => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter({ radio_quality }), barn]));
    expect(fact('Radio')).toBe(words);
    expect(readable(screen.getByRole('tab', { name: /Garage/ })).includes('Weak signal')).toBe(isInTab);
  });

  it('is not spoken of where the device does not tell', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.queryByText('Radio')).toBeNull();
  });
});

describe('an inverter that was never heard', () => {
  it.each([
    [{ added_age: 5, data_age: 1440 }, 'Waiting for the first reading'],
    [{ added_age: 1440, data_age: 9000 }, 'No reading for 24 min'],
    [{ data_age: 60 }, 'Waiting for the first reading'],
    [{ data_age: 9000 }, 'No reading yet'],
  ])('with %j: %s', async (ages, words) => {
    const app = await renderApp();
    await app.push(wireMessage([wireWithoutReading(ages)]));
    expect(fact('Data age')).toBe(words);
  });

  it('is waited for, and no longer than it should take', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireWithoutReading({ added_age: 110 })]));
    expect(fact('Data age')).toBe('Waiting for the first reading');
    await app.advance(12_000);
    expect(fact('Data age')).toMatch(/^No reading for 2 min/);
  });
});

describe('a dead string', () => {
  it('is named in the tab, in a sentence and on its card', async () => {
    const app = await renderApp();
    const dead = wireInverter({ '2': wireString({ power: 0 }), '3': wireString({ power: 200 }) });
    await app.push(wireMessage([dead, barn]));
    expect(readable(screen.getByRole('tab', { name: /Garage/ }))).toContain('No power: String 2');
    expect(screen.getByText(/^String 2: no power while the other strings are producing/)).toBeDefined();
    expect(screen.getByRole('tab', { name: 'Garage Producing No power: String 2' })).toBeDefined();
    expect(readable(card('String 2'))).toContain('No power');
    expect(readable(card('String 3'))).not.toContain('No power');
  });
});

describe('hints', () => {
  it('come in their order, with what to do', async () => {
    const app = await renderApp();
    await app.push(
      wireMessage([wireWithoutReading({ data_age: 20 })], {
        radio_problem: true,
        time_sync: true,
        default_password: true,
      }),
    );
    const hints = screen.getByRole('region', { name: 'Hints' });
    expect(readable(hints)).toMatch(/radio module.*wiring.*clock is not set.*default password/);
    const links = within(hints)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/settings/ntp', '/settings/security']);
  });

  it.each([
    ['restored', /their last good copy is in use/],
    ['read-only', /nothing can be saved/],
    ['full', /disk is full, so nothing can be saved/],
  ] as const)('tell of a storage problem that is %s, also alone', async (storage_problem, sentence) => {
    const app = await renderApp();
    await app.push(wireMessage([wireWithoutReading()], { storage_problem }));
    expect(readable(screen.getByRole('region', { name: 'Hints' }))).toMatch(sentence);
  });

  it('call an unset clock normal at first and point to the time server after a minute', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireWithoutReading({ data_age: 57 })], { time_sync: true }));
    expect(screen.getByText(/This is normal shortly after a start/)).toBeDefined();
    expect(screen.getByText(/The inverters are not polled until it is/)).toBeDefined();
    await app.advance(4000);
    expect(screen.getByText(/Check the time server/)).toBeDefined();
    expect(screen.queryByText(/shortly after a start/)).toBeNull();
  });

  it('are absent when all is well', async () => {
    const app = await renderApp();
    await app.push(wireMessage([wireInverter()]));
    expect(screen.queryByRole('region', { name: 'Hints' })).toBeNull();
  });
});
