import {
  createLiveReader,
  type LiveData,
  type LiveInverter,
  quantityOf,
  SHOWN_STRINGS,
} from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { createLeanRows, LEAN_MESSAGE_MAX_BYTES, newLeanPage } from './lean-rows.ts';

const value = (v: number, u: string, d: number) => ({ v, u, d });

function inverterOf(number: number, powerW = 100 + number): LiveInverter {
  const string = (name: string, watts: number) => ({
    name: { u: name },
    Power: value(watts, 'W', 1),
    Voltage: value(31.2, 'V', 1),
    Current: value(3.1, 'A', 2),
    YieldDay: value(400, 'Wh', 0),
    YieldTotal: value(170.4, 'kWh', 3),
    Irradiation: value(watts / 4.1, '%', 3),
  });
  return {
    serial: `1141${String(number).padStart(8, '0')}`,
    name: `Roof ${number}`,
    data_age: number % 5,
    reachable: true,
    producing: powerW > 0,
    limit_relative: 100,
    limit_absolute: 800,
    channels: {
      0: {
        Power: value(powerW, 'W', 1),
        Voltage: value(230, 'V', 1),
        'Power DC': value(powerW * 1.05, 'W', 1),
        YieldTotal: value(340.8, 'kWh', 3),
      },
      1: string('East', powerW / 2),
      2: string('West', powerW / 2),
    },
    events: 3,
    limit_state: 'known',
    answering: true,
    yield_day_counts: true,
    radio_quality: 91 + (number % 3),
  };
}

function dataOf(inverters: readonly LiveInverter[]): LiveData {
  const all = inverters.length;
  return {
    inverters,
    total: { Power: value(1, 'W', 1), YieldDay: value(2, 'Wh', 0), YieldTotal: value(3, 'kWh', 2) },
    hints: { time_sync: false, radio_problem: false, default_password: false },
    plant: {
      all,
      answering: all,
      producing: all,
      night: false,
      day: '2024-06-21',
      yield_total_known: all,
      lean: true,
    },
  };
}

const plantOf = (count: number, powerW?: number) =>
  Array.from({ length: count }, (_, number) => inverterOf(number, powerW));
const serialOf = (number: number) => inverterOf(number).serial;

/** A page at the end of its socket: what it was sent, and what it makes of it. */
function openPage(shown = '') {
  const rows = createLeanRows();
  const page = newLeanPage();
  page.shownSerial = shown;
  const read = createLiveReader();
  let live: ReturnType<typeof read>;
  return {
    page,
    /** Gives the bytes of the message; 0 where there was none. */
    tell(inverters: readonly LiveInverter[], isDue = false): number {
      rows.take(dataOf(inverters));
      const text = rows.messageFor(page, isDue);
      if (text !== undefined) live = read(text);
      return text === undefined ? 0 : Buffer.byteLength(text);
    },
    live: () => live,
    powers: () => live?.inverters.map(({ phase }) => quantityOf(phase, 'power')?.value),
    inverter: (number: number) => live?.inverters.find(({ serial }) => serial === serialOf(number)),
  };
}

describe('a page that shows one of many inverters', () => {
  it('has all of that one, and of each other one what its list shows', () => {
    const { tell, live, inverter } = openPage(serialOf(3));
    tell(plantOf(12));
    expect(live()?.inverters.map(({ name }) => name)).toEqual(plantOf(12).map(({ name }) => name));
    expect(inverter(3)?.strings.map(({ values }) => values.length)).toEqual([6, 6]);
    expect(inverter(4)).toMatchObject({
      ...{ isAnswering: true, isProducing: true, hasReading: true, eventCount: 3, strings: [] },
      ...{ limit: { percent: 100, watts: 800, isInDoubt: false }, refusedValues: 0 },
    });
    expect(quantityOf(inverter(4)?.phase, 'power')?.value).toBe(104);
    expect([live()?.refusedInverters, live()?.refusedTotal, live()?.refusedHints]).toEqual([0, false, false]);
  });

  it('has the first one where it names none, or nobody knows it', () => {
    for (const shown of ['', '999']) {
      const { tell, inverter } = openPage(shown);
      tell(plantOf(12));
      expect(inverter(0)?.strings).toHaveLength(2);
    }
  });

  it('hears nothing while nothing changes, until it is due', () => {
    const { tell } = openPage();
    tell(plantOf(12));
    expect(tell(plantOf(12))).toBe(0);
    expect(tell(plantOf(12), true)).toBeGreaterThan(0);
  });

  it('hears of one power that is new, and of no other inverter', () => {
    const { tell, powers } = openPage();
    tell(plantOf(12));
    const next = plantOf(12).with(7, inverterOf(7, 555.55));
    const bytes = tell(next);
    expect(bytes).toBeLessThan(700);
    expect(powers()?.[7]).toBe(555.6);
    expect(powers()?.[8]).toBe(108);
  });

  it('hears of another state with all that the list shows', () => {
    const { tell, inverter } = openPage();
    tell(plantOf(12));
    const silent = { ...inverterOf(5), reachable: false, answering: false, silence: 'problem' } as const;
    tell(plantOf(12).with(5, silent));
    expect(inverter(5)).toMatchObject({ isReachable: false, isAnswering: false, silence: 'problem' });
    tell(plantOf(12));
    expect(inverter(5)).toMatchObject({ isReachable: true, silence: undefined });
  });

  it('gets all of another one as soon as it shows that, and lets go of the strings of the one before', () => {
    const { page, tell, inverter } = openPage(serialOf(1));
    tell(plantOf(12));
    page.shownSerial = serialOf(2);
    tell(plantOf(12));
    expect(inverter(2)?.strings).toHaveLength(2);
    expect(inverter(1)?.strings).toEqual([]);
  });

  it('always knows how old the values are that it shows', () => {
    const { tell, inverter } = openPage(serialOf(0));
    tell(plantOf(12));
    const older = plantOf(12).with(0, { ...inverterOf(0), data_age: 42 });
    tell(older.with(9, inverterOf(9, 1)));
    expect(inverter(0)?.dataAgeS).toBe(42);
    expect(inverter(0)?.strings).toHaveLength(2);
  });

  it('begins anew when inverters come or go', () => {
    const { tell, live } = openPage();
    tell(plantOf(12));
    tell(plantOf(14).slice(1));
    expect(live()?.inverters.map(({ serial }) => serial)).toEqual(
      plantOf(14)
        .slice(1)
        .map(({ serial }) => serial),
    );
  });

  it('can tell an inverter that was never heard from one that yields nothing', () => {
    const never = inverterOf(4, 0);
    const zero = value(0, '', 0);
    const nothing = { Power: zero, Voltage: zero, YieldTotal: zero };
    const { tell, inverter } = openPage();
    tell(
      plantOf(12)
        .with(4, { ...never, channels: { 0: nothing, 1: nothing } })
        .with(5, inverterOf(5, 0)),
    );
    expect([inverter(4)?.hasReading, inverter(5)?.hasReading]).toEqual([false, true]);
  });

  it('learns of a string that delivers nothing', () => {
    const odd = inverterOf(6);
    const dark = { ...odd.channels[2], Power: value(0, 'W', 1) };
    const { tell, inverter } = openPage();
    tell(plantOf(12).with(6, { ...odd, channels: { ...odd.channels, 2: dark } }));
    expect(inverter(6)?.strings.map((string) => [string.name, quantityOf(string, 'power')?.value])).toEqual([
      ['East', 53],
      ['West', 0],
    ]);
    expect(inverter(7)?.strings).toEqual([]);
  });
});

