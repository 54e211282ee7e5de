import { SUMMARY_MAX_BYTES } from '@heliograph/fleet-contract';
import { describe, expect, it } from 'vitest';
import { createSiteBook, type RegisteredSite, type Scope } from './site-book.ts';

const START_MS = 1_790_000_000_000;
const NORTH: Scope = new Set(['north']);
const SOUTH: Scope = new Set(['south']);

const site = (id: string, group = 'north', name = ''): RegisteredSite => ({
  id,
  name,
  group,
  place: undefined,
});

function setUp(...sites: RegisteredSite[]) {
  let nowMs = START_MS;
  const book = createSiteBook(() => nowMs);
  book.setRegistered(sites);
  book.takeChanges();
  return {
    book,
    pass: (ms: number) => {
      nowMs += ms;
    },
    say: (id: string, values: object = {}) => book.takeSummary(id, bytesOf({ ...summary(nowMs), ...values })),
  };
}

const summary = (nowMs: number) => ({
  ...{ name: 'Barn', version: '0.2.0', at: Math.floor(nowMs / 1000), day: true, power: 400, today: 1000 },
  ...{ inverters: 3, reachable: 3, producing: 3, findings: 0, alerts: 0 },
});
const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('the sites', () => {
  it('are told with what came last, and when', () => {
    const { book, say, pass } = setUp(site('barn'));
    say('barn', { place: { lat: 48.14, lon: 11.58 } });
    pass(3000);
    expect(book.site('barn', 'all')).toMatchObject({
      ...{ id: 'barn', state: 'ok', problems: [], heard: 3, place: { lat: 48.14 } },
      summary: { power: 400 },
    });
  });

  it('stand where the fleet says, else where they say', () => {
    const { book, say } = setUp({ ...site('barn'), place: { lat: 1, lon: 2 } });
    say('barn', { place: { lat: 48.14, lon: 11.58 } });
    expect(book.site('barn', 'all')?.place).toEqual({ lat: 1, lon: 2 });
  });

  it('that connect again and again are told with that word, until they stay', () => {
    const { book, say, pass } = setUp(site('barn'));
    const connect = (isKept = false) => book.takeStatus('barn', Buffer.from('online'), isKept);
    say('barn');
    for (let turn = 0; turn < 4; turn += 1) connect();
    // Each connection of the page brings what the broker has kept.
    for (let turn = 0; turn < 9; turn += 1) connect(true);
    expect(book.site('barn', 'all')?.problems).toEqual([]);
    book.takeChanges();
    connect();
    expect(book.site('barn', 'all')?.problems).toEqual(['comes-and-goes']);
    expect(book.takeChanges().has('barn')).toBe(true);
    pass(301_000);
    expect(book.site('barn', 'all')?.problems).toEqual([]);
    // As often, and long enough apart.
    for (let turn = 0; turn < 9; turn += 1) {
      connect();
      pass(80_000);
    }
    expect(book.site('barn', 'all')?.problems).toEqual([]);
  });

  it('are silent soon after nothing comes any more, which is told as a change', () => {
    const { book, say, pass } = setUp(site('barn'));
    say('barn');
    expect([...book.takeChanges().keys()]).toEqual(['barn']);
    pass(12_000);
    expect(book.takeChanges().size).toBe(0);
    pass(1000);
    expect([...book.takeChanges().keys()]).toEqual(['barn']);
    expect(book.site('barn', 'all')).toMatchObject({ state: 'silent', heard: 13 });
  });

  it('are offline once the broker says so, and back with the next word', () => {
    const { book, say, pass } = setUp(site('barn'));
    say('barn');
    book.takeStatus('barn', Buffer.from('offline'), false);
    expect(book.site('barn', 'all')?.state).toBe('offline');
    pass(1000);
    say('barn');
    expect(book.site('barn', 'all')?.state).toBe('ok');
    book.takeStatus('barn', Buffer.from('gone fishing'), false);
    expect(book.site('barn', 'all')?.state).toBe('ok');
  });

  it('are no news where they say the same again', () => {
    const { book, say, pass } = setUp(site('barn'));
    say('barn');
    book.takeChanges();
    pass(1000);
    say('barn');
    expect(book.takeChanges().size).toBe(0);
  });

  it('are told now and then all the same, so that nobody takes what is live for old', () => {
    const { book, say, pass } = setUp(site('barn'), site('mill'));
    say('barn');
    say('mill');
    book.takeChanges();
    const told: number[] = [];
    for (let second = 1; second <= 90; second += 1) {
      pass(1000);
      if (second % 5 === 0) say('barn');
      if (book.takeChanges().has('barn')) told.push(second);
    }
    expect(told).toEqual([30, 60, 90]);
    expect(book.site('barn', 'all')?.heard).toBe(0);
    // Of the other one nothing is new since it was silent.
    pass(60_000);
    expect([...book.takeChanges().keys()]).toEqual(['barn']);
    pass(60_000);
    expect(book.takeChanges().size).toBe(0);
  });

  it.each([
    ['no JSON', Buffer.from('{')],
    ['bytes', Buffer.from([0xff, 0xfe, 0])],
    ['nothing', Buffer.alloc(0)],
    ['another thing', bytesOf([1, 2])],
    ['a name that is too long', bytesOf({ ...summary(START_MS), name: 'x'.repeat(65) })],
    ['a script as its address', bytesOf({ ...summary(START_MS), url: 'javascript:alert(1)' })],
    ['more power than there is', bytesOf({ ...summary(START_MS), power: 1e300 })],
    ['more power than its inverters give', bytesOf({ ...summary(START_MS), power: 15_001 })],
    ['more power taken than its inverters take', bytesOf({ ...summary(START_MS), power: -301 })],
    ['more energy than a day has', bytesOf({ ...summary(START_MS), today: 360_001 })],
    ['more inverters that answer than there are', bytesOf({ ...summary(START_MS), reachable: 4 })],
    ['more inverters that give power than there are', bytesOf({ ...summary(START_MS), producing: 4 })],
    ['a control character in its name', bytesOf({ ...summary(START_MS), name: 'a\u0007b' })],
    ['a name that turns round what follows', bytesOf({ ...summary(START_MS), name: 'a\u202Eb' })],
    ['depth', Buffer.from('['.repeat(1000) + ']'.repeat(1000))],
  ])('say that they are refused where they send %s', (_, payload) => {
    const { book, pass, say } = setUp(site('barn'), site('mill'));
    say('mill', { name: 'Mill' });
    book.takeSummary('barn', payload);
    expect(book.site('barn', 'all')).toMatchObject({ state: 'refused', problems: ['garbage'] });
    expect(book.site('mill', 'all')).toMatchObject({ state: 'ok', problems: [] });
    pass(1000);
    say('barn');
    expect(book.site('barn', 'all')).toMatchObject({ state: 'ok', problems: [] });
  });

  it('are not read where they send too much', () => {
    const { book } = setUp(site('barn'));
    const payload = bytesOf({ ...summary(START_MS), more: 'x'.repeat(SUMMARY_MAX_BYTES) });
    book.takeSummary('barn', payload);
    expect(book.site('barn', 'all')).toMatchObject({ state: 'refused', problems: ['too-large'] });
  });

  it('bring no key that the contract does not have', () => {
    const { book } = setUp(site('barn'));
    const text = JSON.stringify(summary(START_MS)).replace(
      '{',
      '{"__proto__":{"admin":true},"constructor":{},"x":1,',
    );
    book.takeSummary('barn', Buffer.from(text));
    const shown = book.site('barn', 'all')?.summary ?? {};
    expect(Object.keys(shown)).not.toContain('x');
    expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('take no room for names that are not in the database, were it a million', () => {
    const { book } = setUp(site('barn'));
    const payload = bytesOf(summary(START_MS));
    for (let index = 0; index < 1_000_000; index += 1) {
      book.takeSummary(`site-${index}`, payload);
    }
    for (const id of ['__proto__', 'constructor', 'toString', '']) book.takeSummary(id, payload);
    expect(book.idsIn('all')).toEqual(['barn']);
    expect(book.takeChanges().size).toBe(0);
  });

  it('are left unread where they talk without a breath', () => {
    const { book, say, pass } = setUp(site('barn'));
    say('barn', { power: 1 });
    say('barn', { power: 2 });
    expect(book.site('barn', 'all')?.summary?.power).toBe(1);
    pass(200);
    say('barn', { power: 3 });
    expect(book.site('barn', 'all')?.summary?.power).toBe(3);
  });

  it.each([
    [-121, ['clock'], 'alert'],
    [-119, [], 'ok'],
    [119, [], 'ok'],
    [122, ['clock'], 'alert'],
  ])('say that a clock is %i s off, and need somebody then: %j', (offS, problems, state) => {
    const { book, say } = setUp(site('barn'));
    say('barn', { at: START_MS / 1000 + offS });
    expect(book.site('barn', 'all')).toMatchObject({ problems, state });
  });

  it('both say that they are called the same, as people read it, and are told again when that is over', () => {
    const { book, say, pass } = setUp(site('barn', 'north', 'Old  barn'), site('mill'), site('shed'));
    say('mill', { name: ' old Barn' });
    say('shed', { name: 'Shed' });
    expect(book.sitesIn('all').map(({ problems }) => problems)).toEqual([['same-name'], ['same-name'], []]);
    book.takeChanges();
    pass(1000);
    say('mill', { name: 'Mill' });
    expect([...book.takeChanges().keys()].sort()).toEqual(['barn', 'mill']);
    expect(book.site('barn', 'all')?.problems).toEqual([]);
  });

  it('do not tell who sees one group that something in another one is called the same', () => {
    const { book, say } = setUp(site('barn', 'north', 'Barn'), site('other', 'south', 'Barn'));
    say('barn');
    expect(book.site('barn', 'all')).toMatchObject({ problems: ['same-name'], state: 'alert' });
    expect(book.site('barn', NORTH)).toMatchObject({ problems: [], state: 'ok' });
    expect(book.site('other', NORTH)).toBeUndefined();
    expect(book.sitesIn(SOUTH).map(({ id }) => id)).toEqual(['other']);
    expect(book.idsIn(new Set(['']))).toEqual([]);
  });

  it('are told with the group in which they were before', () => {
    const { book } = setUp(site('barn'), site('mill'));
    book.setRegistered([site('barn', 'south')]);
    expect(book.takeChanges()).toEqual(
      new Map([
        ['barn', new Set(['north'])],
        ['mill', new Set(['north'])],
      ]),
    );
    expect(book.groupOf('mill')).toBeUndefined();
  });

  it('say for a while that readings of theirs were refused', () => {
    const { book, pass } = setUp(site('barn'));
    book.takeReadingsProblem('barn', 'too-many-series');
    expect(book.site('barn', 'all')?.problems).toEqual(['too-many-series']);
    pass(10 * 60_000 + 1);
    expect(book.site('barn', 'all')?.problems).toEqual([]);
  });
});

describe('what pages tell each other of sites', () => {
  const startS = START_MS / 1000;
  const problemsOf = ({ book }: ReturnType<typeof setUp>) => book.site('barn', 'all')?.problems;

  it('is written seldom, however much comes', () => {
    const { book, say, pass } = setUp(site('barn'));
    let written = 0;
    for (let turn = 0; turn < (3600 * 3) / 5; turn += 1) {
      say('barn');
      book.takeReadingsProblem('barn', 'readings-refused');
      const news = book.newsToTell();
      written += news.length;
      book.takeNews(news);
      pass(5000);
    }
    // Every two minutes, since readings are refused all the time.
    expect(written).toBeGreaterThan(80);
    expect(written).toBeLessThanOrEqual(90);
  });

  it('is written each hour while all is well, and once when a site has gone', () => {
    const { book, say, pass } = setUp(site('barn'), site('mill'));
    const told: number[] = [];
    const tell = () => {
      const news = book.newsToTell();
      if (news.length > 0) told.push((news[0]?.heard ?? 0) - startS);
      book.takeNews(news);
    };
    for (let turn = 0; turn < 4000; turn += 1) {
      say('barn');
      tell();
      pass(1000);
    }
    for (let turn = 0; turn < 100; turn += 1) {
      tell();
      pass(10_000);
    }
    expect(told).toEqual([0, 3600, 3999]);
  });

  it('is shown by a page that has not seen it itself, for as long as by the one that has', () => {
    const [one, other] = [setUp(site('barn')), setUp(site('barn'))];
    one.say('barn');
    other.say('barn');
    one.book.takeReadingsProblem('barn', 'readings-refused');
    one.book.takeReadingsProblem('barn', 'too-many-series');
    other.book.takeNews(one.book.newsToTell());
    expect(problemsOf(other)).toEqual(['readings-refused', 'too-many-series']);
    expect(other.book.takeChanges().has('barn')).toBe(true);
    // Nothing that it would have to tell in turn.
    expect(other.book.newsToTell()).toEqual([]);
    other.pass(601_000);
    other.say('barn');
    expect(problemsOf(other)).toEqual([]);
  });

  it('makes a site silent that was heard before the page was started, and not one that is about to say something', () => {
    const { book, say, pass } = setUp(site('barn'), site('mill'));
    const news = [{ site: 'barn', heard: startS - 7200 }];
    book.takeNews(news);
    expect(book.site('barn', 'all')?.state).toBe('unknown');
    pass(30_000);
    book.takeNews(news);
    expect(book.site('barn', 'all')).toMatchObject({ state: 'silent', heard: 7230 });
    expect(book.site('mill', 'all')?.state).toBe('never');
    say('barn');
    book.takeNews(news);
    expect(book.site('barn', 'all')).toMatchObject({ state: 'ok', heard: 0 });
  });
});
