import type { HeldLimit, Order, ScheduleRow } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { createFormats } from '../../shared/i18n/format.ts';
import type { Locale } from '../../shared/i18n/locales.ts';
import { createPlantTime } from '../../shared/i18n/plant-time.ts';
import { createTextStore } from '../../shared/i18n/text-store.ts';
import { presetWatts } from '../../shared/lib/preset-watts.ts';
import {
  isRowInForce,
  type LimitFacts,
  limitWords,
  maxOf,
  newGroupId,
  type RowDay,
  secondsUntil,
} from './limit-words.ts';

const GARAGE = '114172220143';
const ROOF = '116182831004';
const TODAY = '2026-06-21';
const at = (hours: number, minutes = 0) => Date.UTC(2026, 5, 21, hours, minutes) / 1000;

const store = createTextStore();
await Promise.all((['en', 'de', 'fr'] as const).map((locale) => store.load(locale, 'limits')));

function factsIn(locale: Locale = 'en', user = 'admin'): LimitFacts {
  const t = store.loaded(locale).limits;
  if (t === undefined) throw new Error('no texts');
  const inverter = { percent: 100, powerW: 250, isAnswering: true, state: undefined };
  return {
    ...{ t, user, format: createFormats(locale), time: createPlantTime(locale, () => 0), today: TODAY },
    inverters: [
      { ...inverter, serial: GARAGE, name: 'Garage', maxW: 400 },
      { ...inverter, serial: ROOF, name: 'Roof', maxW: 1600 },
    ],
    settings: {
      groups: [
        {
          ...{ id: 'g1', name: 'Balcony', cap: 800 },
          members: [{ serial: GARAGE, min_power: 0, max_power: 0 }],
        },
      ],
      schedule: [row({ target: 'g1' })],
    },
  };
}

function row(changes: Partial<ScheduleRow> = {}): ScheduleRow {
  return {
    ...{ enabled: true, target: 'plant', watts: 600, days: 31, from: 'clock', from_minutes: 720 },
    ...{ to: 'sunset', to_minutes: -30, ...changes },
  };
}

const held = (changes: Partial<HeldLimit> = {}): HeldLimit => ({
  ...{ owner: 'person', by: 'admin', target: 'plant', watts: 600, since: at(9) },
  ...changes,
});

const plain = (text: string) => text.replace(/\s/g, ' ');

describe('who holds a limit', () => {
  const words = limitWords(factsIn());

  it('is said with the time at which it ends, and what is allowed', () => {
    expect(plain(words.held(held({ until: at(18) })))).toBe(
      'Held by you until 18:00: 600 W (30%) for all inverters',
    );
    expect(plain(words.who(held({ until: at(30) })))).toBe('Held by you until Jun 22, 06:00');
    expect(words.who(held())).toBe('Held by you until it is changed');
    expect(words.who(held({ by: 'somebody' }))).toBe('Held by somebody until it is changed');
  });

  it('is said of the schedule with the end of its row', () => {
    const schedule = held({ owner: 'schedule', by: 'schedule', target: 'g1' });
    expect(words.who(schedule)).toBe('The schedule allows this until half an hour before sunset');
    expect(words.who({ ...schedule, watts: 601 })).toBe('The schedule allows this until it is changed');
  });

  it('is said of everybody else', () => {
    const who = (owner: HeldLimit['owner'], by = '') => words.who(held({ owner, by }));
    expect(who('program', 'mqtt')).toBe('Held by a program over MQTT until it is changed');
    expect(who('program', 'api')).toBe('Held over the API until it is changed');
    expect(who('person', 'api')).toBe('Held over the API until it is changed');
    expect(who('program')).toBe('Held by a program until it is changed');
    expect(who('rule')).toBe('The meter rule decides from moment to moment');
    expect(who('fail-safe')).toBe('The fail-safe holds the safe value until all is well again');
    expect(who('modbus')).toBe('Held over Modbus until it is changed');
  });

  it('is nobody, or a cap', () => {
    const state = { serial: GARAGE, permanent_count: 0 };
    expect(words.why(state)).toBe('Nobody: the last command counts');
    expect(words.why({ ...state, watts: 300, capped_by: 'g1' })).toBe('The cap of Balcony allows this');
    expect(words.why({ ...state, watts: 300, capped_by: 'g1', holder: held() })).toBe(
      'Held by you until it is changed. The cap of Balcony lowers it.',
    );
  });

  it('has no percent where nobody knows what the inverters can', () => {
    const facts = factsIn();
    const [first, second] = facts.inverters;
    if (first === undefined || second === undefined) throw new Error('no inverters');
    const unsure = { ...facts, inverters: [first, { ...second, maxW: undefined }] };
    expect(maxOf(facts, 'plant')).toBe(2000);
    expect(maxOf(unsure, 'plant')).toBeUndefined();
    expect(maxOf(unsure, 'g1')).toBe(400);
    expect(plain(limitWords(unsure).held(held()))).toBe(
      'Held by you until it is changed: 600 W for all inverters',
    );
  });
});