describe('a page that shows the strings of all inverters', () => {
  const stringsOf = (page: ReturnType<typeof openPage>, number: number) =>
    page
      .inverter(number)
      ?.strings.map((string) => [
        string.name,
        ...(['power', 'irradiation'] as const).map((wanted) => quantityOf(string, wanted)?.value),
      ]);

  it('has the power of each, and how hard it works, and all of no inverter', () => {
    const page = openPage(SHOWN_STRINGS);
    page.tell(plantOf(12));
    expect(stringsOf(page, 0)).toEqual([
      ['East', 50, 12.2],
      ['West', 50, 12.2],
    ]);
    expect(page.inverter(0)?.strings.map(({ values }) => values.length)).toEqual([2, 2]);
    expect(page.inverter(11)).toMatchObject({ isAnswering: true, hasReading: true, refusedValues: 0 });
  });

  it('hears of what is new of one inverter, and of nothing while nothing is', () => {
    const page = openPage(SHOWN_STRINGS);
    page.tell(plantOf(12));
    expect(page.tell(plantOf(12))).toBe(0);
    const bytes = page.tell(plantOf(12).with(7, inverterOf(7, 820)));
    expect(bytes).toBeLessThan(800);
    expect(stringsOf(page, 7)).toEqual([
      ['East', 410, 100],
      ['West', 410, 100],
    ]);
    page.tell(plantOf(12).with(7, { ...inverterOf(7, 820), reachable: false }));
    expect(page.inverter(7)).toMatchObject({ isReachable: false, name: 'Roof 7' });
    expect(stringsOf(page, 7)?.[0]).toEqual(['East', 410, 100]);
  });

  it('may show one inverter next, and all strings again', () => {
    const page = openPage(SHOWN_STRINGS);
    page.tell(plantOf(12));
    page.page.shownSerial = serialOf(3);
    page.tell(plantOf(12));
    expect(page.inverter(4)?.strings).toEqual([]);
    expect(page.inverter(3)?.strings[0]?.values).toHaveLength(6);
    page.page.shownSerial = SHOWN_STRINGS;
    page.tell(plantOf(12, 300));
    expect(stringsOf(page, 4)?.[0]?.[1]).toBe(150);
  });

  it('gets no more than its share in a second, of two hundred inverters that all change', () => {
    const page = openPage(SHOWN_STRINGS);
    page.tell(plantOf(200));
    const rounds = Array.from({ length: 20 }, (_, round) => page.tell(plantOf(200, 1000 + 2 * round)));
    expect(Math.max(...rounds)).toBeLessThanOrEqual(LEAN_MESSAGE_MAX_BYTES);
    const powers = plantOf(200).map((_, number) => Number(stringsOf(page, number)?.[0]?.[1]));
    expect(Math.min(...powers)).toBeGreaterThanOrEqual(500);
  });
});

describe('of two hundred inverters that all change every second', () => {
  it('no second brings more than its share, nobody is forgotten, and states come first', () => {
    const { tell, powers, inverter } = openPage();
    tell(plantOf(200));
    const rounds = Array.from({ length: 12 }, (_, round) => tell(plantOf(200, 1000 + round)));
    expect(Math.max(...rounds)).toBeLessThanOrEqual(LEAN_MESSAGE_MAX_BYTES);
    expect(Math.min(...(powers() ?? []).map(Number))).toBeGreaterThanOrEqual(1000);
    const changed = plantOf(200, 2000).with(199, { ...inverterOf(199, 2000), switched_off: true });
    tell(changed);
    expect(inverter(199)?.isSwitchedOff).toBe(true);
  });

  it('cost a page no more than four, where as many change', () => {
    const bytesOf = (count: number) => {
      const { tell } = openPage();
      tell(plantOf(count));
      return tell(plantOf(count).with(3, inverterOf(3, 1)));
    };
    expect(bytesOf(200)).toBeLessThan(bytesOf(11) + 20);
  });
});
