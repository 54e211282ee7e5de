import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADMIN, FakeFleet, siteOf, viewOf } from '../../test/fake-fleet.ts';
import { readable } from '../../test/render-app.tsx';
import { renderFleet } from '../../test/render-fleet.tsx';
import { returnPath } from './paths.ts';

const GROUPS = [
  { id: 'g1', name: 'Nordheim' },
  { id: 'g2', name: 'Coast' },
];
const rowOf = (name: string) => {
  const row = screen.getByRole('link', { name }).closest('tr');
  if (row === null) throw new Error(`${name} is in no row`);
  return row;
};

describe('the list of sites', () => {
  it('shows a live value as it is, and an old one with its age and marked as old', async () => {
    const view = viewOf([
      siteOf('new'),
      siteOf('old', { state: 'silent', heard: 300 }),
      siteOf('gone', { state: 'offline', heard: 7200 }),
    ]);
    const { advance } = await renderFleet({ view });
    expect(rowOf('Plant new').querySelector('[data-stale]')).toBeNull();
    expect(readable(rowOf('Plant old'))).toContain('Silent5 min ago');
    expect(rowOf('Plant old').querySelectorAll('[data-stale]')).toHaveLength(2);
    expect(readable(rowOf('Plant gone'))).toContain('Offline2 h ago');
    await advance(60_000);
    expect(readable(rowOf('Plant old'))).toContain('6 min ago');
  });

  it('takes no value for live once the server is not heard any more, and says so', async () => {
    const { server, advance } = await renderFleet({ view: viewOf([siteOf('a')]) });
    server.isReachable = false;
    await advance(15_000);
    expect(screen.getAllByText(/^No connection to the server for 1\d s/).length).toBeGreaterThan(0);
    expect(rowOf('Plant a').querySelectorAll('[data-stale]')).toHaveLength(2);
    expect(document.querySelector('section[data-stale="true"]')).not.toBeNull();
  });

  it('tells of each part that is away what that means, and goes on with the rest', async () => {
    const { says } = await renderFleet({
      view: viewOf([siteOf('a')], { parts: { timeseries: 130, broker: 5 } }),
    });
    expect(screen.getAllByText(/^The broker has not answered for 5 s/).length).toBeGreaterThan(0);
    expect(
      screen.getAllByText(/^The database of readings has not answered for 2 min/).length,
    ).toBeGreaterThan(0);
    expect(screen.queryByText(/nobody can log in/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Plant a' })).toBeDefined();
    await says(viewOf([siteOf('a')]));
    expect(screen.queryByText(/has not answered/)).toBeNull();
  });

  it('is live in the bar as long as the broker answers, whatever else is away', async () => {
    const word = () => screen.getByRole('banner').querySelector('[data-phase]')?.textContent;
    const { says } = await renderFleet({
      view: viewOf([siteOf('a')], { parts: { timeseries: 5, database: 5 } }),
    });
    expect(word()).toBe('Live');
    await says(viewOf([siteOf('a')], { parts: { broker: 5 } }));
    expect(word()).toBe('Not live');
    await says(viewOf([siteOf('a')]));
    expect(word()).toBe('Live');
  });

  it('reads out what is away once, and not anew with every second', async () => {
    const { advance, says } = await renderFleet({
      view: viewOf([siteOf('a')], { parts: { broker: 5 } }),
    });
    const spoken = () =>
      screen.getAllByRole('status').find(({ textContent }) => /broker/.test(textContent))?.textContent;
    expect(spoken()).toMatch(/not answered for 5 s/);
    await advance(4000);
    expect(screen.getByText(/not answered for 9 s/)).toBeDefined();
    expect(spoken()).toMatch(/not answered for 5 s/);
    await says(viewOf([siteOf('a')]));
    expect(spoken()).toBeUndefined();
  });

  it('says of how many sites the power is, and of how many the energy of today', async () => {
    const { summary: _, ...mute } = siteOf('mute', { state: 'silent', heard: 300 });
    const totals = () => readable(screen.getByRole('region', { name: 'All sites together' }));
    const { says } = await renderFleet({
      view: viewOf([siteOf('a'), siteOf('old', { state: 'offline', heard: 100_000 }), mute]),
    });
    expect(totals()).toMatch(/Power now1\S* kWfrom 1 of 3 sitesEnergy today5\S* kWhfrom 1 of 3 sites/);
    await says(viewOf([siteOf('old', { state: 'offline', heard: 100_000 })]));
    expect(totals()).toMatch(/Energy today–from 0 of 1 sites/);
    await says(viewOf([siteOf('a')]));
    expect(totals()).not.toMatch(/from/);
  });

  it('calls a version older where it is older than its own, whatever a site claims', async () => {
    const of = (id: string, version: string) => {
      const site = siteOf(id);
      return { ...site, summary: { ...site.summary, version } as never };
    };
    await renderFleet({ view: viewOf([of('a', '0.1.9'), of('b', '0.2.0'), of('c', '999.0.0')]) });
    expect(['a', 'b', 'c'].map((id) => /older/.test(readable(rowOf(`Plant ${id}`))))).toEqual([
      ...[true, false, false],
    ]);
    expect(screen.getByTitle('older than 0.2.0')).toBeDefined();
  });

  it.each([1280, 390])(
    'tells sites of one name apart beside what is wrong with them, %i px wide',
    async (width) => {
      const twin = (id: string, group: string) =>
        siteOf(id, { name: 'Barn', group, problems: ['same-name'], state: 'alert' });
      const view = viewOf([twin('north', 'g1'), twin('south', 'g2'), siteOf('a')], { groups: GROUPS });
      await renderFleet({ view, width });
      const rows = screen.getAllByRole('link', { name: 'Barn' }).map((link) => link.closest('tr, li'));
      const told = rows.map((row) => readable(row as HTMLElement));
      expect(told[0]).toContain('Name in use twicenorth · Nordheim');
      expect(told[1]).toContain('Name in use twicesouth · Coast');
      expect(rows.map((row) => row?.getAttribute('data-problem'))).toEqual(['true', 'true']);
    },
  );

  it('is searched, filtered and turned around', async () => {
    const sites = ['Barn', 'Hall', 'Pool'].map((name, place) =>
      siteOf(name.toLowerCase(), {
        name,
        group: place === 0 ? 'g1' : 'g2',
        state: place === 2 ? 'alert' : 'ok',
      }),
    );
    const { user, advance } = await renderFleet({ view: viewOf(sites, { groups: GROUPS }) });
    const names = () =>
      within(screen.getByRole('table'))
        .getAllByRole('link')
        .map((link) => link.textContent);
    await waitFor(() => expect(names()).toEqual(['Pool', 'Barn', 'Hall'])); // who needs somebody comes first
    await user.click(screen.getByRole('button', { name: 'Site' }));
    await user.click(screen.getByRole('button', { name: 'Site' }));
    await waitFor(() => expect(names()).toEqual(['Pool', 'Hall', 'Barn']));
    expect(screen.getByRole('columnheader', { name: 'Site' }).getAttribute('aria-sort')).toBe('descending');
    await user.click(screen.getByRole('button', { name: 'Good 2' }));
    await waitFor(() => expect(names()).toEqual(['Hall', 'Barn']));
    await user.type(screen.getByRole('searchbox'), 'nord');
    await waitFor(() => expect(names()).toEqual(['Barn']));
    await advance(1000);
    expect(window.location.search).toBe('?q=nord&state=ok&sort=name&down=1');
    await user.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText('No site fits what you look for.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show all sites' }));
    await waitFor(() => expect(names()).toEqual(['Pool', 'Hall', 'Barn']));
  });

  it('offers sites without a group to admins only, who alone see them', async () => {
    const groups = [{ id: 'g1', name: 'Nordheim' }];
    const view = viewOf([siteOf('a', { group: 'g1' })], { groups });
    const choices = () =>
      within(screen.getByRole('combobox', { name: 'Group' }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    const { says } = await renderFleet({ view });
    expect(choices()).toEqual(['All groups', 'Nordheim', 'Without a group']);
    await says({ ...view, me: { name: 'vera', admin: false, manages: [] } });
    expect(choices()).toEqual(['All groups', 'Nordheim']);
  });

  it('draws of a thousand sites only those near the window', async () => {
    const sites = Array.from({ length: 1000 }, (_, place) => siteOf(`s${place}`));
    await renderFleet({ view: viewOf(sites) });
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
    expect(within(screen.getByRole('table')).getAllByRole('link').length).toBeLessThan(60);
    expect(readable(screen.getByRole('region', { name: 'All sites together' }))).toContain('1,000 kW');
  });

  it('says what to do where there is nothing yet', async () => {
    await renderFleet({ view: viewOf([]) });
    expect(screen.getByRole('link', { name: 'Add a site' }).getAttribute('href')).toBe('/manage/sites');
    await renderFleet({ view: viewOf([], { me: { name: 'vera', admin: false, manages: [] } }) });
    expect(screen.queryByRole('link', { name: 'Add a site' })).toBeNull();
    expect(screen.getByText(/No site is in one of your groups/)).toBeDefined();
  });

  it('tells who looks by a link until when it is good, and offers nothing to change', async () => {
    const share = { name: 'Neighbours', until: new Date(2026, 6, 1, 8).getTime() / 1000 };
    await renderFleet({
      view: viewOf([siteOf('a')], { me: { name: '', admin: false, manages: [], share } }),
    });
    expect(
      screen.getByText(/You look by the link “Neighbours”. It is good until 07\/01\/2026/),
    ).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Manage' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Leave' })).toBeDefined();
  });
});

