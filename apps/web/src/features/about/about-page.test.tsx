// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { htmlResponse } from '../../../test/answer.ts';
import { readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import { AboutPage } from './about-page.tsx';

const open = (repository: string, stored: Readonly<Record<string, string>> = {}) =>
  renderPart(<AboutPage />, { stored, fetch: async () => jsonResponse({ repository }) });
const sections = () => [...document.querySelectorAll('details')];
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('details a')];

describe('about', () => {
  it('has four sections, of which one at a time is open and the first at the beginning', async () => {
    await open('');
    expect(sections().map((section) => readable(section.querySelector('summary')))).toEqual([
      'Where the project comes from',
      'News and updates',
      'Report an error',
      'Discussion',
    ]);
    expect(sections().map(({ open: isOpen }) => isOpen)).toEqual([true, false, false, false]);
    expect(new Set(sections().map((section) => section.getAttribute('name'))).size).toBe(1);
    expect(sections()[0]?.querySelectorAll('p')).toHaveLength(4);
  });

  it('says which version it is', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    await open('');
    expect(screen.getByText(`Heliograph ${version}`)).toBeDefined();
  });

  it('leads to the page of the API where the gateway has one, and not on an original device', async () => {
    await open('');
    expect(screen.getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe('/api/docs');
    expect(screen.getByRole('link', { name: 'User guide' }).getAttribute('href')).toBe('/guide/');
    await renderPart(<AboutPage />, { fetch: async () => htmlResponse() });
    expect(screen.queryByRole('link', { name: 'API documentation' })).toBeNull();
  });

  it.each([
    ['a visitor', undefined, true],
    ['an admin', 'admin', true],
    ['an operator', 'operator', false],
    ['a viewer', 'viewer', false],
  ])('offers the guide of a fresh gateway only to whom it is open: %s', async (_who, role, isOffered) => {
    await open(
      '',
      role === undefined ? {} : { user: JSON.stringify({ authdata: btoa('Anna:hgs_x'), role }) },
    );
    expect(screen.queryByRole('link', { name: 'Set up' }) !== null).toBe(isOffered);
  });

  it('leaves a section as the user put it while it is drawn again', async () => {
    const { change, user } = await open('');
    await user.click(screen.getByText('Discussion'));
    await change(<AboutPage />);
    expect(sections()[3]?.open).toBe(true);
  });

  it('links to the original and, where one is set up, to the repository', async () => {
    await open('');
    expect(links().map(({ href }) => href)).toEqual([
      'https://github.com/tbnobody/OpenDTU',
      'https://github.com/tbnobody/OpenDTU/releases',
      'https://github.com/tbnobody/OpenDTU/issues',
      'https://github.com/tbnobody/OpenDTU/discussions',
    ]);
    await open('owner/gateway');
    expect(links().map(({ href }) => href)).toContain('https://github.com/owner/gateway/issues');
  });

  it('leads out in a new tab, without saying where from', async () => {
    await open('owner/gateway');
    for (const link of links()) {
      expect([link.target, link.rel]).toEqual(['_blank', 'noreferrer']);
      expect(link.textContent).toBe(link.href.replace('https://', ''));
    }
  });
});
