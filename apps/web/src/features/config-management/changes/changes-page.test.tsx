// @vitest-environment happy-dom
import type { ImportedEnergy, SettingsChange } from '@heliograph/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { postedData } from '../../../../test/answer.ts';
import { LOGGED_IN, readable } from '../../../../test/render-app.tsx';
import { renderPart } from '../../../../test/render-part.tsx';
import { jsonResponse } from '../../../../test/test-services.ts';
import type { Locale } from '../../../shared/i18n/locales.ts';
import { ChangesPage } from './changes-page.tsx';

vi.setConfig({ testTimeout: 30_000 });

const AT_S = Date.UTC(2026, 5, 21, 10) / 1000;
const CHANGE: SettingsChange = {
  ...{ id: 7, at: AT_S, actor: 'admin', reason: 'saved', takes_back: true },
  sections: [
    {
      section: 'mqtt',
      values: [
        { path: ['mqtt_enabled'], before: false, after: true },
        { path: ['mqtt_port'], before: 1883, after: 8883, now: 1884 },
        { path: ['mqtt_password'], hidden: true, stays: true },
      ],
    },
  ],
};
const FIRST: SettingsChange = {
  ...{ id: 1, actor: 'gateway', reason: 'first-start', sections: [], takes_back: false },
};

async function open(
  pages: readonly { changes: readonly SettingsChange[]; more?: boolean }[],
  {
    answer = { type: 'success', message: '', code: 17_001 } as object,
    locale = 'en' as Locale,
    names = {} as Readonly<Record<string, string>>,
    imports = [] as readonly ImportedEnergy[],
  } = {},
) {
  const asked: string[] = [];
  const posts: unknown[] = [];
  const app = await renderPart(<ChangesPage />, {
    stored: LOGGED_IN,
    locale,
    fetch: async (path, init) => {
      if (init.method === 'POST') {
        posts.push(postedData(init));
        return jsonResponse(answer);
      }
      if (path.includes('history-imports')) return jsonResponse({ imports });
      asked.push(path);
      return jsonResponse({ ...pages[path.includes('before=') ? 1 : 0], names });
    },
  });
  return { ...app, asked, posts };
}

const cardOf = async (name: RegExp) => {
  const heading = await screen.findByRole('heading', { level: 2, name });
  return within(heading.closest('article') as HTMLElement);
};

const IMPORT: ImportedEnergy = {
  ...{ id: 3, at: AT_S + 60, actor: 'admin', first_day: '2025-06-01', last_day: '2025-06-30', days: 30 },
  ...{ before: 500, after: 120_000, takes_back: true },
};

const SCHEDULED = {
  ...{ enabled: true, target: 'plant', watts: 300, days: 31 },
  ...{ from: 'clock', from_minutes: 720, to: 'clock', to_minutes: 905 },
};