/** Nothing draws curves here. */
const NO_CURVES = { status: 503, body: { refusal: 'timeseries' } };

describe('power and energy of all sites', () => {
  const SITES = ['a', 'b', 'c'].map((id, place) => siteOf(id, { group: ['g1', 'g2', ''][place] ?? '' }));
  const VIEW = viewOf(SITES, { groups: GROUPS });
  const open = async (server: FakeFleet, path = '/') => {
    const fleet = await renderFleet({ server, path, view: VIEW });
    await fleet.user.click(screen.getByRole('button', { name: 'Power and energy' }));
    return fleet;
  };
  const asked = (server: FakeFleet) =>
    server.asked
      .filter(({ path }) => path.includes('/history'))
      .map(({ path }) => new URLSearchParams(path.split('?')[1]));

  it('are asked for only once somebody opens them, and say of how many sites they are', async () => {
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES };
    const { user } = await renderFleet({ server, view: VIEW });
    const button = screen.getByRole('button', { name: 'Power and energy' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(asked(server)).toEqual([]);
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(await screen.findByText('All sites that you see together: 3 sites.')).toBeDefined();
    expect((await screen.findAllByText(/there is no history at the moment/)).length).toBe(2);
    const [query] = asked(server);
    expect([query?.get('site'), query?.get('group'), query?.get('day')]).toEqual([null, null, '2026-06-21']);
  });

  it('are those of the group that is chosen, and of nothing narrower', async () => {
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES };
    const { user } = await open(server, '/?group=g1&state=silent');
    expect(await screen.findByText('The group Nordheim together: 1 site.')).toBeDefined();
    expect(screen.getByText(/Search and state change nothing about it/)).toBeDefined();
    await waitFor(() => expect(asked(server).map((query) => query.get('group'))).toEqual(['g1']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Coast');
    expect(await screen.findByText('The group Coast together: 1 site.')).toBeDefined();
    await waitFor(() => expect(asked(server).map((query) => query.get('group'))).toEqual(['g1', 'g2']));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Without a group');
    expect(await screen.findByText(/Choose one of these under Group/)).toBeDefined();
    expect(asked(server)).toHaveLength(2);
  });

  it('are no zero where nothing was measured', async () => {
    const server = new FakeFleet();
    const days = [{ day: '2026-06-21', wh: null }];
    server.answers = { history: { body: { power: [[1_782_000_000, null]], days } } };
    await open(server);
    expect(await screen.findByText('Nothing was measured on this day.')).toBeDefined();
    expect(screen.getByText('Nothing was measured on any of these days.')).toBeDefined();
    expect(readable(screen.getByRole('region', { name: 'Power and energy' }))).not.toMatch(/\b0/);
  });

  it('are asked for at once when the database of readings is back', async () => {
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES };
    const { says } = await open(server);
    await waitFor(() => expect(asked(server)).toHaveLength(1));
    await says({ ...VIEW, parts: { timeseries: 20 } });
    expect(screen.getAllByText(/there is no history at the moment/).length).toBe(2);
    await says(VIEW);
    await waitFor(() => expect(asked(server)).toHaveLength(2));
  });
});

describe('the page of a site', () => {
  it.each([
    ['never', /Nothing has come from this site yet.*“Tell a fleet page of this plant over MQTT”/],
    ['offline', /has left the broker/],
    ['silent', /has not said goodbye/],
    ['refused', /makes no sense/],
  ] as const)('says what is wrong and what to do: %s', async (state, sentence) => {
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES };
    await renderFleet({ server, path: '/sites/a', view: viewOf([siteOf('a', { state })]) });
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  it('names each problem, and leads to its gateway without telling where from', async () => {
    const site = siteOf('a', { problems: ['clock', 'same-name'], state: 'alert' });
    const summary = {
      ...site.summary,
      url: 'http://192.168.1.9/',
      reachable: 2,
      findings: 1,
      alerts: 2,
    } as never;
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES };
    await renderFleet({ server, path: '/sites/a', view: viewOf([{ ...site, summary }]) });
    expect(await screen.findByText(/more than two minutes off/)).toBeDefined();
    expect(screen.getByText(/Another site has the same name/)).toBeDefined();
    expect(screen.getByText(/Only 2 of 3 inverters answer/)).toBeDefined();
    expect(screen.getByText('2 alerts are open.')).toBeDefined();
    expect(screen.getByRole('link', { name: /Open its gateway/ }).getAttribute('rel')).toMatch(
      /noreferrer|noopener/,
    );
    expect((await screen.findAllByText(/there is no history at the moment/)).length).toBe(2);
  });

  it('says whose days are shown', async () => {
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES };
    await renderFleet({ server, path: '/sites/a', view: viewOf([siteOf('a')]) });
    expect(await screen.findByText(/^Days and times are those of this browser/)).toBeDefined();
  });

  it('names the usual reason of refused readings first', async () => {
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES };
    const view = viewOf([siteOf('a', { problems: ['readings-refused'] })]);
    await renderFleet({ server, path: '/sites/a', view });
    expect(await screen.findByText(/“Name of this plant” first.*Then check user and address/)).toBeDefined();
  });

  it('lets who manages its group name and place it, and shows what the server refuses', async () => {
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES, 'site-change': { status: 503, body: { refusal: 'database' } } };
    const me = { name: 'max', admin: false, manages: ['g1'] };
    const view = viewOf([siteOf('a', { group: 'g1' })], { me, groups: GROUPS });
    const { user } = await renderFleet({ server, view, path: '/sites/a' });
    await user.type(await screen.findByLabelText('Name'), 'Barn');
    await user.type(screen.getByLabelText('Latitude'), '48,14');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getAllByText(/both or neither/).length).toBe(2);
    await user.type(screen.getByLabelText('Longitude'), '11.58');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/The database does not answer, so this was not done/)).toBeDefined();
    expect(server.asked.at(-1)?.body).toEqual({
      ...{ id: 'a', name: 'Barn', group: 'g1', place: { lat: 48.14, lon: 11.58 } },
    });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Barn');
  });

  it('says that what was typed and not saved is back, until it is discarded', async () => {
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES };
    const view = viewOf([siteOf('a', { name: 'Hall' })]);
    const { user } = await renderFleet({ server, view, path: '/sites/a' });
    const name = () => screen.findByLabelText<HTMLInputElement>('Name');
    const isBack = () => screen.queryByText(/^What you had typed before is back/) !== null;
    await user.type(await name(), ' 2');
    expect(isBack()).toBe(false);
    await user.click(screen.getByRole('link', { name: 'All sites' }));
    await user.click(await screen.findByRole('link', { name: 'Hall' }));
    expect((await name()).value).toBe('Hall 2');
    expect(isBack()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect((await name()).value).toBe('Hall');
    expect(isBack()).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('link', { name: 'All sites' }));
    await user.click(await screen.findByRole('link', { name: 'Hall' }));
    expect((await name()).value).toBe('Hall');
    expect(isBack()).toBe(false);
  });

  it('offers a viewer no change', async () => {
    const server = new FakeFleet();
    server.answers = { history: NO_CURVES };
    const me = { name: 'vera', admin: false, manages: [] };
    await renderFleet({ server, path: '/sites/a', view: viewOf([siteOf('a')], { me }) });
    expect(await screen.findByRole('heading', { name: 'Plant a' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

describe('the login', () => {
  it('asks for what is missing, tells what was wrong, and leads back to where one was', async () => {
    const server = new FakeFleet();
    server.refusesStream = { status: 401, body: { refusal: 'login' } };
    const { user, says } = await renderFleet({ server, path: '/sites/a?x=1' });
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
    expect(window.location.search).toBe('?return=%2Fsites%2Fa%3Fx%3D1');
    const submit = () => user.click(screen.getByRole('button', { name: 'Log in' }));
    await submit();
    expect(screen.getByText('Enter your name.')).toBeDefined();
    await user.type(screen.getByLabelText('Name'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    server.answers = { login: { status: 401, body: { refusal: 'credentials' } } };
    await submit();
    expect(await screen.findByText('Name or password is wrong.')).toBeDefined();
    server.answers = {
      login: { status: 429, body: { refusal: 'throttled' }, headers: { 'retry-after': '30' } },
    };
    await submit();
    expect(await screen.findByText(/Please wait 30 s and try again/)).toBeDefined();
    server.answers = { login: { body: ADMIN }, history: { status: 503, body: { refusal: 'timeseries' } } };
    server.refusesStream = undefined;
    await submit();
    await says(viewOf([siteOf('a')]));
    expect(await screen.findByRole('heading', { name: 'Plant a' })).toBeDefined();
    expect(window.location.pathname).toBe('/sites/a');
  });

  it.each([
    ['a login', undefined, /^Your login is over/],
    ['a link', { name: 'Neighbours', until: 1_800_000_000 }, /^The link by which you looked has ended/],
  ])('says on the first page, too, that %s has ended', async (_, share, sentence) => {
    const server = new FakeFleet();
    const me = { name: share ? '' : 'ada', admin: false, manages: [], ...(share && { share }) };
    const { advance, doing } = await renderFleet({ server, view: viewOf([siteOf('a')], { me }) });
    server.refusesStream = { status: 401, body: { refusal: 'login' } };
    await doing(() => server.endsStream());
    await advance(2000);
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(window.location.search).toBe('');
  });

  it('is not over for who has left, or was never here', async () => {
    const server = new FakeFleet();
    server.answers = { logout: { body: {} } };
    const { user } = await renderFleet({ server, view: viewOf([siteOf('a')]) });
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('See all your sites on one page.')).toBeDefined();
    server.refusesStream = { status: 401, body: { refusal: 'login' } };
    await renderFleet({ server });
    expect(await screen.findByText('See all your sites on one page.')).toBeDefined();
  });

  it('leads to no other page of the web', () => {
    for (const evil of ['//evil.example', 'https://evil.example', '/\\evil.example', '/login?return=/', ''])
      expect(returnPath(`?return=${encodeURIComponent(evil)}`)).toBe('/');
    expect(returnPath('?return=%2Fmanage%2Flinks')).toBe('/manage/links');
  });
});

describe('managing', () => {
  it('adds a site, refuses what the server would, and shows its password once with all that is to be entered', async () => {
    const server = new FakeFleet();
    server.answers = { 'site-add': { body: { password: 'made-up-secret' } } };
    const { user } = await renderFleet({ server, path: '/manage/sites', view: viewOf([siteOf('a')]) });
    await user.click(await screen.findByRole('button', { name: 'Add a site' }));
    const dialog = () => within(screen.getByRole('dialog'));
    await user.type(dialog().getByLabelText('ID'), '-barn');
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    expect(dialog().getByText(/Small letters, digits and hyphens only/)).toBeDefined();
    await user.clear(dialog().getByLabelText('ID'));
    await user.type(dialog().getByLabelText('ID'), 'Barn 12');
    await user.click(dialog().getByRole('button', { name: 'Add' }));
    const shown = readable(await screen.findByRole('dialog', { name: 'Password of barn-12' }));
    expect(shown).toContain('sites/barn-12/');
    expect(shown).toContain('made-up-secret');
    expect(shown).toContain(`${window.location.origin}/write`);
    expect(shown).toContain('Everybody on the way can read passwords');
    const facts = [...screen.getByRole('dialog').querySelectorAll('dl > div')].map((fact) =>
      [...fact.children].map((part) => readable(part)),
    );
    for (const label of ['Username', 'Client ID', 'Name of this plant', 'User'])
      expect(facts).toContainEqual([label, 'barn-12']);
    for (const label of ['Enable MQTT', 'Send everything that is measured'])
      expect(facts).toContainEqual([label, 'on']);
    expect(facts).toContainEqual(['Login', 'User and password']);
    expect(facts.at(-1)).toEqual(['Tell a fleet page of this plant over MQTT', 'on']);
    expect(shown).toMatch(/TLS.*on, unless/);
    expect(shown).toMatch(/Server and port.*8883/);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByText(/^This is not shown again/)).toBeDefined();
    expect(document.body.textContent).toContain('made-up-secret');
    await user.click(screen.getByRole('button', { name: 'I have written it down' }));
    expect(document.body.textContent).not.toContain('made-up-secret');
  });

  it('says of a name whether it is missing, or what it may not have', async () => {
    const { user } = await renderFleet({ path: '/manage/groups', view: viewOf([]) });
    await user.click(await screen.findByRole('button', { name: 'Add a group' }));
    const add = () => user.click(screen.getByRole('button', { name: 'Add' }));
    await add();
    expect(screen.getByText('Enter a name.')).toBeDefined();
    await user.type(screen.getByLabelText('Name'), 'Nord\u202Eheim');
    await add();
    expect(screen.getByText(/64 characters at most, without characters that cannot be seen/)).toBeDefined();
    expect(screen.queryByText('Enter a name.')).toBeNull();
  });

  it('says at the own password that the one until now is wrong, and tries again whatever stands there', async () => {
    const server = new FakeFleet();
    server.answers = { 'own-password': { status: 401, body: { refusal: 'credentials' } } };
    const { user } = await renderFleet({ server, path: '/manage/password', view: viewOf([]) });
    const current = await screen.findByLabelText('Password until now');
    await user.type(current, 'moonshine42');
    await user.type(screen.getByLabelText('New password'), 'sunshine42');
    await user.type(screen.getByLabelText('New password once more'), 'sunshine42');
    const save = () => user.click(screen.getByRole('button', { name: 'Change the password' }));
    await save();
    const wrong = 'This is not the password that you have had until now.';
    expect(await screen.findByText(wrong)).toBeDefined();
    expect(current.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(current);
    expect(screen.queryByText('Name or password is wrong.')).toBeNull();
    await save();
    expect(await screen.findByText(wrong)).toBeDefined();
    expect(server.asked).toHaveLength(2);
    await user.type(current, '!');
    expect(screen.queryByText(wrong)).toBeNull();
  });

  it('shows an old refusal no longer than what was refused stands there', async () => {
    const server = new FakeFleet();
    server.answers = { 'site-add': { status: 409, body: { refusal: 'taken' } } };
    const { user } = await renderFleet({ server, path: '/manage/sites', view: viewOf([siteOf('a')]) });
    await user.click(await screen.findByRole('button', { name: 'Add a site' }));
    const add = () => user.click(screen.getByRole('button', { name: 'Add' }));
    await user.type(screen.getByLabelText('ID'), 'barn');
    await add();
    expect(await screen.findByText(/already in use/)).toBeDefined();
    await user.type(screen.getByLabelText('ID'), '-');
    expect(screen.queryByText(/already in use/)).toBeNull();
    await add();
    expect(screen.getByText(/Small letters, digits and hyphens only/)).toBeDefined();
  });

  it('keeps what was typed while a login was over', async () => {
    const server = new FakeFleet();
    const view = viewOf([siteOf('a')]);
    const { user, says } = await renderFleet({ server, path: '/manage/sites', view });
    await user.click(await screen.findByRole('button', { name: 'Add a site' }));
    await user.type(screen.getByLabelText('ID'), 'barn-12');
    server.answers = { 'site-add': { status: 401, body: { refusal: 'login' } }, login: { body: ADMIN } };
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText(/Your login is over/)).toBeDefined();
    await user.type(screen.getByLabelText('Name'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'sunshine42');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await says(view);
    expect((await screen.findByLabelText<HTMLInputElement>('ID')).value).toBe('barn-12');
  });

  describe.each([
    ['accounts', 'Add an account'],
    ['links', 'Make a link'],
    ['sites', 'Remove Plant a'],
  ])('keeps the page of %s while the words of its first dialog are on their way,', (part, label) => {
    it('and the keyboard finds back', async () => {
      const server = new FakeFleet();
      server.answers = { accounts: { body: { accounts: [] } }, shares: { body: { shares: [] } } };
      const { user, doing, wordsCome } = await renderFleet({
        ...{ server, path: `/manage/${part}`, areWordsLate: true },
        view: viewOf([siteOf('a')], { groups: GROUPS }),
      });
      const button = await screen.findByRole('button', { name: label });
      button.focus();
      await doing(() => fireEvent.click(button));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByRole('heading', { name: 'Manage' })).toBeDefined();
      expect(screen.getByRole('button', { name: label })).toBe(button);
      await wordsCome();
      expect(await screen.findByRole('dialog', { name: label })).toBeDefined();
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(document.activeElement).toBe(button);
    });
  });

  it('keeps the tabs while the words of a part are on their way', async () => {
    const view = viewOf([siteOf('a')]);
    const { doing, wordsCome } = await renderFleet({ path: '/manage/sites', view, areWordsLate: true });
    const tab = await screen.findByRole('tab', { name: 'Own password' });
    await doing(() => fireEvent.click(tab));
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(screen.getByRole('tab', { name: 'Own password' })).toBe(tab);
    await wordsCome();
    expect(await screen.findByLabelText('New password')).toBeDefined();
  });

  it('goes on at the next row once one is removed, and at the list once that was the last', async () => {
    const server = new FakeFleet();
    server.answers = { 'site-remove': { body: {} } };
    const view = (...ids: string[]) => viewOf(ids.map((id) => siteOf(id)));
    const { user, says } = await renderFleet({ server, path: '/manage/sites', view: view('a', 'b', 'c') });
    const confirm = () =>
      user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Remove Plant b' }));
    await confirm();
    await says(view('a', 'c')); // the stream tells of it after the answer
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Plant c' }));
    await user.click(screen.getByRole('button', { name: 'Remove Plant c' }));
    await says(view('a')); // or before
    await confirm();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Plant a' }));
    await user.click(screen.getByRole('button', { name: 'Remove Plant a' }));
    await confirm();
    await says(view());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sites' }));
  });

  it('takes the keyboard from nowhere else when a row goes', async () => {
    const view = (...ids: string[]) => viewOf(ids.map((id) => siteOf(id)));
    const { user, says, doing } = await renderFleet({ path: '/manage/sites', view: view('a', 'b') });
    const button = await screen.findByRole('button', { name: 'Open Plant b' });
    await doing(() => button.focus());
    await user.click(screen.getByRole('searchbox'));
    await says(view('a'));
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('shows a manager only what is for managers', async () => {
    const me = { name: 'max', admin: false, manages: ['g1'] };
    const server = new FakeFleet();
    server.answers = { shares: { body: { shares: [] } } };
    await renderFleet({ server, path: '/manage', view: viewOf([], { me, groups: GROUPS }) });
    const tabs = (await screen.findAllByRole('tab')).map((tab) => tab.textContent);
    expect(tabs).toEqual(['Groups', 'Links', 'Own password']);
    expect(screen.getByRole('button', { name: 'Rename Nordheim' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Coast/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove Nordheim' })).toBeNull();
  });

  it('asks for accounts as soon as the database is back', async () => {
    const server = new FakeFleet();
    server.answers = { accounts: { body: { accounts: [{ name: 'vera', admin: false, groups: [] }] } } };
    const isAway = viewOf([], { parts: { database: 20 } });
    const { says } = await renderFleet({ server, path: '/manage/accounts', view: isAway });
    expect(await screen.findByText(/The database does not answer/)).toBeDefined();
    expect(server.asked.filter(({ path }) => path.endsWith('/accounts'))).toEqual([]);
    await says(viewOf([]));
    expect(await screen.findByRole('button', { name: 'Remove vera' })).toBeDefined();
    expect(screen.queryByText(/The database does not answer/)).toBeNull();
  });

  it('says why the last admin stays', async () => {
    const server = new FakeFleet();
    server.answers = {
      accounts: { body: { accounts: [{ name: 'ada', admin: true, groups: [] }] } },
      'account-remove': { status: 409, body: { refusal: 'last-admin' } },
    };
    const { user } = await renderFleet({ server, path: '/manage/accounts', view: viewOf([]) });
    await user.click(await screen.findByRole('button', { name: 'Remove ada' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/This would leave nobody who may manage the fleet/)).toBeDefined();
  });
});
