// @vitest-environment happy-dom
import { getRadio, type LinkCounts, type RadioLink, type RadioReport } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { noAnswer, postedData } from '../../../test/answer.ts';
import { LOGGED_IN, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { jsonResponse } from '../../../test/test-services.ts';
import { DraftsProvider } from '../../shared/form/drafts.tsx';
import type { Locale } from '../../shared/i18n/locales.ts';
import { adviceOf, verdictOf } from './link-verdict.ts';
import { RadioPage } from './radio-page.tsx';

const NOTHING: LinkCounts = {
  ...{ requests: 0, answers: 0, transmissions: 0, acknowledged: 0, tries: 0 },
  ...{ missed_fragments: 0, repeated_requests: 0 },
};
const GOOD: LinkCounts = {
  ...{ requests: 420, answers: 417, transmissions: 436, acknowledged: 430, tries: 2390 },
  ...{ missed_fragments: 9, repeated_requests: 9 },
};
const GARAGE: RadioLink = {
  ...{ serial: '114182730124', name: 'Garage', reachable: true, rigid: GOOD, free: NOTHING },
};
const REPORT: RadioReport = {
  ...{ simulated: false, connected: true, plus_variant: true, hop_mode: 'rigid', inverters: [GARAGE] },
  testing: false,
};

const numbered = (link: RadioLink, index: number): RadioLink => ({
  ...link,
  serial: `11418273012${index}`,
  name: `${link.name} ${index}`,
});

async function open(report: RadioReport, stored?: typeof LOGGED_IN, locale: Locale = 'en') {
  const posts: unknown[] = [];
  const gateway = { report, isThere: true };
  const app = await renderPart(
    <DraftsProvider>
      <RadioPage />
    </DraftsProvider>,
    {
      locale,
      ...(stored && { stored }),
      fetch: async (_, init) => {
        if (!gateway.isThere) return noAnswer();
        if (init.method !== 'POST') return jsonResponse(gateway.report);
        posts.push(postedData(init));
        return jsonResponse({ type: 'success', message: 'Settings saved!', code: 1001 });
      },
    },
  );
  return { ...app, posts, gateway };
}

const card = (name: string) => screen.getByRole('region', { name });
const numbers = () =>
  [...card('Garage').querySelectorAll('dl > div')].map((row) =>
    [...row.children].map((part) => readable(part)).join(' '),
  );

/** Whoever has the pin calls itself as it likes. */
const FAULT = { spi: '/dev/spidev0.0', ce: 'GPIO 25', irq: 'GPIO 24', detail: '<b>a fan</b>' };

const TRIED = { ago: 120, connected: true, plus_variant: true, packets: 0 };

describe('the radio page', () => {
  it('shows what was counted of each inverter, what it comes to, and what to do', async () => {
    await open(REPORT);
    expect(numbers()).toEqual([
      'Answered 99% 417 of 420',
      'Confirmed 99% 430 of 436',
      'Sent per packet 5.5 times',
      'Parts missed 9 0.02 per answer',
      'Asked again 9 times',
    ]);
    expect(within(card('Garage')).getByText('well heard')).toBeDefined();
    expect(within(card('Garage')).getByText('Nothing to do.')).toBeDefined();
    expect(screen.queryByText(/answered since the start/)).toBeNull();
    expect(screen.queryByLabelText('The radio changes')).toBeNull();
  });

  it('shows no share of nothing, and the signal only where it is measured', async () => {
    await open({ ...REPORT, inverters: [{ ...GARAGE, rssi: -71, rigid: NOTHING }] });
    expect(numbers()).toEqual([
      'Answered — 0 of 0',
      'Confirmed — 0 of 0',
      'Sent per packet —',
      'Parts missed 0 —',
      'Asked again 0 times',
      'Signal -71 dBm',
    ]);
    expect(within(card('Garage')).getByText('too early to tell')).toBeDefined();
  });

  it('says of how many inverters it has which verdict, the ones that need something first', async () => {
    const bad = { ...GARAGE, rigid: { ...GOOD, answers: 200 } };
    const silent = { ...GARAGE, reachable: false };
    await open({ ...REPORT, inverters: [GARAGE, silent, bad, GARAGE].map(numbered) });
    expect(readable(card('Radio module'))).toContain('Inverters1 × badly heard, 1 × silent, 2 × well heard');
  });

  it('says of inverters below 1 GHz that this radio cannot reach them, and how they can be read', async () => {
    const out_of_band = [
      { serial: '112481234567', name: 'Shed' },
      { serial: '136181234567', name: '' },
    ];
    await open({ ...REPORT, inverters: [], out_of_band });
    const told = readable(card('Out of reach of this radio'));
    expect(told).toMatch(/Shed \(112481234567\)136181234567.*below 1 GHz.*original device/);
    expect(readable(document.body)).not.toContain('The radio has no inverters.');
  });

  it.each([
    [false, undefined],
    [false, 'spi-off'],
    [true, 'no-ce'],
  ] as const)('blames no inverter for what is wrong with the module: %s %s', async (connected, name) => {
    const inverters = [{ ...GARAGE, reachable: false }, GARAGE].map(numbered);
    await open({ ...REPORT, connected, ...(name && { fault: { ...FAULT, name } }), inverters });
    for (const index of [0, 1]) {
      expect(within(card(`Garage ${index}`)).getByText('not known')).toBeDefined();
      expect(within(card(`Garage ${index}`)).getByText(/^Nothing is known of it while/)).toBeDefined();
    }
    expect(readable(document.body)).not.toMatch(/silent|serial number/);
  });

  it('says that of no single inverter: its own card is there', async () => {
    await open(REPORT);
    expect(within(card('Radio module')).queryByText('Inverters')).toBeNull();
  });

  it('compares with what came of the other way to hop', async () => {
    await open({ ...REPORT, inverters: [{ ...GARAGE, free: { ...GOOD, answers: 315 } }] });
    expect(readable(screen.getByText(/since the start\.$/, { selector: 'section section p' }))).toBe(
      'As the original: 75% of 420 answered since the start.',
    );
  });

  it.each([
    ['no-irq', true, 'works, with a problem', /from its IRQ to GPIO 24/],
    ['silent-low', false, 'does not answer', /always low.*MISO and MOSI are swapped/],
    ['spi-rights', false, 'does not answer', /may not use \/dev\/spidev0\.0\. .*usermod -aG spi,gpio/],
    ['ce-taken', false, 'does not answer', /CE, GPIO 25, is in use by "<b>a fan<\/b>"/],
  ] as const)(
    'says what is wrong with the module, which pin or device is meant, and what to do: %s',
    async (name, connected, state, what) => {
      await open({ ...REPORT, connected, fault: { ...FAULT, name } });
      expect(within(card('Radio module')).getByText(state)).toBeDefined();
      expect(within(card('Radio module')).getByText(what)).toBeDefined();
      expect(card('Radio module').querySelector('b')).toBeNull();
    },
  );

  it('reads no fault that it does not know, and texts only', () => {
    const read = (fault: unknown) => getRadio.read({ ...REPORT, fault })?.fault;
    expect(read({ ...FAULT, name: 'no-irq', detail: 7, more: 1 })).toEqual({
      ...{ ...FAULT, name: 'no-irq', detail: '' },
    });
    for (const unknown of ['no-irq', { ...FAULT, name: 'constructor' }, null])
      expect(read(unknown)).toBeUndefined();
  });

  it.each([
    [160, 'on time', false],
    [501, 'late', true],
  ])('warns of hops that are late: 99 of 100 within %d µs', async (p99_us, word, isWarned) => {
    await open({ ...REPORT, lateness: { hops: 9000, p50_us: 66, p99_us, max_us: 839 } });
    expect(within(card('Radio module')).getByText(word)).toBeDefined();
    expect(screen.queryByText(/may not use real-time priority/) !== null).toBe(isWarned);
    const way = screen.queryByRole('link', { name: 'How to allow real-time priority' });
    expect(way?.getAttribute('href')).toBe(isWarned ? '/guide/info/radio#late' : undefined);
  });

  it('reads again every few seconds, and greys what it could not read again', async () => {
    const { advance, gateway } = await open(REPORT);
    gateway.report = { ...REPORT, inverters: [{ ...GARAGE, rigid: { ...GOOD, answers: 400 } }] };
    await advance(3000);
    expect(numbers()[0]).toBe('Answered 95% 400 of 420');
    gateway.isThere = false;
    await advance(3000);
    expect(card('Garage').querySelector('dl')?.className).toMatch(/stale/);
  });

  it.each([
    ['success', { ...TRIED, tries: 5 }, {}],
    ['warning', TRIED, {}],
    ['warning', { ...TRIED, tries: 5, connected: false }, {}],
    ['warning', { ...TRIED, tries: 5, fault: { ...FAULT, name: 'no-irq' as const } }, {}],
    ['info', { ...TRIED, tries: 5 }, { simulated: true }],
  ])('shows what a test has found as a %s: %j %j', async (kind, test, more) => {
    await open({ ...REPORT, ...more, test }, LOGGED_IN);
    const box = card('Self test').querySelector('[role=status] > div');
    expect(box?.className).toMatch(new RegExp(`_${kind}_|\\b${kind}\\b`));
  });

  it.each([
    [{ test: { ...TRIED, tries: 52 } }, ['is an nRF24L01+', '52 times, to nobody', '0 packets heard']],
    [{ test: { ...TRIED, packets: 1 } }, ['is an nRF24L01+', 'wires of CE and IRQ', '1 packet heard']],
    [{ test: { ...TRIED, connected: false } }, ['did not answer']],
    [
      { test: { ...TRIED, tries: 5, fault: { ...FAULT, name: 'no-irq' as const } } },
      ['is an nRF24L01+', 'from its IRQ to GPIO 24', '0 packets heard'],
    ],
    [
      { test: { ...TRIED, fault: { ...FAULT, name: 'no-ce' as const } } },
      ['is an nRF24L01+', 'from GPIO 25 to its CE', '0 packets heard'],
    ],
    [
      { test: { ...TRIED, plus_variant: false, fault: { ...FAULT, name: 'not-plus' as const } } },
      ['is no nRF24L01+', '0 packets'],
    ],
    [
      { test: { ...TRIED, connected: false, fault: { ...FAULT, name: 'silent-low' as const } } },
      ['did not answer', 'MISO is always low'],
    ],
    // The module was pulled out after a good test.
    [
      { test: { ...TRIED, tries: 5 }, connected: false, fault: { ...FAULT, name: 'silent-low' as const } },
      ['is an nRF24L01+', '5 times', '0 packets'],
    ],
    [{ test: { ...TRIED, tries: 5 }, simulated: true }, ['no wires', 'nRF24L01+', '5 times', '0 packets']],
    [{ test: { ...TRIED, tries: 5, plus_variant: false } }, ['is no nRF24L01+', '5 times', '0 packets']],
  ])('says what a test has found: %j', async (found, words) => {
    await open({ ...REPORT, ...found }, LOGGED_IN);
    const lines = [...card('Self test').querySelectorAll('[role=status] p')].map(readable);
    expect(lines[0]).toBe('Tested 2 min ago.');
    expect(lines.slice(1)).toHaveLength(words.length);
    for (const [index, word] of words.entries()) expect(lines[index + 1]).toContain(word);
  });

  it('tests for the admin, once at a time', async () => {
    const { user, posts, gateway, advance } = await open(REPORT, LOGGED_IN);
    gateway.report = { ...REPORT, testing: true };
    await user.click(screen.getByRole('button', { name: 'Test now' }));
    await waitFor(() => expect(posts).toEqual([{ test: true }]));
    await screen.findByText('The radio is being tested.');
    await user.click(screen.getByRole('button', { name: 'Test now' }));
    expect(posts).toHaveLength(1);
    gateway.report = { ...REPORT, test: { ...TRIED, tries: 50 } };
    await advance(3000);
    expect(within(card('Self test')).getByText(/50 times/)).toBeDefined();
  });

  it.each([
    ['en', 'It sends, and says so: once, to nobody.'],
    ['de', 'Es sendet und meldet das: einmal, an niemanden.'],
    ['fr', 'Il envoie et le signale : une fois, à personne.'],
  ] as const)('does not say 1 times: %s', async (locale, sentence) => {
    await open({ ...REPORT, test: { ...TRIED, tries: 1 } }, LOGGED_IN, locale);
    expect(readable(document.body)).toContain(sentence);
  });

  it('says that the gateway is not there, and nothing of saving, where a test cannot begin', async () => {
    const { user, gateway } = await open(REPORT, LOGGED_IN);
    gateway.isThere = false;
    await user.click(screen.getByRole('button', { name: 'Test now' }));
    expect(readable(await within(card('Self test')).findByRole('alert'))).toMatch(
      /^The gateway does not answer\./,
    );
    expect(readable(card('Self test'))).not.toContain('saved');
  });

  it('lets the admin choose how it hops', async () => {
    const { user, posts } = await open(REPORT, LOGGED_IN);
    await user.selectOptions(screen.getByLabelText('The radio changes'), 'free');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posts).toHaveLength(1));
    expect(posts).toEqual([{ hop_mode: 'free' }]);
  });
});

describe('the verdict on an inverter', () => {
  const verdict = (reachable: boolean, changes: Partial<LinkCounts>) => {
    const counts = { ...GOOD, ...changes };
    return [verdictOf({ reachable }, counts), adviceOf({ reachable }, counts)];
  };

  it('tells a bad way to it from a bad way back, and both from one that does not answer', () => {
    expect(verdict(true, {})).toEqual(['good', 'good']);
    expect(verdict(true, { repeated_requests: 120 })).toEqual(['fair', 'fair']);
    expect(verdict(true, { acknowledged: 200, answers: 300 })).toEqual(['poor', 'unheard']);
    expect(verdict(true, { missed_fragments: 400, answers: 300 })).toEqual(['poor', 'broken']);
    expect(verdict(true, { missed_fragments: 400, answers: 410 })).toEqual(['fair', 'broken']);
    expect(verdict(true, { answers: 300 })).toEqual(['poor', 'unanswered']);
    expect(verdict(true, { answers: 0, acknowledged: 430 })).toEqual(['poor', 'unanswered']);
    expect(verdict(false, {})).toEqual(['silent', 'silent']);
    expect(verdict(true, { requests: 9, answers: 9 })).toEqual(['early', 'early']);
  });
});