describe('what was imported, on the page of changes', () => {
  it('stands between the saves of before and after it, with its days and their energy', async () => {
    const later = { ...CHANGE, id: 8, at: AT_S + 120 };
    const before = { ...IMPORT, id: 2, at: AT_S - 60, takes_back: false };
    const back = { ...before, id: 1, at: AT_S - 120, taken_back: true, taken_back_at: AT_S };
    await open([{ changes: [later, CHANGE, FIRST] }], { imports: [IMPORT, before, back] });
    const cards = (await screen.findAllByRole('article')).map(readable);
    expect(cards.map((card) => /Energy imported|Saved|First start/.exec(card)?.[0])).toEqual([
      ...['Saved', 'Energy imported', 'Saved', 'Energy imported', 'Energy imported', 'First start'],
    ]);
    expect(cards[1]).toContain('30 days');
    expect(cards[1]).toContain('From Sun, June 1, 2025 to Mon, June 30, 2025');
    expect(cards[1]).toMatch(/500 Wh → 120(\.0*)? kWh/);
    expect(cards[3]).toContain('is not known any more');
    expect(cards[4]).toContain('Taken back on');
    expect(screen.getAllByRole('button', { name: /^Take back the import of/ })).toHaveLength(1);
  });

  it('is taken back once somebody has seen what that does, and days that stay are told', async () => {
    const { user, posts } = await open([{ changes: [CHANGE] }], {
      imports: [IMPORT],
      answer: { type: 'success', message: '', code: 14_016, staying_days: 2 },
    });
    await user.click(await screen.findByRole('button', { name: /^Take back the import of/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take this import back?' }));
    dialog.getByText(/120(\.0*)? kWh → 500 Wh/);
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    await screen.findByText('The import is taken back!');
    await screen.findByText('2 days stay as a later import has made them.');
    expect(posts).toEqual([{ id: 3 }]);
  });

  it('waits for the older changes where it is older than those that are shown', async () => {
    const { user } = await open([{ changes: [CHANGE], more: true }, { changes: [FIRST] }], {
      imports: [{ ...IMPORT, at: AT_S - 60 }],
    });
    await screen.findByText('Saved');
    expect(screen.queryByText('Energy imported into the history')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show older changes' }));
    await screen.findByText('Energy imported into the history');
  });
});

describe('the page of changes', () => {
  it('begins with the change that a link names, and leads to all of them', async () => {
    window.history.replaceState(null, '', '/settings/config?show=changes&to=7');
    const { asked } = await open([{ changes: [FIRST] }, { changes: [CHANGE] }], { imports: [IMPORT] });
    expect((await screen.findAllByRole('article')).map(readable)[0]).toContain('Enable MQTT');
    expect(asked.at(0)).toMatch(/before=8$/);
    expect(screen.queryByText('Energy imported into the history')).toBeNull();
    expect(screen.getByRole('link', { name: 'Show changes' }).getAttribute('href')).toBe(
      '/settings/config?show=changes',
    );
    window.history.replaceState(null, '', '/');
  });

  it('says of what is already as it was before that it is so, and does not offer it', async () => {
    await open([{ changes: [{ ...CHANGE, already_back: true }] }]);
    const card = await cardOf(/2026/);
    card.getByText('It is already as it was before.');
    expect(card.queryByRole('button')).toBeNull();
  });

  it('tells when, by whom and why, and each value in the words of its page; of a password only that it changed', async () => {
    await open([{ changes: [CHANGE, FIRST] }]);
    const card = await cardOf(/2026/);
    card.getByText('Admin');
    card.getByText('Saved');
    expect(card.getAllByRole('listitem').map(readable)).toEqual([
      'MQTT · Enable MQTTdisabled → enabled',
      'MQTT · Port1,883 → 8,883',
      'MQTT · Passwordchanged',
    ]);
    const first = await cardOf(/^The clock was not set$/);
    first.getByText('The gateway itself');
    first.getByText('First start');
    expect(first.queryByRole('button')).toBeNull();
  });

  it.each<[SettingsChange['sections'][number], string]>([
    [
      {
        section: 'inverters',
        values: [{ path: ['inverter', '1161', 'channel', '1', 'max_power'], before: 0, after: 380 }],
      },
      'Inverters · 1161 · String 2 · Peak power0 → 380',
    ],
    [
      {
        section: 'inverters',
        values: [{ path: ['inverter', '1161'], after: { serial: '1161', name: 'Roof', channel: [] } }],
      },
      'Inverters · 1161added: Roof 1161',
    ],
    [
      {
        section: 'sources',
        values: [{ path: ['source', 'ab12'], before: { id: 'ab12', name: '', host: 'barn' } }],
      },
      'Sourcesremoved: barn',
    ],
    [
      { section: 'sources', values: [{ path: ['source', 'ab12', 'host'], before: 'barn', after: 'shed' }] },
      'Sources · Addressbarn → shed',
    ],
    [
      { section: 'plant', values: [{ path: ['modules', '1161 2', 'column'], after: 3 }] },
      'Modules · 1161 · String 2 · Columnempty → 3',
    ],
    [
      { section: 'dtu', values: [{ path: ['dtu_palevel'], before: 0, after: 3 }] },
      'DTU · Transmit powerMinimum → Maximum',
    ],
    [
      { section: 'inverters', values: [{ path: ['order'], before: [0, 1, 2], after: [1, 2] }] },
      'Inverters · Orderchanged', // of a gateway that tells the numbers of slots
    ],
    [
      {
        section: 'inverters',
        values: [{ path: ['order'], before: ['1162', '1163'], after: ['1163', '1162'] }],
      },
      'Inverters · OrderBarn, 1163 → 1163, Barn',
    ],
    [
      { section: 'plant', values: [{ path: ['modules', '1162 2', 'column'], before: 2, after: 3 }] },
      'Modules · Barn · String 2 · Column2 → 3',
    ],
    [
      {
        section: 'plant',
        values: [{ path: ['modules', '1162 1'], before: { serial: '1162', string: 1, column: 2, row: 0 } }],
      },
      'Modules · Barn · String 1removed: Barn String 1',
    ],
    [
      { section: 'replacement', values: [{ path: ['serial'], before: '1164', after: '1162' }] },
      'History · Inverters1164 → Barn (1162)',
    ],
    [
      {
        section: 'plant',
        values: [{ path: ['modules', '1161 1'], after: { serial: '1161', string: 1, column: 2, row: 0 } }],
      },
      'Modules · 1161 · String 1added: 1161 String 1',
    ],
    [
      { section: 'history', values: [{ path: ['import_price'], before: 0.1235, after: 0.3 }] },
      'History · Cost of a kWh0.1235 → 0.3',
    ],
    [
      { section: 'limits', values: [{ path: ['groups', 'g1', 'cap'], before: 800, after: 600 }] },
      'Limits · Group · Cap for all together800 → 600',
    ],
    [
      { section: 'limits', values: [{ path: ['schedule', '0', 'watts'], before: 800, after: 600 }] },
      'Limits · Row of the schedule800 → 600',
    ],
    [
      {
        section: 'limits',
        values: [{ path: ['schedule'], before: [], after: [SCHEDULED, { ...SCHEDULED, to: 'sunset' }] }],
      },
      'Limits · Row of the scheduleempty → 300 W, 12:00–15:05, 300 W',
    ],
    [
      { section: 'rule', values: [{ path: ['armed'], before: false, after: true }] },
      'Rule by the meter · Armeddisabled → enabled',
    ],
    [
      { section: 'meter', values: [{ path: ['kind'], before: 'none', after: 'mqtt' }] },
      'Power meter of the house · How it is readThere is none → MQTT topic',
    ],
    [
      { section: 'modbus', values: [{ path: ['writers'], before: [], after: ['192.168.4.20'] }] },
      'For Victron, evcc and others: Modbus · Who may limit the plantempty → 192.168.4.20',
    ],
    [
      { section: 'alerts', values: [{ path: ['rules', 'weak'], before: true, after: false }] },
      'Alertsenabled → disabled',
    ],
    [{ section: 'later', values: [{ path: ['some_key'], before: 1, after: 2 }] }, 'later · some_key1 → 2'],
  ])('says of %j: %s', async (section, words) => {
    await open([{ changes: [{ ...CHANGE, sections: [section] }] }], { names: { 1162: 'Barn' } });
    const card = await cardOf(/2026/);
    expect(card.getAllByRole('listitem').map(readable)).toEqual([words]);
  });

  it('says so where nothing was changed yet', async () => {
    await open([{ changes: [FIRST] }]);
    await screen.findByRole('heading', { name: 'No change yet.' });
  });

  it('shows older ones when they are asked for', async () => {
    const { user, asked } = await open([{ changes: [CHANGE], more: true }, { changes: [FIRST] }]);
    await user.click(await screen.findByRole('button', { name: 'Show older changes' }));
    await cardOf(/^The clock was not set$/);
    expect(asked.at(-1)).toBe('/api/heliograph/changes?before=7');
    expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull();
  });

  it('takes one back after it has shown what comes back and what stays', async () => {
    const kept = [{ section: 'mqtt', path: ['mqtt_password'], why: 'secret' }];
    const { user, posts, asked } = await open([{ changes: [CHANGE] }], {
      answer: { type: 'success', message: '', code: 17_001, kept },
    });
    const card = await cardOf(/2026/);
    await user.click(card.getByRole('button', { name: /^Take back the change of/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take this change back?' }));
    expect(dialog.getAllByRole('listitem').map(readable)).toEqual([
      'MQTT · Enable MQTTenabled → disabled',
      'MQTT · Port1,884 → 1,883', // it was changed again since
    ]);
    dialog.getByText('Passwords and keys stay as they are now: MQTT · Password');
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    expect(posts).toEqual([{ id: 7 }]);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says in the dialog why one was not taken back', async () => {
    const { user } = await open([{ changes: [CHANGE] }], {
      answer: { type: 'warning', message: '', code: 17_002 },
    });
    await user.click(await screen.findByRole('button', { name: /^Take back the change of/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Take back' }));
    expect(readable(await dialog.findByRole('alert'))).toContain('There is no such change any more!');
  });

  it.each(['de', 'fr'] as const)('speaks %s', async (locale) => {
    await open([{ changes: [CHANGE] }], { locale });
    const title = { de: 'Änderungen', fr: 'Modifications' }[locale];
    await screen.findByRole('heading', { level: 1, name: title });
    expect(readable(document.body)).toContain(
      locale === 'de' ? 'MQTT · Passwortgeändert' : 'MQTT · Mot de passemodifié',
    );
  });
});
