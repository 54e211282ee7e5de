// @vitest-environment happy-dom
import { RESULT_MESSAGES } from '@heliograph/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { htmlResponse, postedData, SAVED } from '../../../test/answer.ts';
import { messageOf, saveButton } from '../../../test/form-parts.ts';
import { jsonResponse, LOGGED_IN, renderApp } from '../../../test/render-app.tsx';

const BULLETS = '••••••••';
const STORED = {
  hostname: 'OpenDTU-%06X',
  dhcp: true,
  ipaddress: '0.0.0.0',
  netmask: '0.0.0.0',
  gateway: '0.0.0.0',
  dns1: '0.0.0.0',
  dns2: '0.0.0.0',
  ssid: 'Garden',
  password: BULLETS,
};
const FIXED = {
  ...STORED,
  dhcp: false,
  ipaddress: '192.168.1.20',
  netmask: '255.255.255.0',
  gateway: '192.168.1.1',
};

interface OpenOptions {
  readonly stored?: object;
  /** What the POST brings. */
  readonly answer?: object;
  /** A gateway in software, and not a device of its own. */
  readonly isSoftware?: boolean;
  readonly locale?: 'de' | 'fr';
}

async function openPage({
  stored = STORED,
  answer = SAVED,
  isSoftware = true,
  ...options
}: OpenOptions = {}) {
  const posts: unknown[] = [];
  const answers: Record<string, () => Response> = {
    '/api/network/config': () => jsonResponse(stored),
    '/api/network/status': () => jsonResponse({ network_hostname: 'OpenDTU-12AB34' }),
    '/api/heliograph/update-source': () => (isSoftware ? jsonResponse({ repository: '' }) : htmlResponse()),
  };
  const { user } = await renderApp({
    path: '/settings/network',
    stored: LOGGED_IN,
    fetch: async (path, init) => {
      if (init.method !== 'POST') return answers[path]?.() ?? htmlResponse();
      posts.push(postedData(init));
      return jsonResponse(answer);
    },
    ...options,
  });
  await screen.findByRole('switch');
  return { user, posts };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const dhcp = () => screen.getByRole<HTMLInputElement>('switch');

async function fill(user: Awaited<ReturnType<typeof openPage>>['user'], name: string, text: string) {
  await user.clear(field(name));
  await user.click(field(name));
  await user.paste(text);
}

describe('the network settings', () => {
  it('show what is stored, without the password', async () => {
    await openPage();
    expect([field('Network name (SSID)').value, field('WiFi password').value]).toEqual(['Garden', '']);
    expect([field('Hostname').value, dhcp().checked]).toEqual(['OpenDTU-%06X', true]);
    expect(screen.queryByLabelText('IP address')).toBeNull();
  });

  it('send back the placeholder, what they do not know, and with DHCP the addresses as they came', async () => {
    const { user, posts } = await openPage({ stored: { ...STORED, gateway: '10.0.0.1', later: [1] } });
    await user.click(dhcp());
    await fill(user, 'Default gateway', 'nonsense');
    await user.click(dhcp());
    await fill(user, 'Network name (SSID)', 'Roof');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(posts).toEqual([{ ...STORED, gateway: '10.0.0.1', later: [1], ssid: 'Roof' }]);
  });

  it.each(['dns2', 'dhcp'])('leave out what a device leaves out: %s', async (name) => {
    const older = Object.fromEntries(Object.entries(STORED).filter(([key]) => key !== name));
    const { user, posts } = await openPage({ stored: older });
    await fill(user, 'Network name (SSID)', 'Roof');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(posts).toEqual([{ ...older, ssid: 'Roof' }]);
  });

  it('can change the password and take it away', async () => {
    const { user, posts } = await openPage();
    await fill(user, 'WiFi password', 'grün & süß');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    await waitFor(() => expect(field('WiFi password').value).toBe(''));
    await user.click(screen.getByRole('button', { name: /Remove/ }));
    await user.click(saveButton());
    await waitFor(() => expect(posts).toHaveLength(2));
    expect(posts).toEqual([
      { ...STORED, password: 'grün & süß' },
      { ...STORED, password: '' },
    ]);
  });

  it('show what the hostname becomes, with the digits of this device', async () => {
    const { user } = await openPage();
    await waitFor(() => expect(messageOf(field('Hostname'))).toContain('Becomes OpenDTU-12AB34.'));
    await fill(user, 'Hostname', 'Dach süd %06X!');
    expect(messageOf(field('Hostname'))).toContain('Becomes Dach-sd-12AB34.');
  });

  it.each([
    ['Hostname', '', 'Enter a hostname.'],
    ['Hostname', 'x'.repeat(33), 'At most 32 characters: 1 too many.'],
    ['Network name (SSID)', 'ü'.repeat(17), 'At most 32 characters: 2 too many. Letters such as'],
    ['WiFi password', 'x'.repeat(65), 'At most 64 characters: 1 too many.'],
  ])('refuse at %s %j when it is left', async (name, text, message) => {
    const { user, posts } = await openPage();
    await fill(user, name, text);
    await user.tab();
    expect(messageOf(field(name))).toContain(message);
    await user.click(saveButton());
    expect([posts, document.activeElement]).toEqual([[], field(name)]);
  });

  it.each([
    ['The SSID is too long', 'Network name (SSID)'],
    ['Hostname must be between 1 and 31', 'Hostname'],
    ['Password must not be longer', 'WiFi password'],
    [RESULT_MESSAGES.SsidLength, 'Network name (SSID)'],
    [RESULT_MESSAGES.HostnameLength, 'Hostname'],
    [RESULT_MESSAGES.NetworkPasswordLength, 'WiFi password'],
  ])('show a refusal without a code, %j, at %s', async (message, name) => {
    const { user } = await openPage({ answer: { type: 'warning', message } });
    await fill(user, 'Network name (SSID)', 'Roof');
    await user.click(saveButton());
    await waitFor(() => expect(messageOf(field(name))).toBe(message));
    expect(field('Network name (SSID)').value).toBe('Roof');
  });

  it('tell of a gateway in software that its settings are stored only, and of no other', async () => {
    await openPage();
    expect(await screen.findByText(/^This gateway runs as a program/)).toBeDefined();
    await openPage({ isSoftware: false });
    expect(screen.queryByText(/^This gateway runs as a program/)).toBeNull();
  });

  it('let choose what other programs find, and nothing where there is no choice', async () => {
    const { user, posts } = await openPage({ stored: { ...STORED, api_generations: 'both' } });
    const api = screen.getByLabelText<HTMLSelectElement>('API for other programs');
    expect([...api.options].map(({ value, text }) => [value, text])).toEqual([
      ['both', 'Both generations (default)'],
      ['2023', 'As in 2023'],
      ['newest', 'As in the newest (v26.3.30)'],
    ]);
    await user.selectOptions(api, '2023');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(posts).toEqual([{ ...STORED, api_generations: '2023' }]);
    await openPage();
    expect(screen.queryAllByLabelText('API for other programs')).toEqual([]);
  });

  it('let choose the labels for Prometheus, and nothing where there is no choice', async () => {
    const stored = { ...STORED, api_generations: 'both', prometheus_labels: '2023' };
    const { user, posts } = await openPage({ stored });
    const labels = screen.getByLabelText<HTMLSelectElement>('Labels for Prometheus');
    expect(labels.value).toBe('2023');
    expect([...labels.options].map(({ value, text }) => [value, text])).toEqual([
      ['newest', 'As in the newest (v26.3.30)'],
      ['2023', 'As in 2023'],
    ]);
    await user.selectOptions(labels, 'newest');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(posts).toEqual([{ ...stored, prometheus_labels: 'newest' }]);
    await openPage({ stored: { ...STORED, api_generations: 'both' } });
    expect(screen.queryAllByLabelText('Labels for Prometheus')).toEqual([]);
  });

  it.each([
    ['de', 'Hostname', 'Adressen automatisch beziehen (DHCP)'],
    ['fr', 'Nom d’hôte', 'Obtenir les adresses automatiquement (DHCP)'],
  ] as const)('speak %s', async (locale, name, label) => {
    await openPage({ locale });
    expect([field(name).value, screen.getByRole('switch', { name: label })]).toHaveLength(2);
  });
});

describe('static addresses', () => {
  it('count while they are to be seen, come back with them, and are as stored after a save', async () => {
    const { user, posts } = await openPage({ stored: FIXED });
    const changes = () => screen.getByText(/unsaved change/).textContent;
    await fill(user, 'DNS server 1', '9.9.9.9');
    await user.click(dhcp());
    expect(changes()).toBe('1 unsaved change');
    await user.click(dhcp());
    expect([field('DNS server 1').value, changes()]).toEqual(['9.9.9.9', '1 unsaved change']);
    await user.click(dhcp());
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(posts).toEqual([{ ...FIXED, dhcp: true }]);
    await waitFor(() => expect(field('DNS server 1').value).toBe('0.0.0.0')); // this one stores nothing
    expect(changes()).toBe('No unsaved changes');
  });

  it.each([
    ['IP address', 'IP address is invalid!'],
    ['Netmask', 'Netmask is invalid!'],
    ['Default gateway', 'Gateway is invalid!'],
    ['DNS server 1', 'DNS Server IP 1 is invalid!'],
    ['DNS server 2', 'DNS Server IP 2 is invalid!'],
  ])('are checked one by one: %s', async (name, message) => {
    const { user, posts } = await openPage({ stored: FIXED });
    await fill(user, name, '192.168.1.');
    expect(field(name).getAttribute('aria-invalid')).toBe('false');
    await user.tab();
    expect(messageOf(field(name))).toBe(`${message} Four numbers from 0 to 255, separated by dots.`);
    await user.click(saveButton());
    expect(posts).toEqual([]);
  });

  it.each([
    [8001, 'IP address'],
    [8002, 'Netmask'],
    [8003, 'Default gateway'],
    [8004, 'DNS server 1'],
    [8005, 'DNS server 2'],
  ])('refused with %i are pointed at: %s', async (code, name) => {
    const { user } = await openPage({ stored: FIXED, answer: { type: 'warning', message: 'no', code } });
    await fill(user, 'DNS server 1', '9.9.9.9');
    await user.click(saveButton());
    await waitFor(() => expect(field(name).getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field(name));
  });

  it('may be unusual: that is warned of and not refused', async () => {
    const { user, posts } = await openPage({ stored: FIXED });
    await fill(user, 'Default gateway', '192.168.2.1');
    expect(messageOf(field('Default gateway'))).toMatch(/^Not in the subnet/);
    await fill(user, 'Netmask', '255.0.255.0');
    expect(messageOf(field('Netmask'))).toMatch(/^Not a usual netmask/);
    expect(messageOf(field('Default gateway'))).toBe('');
    await fill(user, 'IP address', '0.0.0.0');
    expect(messageOf(field('IP address'))).toMatch(/^The gateway cannot be reached/);
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(posts).toEqual([
      { ...FIXED, ipaddress: '0.0.0.0', netmask: '255.0.255.0', gateway: '192.168.2.1' },
    ]);
  });

  it('are taken with the commas and spaces of a phone', async () => {
    const { user, posts } = await openPage({ stored: FIXED });
    await fill(user, 'DNS server 1', ' 9,9,9,9 ');
    await user.click(saveButton());
    await screen.findByText('Settings saved!');
    expect(posts).toEqual([{ ...FIXED, dns1: '9.9.9.9' }]);
  });
});
