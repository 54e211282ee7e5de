// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { postedData, SAVED } from '../../../test/answer.ts';
import { jsonResponse, LOGGED_IN, readable } from '../../../test/render-app.tsx';
import { renderPart } from '../../../test/render-part.tsx';
import { UnsavedInputProvider } from '../../shared/form/unsaved-input.tsx';
import { ModbusForm } from './modbus-form.tsx';

const OFF = { enabled: false, port: 1502, writers: [] as readonly string[], heartbeat: 60 };
const STATUS = {
  state: 'listening',
  clients: [
    { address: '192.168.4.20', connections: 1, may_write: true, last_write: 12, refused: 0 },
    { address: '192.168.4.77', connections: 0, may_write: false, refused: 3 },
  ],
  units: [
    { unit: 1, target: 'plant', limit: { percent: 60, watts: 900, by: '192.168.4.20', ends_in: 48 } },
    { unit: 2, target: '114182730124' },
  ],
};

async function open(stored: object = OFF, status: object = STATUS) {
  const gateway = { stored, posts: [] as unknown[] };
  const part = (
    <UnsavedInputProvider>
      <ModbusForm nameOf={() => 'Roof'} />
    </UnsavedInputProvider>
  );
  const rendered = await renderPart(part, {
    stored: LOGGED_IN,
    fetch: async (path: string, init: RequestInit) => {
      if (init.method === 'POST') {
        gateway.stored = postedData(init);
        gateway.posts.push(gateway.stored);
        return jsonResponse(SAVED);
      }
      return jsonResponse(path.endsWith('modbus') ? status : gateway.stored);
    },
  });
  await screen.findByRole('switch');
  return { ...rendered, gateway };
}

const save = () => screen.getByRole('button', { name: 'Save' });
const writers = () => screen.getByRole('textbox', { name: /Who may limit/ });

describe('the plant over Modbus', () => {
  it('is off, and shows what there is to set once it is on', async () => {
    const { user, gateway } = await open();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('switch'));
    await user.type(writers(), '192.168.4.20, 10.1.0.0/16 192.168.4.20');
    await user.click(save());
    await waitFor(() => expect(gateway.posts).toHaveLength(1));
    expect(gateway.posts).toEqual([{ ...OFF, enabled: true, writers: ['192.168.4.20', '10.1.0.0/16'] }]);
  });

  it('is not sent with an address that is none', async () => {
    const { user, gateway } = await open({ ...OFF, enabled: true });
    await user.type(writers(), '192.168.4.300');
    await user.click(save());
    expect(screen.getByText(/^At most 16 addresses/)).toBeDefined();
    expect(gateway.posts).toEqual([]);
  });

  it('says who was there, and what is limited until when', async () => {
    await open({ ...OFF, enabled: true });
    await screen.findByText('Others can connect now.');
    const rows = screen.getAllByRole('listitem').map(readable);
    expect(rows).toEqual([
      '192.168.4.20 may limit · last order 12 s ago',
      '192.168.4.77 (not connected now)reads only · refused 3 times',
      '1 The whole plant900 W by 192.168.4.20, ends in 48 s',
      '2 Roof',
    ]);
  });

  it('says why nobody can connect', async () => {
    await open({ ...OFF, enabled: true }, { state: 'port-forbidden', clients: [], units: [] });
    expect(await screen.findByText(/^The system does not let the gateway have this port/)).toBeDefined();
  });
});
