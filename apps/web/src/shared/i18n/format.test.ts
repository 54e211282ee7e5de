import { describe, expect, it } from 'vitest';
import { bytesOfText, bytesText } from './byte-format.ts';
import { createFormats, formatsAt } from './format.ts';

/** French groups digits with a narrow no-break space and puts a no-break space before signs. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const en = createFormats('en');
const de = createFormats('de');
const fr = createFormats('fr');

describe('numbers', () => {
  it('have exactly the decimals they are given', () => {
    expect([en, de, fr].map((format) => plain(format.digits(1844.470_001_2, 3)))).toEqual([
      '1,844.470',
      '1.844,470',
      '1 844,470',
    ]);
    expect(en.digits(230, 1)).toBe('230.0');
    expect(en.digits(0.7, 0)).toBe('1');
  });

  it('come in the styles of the specification', () => {
    expect([en.decimal(1234.5), en.noDigits(1234.5), en.digits(1234.5, 2)]).toEqual([
      '1,234.5',
      '1,235',
      '1,234.50',
    ]);
    expect([en, de, fr].map((format) => plain(format.percent(85.4)))).toEqual(['85%', '85 %', '85 %']);
  });

  it('of bytes are kilobytes as far as a device has them, and else what a person can read', () => {
    const kB = 1024;
    expect([0, 1536 * kB, 9999 * kB].map((bytes) => bytesText('en', bytes))).toEqual([
      '0 kB',
      '1,536 kB',
      '9,999 kB',
    ]);
    const large = [10_000 * kB, 18_772 * kB, 4_243_456 * kB, 264_212_084 * kB, 2 ** 42, 2 ** 62];
    expect(large.map((bytes) => bytesText('en', bytes))).toEqual([
      '9.77 MB',
      '18.3 MB',
      '4.05 GB',
      '252 GB',
      '4 TB',
      '4,100 PB',
    ]);
    expect(['de', 'fr'].map((tag) => plain(bytesText(tag, 4_243_456 * kB)))).toEqual(['4,05 GB', '4,05 Go']);
  });

  it('of a part of a memory are in the unit of the whole', () => {
    const parts = (whole: number, ...all: number[]) =>
      all.map((part) => plain(bytesOfText('en', part, whole)));
    const MB = 2 ** 20;
    expect(parts(300 * 1024, 0, 120 * 1024, 300 * 1024)).toEqual(['0 kB', '120 kB', '300 kB']);
    expect(parts(1.5 * MB, 0, 1.5 * MB)).toEqual(['0 MB', '1.5 MB']);
    expect(parts(2 ** 32, 18 * MB, 4_030 * MB, 2 ** 32)).toEqual(['0.02 GB', '3.94 GB', '4 GB']);
    expect(parts(2 ** 38, 264_123 * MB)).toEqual(['258 GB']);
    expect(parts(0, 0)).toEqual(['0 kB']);
    expect(['de', 'fr'].map((tag) => plain(bytesOfText(tag, 1.5 * MB, 1.5 * MB)))).toEqual([
      '1,5 MB',
      '1,5 Mo',
    ]);
  });

  it('beyond 10^12 are told as a power of ten', () => {
    expect([en.digits(999_999_999_999, 0), en.digits(1e12, 1), en.digits(-1e21, 3)]).toEqual([
      '999,999,999,999',
      '1E12',
      '-1E21',
    ]);
    expect([en.noDigits(1e300), en.percent(1e300), plain(de.percent(1e300))]).toEqual([
      '1E300',
      '1E300%',
      '1E300 %',
    ]);
  });

  it('stand as far from a percent sign as the language has it, whichever way they are made', () => {
    for (const format of [en, de, fr]) {
      expect(`${format.digits(85, 0)}${format.unitGap('%')}%`).toBe(format.percent(85));
      expect(format.unitGap('W')).toBe('\u00a0'); // no line ends between a number and its unit
    }
  });

  it('never show a negative zero', () => {
    expect(en.digits(-0, 1)).toBe('0.0');
    expect(en.digits(-0.04, 1)).toBe('0.0');
    expect(en.digits(-0.06, 1)).toBe('-0.1');
  });
});

describe('dates', () => {
  const moment = new Date(2026, 0, 5, 0, 7, 9).getTime();

  it('are numeric with a 24-hour clock, midnight as 00', () => {
    expect(plain(createFormats('en-US').dateTime(moment))).toBe('01/05/2026, 00:07:09');
    expect(plain(de.dateTime(moment))).toBe('05.01.2026, 00:07:09');
    expect(plain(fr.dateTime(moment))).toBe('05/01/2026 00:07:09');
  });

  it('outside of the calendar are no error', () => {
    expect([8.7e15, -1e300, Number.NaN].map(en.dateTime)).toEqual(['—', '—', '—']);
  });
});

describe('spans', () => {
  it('are told in seconds, then minutes, then hours', () => {
    expect([0, 999, 59_999, 119_999, 120_000, 7_199_999, 7_200_000, 86_400_000, -5].map(en.duration)).toEqual(
      ['0 s', '0 s', '59 s', '119 s', '2 min', '119 min', '2 h', '24 h', '0 s'],
    );
  });
});

describe('counts', () => {
  const forms = { one: '# event', other: '# events' };

  it('follow the rule of the language: zero is one in French only', () => {
    expect([0, 1, 2, 1500].map((count) => en.count(count, forms))).toEqual([
      '0 events',
      '1 event',
      '2 events',
      '1,500 events',
    ]);
    expect(fr.count(0, forms)).toBe('0 event');
  });
});

describe('a time of the gateway', () => {
  it('is told as it is, also in the hour that summer time leaves out where its reader is', () => {
    const leftOut = Date.UTC(2026, 2, 29, 2, 30, 15); // in Berlin the clocks go from 2 to 3
    for (const format of [en, de, fr]) {
      expect(formatsAt(format, { utcOffsetS: 0 }).dateTime(leftOut)).toMatch(/\b0?2:30:15/);
    }
  });
});
