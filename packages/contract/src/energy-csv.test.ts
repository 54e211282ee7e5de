import { describe, expect, it } from 'vitest';
import {
  type EnergyCsv,
  type EnergyCsvOptions,
  importBatches,
  previewImport,
  readEnergyCsv,
} from './energy-csv.ts';
import { timezoneOf } from './posix-timezone.ts';

const BERLIN = timezoneOf('CET-1CEST,M3.5.0,M10.5.0/3');
function readWith(text: string, options: Partial<EnergyCsvOptions> = {}): EnergyCsv {
  const reading = readEnergyCsv(text, { utcOffsetS: (unixS) => BERLIN.utcOffsetS(unixS), ...options });
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}
const read = (text: string) => readWith(text);
const energies = (text: string) =>
  Object.fromEntries(read(text).days.map(({ date, energy }) => [date, energy]));
const reasons = (text: string) => read(text).problems.map(({ line, reason }) => [line, reason]);

const TWO_DAYS = { '2026-06-20': 4120, '2026-06-21': 4250 };

describe('energy by days out of a text', () => {
  it.each([
    ['ISO dates, commas', 'date,kWh\n2026-06-20,4.12\n2026-06-21,4.25\n'],
    ['no first line', '2026-06-20,4.12\r\n2026-06-21,4.25'],
    ['a German spreadsheet', '\uFEFFDatum;Ertrag [kWh]\r\n20.06.2026;4,12\r\n21.06.2026;4,25\r\n'],
    ['two digits of a year', 'Datum;Ertrag [kWh]\n20.6.26;4,12\n21.6.26;4,25\n'],
    ['Wh, with points for thousands', 'Tag;Ertrag in Wh\n20.06.2026;4.120\n21.06.2026;4.250,0\n'],
    ['a French one, with slashes', 'Jour;Énergie (kWh)\n20/06/2026;4,12\n21/06/2026;4,25\n'],
    ['an American one, where that is sure', 'Date,Energy (kWh)\n06/20/2026,4.12\n6/21/2026,4.25\n'],
    ['tabs', 'date\tenergy\n2026-06-20\t4.12\n2026-06-21\t4.25\n'],
    ['the separator told by Excel', 'sep=;\nDatum;kWh\n20.06.2026;4,12\n21.06.2026;4,25\n'],
    [
      'quotes',
      '"Date","PV yield, total [kWh]"\n"2026-06-20","4.12"\n"2026-06-21","4,25"\n'.replace('4,25', '4.25'),
    ],
    ['a decimal comma in quotes', 'date,kWh\n2026-06-20,"4,12"\n2026-06-21,"4,25"\n'],
    ['units in the cells', 'date,value\n2026-06-20,4.12 kWh\n2026-06-21,4250 Wh\n'],
    ['Swiss thousands', "date;Wh\n20.06.2026;4’120\n21.06.2026;4'250\n"],
    ['MWh', 'date,MWh\n2026-06-20,0.00412\n2026-06-21,0.00425\n'],
    ['hours', 'time,kWh\n2026-06-20 10:00,4\n2026-06-20 11:00,0.12\n2026-06-21T12:00,4.25\n'],
    ['moments with their zone', 'timestamp,kWh\n2026-06-19T22:00:00Z,4.12\n2026-06-21T23:59:00+02:00,4.25\n'],
    ['several columns', 'date,consumption kWh,solar kWh,note\n2026-06-20,9,4.12,a\n2026-06-21,9,4.25,b\n'],
    ['compact dates', 'day,kWh\n20260620,4.12\n20260621,4.25\n'],
    ['lines out of order, and empty ones', '\n2026-06-21,4.25\n\n2026-06-20,4.12\n,\n'],
  ])('of %s', (_, text) => {
    expect(read(text).problems).toEqual([]);
    expect(energies(text)).toEqual(TWO_DAYS);
  });

  it('of the file that this gateway writes', () => {
    const text =
      'local_time,time,energy_wh,estimated,power_w,inverter_1_energy_wh\r\n2026-06-20,2026-06-19T22:00:00Z,4120,0,263.1,99\r\n2026-06-21,2026-06-20T22:00:00Z,4250,0,3,99\r\n';
    expect(energies(text)).toEqual(TWO_DAYS);
  });

  it('of the energy page of Home Assistant, where what is not solar is left out', () => {
    const text = [
      'entity_id,type,unit,2026-06-19T22:00:00.000Z,2026-06-20T22:00:00.000Z',
      'sensor.grid,grid_consumption,kWh,7.1,8.2',
      'sensor.roof_east,solar_production,kWh,4,4.25',
      'sensor.roof_west,solar_production,Wh,120,',
      'sensor.gas,gas_consumption,m³,1,1',
      '',
    ].join('\n');
    expect(energies(text)).toEqual(TWO_DAYS);
    expect(reasons(text)).toEqual([
      [2, 'not-solar'],
      [5, 'not-solar'],
    ]);
  });

  it('of the history page of Home Assistant: from what a counter stood at', () => {
    const text = [
      'entity_id,state,last_changed',
      'sensor.total,100,2026-06-19T21:00:00.000Z',
      'sensor.total,unavailable,2026-06-19T21:30:00.000Z',
      'sensor.total,102,2026-06-20T08:00:00.000Z',
      'sensor.total,101.9,2026-06-20T08:10:00.000Z',
      'sensor.total,102,2026-06-20T08:20:00.000Z',
      'sensor.total,104.02,2026-06-20T12:00:00.000Z',
      'sensor.total,4.25,2026-06-21T12:00:00.000Z', // the counter was replaced
      'sensor.total,x,2026-06-21T13:00:00.000Z',
    ].join('\n');
    expect(energies(text)).toEqual(TWO_DAYS);
    expect(reasons(text)).toEqual([[9, 'energy']]);
  });

  it('of what a counter stood at at midnight: that of the day before', () => {
    const stands = [
      'sensor.total,1100,2026-06-19T22:00:00.000Z', // local midnight
      'sensor.total,1104.12,2026-06-20T22:00:00.314Z',
      'sensor.total,1108.37,2026-06-21T22:00:00.000Z',
    ];
    expect(energies(['entity_id,state,last_changed', ...stands].join('\n'))).toEqual(TWO_DAYS);
    const table = ['time;kWh', '20.06.2026 00:00;100', '21.06.2026 00:00;104,12', '22.06.2026 00:00;108,37'];
    const csv = readWith(table.join('\n'), { isCounter: true });
    expect(Object.fromEntries(csv.days.map(({ date, energy }) => [date, energy]))).toEqual(TWO_DAYS);
  });

  it('of that page with its columns in another order, and more of them', () => {
    const lines = ['last_updated,entity_id,unit,state', '2026-06-20T08:00:00Z,sensor.a,kWh,100'];
    lines.push('2026-06-20T12:00:00Z,sensor.a,kWh,104.12', '2026-06-21T12:00:00Z,sensor.a,kWh,108.37');
    expect(energies(lines.join('\n'))).toEqual(TWO_DAYS);
  });

  it.each([
    [
      'sums at the end of each hour',
      'statistic_id,unit,start,sum,state',
      [
        'sensor.pv_total,kWh,2026-06-19T19:00:00+00:00,100,5100',
        'sensor.pv_total,kWh,2026-06-19T22:00:00+00:00,101,5101', // the first hour of the day
        'sensor.pv_total,kWh,2026-06-20T21:00:00+00:00,104.12,5104.12', // its last one
        'sensor.pv_total,kWh,2026-06-21T10:00:00+00:00,108.37,5108.37',
      ],
    ],
    [
      'what it stood at, with ends alone, and unix time',
      'statistic_id;end_ts;state',
      ['sensor.pv;1781899200;5100', 'sensor.pv;1781992800.5;5104,12', 'sensor.pv;1782079200000;5108,37'],
    ],
    [
      'what each hour brought, with the grid beside it',
      'start,statistic_id,change,unit',
      [
        '20.06.2026 08:00,sensor.grid_import,9,kWh',
        '20.06.2026 08:00,sensor.solar_energy,4120,Wh',
        '21.06.2026 08:00,sensor.solar_energy,4250,Wh',
        '21.06.2026 08:00,sensor.solar_temperature,31,°C',
      ],
    ],
  ])('of the statistics of Home Assistant: %s', (_, head, lines) => {
    const csv = read([head, ...lines].join('\n'));
    expect(Object.fromEntries(csv.days.map(({ date, energy }) => [date, energy]))).toEqual(TWO_DAYS);
    expect(csv.problems.every(({ reason }) => reason === 'not-solar')).toBe(true);
  });

  it('does not guess which of several statistics is that of the sun', () => {
    const text =
      'statistic_id,start,change\nsensor.a,2026-06-20T08:00:00Z,1\nsensor.b,2026-06-20T08:00:00Z,2';
    expect(read(text).days).toEqual([]);
    expect(reasons(text)).toEqual([
      [2, 'columns'],
      [3, 'columns'],
    ]);
  });

  it('says of a day of a year in which no plant was there that it is too early', () => {
    const text =
      'date,kWh\n0001-01-01,1\n1960-06-20,2\n1999-12-31T12:00:00Z,3\n2026-06-20,4.12\n2026-06-21,4.25';
    expect(energies(text)).toEqual(TWO_DAYS);
    expect(reasons(text)).toEqual([
      [2, 'past'],
      [3, 'past'],
      [4, 'past'],
    ]);
  });

  it('of the history page of Home Assistant, where small numbers only rise: says that they may be of days', () => {
    const rising = (...stands: readonly number[]) =>
      [
        'entity_id,state,last_changed',
        ...stands.map((stand, day) => `sensor.today,${stand},2026-06-2${day}T20:00:00Z`),
      ].join('\n');
    expect(read(rising(2.1, 3.5, 4.2))).toMatchObject({ isSmallCounter: true, isFallingCounter: false });
    expect(read(rising(5102.1, 5103.5)).isSmallCounter).toBe(false);
    for (const isCounter of [true, false])
      expect(readWith(rising(2.1, 3.5, 4.2), { isCounter }).isSmallCounter).toBe(false);
    const asDays = readWith(rising(2.1, 3.5, 4.2), { isCounter: false });
    expect(asDays.days.map(({ energy }) => energy)).toEqual([2100, 3500, 4200]);
  });

  it('of that page, where the numbers fall: asks whether they are of a counter, and takes the highest of each day where not', () => {
    const file = (...stands: readonly number[]) =>
      [
        'entity_id,state,last_changed',
        ...stands.map((stand, half) => {
          const at = new Date(Date.UTC(2026, 5, 19, 8) + half * 43_200_000).toISOString();
          return `sensor.today,${stand},${at}`;
        }),
      ].join('\n');
    const falling = file(2, 4.5, 1, 3.1, 2, 5.1);
    expect(read(falling).isFallingCounter).toBe(true);
    const asDays = readWith(falling, { utcOffsetS: () => 0, isCounter: false });
    expect(asDays).toMatchObject({ isFallingCounter: false, problems: [] });
    expect(asDays.days.map(({ energy }) => energy)).toEqual([4500, 3100, 5100]);
    expect(readWith(falling, { utcOffsetS: () => 0, isCounter: true }).isFallingCounter).toBe(false);
    expect(read(file(4.5, 3.1, 5.1)).isFallingCounter).toBe(true);
    expect(read(file(100, 104.5, 104.4, 108)).isFallingCounter).toBe(false);
    expect(read(file(0, 4.5, 0, 3.1)).isFallingCounter).toBe(false);
  });

  it('tells which lines it did not understand, and why', () => {
    const text = [
      'Datum;Ertrag kWh',
      '20.06.2026;4,12',
      '31.02.2026;4,12',
      '21.06.2026;viel',
      '22.06.2026;-3',
      '23.06.2026;3000000',
      '20.06.2026;4,13',
      '20.06.2026;4,12',
      'Summe;8,37',
      '24.06.2026;1,2,3',
    ].join('\n');
    expect(energies(text)).toEqual({ '2026-06-20': 4120 });
    expect(reasons(text)).toEqual([
      [3, 'date'],
      [4, 'energy'],
      [5, 'negative'],
      [6, 'too-large'],
      [7, 'twice'],
      [9, 'date'],
      [10, 'energy'],
    ]);
    expect(read(text).problems[0]?.text).toBe('31.02.2026;4,12');
  });

  it('takes slashes for days first where both could be, and for neither where they contradict each other', () => {
    expect(energies('date;kWh\n05/06/2026;1\n')).toEqual({ '2026-06-05': 1000 });
    const mixed = 'date;kWh\n13/06/2026;1\n06/14/2026;2\n';
    expect(energies(mixed)).toEqual({ '2026-06-13': 1000 });
    expect(reasons(mixed)).toEqual([[3, 'date']]);
  });

  it('does not guess which of several columns counts', () => {
    expect(reasons('2026-06-20,4,12\n2026-06-21,4.2\n')).toEqual([[1, 'columns']]);
    expect(read('a;b;c\n2026-06-20;1;2\n').days).toEqual([]);
    expect(reasons('a;b;c\n2026-06-20;1;2\n')).toEqual([
      [1, 'columns'],
      [2, 'columns'],
    ]);
  });

  it('says which order it took for dates that both fit, and takes the other where somebody says so', () => {
    const text = 'Date,kWh\n06/01/2025,1\n06/02/2025,2\n06/03/2025,1\n';
    expect(read(text)).toMatchObject({ unsureOrder: 'day-first', days: [{ date: '2025-01-06' }, {}, {}] });
    const told = readWith(text, { utcOffsetS: () => 0, dateOrder: 'month-first' });
    expect(told.unsureOrder).toBe('month-first');
    expect(told.days.map(({ date }) => date)).toEqual(['2025-06-01', '2025-06-02', '2025-06-03']);
    expect(read('Date,kWh\n06/13/2025,1\n').unsureOrder).toBeUndefined();
    expect(read('Date,kWh\n2025-06-01,1\n').unsureOrder).toBeUndefined();
  });

  it.each([
    ['upwards', ['2026-06-19,10234.5', '2026-06-20,10238.62', '2026-06-21,10242.87']],
    ['downwards', ['2026-06-21,10242.87', '2026-06-20,10238.62', '2026-06-19,10234.5']],
  ])('notices what looks like a counter, and reads what it went on by where it is one: %s', (_, lines) => {
    const text = ['date,total kWh', ...lines].join('\n');
    expect(read(text).isLikeCounter).toBe(true);
    const steps = readWith(text, { utcOffsetS: () => 0, isCounter: true });
    expect(steps).toMatchObject({ isLikeCounter: false, problems: [] });
    expect(Object.fromEntries(steps.days.map(({ date, energy }) => [date, energy]))).toEqual(TWO_DAYS);
    expect(read('date,kWh\n2026-06-19,4\n2026-06-20,3\n2026-06-21,5\n').isLikeCounter).toBe(false);
  });

  it('refuses days that are still to come', () => {
    const csv = readWith('date,kWh\n2026-06-20,4\n2026-06-21,5\n', {
      ...{ utcOffsetS: () => 0, today: '2026-06-20' },
    });
    expect(csv.days).toEqual([{ date: '2026-06-20', energy: 4000 }]);
    expect(csv.problems).toMatchObject([{ line: 3, reason: 'future' }]);
  });

  it('makes nothing of nothing', () => {
    for (const text of ['', '\n\n', 'hello', '"', '﻿', ';;;', 'date,kWh']) {
      expect(read(text).days, JSON.stringify(text)).toEqual([]);
    }
  });

  it('counts lines as an editor does, also behind a cell with an end of line in it', () => {
    expect(reasons('date,kWh,note\n2026-06-20,4.12,"two\nlines"\nx,1,\n')).toEqual([[4, 'date']]);
  });
});

