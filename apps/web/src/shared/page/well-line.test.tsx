// @vitest-environment happy-dom
import type { Finding } from '@heliograph/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  liveData,
  type WireInverter,
  wireInverter,
  wireString,
  wireWithoutReading,
} from '../../../test/live-messages.ts';
import { readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import type { Locale } from '../i18n/locales.ts';
import { WellLine } from './well-line.tsx';

const FINDING: Finding = {
  ...{ id: 'a', serial: '114172220143', name: 'Garage', string: 2, kind: 'weak', state: 'open' },
  ...{ since: 1_782_034_080, found: 1_782_037_200, basis: 'neighbours', sureness: 'likely' },
  ...{ ratio: 0.82, lost: 1204 },
};
const { string: _, ...OF_WHOLE_INVERTER } = FINDING;

const serials = ['114172220143', '116180400144', '116180400145'];
/** So many of one kind, as three roofs would have them. */
const several = (count: number, make: (changes: WireInverter) => WireInverter, changes: WireInverter) =>
  serials.slice(0, count).map((serial) => make({ ...changes, serial }));

const PRODUCES = wireInverter({ answering: true, serial: '116180400149', name: 'Barn' });
const UNREACHABLE = { reachable: false, answering: false, silence: 'problem' };
const ASLEEP = { reachable: false, answering: false, silence: 'asleep' };
const SILENT = { reachable: false, answering: false, silence: 'unclear' };
/** Not asked often enough yet to be missed. */
const NEW = { answering: false };
const withDeadStrings = (count: number) => {
  const dead = Object.fromEntries(
    Array.from({ length: count }, (_, place) => [place + 2, wireString({ power: 0 })]),
  );
  return wireInverter({ answering: true, ...dead });
};

interface Shown {
  readonly hints?: Parameters<typeof liveData>[1];
  readonly findings?: readonly Finding[];
  readonly hasJudged?: boolean;
  readonly inverters?: readonly WireInverter[];
  readonly isBesideStates?: boolean;
  readonly locale?: Locale;
  readonly status?: number;
}

async function show({
  findings = [],
  hasJudged = true,
  inverters = [PRODUCES],
  hints,
  isBesideStates,
  locale,
  status,
}: Shown = {}) {
  await renderPart(
    <WellLine live={liveData(inverters, hints)} {...(isBesideStates && { isBesideStates })} />,
    {
      ...(locale && { locale }),
      fetch: async () => jsonResponse({ findings, strings: [], has_judged: hasJudged }, status),
    },
  );
  const line = screen.queryByRole('link');
  return line === null ? undefined : `${line.getAttribute('data-well')}: ${readable(line)}`;
}

type Case = readonly [what: string, shown: Shown, en: string, de: string, fr: string];

const CASES: readonly Case[] = [
  ['all produce', {}, 'well: All well', 'well: Alles in Ordnung', 'well: Tout va bien'],
  [
    'all produce and no string was ever judged',
    { hasJudged: false },
    'unsure: No fault seen yet',
    'unsure: Bisher kein Fehler zu sehen',
    'unsure: Rien d’anormal jusqu’ici',
  ],
  [
    'all are asleep and no string was ever judged',
    { hasJudged: false, inverters: several(3, wireInverter, ASLEEP) },
    'unsure: No fault seen yet',
    'unsure: Bisher kein Fehler zu sehen',
    'unsure: Rien d’anormal jusqu’ici',
  ],
  [
    'all are asleep',
    { inverters: several(3, wireInverter, ASLEEP) },
    'well: All well',
    'well: Alles in Ordnung',
    'well: Tout va bien',
  ],
  [
    'all are asleep and none was ever heard',
    { inverters: several(3, wireWithoutReading, ASLEEP) },
    'well: All well',
    'well: Alles in Ordnung',
    'well: Tout va bien',
  ],
  [
    'the gateway has just started',
    { inverters: several(3, wireWithoutReading, NEW) },
    'unsure: Waiting for the first values',
    'unsure: Wartet auf die ersten Werte',
    'unsure: En attente des premières valeurs',
  ],
  [
    'none was ever heard, and nobody can tell night from day',
    { inverters: several(3, wireWithoutReading, SILENT) },
    'unsure: Nothing heard; it may be night',
    'unsure: Nichts zu hören; vielleicht ist es Nacht',
    'unsure: Rien reçu ; il fait peut-être nuit',
  ],
  [
    'none is heard any more, and nobody can tell night from day',
    { inverters: several(3, wireInverter, SILENT) },
    'unsure: Nothing heard; it may be night',
    'unsure: Nichts zu hören; vielleicht ist es Nacht',
    'unsure: Rien reçu ; il fait peut-être nuit',
  ],
  [
    'one was added beside others',
    { inverters: [PRODUCES, ...several(1, wireWithoutReading, NEW)] },
    'unsure: 1 with no data yet',
    'unsure: 1 noch ohne Daten',
    'unsure: 1 encore sans données',
  ],
  [
    'one is silent for a reason that nobody knows, and two were added',
    {
      inverters: [PRODUCES, wireInverter(SILENT), ...several(3, wireWithoutReading, NEW).slice(1)],
    },
    'unsure: 1 with no answer · 2 with no data yet',
    'unsure: 1 ohne Antwort · 2 noch ohne Daten',
    'unsure: 1 sans réponse · 2 encore sans données',
  ],
  [
    'one is unreachable',
    { inverters: [PRODUCES, ...several(1, wireInverter, UNREACHABLE)] },
    'trouble: 1 unreachable',
    'trouble: 1 nicht erreichbar',
    'trouble: 1 injoignable',
  ],
  [
    'two are unreachable while another is only new',
    {
      inverters: [
        ...several(2, wireInverter, UNREACHABLE),
        wireWithoutReading({ ...NEW, serial: '116180400145' }),
      ],
    },
    'trouble: 2 unreachable',
    'trouble: 2 nicht erreichbar',
    'trouble: 2 injoignables',
  ],
  [
    'one string is without power',
    { inverters: [withDeadStrings(1)] },
    'trouble: 1 string without power',
    'trouble: 1 String ohne Leistung',
    'trouble: 1 chaîne sans puissance',
  ],
  [
    'three strings are without power, and one of them is found',
    { inverters: [withDeadStrings(3)], findings: [FINDING] },
    'trouble: 1 finding: Garage, string 2 · 2 strings without power',
    'trouble: 1 Befund: Garage, String 2 · 2 Strings ohne Leistung',
    'trouble: 1 constat : Garage, chaîne 2 · 2 chaînes sans puissance',
  ],
  [
    'a named string is found weak',
    { findings: [{ ...FINDING, string_name: 'East lower' }] },
    'trouble: 1 finding: Garage, East lower',
    'trouble: 1 Befund: Garage, East lower',
    'trouble: 1 constat : Garage, East lower',
  ],
  [
    'a whole inverter without a name is found silent',
    { findings: [{ ...OF_WHOLE_INVERTER, name: '', kind: 'silent' }] },
    'trouble: 1 finding: 114172220143',
    'trouble: 1 Befund: 114172220143',
    'trouble: 1 constat : 114172220143',
  ],
  [
    'three things are found, at night too',
    {
      inverters: several(3, wireInverter, ASLEEP),
      findings: ['a', 'b', 'c'].map((id) => ({ ...FINDING, id })),
    },
    'trouble: 3 findings',
    'trouble: 3 Befunde',
    'trouble: 3 constats',
  ],
  [
    'what was found is known already, or over',
    {
      findings: [
        { ...FINDING, state: 'known' },
        { ...FINDING, id: 'b', state: 'over' },
      ],
    },
    'well: All well',
    'well: Alles in Ordnung',
    'well: Tout va bien',
  ],
];

describe('the line that says whether all is well', () => {
  it.each(CASES)('where %s', async (_what, shown, en, de, fr) => {
    expect(await show(shown)).toBe(en);
    expect(await show({ ...shown, locale: 'de' })).toBe(de);
    expect(await show({ ...shown, locale: 'fr' })).toBe(fr);
  });

  it.each(['full', 'read-only', 'restored', 'backup'] as const)(
    'does not say that all is well below the warning that the disk is %s, and does say what was found',
    async (storage_problem) => {
      expect(await show({ hints: { storage_problem } })).toBeUndefined();
      const found = await show({ hints: { storage_problem }, findings: [FINDING] });
      expect(found).toBe('trouble: 1 finding: Garage, string 2');
    },
  );

  it.each<[string, Partial<Shown>, string]>([
    [
      'a string without power',
      { inverters: [withDeadStrings(2)], findings: [{ ...FINDING, kind: 'dead' }] },
      'trouble: 1 finding: Garage, string 2 · 1 string without power',
    ],
    [
      'an inverter that does not answer',
      {
        inverters: [PRODUCES, ...several(1, wireInverter, UNREACHABLE)],
        findings: [{ ...OF_WHOLE_INVERTER, kind: 'silent' }],
      },
      'trouble: 1 finding: Garage',
    ],
  ])('tells %s once, as the finding that it is', async (_, shown, said) => {
    expect(await show(shown)).toBe(said);
  });

  it('does not say so below the warning of a radio problem either', async () => {
    expect(await show({ hints: { radio_problem: true } })).toBeUndefined();
  });

  it('leads to the findings', async () => {
    await show();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/findings');
  });

  it('says nothing of a plant without inverters, nor to whom findings are not told', async () => {
    expect(await show({ inverters: [] })).toBeUndefined();
    expect(await show({ status: 401 })).toBeUndefined();
  });

  it.each([
    ['trouble', [...several(1, wireInverter, UNREACHABLE), PRODUCES], undefined],
    ['what nobody knows', several(3, wireWithoutReading, NEW), undefined],
    ['that all is well', [PRODUCES], 'well: All well'],
  ])('beside the states of all modules says of %s only what these do not', async (_what, inverters, said) => {
    expect(await show({ inverters, isBesideStates: true })).toBe(said);
    const found = await show({ inverters, isBesideStates: true, findings: [FINDING] });
    expect(found).toBe('trouble: 1 finding: Garage, string 2');
  });
});
