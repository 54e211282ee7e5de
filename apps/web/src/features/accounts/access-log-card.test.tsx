// @vitest-environment happy-dom
import type { AccessEntry } from '@heliograph/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { LOGGED_IN } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import type { Locale } from '../../shared/i18n/locales.ts';
import { AccessLogCard } from './access-log-card.tsx';

vi.setConfig({ testTimeout: 30_000 });

const ENTRIES: readonly AccessEntry[] = [
  {
    ...{ id: 3, at: 1_800_000_100, kind: 'done', user: 'My script', address: '10.0.0.3', program: true },
    ...{ what: '/api/limit/config', on: '112174506011', count: 7 },
  },
  {
    ...{ id: 2, at: 1_800_000_050, kind: 'done', user: 'admin', address: '10.0.0.2', change: 12 },
    ...{ what: '/api/heliograph/account-save#new', on: 'Anna', role: 'operator' },
  },
  { id: 1, at: 1_800_000_000, kind: 'refused', user: 'root', address: '10.0.0.9', count: 2 },
];

async function open(locale: Locale) {
  const asked: URLSearchParams[] = [];
  const part = await renderPart(<AccessLogCard />, {
    stored: LOGGED_IN,
    locale,
    fetch: async (path) => {
      asked.push(new URLSearchParams(path.split('?')[1]));
      return jsonResponse({ entries: ENTRIES, more: false });
    },
  });
  return { ...part, asked };
}

describe('the list of who was here', () => {
  it('says what was done to whose account, by which program how often, and leads to what changed', async () => {
    await open('en');
    const rows = await screen.findAllByRole('listitem');
    expect(rows[0]?.textContent).toContain('My script (a program): set a limit by a command: 112174506011');
    expect(rows[0]?.textContent).toContain('7 times within ten minutes');
    const made = within(rows[1] as HTMLElement);
    made.getByText('admin: made an account: Anna, Operator');
    made.getByText(/from 10\.0\.0\.2/);
    const link = made.getByRole('link', { name: /^What changed: admin: made an account/ });
    expect(link.getAttribute('href')).toBe('/settings/config?show=changes&to=12');
    expect(rows[2]?.textContent).toContain('2 logins were refused (root)');
  });

  it.each([
    ['fr', 'refusée', 'refused'],
    ['fr', 'refusee', 'refused'],
    ['fr', 'connecté', 'login'],
    ['fr', 'compte', '/api/heliograph/account-save#new'],
    ['fr', 'jeton', '/api/heliograph/token-create'],
    ['en', 'refused', 'refused'],
    ['de', 'Abgelehnt', 'refused'],
    ['de', 'Bedienen', 'operator'],
  ] as const)('is asked in %s for “%s” by what that means', async (locale, word, code) => {
    const { user, asked } = await open(locale);
    await user.type(await screen.findByRole('searchbox'), `anna ${word}`);
    const last = asked.at(-1);
    expect(last?.get('find')).toBe(`anna ${word}`);
    expect(last?.get('means')?.split(';')[1]?.split(',')).toContain(code);
  });
});
