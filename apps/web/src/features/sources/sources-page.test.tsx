// @vitest-environment happy-dom

import { PASSING_SOURCE_PROBLEMS, SOURCE_GAPS, SOURCE_PROBLEMS } from '@heliograph/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { noAnswer } from '../../../test/answer.ts';
import { facts } from '../../../test/facts.ts';
import { messageOf } from '../../../test/form-parts.ts';
import {
  config,
  device,
  dialog,
  FACTS,
  field,
  KEPT_PASSWORD,
  openSources,
  RADIO,
  sourceCard,
  trialAnswer,
} from '../../../test/open-sources.ts';
import { jsonResponse, readable } from '../../../test/render-app.tsx';
import { texts as plant } from '../../shared/i18n/en/plant.ts';
import { texts } from '../../shared/i18n/en/sources.ts';

vi.setConfig({ testTimeout: 60_000 });

const button = (name: string) => screen.findByRole('button', { name });
const save = () => dialog().getByRole('button', { name: 'Save' });

describe('the list of sources', () => {
  it('has the radio first, then each device with what is known of it', async () => {
    await openSources();
    expect(readable(await sourceCard('Own radio'))).toContain('2 inverters');
    expect(facts('Barn')).toEqual({
      Address: '192.168.1.50',
      Kind: 'OpenDTU',
      Version: 'v26.3.30',
      Model: 'ESP32-S3, generic_esp32s3',
      Inverters: '3',
      'Last values': '2 s ago',
    });
    expect(readable(await sourceCard('Barn'))).toContain('LiveThe values are those of now.');
    expect(screen.getAllByRole('heading', { level: 2 }).map(readable)).toEqual(['Own radio', 'Barn']);
  });

  it('leads to the web page of a device itself', async () => {
    await openSources({ configs: [config({ https: true, host: 'fd00::50', port: 8443, path: '/roof' })] });
    const link = within(await sourceCard('Barn')).getByRole('link', { name: /^https/ });
    expect(link.getAttribute('href')).toBe('https://[fd00::50]:8443/roof');
  });

  it.each(SOURCE_PROBLEMS)('says of %s what happened and what to do', async (problem) => {
    await openSources({ sources: [RADIO, device({ state: 'problem', problem })] });
    const card = readable(await sourceCard('Barn'));
    expect(card).toContain('No live values');
    expect(card).toContain(`${plant.problems[problem]} ${texts.toDo[problem]}`);
  });

  it('says how long a device wants to be left alone', async () => {
    await openSources({
      sources: [RADIO, device({ state: 'problem', problem: 'throttled', retry_after: 40 })],
    });
    expect(readable(await sourceCard('Barn'))).toContain('The gateway will ask again in 40 s.');
  });

  it('says what a device answers requests with while its values go on', async () => {
    const { gateway, app } = await openSources({ sources: [RADIO, device({ request_problem: 'no-json' })] });
    const values = 'Its values keep coming over the connection that is open';
    await screen.findByText(new RegExp(`^Something else answers there.*${values}`));
    screen.getByText('Live');
    gateway.sources = [RADIO, device({ request_problem: 'throttled', retry_after: 40 })];
    await app.advance(2500);
    await screen.findByText(new RegExp(`The gateway will ask again in 40 s. ${values}`));
    gateway.sources = [RADIO, device()];
    await app.advance(2500);
    await waitFor(() => expect(screen.queryByText(new RegExp(values))).toBeNull());
  });

  it('says that a wrong password waits for its owner, and what is missing without it', async () => {
    const { app, gateway } = await openSources({ sources: [RADIO, device({ password_right: false })] });
    expect(readable(await sourceCard('Barn'))).toContain('its inverters cannot be controlled');
    gateway.sources = [RADIO, device({ state: 'problem', problem: 'login', password_right: false })];
    await app.advance(3000);
    await waitFor(async () =>
      expect(readable(await sourceCard('Barn'))).toContain('The gateway does not try again until then.'),
    );
    expect(readable(await sourceCard('Barn'))).not.toContain('cannot be controlled');
  });

  it('follows what becomes of a device', async () => {
    const { app, gateway } = await openSources();
    await sourceCard('Barn');
    gateway.sources = [RADIO, device({ state: 'problem', problem: 'timeout', heard_age: 17 })];
    await app.advance(3000);
    await screen.findByText('No live values');
    expect(facts('Barn')['Last values']).toBe('17 s ago');
    gateway.sources = [RADIO, device()];
    await app.advance(3000);
    await screen.findByText('Live');
  });

  it('warns of sockets that are open to everybody', async () => {
    await openSources({ sources: [RADIO, device({ unprotected_sockets: true })] });
    expect(readable(await sourceCard('Barn'))).toContain('Everybody in the network can read the live values');
  });

  it('lists everything that a version cannot do', async () => {
    await openSources({ sources: [RADIO, device({ gaps: SOURCE_GAPS })] });
    const list = within(await sourceCard('Barn')).getByRole('list', { hidden: true });
    expect([...list.children].map(readable)).toEqual(SOURCE_GAPS.map((gap) => texts.gaps[gap]));
  });

  it('tells whose an inverter is that two sources bring', async () => {
    await openSources({
      sources: [RADIO, device(), device({ id: 'shed', name: 'Shed', duplicates: ['1141', '1142'] })],
      liveInverters: [
        { serial: '1141', name: 'A', data_age: 1, reachable: true, producing: true, source: 'barn' },
        { serial: '1142', name: 'B', data_age: 1, reachable: true, producing: true },
      ],
    });
    await waitFor(async () => {
      const card = readable(await sourceCard('Shed'));
      expect(card).toContain('2 inverters are brought by other sources too.');
      expect(card).toContain('Barn: 1141');
      expect(card).toContain('Own radio: 1142');
    });
  });

  it('does not ask for a radio where only devices bring inverters', async () => {
    const radio = { ...RADIO, state: 'problem', inverters: 0 };
    await openSources({ sources: [radio, device()] });
    const card = await sourceCard('Own radio');
    expect(readable(card)).toContain('it does not matter whether a radio module is connected');
    expect(card.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('off');
  });

  it('says that the radio is missing where it has inverters', async () => {
    await openSources({ sources: [{ ...RADIO, state: 'problem' }, device()] });
    const card = await sourceCard('Own radio');
    expect(readable(card)).toContain('The radio module is not connected or is the wrong type.');
    expect(card.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('bad');
  });

  it('tells a newcomer what devices are for, and has one button to add the first', async () => {
    const { user } = await openSources({ sources: [RADIO], configs: [] });
    expect(readable(await sourceCard('Do you have OpenDTU devices?'))).toContain('admin password');
    await user.click(await button('Add a device'));
    expect(field('User name').value).toBe('admin');
  });

  it('has no room for more than it can hold', async () => {
    const ids = Array.from({ length: 32 }, (_, index) => `device${index}`);
    await openSources({
      sources: [RADIO, ...ids.map((id) => device({ id, name: id }))],
      configs: ids.map((id) => config({ id, name: id })),
    });
    await screen.findByText(/^All 32 places are taken/);
    expect(screen.queryByRole('button', { name: 'Add a device' })).toBeNull();
  });

  it('says when it is out of date, and shows what it had', async () => {
    const { app, gateway } = await openSources();
    await sourceCard('Barn');
    gateway.refuseList = noAnswer;
    await app.advance(3000);
    await screen.findByText('These states may be out of date.');
    const barn = readable(await sourceCard('Barn'));
    expect(barn).toContain('v26.3.30');
    expect(barn).not.toMatch(/Live|those of now|ago/);
    expect(readable(await sourceCard('Own radio'))).not.toContain('Connected');
  });

  it('reads what is set of a device that somebody else has added', async () => {
    const { app, gateway } = await openSources();
    await sourceCard('Barn');
    gateway.sources = [RADIO, device(), device({ id: 'shed', name: 'Shed' })];
    gateway.configs = [config(), config({ id: 'shed', name: 'Shed', host: 'shed.local' })];
    await app.advance(3000);
    await button('Edit Shed');
    expect(facts('Shed').Address).toBe('shed.local');
  });
});

describe('adding a device', () => {
  async function openForm(gateway = {}) {
    const page = await openSources({ sources: [RADIO], configs: [], ...gateway });
    await page.user.click(await button('Add a device'));
    return page;
  }

  async function openFilled(gateway = {}, address = '192.168.1.50') {
    const page = await openForm(gateway);
    await page.user.type(field('Address'), address);
    await page.user.type(field('Password'), 'sunny-side-up');
    return page;
  }

  it('sends what the address means, and says that it was saved', async () => {
    const { user, gateway } = await openFilled({}, 'http://dtu.example:8080/roof/info/network');
    expect(messageOf(field('Address'))).toBe('HTTP, dtu.example, port 8080, path /roof');
    await user.type(field('Name'), ' Barn ');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts).toEqual([
      {
        call: 'source',
        body: {
          ...{ id: '', name: 'Barn', enabled: true, https: false, host: 'dtu.example', port: 8080 },
          ...{ path: '/roof', user: 'admin', password: 'sunny-side-up', untested: false },
          certificate: '',
        },
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['', 'Enter the address at which you open the device in a browser.'],
    ['ftp://x', 'Begin the address with http:// or https://, or with neither.'],
    ['a@b', 'Leave user name and password out of the address: they have fields of their own.'],
    ['a b', 'Enter a name or an IP address!'],
    ['127.1', 'Enter a name or an IP address!'],
    ['a:0', 'The port must be between 1 and 65535!'],
    ['a/<b>', 'The path must be empty or look like /roof/dtu!'],
  ])('refuses the address %j before anything is sent', async (address, sentence) => {
    const { user, gateway } = await openForm();
    if (address !== '') await user.type(field('Address'), address);
    expect(messageOf(field('Address'))).not.toMatch(/^HTTPS?, /); // as if it had been understood
    await user.click(save());
    expect([messageOf(field('Address')), document.activeElement]).toEqual([sentence, field('Address')]);
    expect(gateway.posts).toEqual([]);
  });

  it.each(SOURCE_PROBLEMS)(
    'has for %s a sentence at the field, keeps what was typed, and offers what may be',
    async (problem) => {
      const { user, gateway } = await openFilled({ answer: () => trialAnswer(problem) });
      await user.click(save());
      const about = field(problem === 'login' ? 'Password' : 'Address');
      const sentence = `${plant.problems[problem]} ${texts.toDo[problem]}`;
      await waitFor(() => expect(messageOf(about)).toBe(sentence));
      expect(document.activeElement).toBe(about);
      expect([field('Address').value, field('Password').value]).toEqual(['192.168.1.50', 'sunny-side-up']);
      const anyway = dialog().queryByRole('button', { name: 'Save anyway' });
      expect(anyway !== null).toBe(PASSING_SOURCE_PROBLEMS.includes(problem));
      gateway.answer = undefined;
      if (anyway === null) return;
      await user.click(anyway);
      await screen.findByText('Settings saved!');
      expect(gateway.posts.map(({ body }) => body.untested)).toEqual([false, true]);
    },
  );

  it('does not offer it any more for other values, and tests these', async () => {
    const { user, gateway } = await openFilled({ answer: () => trialAnswer('unreachable') });
    await user.click(save());
    await dialog().findByRole('button', { name: 'Save anyway' });
    await user.type(field('Name'), 'B');
    expect(dialog().queryByRole('button', { name: 'Save anyway' })).toBeNull();
    await user.click(save());
    await waitFor(() => expect(gateway.posts.map(({ body }) => body.untested)).toEqual([false, false]));
  });

  it('says at the field that a device is set up already', async () => {
    const answer = () => jsonResponse({ type: 'warning', message: 'x', code: 13_010 });
    const { user } = await openFilled({ answer });
    await user.click(save());
    await waitFor(() => expect(messageOf(field('Address'))).toBe('This device is set up already!'));
  });

  it('loses nothing where the gateway does not answer', async () => {
    const { user } = await openFilled({ answer: noAnswer });
    await user.click(save());
    await dialog().findByText(/^The gateway did not answer/);
    expect(field('Password').value).toBe('sunny-side-up');
    expect(dialog().queryByRole('button', { name: 'Save anyway' })).toBeNull();
  });

  it('asks before what was typed is thrown away', async () => {
    const { user } = await openFilled();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(await button('Keep editing'));
    expect(field('Address').value).toBe('192.168.1.50');
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(await button('Discard'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the test of a device', () => {
  const verdict = () => dialog().getAllByRole('status').at(-1) ?? expect.fail('there is none');

  async function openTested(answer: () => Response) {
    const page = await openSources({ sources: [RADIO], configs: [], answer });
    await page.user.click(await button('Add a device'));
    await page.user.type(field('Address'), 'fd00::50');
    await page.user.click(dialog().getByRole('button', { name: 'Test' }));
    return page;
  }

  it('tells what answers, how many inverters it has, and what it cannot do, and saves nothing', async () => {
    const source_facts = { ...FACTS, gaps: ['limit-zero'], unprotected_sockets: true };
    const more = { source_facts, source_inverters: 3, source_password_right: true };
    const { user, gateway } = await openTested(() =>
      jsonResponse({ type: 'success', message: 'x', source_problem: '', ...more }),
    );
    await waitFor(() => expect(readable(verdict())).toContain('http://[fd00::50]The device answers.'));
    const shown = within(verdict()).getAllByRole('term');
    expect(shown.map((term) => [readable(term), readable(term.nextElementSibling)])).toEqual([
      ['Kind', 'OpenDTU'],
      ['Version', 'v26.3.30'],
      ['Model', 'ESP32-S3, generic_esp32s3'],
      ['Works like', 'OpenDTU v24.2.12 or newer'],
      ['Inverters', '3'],
      ['Password', 'is right'],
    ]);
    expect(readable(verdict())).toContain('Everybody in the network');
    expect(readable(verdict())).toContain('Limit an inverter to 0 %');
    expect(gateway.posts.map(({ call }) => call)).toEqual(['source-trial']);
    await user.type(field('Address'), '1');
    expect(readable(verdict())).toBe('');
  });

  it('tells what answers also where the password is wrong', async () => {
    await openTested(() => trialAnswer('login', { source_facts: FACTS, source_password_right: false }));
    await waitFor(() =>
      expect(readable(verdict())).toContain('The device does not accept user name and password.'),
    );
    expect(readable(verdict())).toContain('Passwordis wrong');
  });

  it('says why nothing answers', async () => {
    await openTested(() => trialAnswer('no-json'));
    await waitFor(() =>
      expect(readable(verdict())).toContain(
        'Something else answers there, such as a web page, and no device.',
      ),
    );
  });
});

describe('a certificate that nobody has signed whom the gateway trusts', () => {
  const fingerprint = `${'AB:'.repeat(31)}CD`;
  const shown = {
    ...{ fingerprint, subject: 'CN=roof', issuer: 'CN=roof', names: ['roof.example'] },
    ...{ valid_from: 1_700_000_000, valid_to: 1_800_000_000 },
  };
  const trust = () => dialog().findByRole('button', { name: 'Trust this certificate' });

  it('is shown, trusted at its address only, and needs the password again', async () => {
    const stored = config({ https: true, port: 443, host: 'roof.example' });
    const answer = () => trialAnswer('certificate', { source_certificate: shown });
    const { user, gateway } = await openSources({ configs: [stored], answer });
    await user.click(await button('Edit Barn'));
    await user.click(dialog().getByRole('button', { name: 'Test' }));
    await trust();
    const terms = dialog().getAllByRole('term');
    expect(terms.map((term) => [readable(term), readable(term.nextElementSibling)])).toEqual([
      ['Issued to', 'CN=roof'],
      ['Issued by', 'CN=roof'],
      ['For', 'roof.example'],
      ['Valid', expect.stringContaining(' to ')],
      ['SHA-256 fingerprint', fingerprint],
    ]);
    await user.click(await trust());
    const trusted = await dialog().findByText(/^Only the certificate with this fingerprint is trusted/);
    expect(trusted.textContent).toContain(fingerprint);
    expect(document.activeElement).toBe(trusted);
    gateway.answer = undefined;
    await user.click(save());
    expect(messageOf(field('Password'))).toBe(texts.passwordAgain);
    await user.type(field('Password'), 'sunny-side-up');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts.at(-1)?.body).toMatchObject({ certificate: fingerprint, https: true });
  });

  it('is trusted no more at another address, or when its owner says so', async () => {
    const stored = config({ https: true, port: 443, host: 'roof.example', certificate: fingerprint });
    const { user, gateway } = await openSources({ configs: [stored] });
    await user.click(await button('Edit Barn'));
    expect(dialog().queryByText(/^Only the certificate with this fingerprint/)).not.toBeNull();
    await user.type(field('Address'), '.net');
    expect(dialog().queryByText(/^Only the certificate with this fingerprint/)).toBeNull();
    await user.type(field('Address'), '{Backspace>4/}');
    await user.click(dialog().getByRole('button', { name: 'Stop trusting it' }));
    await user.type(field('Password'), 'sunny-side-up');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts.at(-1)?.body).toMatchObject({ certificate: '', host: 'roof.example' });
  });
});

describe('devices that announce themselves', () => {
  const found = (changes: object = {}) => ({
    ...{ name: 'OpenDTU-1234', host: 'OpenDTU-1234.local', port: 80, addresses: ['192.168.1.50'] },
    ...changes,
  });
  const entry = (name: RegExp) => dialog().findByRole('button', { name });

  async function openForm(gateway = {}) {
    const page = await openSources({ sources: [RADIO], configs: [], ...gateway });
    await page.user.click(await button('Add a device'));
    return page;
  }

  it('are listed as soon as they are heard, and give their address at a press', async () => {
    const { app, user, gateway } = await openForm({ found: { devices: [], listening: true } });
    await dialog().findByText('Searching…');
    gateway.found = { devices: [found()], listening: true };
    await app.advance(1500);
    await entry(/^OpenDTU-1234.local/);
    gateway.found = { devices: [found(), found({ name: 'Roof', host: 'x', port: 81 })], listening: false };
    await app.advance(1500);
    await user.click(await entry(/^Roof/));
    expect(field('Address').value).toBe('http://192.168.1.50:81');
    expect(document.activeElement).toBe(field('Password'));
    await user.click(await entry(/^OpenDTU-1234.local/));
    expect(field('Address').value).toBe('OpenDTU-1234.local');
    expect(dialog().queryByText('Searching…')).toBeNull();
  });

  it.each([{ host: '192.168.1.50' }, { host: 'opendtu-1234.LOCAL' }])(
    'are marked where they are set up as %j',
    async (where) => {
      const { user } = await openSources({
        configs: [config(where)],
        found: { devices: [found(), found({ host: 'other.local', addresses: [] })], listening: false },
      });
      await user.click(await button('Add a device'));
      const known = await entry(/^OpenDTU-1234.local/);
      expect(readable(known)).toContain('Set up already');
      await user.click(known);
      expect(field('Address').value).toBe('');
      expect(readable(await entry(/other.local/))).not.toContain('Set up already');
    },
  );

  it('may be none, with the reasons for that, and are searched for again', async () => {
    const { user, gateway } = await openForm();
    await dialog().findByText(/^Nothing was found.*container.*Enter the address instead\.$/);
    gateway.found = { devices: [found()], listening: false };
    await user.click(dialog().getByRole('button', { name: 'Search again' }));
    await entry(/^OpenDTU-1234.local/);
    expect(dialog().queryByText(/^Nothing was found/)).toBeNull();
  });

  it('are not searched for where a device is edited', async () => {
    const { user } = await openSources({ found: { devices: [found()], listening: false } });
    await user.click(await button('Edit Barn'));
    expect(dialog().queryByText('Found in the network')).toBeNull();
  });
});

describe('editing a device', () => {
  async function openEdit() {
    const page = await openSources();
    await page.user.click(await button('Edit Barn'));
    return page;
  }

  it('sends the placeholder of a password that is kept', async () => {
    const { user, gateway } = await openEdit();
    expect([field('Address').value, field('Password').value]).toEqual(['192.168.1.50', '']);
    await user.type(field('Name'), ' 2');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts[0]?.body).toMatchObject({ id: 'barn', name: 'Barn 2', password: KEPT_PASSWORD });
  });

  it('wants the password again at another address, and says so', async () => {
    const { user, gateway } = await openEdit();
    await user.type(field('Address'), '{Backspace}1');
    const sentence = texts.passwordAgain;
    expect(messageOf(field('Password'))).toBe(sentence);
    await user.click(save());
    expect([messageOf(field('Password')), document.activeElement]).toEqual([sentence, field('Password')]);
    expect(gateway.posts).toEqual([]);
    await user.type(field('Password'), 'new one');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts[0]?.body).toMatchObject({ host: '192.168.1.51', password: 'new one' });
  });

  it('keeps the password where the address is typed in other words', async () => {
    const { user, gateway } = await openEdit();
    await user.clear(field('Address'));
    await user.type(field('Address'), 'http://192.168.1.50:80/home');
    await user.click(save());
    await screen.findByText('Settings saved!');
    expect(gateway.posts[0]?.body).toMatchObject({ host: '192.168.1.50', port: 80, password: KEPT_PASSWORD });
  });

  it('switches a device off', async () => {
    const { user, gateway } = await openEdit();
    await user.click(field('Use this device'));
    gateway.sources = [RADIO, { id: 'barn', name: 'Barn', state: 'off', inverters: 0, duplicates: [] }];
    await user.click(save());
    await screen.findByText('The device is not asked, and its inverters are not shown.');
    expect(gateway.posts[0]?.body).toMatchObject({ enabled: false });
    expect(Object.keys(facts('Barn'))).toEqual(['Address']);
  });

  async function expireAndLogIn(
    { user, gateway }: Awaited<ReturnType<typeof openSources>>,
    meanwhile = () => {},
  ) {
    gateway.answer = () => jsonResponse({}, 401);
    await user.click(save());
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    gateway.answer = undefined;
    meanwhile();
    await user.type(await screen.findByLabelText('Username'), 'admin');
    await user.type(screen.getByLabelText('Password'), 'openDTU42');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log in' }));
  }

  it('goes on after a login that has run out', async () => {
    const page = await openEdit();
    await page.user.type(field('Name'), ' 2');
    await expireAndLogIn(page);
    await waitFor(() => expect(field('Name').value).toBe('Barn 2'));
    await page.user.click(save());
    await screen.findByText('Settings saved!');
    expect(page.gateway.posts.at(-1)?.body).toMatchObject({ id: 'barn', name: 'Barn 2' });
  });

  it('says so where the device is gone after that login', async () => {
    const page = await openEdit();
    await page.user.type(field('Name'), ' 2');
    await expireAndLogIn(page, () => {
      page.gateway.sources = [RADIO];
      page.gateway.configs = [];
    });
    await screen.findByText('The device you were editing has been removed in the meantime.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('removing a device', () => {
  async function openRemoval() {
    const page = await openSources();
    await page.user.click(await button('Remove Barn'));
    return page;
  }

  it('says what happens, and does it once it is confirmed', async () => {
    const { user, gateway } = await openRemoval();
    expect(readable(screen.getByRole('dialog'))).toContain('Nothing changes on the device itself');
    expect(gateway.posts).toEqual([]);
    gateway.sources = [RADIO];
    gateway.configs = [];
    await user.click(dialog().getByRole('button', { name: 'Remove' }));
    await screen.findByText('Device removed!');
    await sourceCard('Do you have OpenDTU devices?');
    expect(gateway.posts).toEqual([{ call: 'source-removal', body: { id: 'barn' } }]);
  });

  it('does nothing when it is cancelled', async () => {
    const { user, gateway } = await openRemoval();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect([screen.queryByRole('dialog'), gateway.posts]).toEqual([null, []]);
  });

  it('says why it was not done', async () => {
    const { user, gateway } = await openRemoval();
    gateway.answer = () => jsonResponse({ type: 'warning', message: 'x', code: 13_009 });
    await user.click(dialog().getByRole('button', { name: 'Remove' }));
    await dialog().findByText('This device no longer exists!');
  });
});
