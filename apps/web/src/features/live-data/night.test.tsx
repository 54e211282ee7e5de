// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wireInverter, wireMessage, wireValue, wireWithoutReading } from '../../../test/live-messages.ts';
import { fact, value } from '../../../test/live-view.ts';
import { LOGGED_IN, readable, renderApp } from '../../../test/render-app.tsx';

const NOW = new Date(2026, 0, 15, 22, 5, 0);
const at = (day: number, hour: number, minute: number) =>
  new Date(2026, 0, day, hour, minute, 0).getTime() / 1000;

const asleep = {
  reachable: false,
  answering: false,
  silence: 'asleep',
  yield_day_counts: true,
  data_age: 19_440,
};
const garage = wireInverter(asleep);
const barn = wireInverter({ ...asleep, serial: '116180400144', name: 'Barn' });
const PLANT = {
  all: 2,
  answering: 0,
  producing: 0,
  night: true,
  asleep_until: at(16, 7, 40),
  last_power: { ...wireValue(45, 'W', 1), at: at(15, 16, 41) },
  day: '2026-01-15',
  yield_total_known: 2,
};
const SUMS = {
  Power: wireValue(0, 'W', 1),
  YieldDay: wireValue(712, 'Wh', 0),
  YieldTotal: wireValue(11_450, 'kWh', 2),
};

interface ShowOptions {
  readonly locale?: 'en' | 'de' | 'fr';
  readonly inverters?: object[];
  readonly stored?: Record<string, string>;
}

async function show(
  plant: object = {},
  { locale = 'en', inverters = [garage, barn], stored = {} }: ShowOptions = {},
) {
  const app = await renderApp({ startUnixMs: NOW.getTime(), locale, stored });
  await app.push({ ...wireMessage(inverters), total: SUMS, plant: { ...PLANT, ...plant } });
  return app;
}
const region = (name = 'Totals') => screen.getByRole('region', { name });
const labels = () => within(region()).getAllByRole('heading').map(readable);

describe('the night', () => {
  it('has the yield of the day first, until when all sleep, and the last power with its time', async () => {
    await show();
    expect(labels()).toEqual(['Yield today', 'Total power', 'Total yield']);
    expect(readable(region())).toBe(
      'Yield today712 WhAsleep until about 07:40Total power0 Wlast 45.0 W at 16:41Total yield11,450 kWh',
    );
  });

  it('is calm: no state asks for red or amber, and no alarm is raised', async () => {
    await show();
    const states = [...document.querySelectorAll('[data-state]')].map((mark) =>
      mark.getAttribute('data-state'),
    );
    expect(new Set(states)).toEqual(new Set(['asleep']));
    expect(screen.queryByText(/does not answer/)).toBeNull();
    expect(screen.getByText(/^Asleep: the inverter runs on solar power/)).toBeDefined();
    expect(screen.getByRole('tab', { name: 'Barn Asleep' })).toBeDefined();
  });

  it.each([
    ['is not known', undefined],
    ['is over', at(15, 22, 0)],
  ])('says no time where it %s', async (_what, asleep_until) => {
    await show({ asleep_until });
    expect(readable(region())).toContain('Asleep until it gets light');
  });

  it.each([
    ['de', 'Summen', 'Schläft bis etwa 07:40 Uhr', 'zuletzt 45,0 W um 16:41 Uhr'],
    ['fr', 'Totaux', 'En veille jusque vers 07:40', 'dernière puissance : 45,0 W à 16:41'],
  ] as const)('speaks %s', async (locale, name, sentence, last) => {
    await show({}, { locale });
    const text = readable(region(name)).replaceAll(/\s/g, ' ');
    expect(text).toContain(sentence);
    expect(text).toContain(last);
  });

  it('tells the day of a power that is longer ago', async () => {
    await show({ last_power: { ...wireValue(45, 'W', 1), at: at(12, 16, 41) } });
    expect(readable(region())).toMatch(/last 45.0 W on 0?1\/12\/2026, 16:41Total/);
  });

  it.each([
    ['en', 'Totals', 'last 45.0 W yesterday at 16:41'],
    ['de', 'Summen', 'zuletzt 45,0 W gestern um 16:41 Uhr'],
    ['fr', 'Totaux', 'dernière puissance : 45,0 W hier à 16:41'],
  ] as const)(
    'calls yesterday by its name in %s, however few hours ago it was',
    async (locale, name, words) => {
      await show({ last_power: { ...wireValue(45, 'W', 1), at: at(14, 16, 41) } }, { locale });
      expect(readable(region(name)).replaceAll(/\s/g, ' ')).toContain(words);
    },
  );

  it('tells the times that the clock of the plant shows, wherever the reader is', async () => {
    const here = -60 * NOW.getTimezoneOffset();
    const last = { ...wireValue(45, 'W', 1), at: at(15, 16, 41), utc_offset: here - 7 * 3600 };
    await show({ utc_offset: here - 6 * 3600, last_power: last });
    const text = readable(region());
    expect(text).toContain('Asleep until about 01:40');
    expect(text).toContain('last 45.0 W at 09:41');
  });

  it('calls yesterday what was yesterday at the plant', async () => {
    const here = -60 * NOW.getTimezoneOffset();
    // At 22:05 here it is past midnight there.
    const last = { ...wireValue(45, 'W', 1), at: at(15, 16, 41), utc_offset: here + 2 * 3600 };
    await show({ last_power: last });
    expect(readable(region())).toContain('last 45.0 W yesterday at 18:41');
  });

  it('is not shown on a link that is down', async () => {
    const app = await show();
    await app.advance(60_000);
    expect(labels()[0]).toBe('Total power');
    expect(readable(region())).not.toMatch(/Asleep|last/);
  });

  it('after a restart has the sums that are remembered, though no inverter was heard since', async () => {
    const withoutReading = wireWithoutReading({ ...asleep, yield_day_counts: false });
    await show({}, { inverters: [withoutReading] });
    expect(readable(region())).toContain('Yield today712 Wh');
    expect(readable(region())).toContain('Total power0 W');
    expect(readable(region())).toContain('11,450 kWh');
  });
});

