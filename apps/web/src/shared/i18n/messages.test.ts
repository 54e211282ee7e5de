import { RESULT_CODES, RESULT_MESSAGES, type ResultName } from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import { allTexts } from '../../../test/all-texts.ts';

const en = await allTexts('en');
const de = await allTexts('de');
const fr = await allTexts('fr');

/** Every text by its path; a function is called with samples, so that its text is looked at too. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(7, 9))]];
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is no text`);
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`));
}

const LANGUAGES = [
  ['de', textsOf(de)],
  ['fr', textsOf(fr)],
] as const;
const english = textsOf(en);

describe.each(LANGUAGES)('the texts in %s', (_language, texts) => {
  it('are as many as in English, under the same keys', () => {
    expect(texts.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort());
  });

  it('are none of them empty', () => {
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('are translated: what is the same as in English is a word that both languages share', () => {
    const englishTexts = new Map(english);
    const same = texts.filter(
      ([path, text]) => englishTexts.get(path) === text && text.split(' ').length > 2,
    );
    expect(same).toEqual([]);
  });
});

describe('the spaces before signs', () => {
  const inNarrow = /[^\u202f][!?;»]|«[^\u202f]/;
  const wrongIn = (texts: typeof english, wrong: RegExp) => texts.filter(([, text]) => wrong.test(text));

  it('keep sign and word together in French: narrow ones, and a wide one before a colon', () => {
    const french = textsOf(fr);
    expect(wrongIn(french, inNarrow)).toEqual([]);
    expect(wrongIn(french, /[^\u00a0]:(?!\/\/|\d)/)).toEqual([]); // but in an address
  });

  it.each([
    ['English', english],
    ['German', textsOf(de)],
  ])('are none in %s', (_language, texts) => {
    expect(wrongIn(texts, /\s[!?;:]|[\u00a0\u202f]/)).toEqual([]);
  });
});

describe('a name after a colon', () => {
  it('stands as the language has it', () => {
    expect([en, de, fr].map(({ start }) => start.inverter.noPowerOf('String 3'))).toEqual([
      'No power: String 3',
      'Keine Leistung: String 3',
      'Aucune puissance\u00a0: String 3',
    ]);
  });
});

describe('the title of a page', () => {
  // In the largest type on a window of 320 px.
  const LONGEST = 14;

  it.each([
    ['en', en],
    ['de', de],
    ['fr', fr],
  ])('tells in %s where a long word may be divided', (_language, { start: { titles, headings } }) => {
    const parts = Object.values({ ...titles, ...headings, own: '' }).flatMap((title) =>
      title.split(/[\s\u00ad-]/),
    );
    expect(parts.filter(({ length }) => length > LONGEST)).toEqual([]);
  });
});

describe('how many produce', () => {
  it.each([
    [0, 1, '0 von 1 produziert'],
    [1, 3, '1 von 3 produziert'],
    [0, 3, '0 von 3 produzieren'],
    [2, 3, '2 von 3 produzieren'],
  ])('%i of %i, agrees with its number in German', (producing, all, text) => {
    expect(de.start.totals.producing(producing, all)).toBe(text);
  });
});

describe('the texts of result codes', () => {
  it.each([
    ['en', en],
    ['de', de],
    ['fr', fr],
  ])(
    'in %s name exactly the numbers that travel with the code',
    (_language, { accounts, alerts, common, limits, house, passkeys, signIn, timeseries, welcome }) => {
      const own = { ...accounts.results, ...limits.results, ...house.rule.results, ...welcome.results };
      const ofLogins = { ...passkeys.results, ...signIn.openidLogin.results };
      const results = { ...common.results, ...own, ...ofLogins };
      const definitions = Object.entries(RESULT_CODES).filter(([, { code }]) => code !== undefined);
      for (const [name, { code = 0 }] of definitions) {
        const param = RESULT_MESSAGES[name as ResultName].match(/(?<=\{)\w+/g) ?? [];
        // The pages of the alerts, of the ways to sign in and of the time series have their words by the names of results.
        const byName: Readonly<Record<string, string>> = {
          ...{ ...signIn.results, ...alerts.results, ...timeseries.results },
        };
        const text = byName[name] ?? (results as Readonly<Record<number, string>>)[code] ?? '';
        const mentioned = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        expect(mentioned, String(code)).toEqual([...param]);
      }
      const { ValuesMissing: _, ...ofSignIn } = signIn.results;
      const { ValuesMissing: __, ...ofTimeseries } = timeseries.results;
      const count = [results, alerts.results, ofSignIn, ofTimeseries].flatMap(Object.keys).length;
      expect(count).toBe(definitions.length);
    },
  );

  it('are in English those of the specification where it gives one', () => {
    expect(en.common.results).toMatchObject({
      1001: 'Settings saved!',
      1002: 'No values found!',
      1003: 'Data too large!',
      1004: 'Failed to parse data!',
      1005: 'Values are missing!',
      2001: 'Serial cannot be zero!',
      2002: 'Poll interval must be greater zero!',
      2003: 'Invalid power level setting!',
      3001: 'Not deleted anything!',
      3002: 'Configuration reset, rebooting now',
      4001: 'Serial cannot be zero!',
      4002: 'Name must be between 1 and {max} characters long!',
      4003: 'Only {max} inverters are supported!',
      4004: 'Inverter created!',
      4005: 'Invalid ID specified!',
      4006: 'Invalid amount of max channel setting given!',
      4007: 'Inverter changed!',
      4008: 'Inverter deleted!',
      5001: 'Serial cannot be zero!',
      5002: 'Limit must be between 1 and {max}!',
      5003: 'Invalid type specified!',
      5004: 'Invalid inverter specified!',
      6001: 'Reboot triggered!',
      6002: 'Reboot cancelled!',
      7006: 'Topic must end with slash (/)!',
      7007: 'Port must be a number between 1 and 65535!',
      8001: 'IP address is invalid!',
      8002: 'Netmask is invalid!',
      8003: 'Gateway is invalid!',
      8004: 'DNS Server IP 1 is invalid!',
      8005: 'DNS Server IP 2 is invalid!',
      9010: 'Time updated!',
      10001: 'Password must be between 8 and {max} characters long!',
      10002: 'Authentication successful!',
      11001: 'Serial cannot be zero!',
      11002: 'Invalid inverter specified!',
      12001: 'Profile must be between 1 and {max} characters long!',
    });
  });
});