describe('a row of the schedule', () => {
  it.each([
    ['en', 'Mon to Fri, from 12:00 to half an hour before sunset: 600 W for Balcony'],
    ['de', 'Mo bis Fr, von 12:00 bis eine halbe Stunde vor Sonnenuntergang: 600 W für Balcony'],
    ['fr', 'Du lundi au vendredi, 12:00 – une demi-heure avant le coucher du soleil : 600 W pour Balcony'],
  ] as const)('is a sentence in %s', (locale, sentence) => {
    expect(plain(limitWords(factsIn(locale)).row(row({ target: 'g1' })))).toBe(sentence);
  });

  it.each<[Partial<ScheduleRow>, string]>([
    [
      { days: 127, from: 'sunrise', from_minutes: 0, to: 'clock', to_minutes: 570 },
      'Every day, from sunrise to 09:30: 600 W for all inverters',
    ],
    [
      { days: 96, from_minutes: 1320, to: 'clock', to_minutes: 360 },
      'Sat and Sun, from 22:00 to 06:00 the next day: 600 W for all inverters',
    ],
    [
      { days: 0b1000101, from: 'sunrise', from_minutes: 60, to_minutes: 150, target: ROOF },
      'Mon, Wed, Sun, from an hour after sunrise to 2 h 30 min after sunset: 600 W for Roof',
    ],
  ])('says its days and its times: %j', (changes, sentence) => {
    expect(plain(limitWords(factsIn()).row(row(changes)))).toBe(sentence);
  });

  it('applies while the gateway holds to it, its time has come, and no later row takes its place', () => {
    const sunday: RowDay = { weekday: 6, nowMin: 780, riseMin: 300, setMin: 1260 };
    const monday: RowDay = { ...sunday, weekday: 0 };
    const workdays = row();
    const weekend = row({ days: 96 });
    const wish = [held({ owner: 'schedule' })];
    const rows = [workdays, weekend];
    expect(isRowInForce(workdays, rows, wish, [monday])).toBe(true);
    expect(isRowInForce(weekend, rows, wish, [monday])).toBe(false);
    expect(isRowInForce(weekend, rows, wish, [sunday])).toBe(true);
    expect(isRowInForce(workdays, rows, [], [monday])).toBe(false);
    expect(isRowInForce(workdays, rows, wish, [{ ...monday, nowMin: 1231 }])).toBe(false);
    expect(isRowInForce(workdays, rows, wish, [{ ...monday, setMin: undefined }])).toBe(false);
    expect(isRowInForce(workdays, [workdays, row({ days: 1 })], wish, [monday])).toBe(false);
    const night = row({ from_minutes: 1320, to: 'clock', to_minutes: 360 });
    expect(isRowInForce(night, [night], wish, [{ ...monday, nowMin: 1440 + 300 }])).toBe(true);
  });
});

describe('an order', () => {
  const words = limitWords(factsIn());
  const order = (changes: Partial<Order>): Order => ({
    ...{ id: 'a', serial: GARAGE, kind: 'limit', value: 300, relative: false, persistent: false },
    ...{ way: 'http', by: 'admin', state: 'sent', steps: [], ...changes },
  });

  it('says what was asked, and by whom or what', () => {
    expect(plain(words.order(order({})))).toBe('Limit 300 W');
    expect(words.order(order({ value: 12.5, relative: true, persistent: true }))).toBe(
      'Limit 12.5%, permanent',
    );
    expect(words.order(order({ kind: 'power', power: 'restart' }))).toBe('Restart');
    expect(words.giver(order({}))).toBe('admin');
    expect(words.giver(order({ by: 'api' }))).toBe('a program (API)');
    expect(words.giver(order({ way: 'mqtt', by: 'mqtt' }))).toBe('MQTT');
    expect(words.giver(order({ way: 'cap', by: 'g1' }))).toBe('cap of Balcony');
    expect(words.giver(order({ way: 'cap', by: 'gone' }))).toBe('cap of a group');
    expect(words.giver(order({ way: 'expiry', by: 'expiry' }))).toBe('end of a limit');
  });
});

describe('what is offered', () => {
  it('are parts of what the inverters can, and what balconies are allowed', () => {
    expect(presetWatts(2000)).toEqual([2000, 1500, 1000, 800, 600, 500]);
    expect(presetWatts(800)).toEqual([800, 600, 400, 200]);
    expect(presetWatts(undefined)).toEqual([800, 600]);
  });

  it('is an id that no group has', () => {
    expect(newGroupId([])).toBe('g1');
    expect(newGroupId([{ id: 'g2' }])).toBe('g3');
    expect(newGroupId([{ id: 'g1' }, { id: 'g3' }])).toBe('g4');
  });

  it('is a time of the plant, today or tomorrow, a minute away at least', () => {
    const noon = at(10);
    const offsetS = () => 7200;
    expect(secondsUntil('18:00', noon, offsetS)).toBe(6 * 3600);
    expect(secondsUntil('11:00', noon, offsetS)).toBe(23 * 3600);
    expect(secondsUntil('12:00', noon, offsetS)).toBe(86_400);
    expect(secondsUntil('24:00', noon, offsetS)).toBeUndefined();
    expect(secondsUntil('', noon, offsetS)).toBeUndefined();
  });
});
