import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { type Answer, postedData } from './answer.ts';
import { jsonResponse, LOGGED_IN, renderApp } from './render-app.tsx';

export const PATH = '/settings/inverter';
export const FAMILY = { type: 'HM-600, HM-700, HM-800', strings: 2 };
export const PERHAPS_TAKEN = 'The change may have been saved anyway';
export const success = (code: number) => ({ type: 'success', message: 'done', code });

export const listed = (id: number, serial: string, name: string, changes: object = {}) => ({
  id,
  name,
  serial,
  type: FAMILY.type,
  channel: Array.from({ length: FAMILY.strings }, () => ({ name: '', max_power: 0 })),
  ...changes,
});

export const three = [
  listed(0, '116180400144', 'Roof', { type: 'HM-1000, HM-1200, HM-1500' }),
  listed(1, '112180400144', 'Garage'),
  listed(4, '114180400144', 'Shed', {
    channel: [
      { name: 'East', max_power: 380 },
      { name: '', max_power: 0 },
    ],
  }),
];

interface Post {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A gateway that keeps the list in a test's hands and answers what it is told to. */
export function createInverterGateway(inverter: readonly unknown[]) {
  const gateway = {
    inverter,
    posts: [] as Post[],
    lists: 0,
    /** What the next POSTs bring; success of the action unless set. */
    answer: undefined as Answer | undefined,
    refuseList: undefined as Answer | undefined,
    async fetch(path: string, init: RequestInit): Promise<Response> {
      if (path === '/api/inverter/list') {
        gateway.lists += 1;
        return gateway.refuseList?.() ?? jsonResponse({ inverter: gateway.inverter });
      }
      if (!path.startsWith('/api/inverter/')) return jsonResponse(success(10_002));
      gateway.posts.push({ path, body: postedData(init) });
      const codes: Record<string, number> = { add: 4004, edit: 4007, del: 4008 };
      return gateway.answer?.() ?? jsonResponse(success(codes[path.split('/').at(-1) ?? ''] ?? 1001));
    },
  };
  return gateway;
}

export async function openInverterSettings(
  inverter: readonly unknown[] = three,
  options: { width?: number; locale?: 'de' | 'fr' } = {},
) {
  const gateway = createInverterGateway(inverter);
  const app = await renderApp({ path: PATH, stored: LOGGED_IN, fetch: gateway.fetch, ...options });
  await waitFor(() => expect(gateway.lists).toBe(1));
  return { gateway, app, user: app.user };
}

export async function openInverterDialog(
  action: 'Edit' | 'Delete',
  name: string,
  inverter: readonly unknown[] = three,
) {
  const page = await openInverterSettings(inverter);
  await rows();
  await page.user.click(listCard().getByRole('button', { name: `${action} ${name}` }));
  await waitFor(() => expect(page.gateway.lists).toBe(2)); // looks again whether somebody else changed it
  return page;
}

export type User = Awaited<ReturnType<typeof openInverterSettings>>['user'];

export const addCard = () => within(screen.getByRole('region', { name: 'Add an inverter' }));
export const listCard = () => within(screen.getByRole('region', { name: 'Configured inverters' }));
export async function rows() {
  await listCard().findByRole('table');
  return listCard().getAllByRole('row').slice(1);
}
export const serialField = () => addCard().getByLabelText<HTMLInputElement>('Serial number');
export const nameField = () => addCard().getByLabelText<HTMLInputElement>('Name');
export const dialog = () => within(screen.getByRole('dialog'));
/** A field of the dialog, or one of several. */
export const field = (label: string, index = 0) =>
  dialog().getAllByLabelText(label)[index] as HTMLInputElement;
export const outcome = () => screen.findByText(/^Inverter (created|changed|deleted)!$/);

export async function fillAddition(user: User, serial: string, name: string) {
  await user.type(serialField(), serial);
  await user.type(nameField(), name);
  await user.click(addCard().getByRole('button', { name: 'Add inverter' }));
}
