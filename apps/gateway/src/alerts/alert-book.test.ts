import type { AlertRule } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import type { Condition } from './alert.ts';
import { plainText } from './alert.ts';
import { createAlertBook, readRecords } from './alert-book.ts';

const START_S = 1_790_000_000;
/** After this nothing is excused by a start any more. */
const SETTLED_S = 3600;

const condition = (rule: AlertRule, change: Partial<Condition> = {}): Condition => ({
  ...{ key: rule, rule, facts: { name: 'Carport' }, holdS: 0 },
  ...change,
});

interface Looked {
  readonly conditions?: readonly Condition[];
  readonly unknown?: readonly AlertRule[];
  readonly known?: readonly string[];
  readonly off?: readonly AlertRule[];
}

/** A book whose owner looks at it at certain seconds after the start. */
function opened(remembered: Parameters<typeof createAlertBook>[0] = []) {
  const book = createAlertBook(remembered, 0);
  const look = (atS: number, { conditions = [], unknown = [], known = [], off = [] }: Looked = {}) => {
    const news = book.look(
      { nowMs: atS * 1000, nowS: START_S + atS },
      { conditions, unknown: new Set(unknown), known: new Set(known) },
      (rule) => !off.includes(rule),
    );
    return [
      ...news.opened.map(({ rule }) => `opened ${rule}`),
      ...news.solved.map(({ rule }) => `solved ${rule}`),
      ...news.dropped.map(({ rule }) => `dropped ${rule}`),
    ];
  };
  return { book, look };
}

describe('an alert', () => {
  it('is told once however long it goes on, and once when it is over', () => {
    const { book, look } = opened();
    const meter = condition('meter', { holdS: 600 });
    const told: string[][] = [];
    for (let atS = SETTLED_S; atS < SETTLED_S + 5 * 3600; atS += 20) {
      told.push(look(atS, { conditions: atS < SETTLED_S + 7200 ? [meter] : [] }));
    }
    expect(told.flat()).toEqual(['opened meter', 'solved meter']);
    expect(book.all()).toMatchObject([
      { rule: 'meter', sinceS: START_S + SETTLED_S + 600, solvedAtS: START_S + SETTLED_S + 7200 + 300 },
    ]);
  });

  it('is none where it was so for a moment only', () => {
    const { look } = opened();
    const meter = condition('meter', { holdS: 600 });
    for (let atS = 0; atS < 86_400; atS += 500) {
      expect(look(atS, { conditions: (atS / 500) % 2 === 0 ? [meter] : [] })).toEqual([]);
    }
  });

  it('that flaps all day is told a few times', () => {
    const { book, look } = opened();
    const told: string[] = [];
    // Ten minutes so, twenty minutes not.
    for (let atS = SETTLED_S; atS < SETTLED_S + 86_400; atS += 20) {
      told.push(...look(atS, { conditions: atS % 1800 < 600 ? [condition('device')] : [] }));
    }
    expect(told.slice(0, 4)).toEqual(['opened device', 'solved device', 'opened device']);
    expect(told.length).toBeLessThanOrEqual(4);
    expect(book.all()).toHaveLength(1);
  });

  it('is not over while nobody can tell, nor just after a start', () => {
    const { book, look } = opened();
    look(SETTLED_S, { conditions: [condition('voltage')] });
    for (let atS = SETTLED_S; atS < SETTLED_S + 36_000; atS += 600) {
      expect(look(atS, { unknown: ['voltage'] })).toEqual([]);
    }
    const restarted = opened(readRecords(JSON.parse(JSON.stringify(book.all()))));
    expect(restarted.look(20)).toEqual([]);
    expect(restarted.look(590)).toEqual([]);
    expect(restarted.look(620)).toEqual([]);
    expect(restarted.look(620 + 900)).toEqual(['solved voltage']);
  });

  it('goes without a word where its owner knows it, has switched the rule off, or it has become something worse', () => {
    const { look } = opened();
    const weak = condition('weak', { key: 'string 1' });
    expect(look(SETTLED_S, { conditions: [weak] })).toEqual(['opened weak']);
    expect(look(SETTLED_S + 20, { known: ['string 1'] })).toEqual(['dropped weak']);
    expect(look(SETTLED_S + 36_000, { conditions: [weak] })).toEqual(['opened weak']);
    const dead = condition('dead', { key: 'string 1' });
    expect(look(SETTLED_S + 36_020, { conditions: [dead] })).toEqual(['opened dead', 'dropped weak']);
    expect(look(SETTLED_S + 36_040, { conditions: [dead], off: ['dead'] })).toEqual(['dropped dead']);
  });

  it('of a moment is told once a week, and is over at once', () => {
    const { book, look } = opened();
    const event = condition('event', { isMoment: true });
    const told: string[] = [];
    for (let atS = SETTLED_S; atS < SETTLED_S + 8 * 86_400; atS += 3600) {
      told.push(...look(atS, { conditions: [event] }));
    }
    expect(told).toEqual(['opened event', 'opened event']);
    expect(book.all().map(({ solvedAtS }) => solvedAtS)).not.toContain(undefined);
  });

  it('is opened by no jump of the clock on the wall', () => {
    const book = createAlertBook([], 0);
    const findings = {
      conditions: [condition('meter', { holdS: 600 })],
      ...{ unknown: new Set<AlertRule>(), known: new Set<string>() },
    };
    book.look({ nowMs: 0, nowS: START_S }, findings, () => true);
    const { opened: news } = book.look({ nowMs: 20_000, nowS: START_S + 86_400 }, findings, () => true);
    expect(news).toEqual([]);
  });
});

describe('the list', () => {
  it('keeps what is open for ever, the rest for 30 days and 200 in all', () => {
    const { book, look } = opened();
    const first = condition('disk', { key: 'disk' });
    look(SETTLED_S, { conditions: [first] });
    for (let index = 0; index < 300; index += 1) {
      const event = condition('event', { key: `event ${index}`, isMoment: true });
      look(SETTLED_S + 100 + index, { conditions: [first, event] });
    }
    expect(book.all()).toHaveLength(200);
    expect(book.all().at(-1)?.rule).toBe('disk');
    look(SETTLED_S + 31 * 86_400, { conditions: [first, condition('meter')] });
    expect(book.all().map(({ rule }) => rule)).toEqual(['meter', 'disk']);
  });

  it('makes nothing of a damaged file', () => {
    expect(readRecords('x')).toEqual([]);
    expect(readRecords([null, 7, { id: 1 }, { id: 'a', key: 'b', rule: 'moon', sinceS: 1 }])).toEqual([]);
    const odd = {
      id: 'a',
      key: 'b',
      rule: 'meter',
      sinceS: 1,
      facts: { name: { x: 1 }, value: 'x' },
      sent: [7],
    };
    expect(readRecords([odd])).toMatchObject([{ facts: {}, sent: [], returns: 0 }]);
  });
});

describe('a name from outside', () => {
  it.each([
    ['Carport\r\nBcc: all@example.org', 'Carport Bcc: all@example.org'],
    ['\u202eevil\u2066', 'evil'],
    ['a\u0000\u001b[31mb', 'a [31mb'],
    ['  two   words ', 'two words'],
    ['😀'.repeat(100), `${'😀'.repeat(59)}…`],
    ['\ud800x', 'x'],
  ])('%j is one line of plain text', (name, plain) => {
    expect(plainText(name)).toBe(plain);
  });
});