describe('a silence', () => {
  const DAY = { night: false, asleep_until: undefined, last_power: undefined, answering: 1, producing: 1 };

  it('beside an inverter that produces is a problem, and nothing calls it normal', async () => {
    const silent = wireInverter({ ...asleep, silence: 'problem' });
    const sibling = wireInverter({ serial: '116180400144', name: 'Barn', answering: true });
    await show(DAY, { inverters: [silent, sibling] });
    expect(readable(region())).toContain('1 of 2 producing');
    expect(screen.getByText(/^The inverter does not answer\./)).toBeDefined();
    expect(document.body.textContent).not.toMatch(/normal|[Aa]sleep/);
    expect(screen.getByRole('tab', { name: 'Garage Unreachable' })).toBeDefined();
  });

  it('of which nobody knows the reason is neither red nor called normal', async () => {
    await show(
      { ...DAY, answering: 0, producing: 0 },
      { inverters: [wireInverter({ ...asleep, silence: 'unclear' })] },
    );
    const states = [...document.querySelectorAll('[data-state]')].map((mark) =>
      mark.getAttribute('data-state'),
    );
    expect(new Set(states)).toEqual(new Set(['silent']));
    expect(screen.getByText('No answer')).toBeDefined();
    expect(readable(region())).toContain('0 of 2 producing · 1 with no answer');
    expect(document.body.textContent).not.toMatch(/normal|[Aa]sleep/);
  });

  it('that is not polled is called so, with the reason', async () => {
    await show(
      { ...DAY, answering: 0, producing: 0 },
      { inverters: [wireInverter({ ...asleep, silence: 'unpolled' })] },
    );
    expect(screen.getByText('Not polled')).toBeDefined();
    expect(readable(region())).toContain('0 of 2 producing · 1 not polled');
    expect(await screen.findByText(/polling is switched off for it/)).toBeDefined();
    expect(document.body.textContent).not.toMatch(/answer|[Aa]sleep/);
  });

  it('of an original device is a problem only where another of its inverters produces', async () => {
    const app = await renderApp();
    const silent = wireInverter({ reachable: false });
    await app.push(wireMessage([silent]));
    expect(document.querySelector('[data-state]')?.getAttribute('data-state')).toBe('silent');
    await app.push(wireMessage([silent, wireInverter({ serial: '116180400144', name: 'Barn' })]));
    expect(document.querySelector('[data-state]')?.getAttribute('data-state')).toBe('unreachable');
  });
});

