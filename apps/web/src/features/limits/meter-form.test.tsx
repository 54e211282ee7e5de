// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { postedData } from '../../../test/answer.ts';
import { descriptionOf, saveButton } from '../../../test/form-parts.ts';
import { jsonResponse, LOGGED_IN, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { DraftsProvider } from '../../shared/form/drafts.tsx';
import { MeterForm } from './meter-form.tsx';

vi.setConfig({ testTimeout: 60_000 });

const STORED = {
  ...{ kind: 'http', topic: '', value: '', http_preset: 'shelly-em', modbus_preset: 'sunspec' },
  ...{ https: false, host: 'meter.local', port: 80, path: '', user: 'admin', password: '••••••••' },
  ...{ interval: 2, unit: 1, factor: 1, inverted: false },
};

async function openForm(options: { trial?: object; reading?: object; stored?: object } = {}) {
  const posts: { path: string; body: unknown }[] = [];
  const trial = options.trial ?? { type: 'success', message: 'good', power: -428.4 };
  const part = await renderPart(
    <DraftsProvider>
      <MeterForm />
    </DraftsProvider>,
    {
      stored: LOGGED_IN,
      async fetch(path, init) {
        if (init.method === 'POST') posts.push({ path, body: postedData(init) });
        if (path.endsWith('/meter-trial')) return jsonResponse(trial);
        if (path.endsWith('/meter-reading')) {
          return jsonResponse(options.reading ?? { power: 300, age: 3, simulated: true });
        }
        if (init.method === 'POST') return jsonResponse({ type: 'success', message: '', code: 1001 });
        return jsonResponse({ ...STORED, ...options.stored });
      },
    },
  );
  await screen.findByLabelText('How it is read');
  return { ...part, posts };
}

const field = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const test = () => screen.getByRole('button', { name: 'Test the meter' });

describe('the form of the meter', () => {
  it('shows what the meter says now', async () => {
    await openForm();
    await waitFor(() => expect(screen.getByText('300 W from the grid · 3 s ago')).toBeTruthy());
  });

  it('tests what stands in it, and saves nothing by that', async () => {
    const { user, posts } = await openForm();
    await user.clear(field('Name or IP address'));
    await user.type(field('Name or IP address'), '10.0.0.9');
    await user.click(test());
    await waitFor(() => expect(screen.getByText(/428 W are fed into the grid/)).toBeTruthy());
    expect(posts).toEqual([
      { path: expect.stringContaining('/api/heliograph/meter-trial'), body: { ...STORED, host: '10.0.0.9' } },
    ]);
  });

  it('says why nothing comes, and what to do', async () => {
    const { user } = await openForm({ trial: { type: 'warning', message: '', problem: 'login' } });
    await user.click(test());
    await waitFor(() =>
      expect(screen.getByText('The meter wants another user name or password.')).toBeTruthy(),
    );
  });

  it('has the fields of the kind that is chosen', async () => {
    const { user } = await openForm({ reading: { problem: 'none', simulated: false } });
    const kind = field('How it is read');
    expect([...kind.querySelectorAll('option')].map(({ value }) => value)).not.toContain('simulated');
    await user.selectOptions(kind, 'mqtt');
    expect(screen.queryByLabelText('Port')).toBeNull();
    await user.click(saveButton());
    expect(descriptionOf(field('Topic'))).toContain('Enter a topic');
    await user.selectOptions(kind, 'modbus');
    expect(field('Unit number').value).toBe('1');
    expect(readable(field('Make'))).toContain('Eastron');
    await user.selectOptions(kind, 'none');
    expect(screen.queryByRole('button', { name: 'Test the meter' })).toBeNull();
  });

  it('offers the usual port of the kind that is chosen, and keeps one of somebody’s own', async () => {
    const { user } = await openForm({ stored: { kind: 'none', host: '' } });
    const kind = field('How it is read');
    await user.selectOptions(kind, 'modbus');
    expect(field('Port').value).toBe('502');
    await user.selectOptions(kind, 'http');
    expect(field('Port').value).toBe('80');
    await user.selectOptions(kind, 'mqtt');
    await user.selectOptions(kind, 'modbus');
    expect(field('Port').value).toBe('502');
    await user.clear(field('Port'));
    await user.type(field('Port'), '1502');
    await user.selectOptions(kind, 'http');
    await user.selectOptions(kind, 'modbus');
    expect(field('Port').value).toBe('1502');
  });

  it('offers the usual port of HTTPS with it, and that of HTTP without', async () => {
    const { user } = await openForm();
    const https = screen.getByRole('switch', { name: 'Use HTTPS' });
    await user.click(https);
    expect(field('Port').value).toBe('443');
    await user.click(https);
    expect(field('Port').value).toBe('80');
    await user.clear(field('Port'));
    await user.type(field('Port'), '8443');
    await user.click(https);
    expect(field('Port').value).toBe('8443');
  });

  it('says nothing of a field that only came with the kind, until it was left or tried', async () => {
    const { user } = await openForm({ stored: { kind: 'none', host: '' } });
    const kind = field('How it is read');
    const isWrong = (name: string) => field(name).getAttribute('aria-invalid') === 'true';
    await user.selectOptions(kind, 'mqtt');
    expect(isWrong('Topic')).toBe(false);
    await user.click(saveButton());
    expect(isWrong('Topic')).toBe(true);
    await user.selectOptions(kind, 'http');
    expect(isWrong('Name or IP address')).toBe(false);
    await user.type(field('Name or IP address'), 'a b');
    await user.tab();
    expect(isWrong('Name or IP address')).toBe(true);
    await user.clear(field('Name or IP address'));
    await user.selectOptions(kind, 'modbus');
    await user.click(test());
    expect(isWrong('Name or IP address')).toBe(true);
  });

  it('sends what another kind is read by as it is stored, whatever was typed there', async () => {
    const { user, posts } = await openForm();
    const kind = field('How it is read');
    await user.clear(field('Name or IP address'));
    await user.type(field('Name or IP address'), 'a b');
    await user.selectOptions(kind, 'mqtt');
    await user.type(field('Topic'), 'house/meter');
    const wanted = { ...STORED, kind: 'mqtt', topic: 'house/meter' };
    await user.click(test());
    await waitFor(() =>
      expect(posts.at(-1)).toEqual({ path: expect.stringMatching(/trial$/), body: wanted }),
    );
    await user.click(saveButton());
    await waitFor(() =>
      expect(posts.at(-1)).toEqual({ path: expect.stringMatching(/meter$/), body: wanted }),
    );
  });

  it('saves a factor with a comma, and refuses one that is none', async () => {
    const { user, posts } = await openForm();
    await user.clear(field('Multiply with'));
    await user.type(field('Multiply with'), '0');
    await user.click(saveButton());
    expect(descriptionOf(field('Multiply with'))).toContain('Enter a number from 0.001 to 1000!');
    await user.clear(field('Multiply with'));
    await user.type(field('Multiply with'), '0,5');
    await user.click(saveButton());
    await waitFor(() => expect(posts.at(-1)?.body).toEqual({ ...STORED, factor: 0.5 }));
  });
});
