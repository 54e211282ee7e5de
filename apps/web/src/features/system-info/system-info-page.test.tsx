// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { card, facts } from '../../../test/facts.ts';
import { readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import type { Locale } from '../../shared/i18n/locales.ts';
import { SystemInfoPage } from './system-info-page.tsx';

const STATUS = {
  hostname: 'OpenDTU-12AB34',
  sdkversion: 'v4.4.3',
  cpufreq: 240,
  heap_total: 307_200,
  heap_used: 122_880,
  sketch_total: 1_572_864,
  sketch_used: 1_572_864,
  littlefs_total: 327_680,
  littlefs_used: 0,
  chiprevision: 1,
  chipmodel: 'ESP32-D0WDQ6',
  chipcores: 2,
  resetreason_0: 'Program started',
  resetreason_1: 'NO_MEAN',
  cfgsavecount: 1234,
  config_version: '0.1.23',
  git_hash: 'g24ad73f',
  uptime: 2 * 86_400 + 3661,
  radio_connected: true,
  radio_pvariant: true,
};
const PROGRAM = {
  git_hash: 'v9.9.9',
  heliograph_version: '0.1.0',
  heliograph_commit: '24ad73f',
  heliograph_installation: 'git',
  heliograph_image: 'v9.9.9',
};

const COMPARE = 'https://api.github.com/repos/owner/gateway/compare/24ad73f...HEAD';
const CHANGES = 'https://github.com/owner/gateway/compare/24ad73f...main';
const HTML = () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } });

interface Setup {
  readonly status?: object;
  readonly source?: () => Response;
  readonly comparison?: () => Response;
  readonly locale?: Locale;
}

async function open({ status = {}, source, comparison, locale = 'en' }: Setup = {}) {
  const answers: Readonly<Record<string, () => Response>> = {
    '/api/system/status': () => jsonResponse({ ...STATUS, ...status }),
    '/api/heliograph/update-source': source ?? (() => jsonResponse({ repository: 'owner/gateway' })),
    [COMPARE]: comparison ?? (() => jsonResponse({ total_commits: 0, html_url: CHANGES })),
  };
  const fetch = vi.fn(async (path: string, _init: RequestInit) => {
    const answer = answers[path];
    if (answer === undefined) throw new TypeError(`nothing at ${path}`);
    return answer();
  });
  const rendered = await renderPart(<SystemInfoPage />, { fetch, locale });
  return { ...rendered, requests: () => fetch.mock.calls.map(([path]) => path) };
}

const tone = (text: string) => screen.getByText(text).dataset.tone;

describe('system info', () => {
  it('shows firmware, hardware, memory and radio', async () => {
    await open();
    expect(facts('Firmware')).toEqual({
      Hostname: 'OpenDTU-12AB34',
      'SDK version': 'v4.4.3',
      'Config version': '0.1.23',
      'Firmware version': '24ad73f',
      Updates: 'up to date',
      'Reset reason CPU 0': 'Program started',
      'Reset reason CPU 1': '—unknown',
      'Configuration saved (times)': '1,234',
      Uptime: '2 days 01:01:01',
    });
    expect(facts('Hardware')).toEqual({
      'Chip model': 'ESP32-D0WDQ6',
      'Chip revision': '1',
      'CPU cores': '2',
      'CPU frequency': '240 MHz',
    });
    expect(facts('Memory')).toEqual({ Heap: '40%', 'File system': '0%', Sketch: '100%' });
    expect(readable(card('Memory'))).toContain('120 kB used, 180 kB free, 300 kB in total');
    expect(facts('Radio module')).toEqual({ Status: 'connected', 'Chip type': 'nRF24L01+' });
    expect(tone('nRF24L01+')).toBe('good');
    const link = screen.getByRole('link', { name: 'The page Radio says whether it is simulated.' });
    expect(link.getAttribute('href')).toBe('/info/radio');
  });

  it('takes nothing for a fact that was not told', async () => {
    const untold = Object.fromEntries(Object.keys(STATUS).map((key) => [key, undefined]));
    await open({ status: untold, source: HTML });
    const { Updates: _, ...firmware } = facts('Firmware');
    const all = [firmware, facts('Hardware'), facts('Memory'), facts('Radio module')];
    const values = all.flatMap((part) => Object.values(part));
    expect(new Set(values.map((value) => value.replace('—', '')))).toEqual(new Set(['unknown']));
  });

  it('says in German what the gateway says in English', async () => {
    await open({ status: { resetreason_1: 'Software restart', uptime: 86_400 }, locale: 'de' });
    expect(facts('Firmware')).toMatchObject({
      'Grund des Neustarts, CPU 0': 'Programmstart',
      'Grund des Neustarts, CPU 1': 'Neustart durch Software',
      Betriebszeit: '1 Tag 00:00:00',
      'Speichervorgänge der Konfiguration': '1.234',
    });
  });

  it('shows a reset reason that it does not know as it came', async () => {
    await open({ status: { resetreason_0: 'Brown-out' }, locale: 'de' });
    expect(facts('Firmware')).toMatchObject({ 'Grund des Neustarts, CPU 0': 'Brown-out' });
  });

  it('counts the uptime up', async () => {
    const { advance } = await open();
    await advance(5000);
    expect(facts('Firmware').Uptime).toBe('2 days 01:01:06');
  });

  it.each([
    [{ radio_connected: false, radio_pvariant: false }, 'not connected', 'bad', 'unknown', 'unknown'],
    [{ radio_connected: true, radio_pvariant: false }, 'connected', 'good', 'nRF24L01', 'bad'],
  ])('tells what is wrong with the radio: %j', async (status, state, stateTone, chip, chipTone) => {
    await open({ status });
    const radio = within(card('Radio module'));
    expect(radio.getByText(state).dataset.tone).toBe(stateTone);
    expect(radio.getByText(chip).dataset.tone).toBe(chipTone);
    expect(radio.getByText(/Check the wiring/)).toBeDefined();
  });

  it('tells the sizes of a computer so that a person can read them', async () => {
    await open({ status: { heap_total: 4_345_298_944, heap_used: 19_222_528 } });
    expect(facts('Memory').Heap).toBe('0.4%');
    expect(readable(card('Memory'))).toContain('0.02 GB used, 4.03 GB free, 4.05 GB in total');
  });

  it('has no bar where a device does not tell the size', async () => {
    await open({ status: { heap_total: 0 } });
    expect(facts('Memory').Heap).toBe('—unknown');
  });
});