describe('an inverter that was never heard', () => {
  const EVENING = {
    ...{ all: 1, night: false, asleep_until: undefined, last_power: undefined },
    ...{ answering: 0, producing: 0, yield_total_known: 0 },
  };
  const withoutReading = (silence?: string) =>
    wireWithoutReading({ reachable: silence === undefined, answering: false, silence, added_age: 600 });
  const states = () =>
    new Set([...document.querySelectorAll('[data-state]')].map((mark) => mark.getAttribute('data-state')));
  const place = () => screen.queryByText(/^With the place of the plant/);

  it.each(['unclear', 'asleep'])('and is %s may be asleep: nothing is red or to blame', async (silence) => {
    await show(EVENING, { inverters: [withoutReading(silence)] });
    expect(states()).toEqual(new Set([silence === 'asleep' ? 'asleep' : 'unknown']));
    expect(screen.getByText(/has not heard this inverter yet. It may be asleep/)).toBeDefined();
    expect(screen.queryByText(/serial number\./)).toBeNull();
    expect(readable(region())).toContain(silence === 'asleep' ? '1 asleep' : '1 with no data yet');
    expect(place()).toBeNull();
  });

  it('leads the admin to the place of the plant where nobody can tell night from day', async () => {
    await show(EVENING, { inverters: [withoutReading('unclear')], stored: LOGGED_IN });
    expect(place()).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Time settings' }).getAttribute('href')).toBe('/settings/ntp');
  });

  it('does not name the place where it is dark anyway, nor on an original device', async () => {
    const app = await show(EVENING, { inverters: [withoutReading('asleep')], stored: LOGGED_IN });
    expect(place()).toBeNull();
    await app.push(wireMessage([wireWithoutReading({ reachable: false })]));
    expect(screen.getByText(/has not heard this inverter yet/)).toBeDefined();
    expect(place()).toBeNull();
  });

  it('by day may have a wrong serial number', async () => {
    await show(EVENING, { inverters: [withoutReading('problem')] });
    expect(states()).toEqual(new Set(['unreachable']));
    expect(screen.getByText(/Check its serial number\./)).toBeDefined();
  });

  it.each([
    ['time_sync', undefined],
    ['time_sync', 'unclear'],
    ['radio_problem', undefined],
    ['radio_problem', 'problem'],
  ])('has no other cause than the one of the hint %s, silent as %s', async (hint, silence) => {
    const app = await renderApp();
    await app.push(wireMessage([withoutReading(silence)], { [hint]: true }));
    expect(screen.getByRole('region', { name: 'Hints' })).toBeDefined();
    expect(document.body.textContent).not.toMatch(/usually comes|serial number\.|may be asleep/);
  });
});

describe('values that are not those of now', () => {
  it('of another day do not call themselves yield of today', async () => {
    await show({}, { inverters: [wireInverter({ ...asleep, yield_day_counts: false })] });
    expect(value('East', 'Yield, earlier day')).toBe('655 Wh');
    expect(screen.queryAllByText('Yield today')).toHaveLength(1); // the sum
  });

  it('are unknown, not zero, while nobody knows the day or any total', async () => {
    await show(
      { night: false, day: undefined, last_power: undefined, yield_total_known: 0 },
      { inverters: [wireWithoutReading({ answering: false })] },
    );
    expect(readable(region())).toMatch(/Total power—unknown.*Yield today—unknown.*Total yield—unknown/);
  });

  it('tell of how many inverters a total yield is known', async () => {
    await show({ yield_total_known: 1 });
    expect(readable(region())).toContain('from 1 of 2 inverters');
  });

  it.each([
    ['problem', true],
    ['asleep', false],
  ])(
    'tell of how many inverters the yield of today is known where one is silent: %s',
    async (silence, isSaid) => {
      const silent = wireInverter({ ...asleep, silence, yield_day_counts: false });
      const other = wireInverter({ serial: '116180400144', name: 'Barn', yield_day_counts: true });
      await show({ night: false, answering: 1, producing: 1 }, { inverters: [silent, other] });
      expect(readable(region()).includes('Yield today712 Whfrom 1 of 2 inverters')).toBe(isSaid);
    },
  );

  it('show a limit in doubt as the last one known, and say so', async () => {
    await show({}, { inverters: [wireInverter({ limit_state: 'unknown' })] });
    expect(fact('Limit')).toBe('800 W | 100% (being checked)');
    expect(screen.getByText('Limit').nextElementSibling?.getAttribute('data-unsure')).toBe('true');
  });
});