describe('an import', () => {
  const days = [
    { date: '2026-06-20', energy: 4120 },
    { date: '2026-06-21', energy: 4250 },
    { date: '2026-06-22', energy: 10 },
  ];

  it('can be looked at before', () => {
    const bar = (name: string, energy: number) => ({ name, energy, start: 0 });
    expect(previewImport(days, [bar('2026-06-20', 4120), bar('2026-06-21', 4000)])).toEqual({
      added: [days[2]],
      replaced: [{ date: '2026-06-21', energy: 4250, before: 4000 }],
      same: 1,
      change: { first: '2026-06-21', last: '2026-06-22', beforeWh: 4000, afterWh: 4260 },
    });
  });

  it('goes in as many calls as it takes', () => {
    const many = Array.from({ length: 161 }, (_, index) => ({ date: `d${index}`, energy: index }));
    expect(importBatches(many).map(({ length }) => length)).toEqual([80, 80, 1]);
    expect(importBatches(many).flat()).toEqual(many);
    expect(importBatches([])).toEqual([]);
  });
});

describe('the work of reading a large text', () => {
  const hours = (lines: number, quote: string) =>
    Array.from({ length: lines }, (_, hour) => {
      const at = new Date(Date.UTC(2020, 0, 1, hour)).toISOString();
      return `${quote}${at}${quote},${quote}0.5${quote}`;
    }).join('\n');

  it.each([
    ['', 'without quotes'],
    ['"', 'with quotes'],
  ])('comes in many small pieces that tell how far it is, %s', (quote) => {
    const lines = 20_000;
    const shares: number[] = [];
    const reading = readEnergyCsv(`time,kWh\n${hours(lines, quote)}`, { utcOffsetS: () => 0 });
    let step = reading.next();
    for (; step.done !== true; step = reading.next()) shares.push(step.value);
    expect(step.value.days.reduce((sum, { energy }) => sum + energy, 0)).toBe(lines * 500);
    expect(shares.length).toBeGreaterThan(lines / 1000);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares[0]).toBe(0);
    expect(shares.at(-1)).toBeGreaterThan(0.9);
    expect(shares.at(-1)).toBeLessThan(1);
  });
});
