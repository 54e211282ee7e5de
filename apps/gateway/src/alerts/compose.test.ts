import { ALERT_LANGUAGES, ALERT_RULES } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import type { AlertRecord } from './alert.ts';
import { createComposer, type Notice } from './compose.ts';

/** Ten in the morning at the plant, which is two hours ahead of UTC. */
const TEN_S = Date.UTC(2026, 5, 21, 8) / 1000;
const HOUR_S = 3600;

const composer = (language: (typeof ALERT_LANGUAGES)[number] = 'en') =>
  createComposer(language, () => 2 * HOUR_S);
const record = (id: string, change: Partial<AlertRecord> = {}): AlertRecord => ({
  ...{ id, key: id, rule: 'silent', facts: { name: `Roof ${id}` }, sinceS: TEN_S, solvedAtS: undefined },
  ...{ isMoment: false, returns: 0, sent: [], givenUp: [], ...change },
});
const opened = (alert: string): Notice => ({ kind: 'opened', alert, atS: TEN_S });
const solved = (alert: string): Notice => ({ kind: 'solved', alert, atS: TEN_S });

function message(records: readonly AlertRecord[], notices: readonly Notice[]) {
  return composer().message(notices, (id) => records.find((one) => one.id === id));
}

describe('a message', () => {
  it('of one thing says what it is, and since when by the clock of the plant', () => {
    expect(message([record('a')], [opened('a')])).toMatchObject({
      ...{ title: 'Roof a does not answer', severity: 'warning', rule: 'silent', state: 'open' },
      text: expect.stringMatching(/ Since 21\/06\/2026, 10:00\.$/),
    });
  });

  it('says that it is over, or in one line that it was so where nobody had heard of it', () => {
    const over = record('a', { solvedAtS: TEN_S + HOUR_S });
    expect(message([over], [solved('a')])).toMatchObject({
      title: 'Over: Roof a does not answer',
      state: 'solved',
    });
    expect(message([over], [opened('a'), solved('a')]).title).toBe(
      'Roof a does not answer (from 21/06/2026, 10:00 to 21/06/2026, 11:00)',
    );
  });

  it('of several has a line for each, the worst first, and says how many more there are', () => {
    const records = Array.from({ length: 11 }, (_, index) => record(String(index)));
    const worst = record('w', { rule: 'disk', facts: { reason: 'full' } });
    const { title, text, severity } = message(
      [...records, worst],
      [...records.map(({ id }) => opened(id)), opened('w')],
    );
    const lines = text.split('\n');
    expect(title).toBe('Heliograph: 12 messages');
    expect(lines[0]).toBe('• The disk is full');
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toBe('… and 4 more, in the list of the gateway.');
    expect(severity).toBe('urgent');
  });

  it('is never longer than every service takes', () => {
    const long = record('a', { facts: { name: '😀'.repeat(2000) } });
    const { title, text } = message([long, record('b')], [opened('a')]);
    expect(Array.from(title).length).toBeLessThanOrEqual(160);
    expect(Array.from(text).length).toBeLessThanOrEqual(1000);
  });

  it.each(ALERT_LANGUAGES)('has an example of each rule in %s, with everything filled in', (language) => {
    for (const rule of ALERT_RULES) {
      const { title, text } = composer(language).message(
        [{ kind: 'example', rule, atS: TEN_S }],
        () => undefined,
      );
      expect(`${title} ${text}`).not.toMatch(/undefined|NaN|\{| {2}/);
      expect(text.length).toBeGreaterThan(20);
    }
  });
});