describe('a Node.js that gets no security fixes any more', () => {
  const over = (installation: string) => ({
    ...{ ...PROGRAM, sdkversion: 'Node.js v20.20.2', heliograph_installation: installation },
    heliograph_runtime_end_of_life: '2026-04-30',
  });
  const warning = () => screen.getByText('Node.js v20.20.2').nextElementSibling;

  it.each([
    ['git', 'Install the latest LTS version of Node.js on this computer, then start Heliograph again.'],
    ['systemd', 'Install the latest LTS version of Node.js on this computer, then start Heliograph again.'],
    ['unknown', 'Install the latest LTS version of Node.js on this computer, then start Heliograph again.'],
    ['docker', 'Update Heliograph: its new image comes with a newer Node.js.'],
  ])('is warned of, with what helps when installed by way of %s', async (installation, advice) => {
    await open({ status: over(installation) });
    expect(readable(warning())).toBe(`No security fixes since April 30, 2026. ${advice}`);
  });

  it.each<[Locale, RegExp]>([
    ['de', /^Keine Sicherheitsupdates mehr seit dem 30. April 2026. Installieren Sie/],
    ['fr', /^Plus de correctifs de sécurité depuis le 30 avril 2026. Installez/],
  ])('is warned of in %s', async (locale, words) => {
    await open({ status: over('git'), locale });
    expect(readable(warning())).toMatch(words);
  });

  it.each([undefined, '', 'soon', 7e20])('is not taken from %j', async (day) => {
    await open({ status: { ...over('git'), heliograph_runtime_end_of_life: day } });
    expect(warning()).toBeNull();
  });
});

describe('the check for updates', () => {
  it('links the version to its commits, and a newer one to what is new', async () => {
    await open({ comparison: () => jsonResponse({ total_commits: 3, html_url: CHANGES }) });
    const [version, changes] = within(card('Firmware')).getAllByRole('link');
    expect([version?.textContent, changes?.textContent]).toEqual(['24ad73f', 'new version']);
    expect(version?.getAttribute('href')).toBe('https://github.com/owner/gateway/commits/24ad73f');
    expect(changes?.getAttribute('href')).toBe(CHANGES);
    expect(changes?.getAttribute('rel')).toBe('noreferrer');
    expect(tone('new version')).toBe('bad');
  });

  it('says that there is nothing newer', async () => {
    await open();
    expect(tone('up to date')).toBe('good');
  });

  it('says that it failed', async () => {
    await open({ comparison: () => jsonResponse({ message: 'Not Found' }, 404) });
    expect(tone('Error fetching version information')).toBe('unknown');
  });

  it.each<[string, Setup]>([
    ['no repository is set up', { source: () => jsonResponse({ repository: '' }) }],
    ['the device knows no repository', { source: HTML }],
    ['the version is not known', { status: { git_hash: 'g0000000' } }],
  ])('is not made when %s', async (_case, setup) => {
    const { requests } = await open(setup);
    expect(facts('Firmware').Updates).toBe('not checked');
    expect(requests()).not.toContain(COMPARE);
    expect(within(card('Firmware')).queryByRole('link')).toBeNull();
  });

  it('compares what really runs on a gateway that is a program, whatever image it keeps', async () => {
    await open({ status: PROGRAM });
    expect(facts('Firmware')).toMatchObject({
      'Heliograph version': '0.1.0 (24ad73f)',
      Updates: 'up to date',
      'Stored image': 'v9.9.9',
    });
    expect(readable(card('Firmware'))).toContain('not run');
    expect(facts('Firmware')).not.toHaveProperty('Firmware version');
  });

  it('is not made when a program does not know its commit', async () => {
    const { requests } = await open({ status: { ...PROGRAM, heliograph_commit: '' } });
    expect(facts('Firmware')).toMatchObject({ 'Heliograph version': '0.1.0', Updates: 'not checked' });
    expect(requests()).not.toContain(COMPARE);
  });

  it('is made once, however often the status is read', async () => {
    const { advance, requests } = await open();
    await advance(10_000);
    await advance(10_000);
    expect(requests().filter((path) => path === '/api/system/status')).toHaveLength(3);
    expect(requests().filter((path) => path === COMPARE)).toHaveLength(1);
  });
});
