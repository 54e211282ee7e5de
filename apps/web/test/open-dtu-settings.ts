import { screen } from '@testing-library/react';
import { type Answer, postedData, SAVED } from './answer.ts';
import { jsonResponse, LOGGED_IN, readable, renderApp } from './render-app.tsx';

const PATH = '/api/dtu/config';
export const STORED = { dtu_serial: '199980123456', dtu_pollinterval: 5, dtu_palevel: 0 };

/** A gateway that keeps the DTU settings in a test's hands. */
export function createDtuGateway(stored: object) {
  const gateway = {
    stored,
    reads: 0,
    posts: [] as unknown[],
    answerGet: undefined as Answer | undefined,
    /** Instead of storing what is posted. */
    answerPost: undefined as Answer | undefined,
    async fetch(path: string, init: RequestInit): Promise<Response> {
      if (path !== PATH) return jsonResponse({ type: 'success', message: '', code: 10_002 });
      if (init.method !== 'POST') {
        gateway.reads += 1;
        return gateway.answerGet?.() ?? jsonResponse(gateway.stored);
      }
      const posted = postedData(init);
      gateway.posts.push(posted);
      if (gateway.answerPost !== undefined) return gateway.answerPost();
      gateway.stored = posted;
      return jsonResponse(SAVED);
    },
  };
  return gateway;
}

interface OpenOptions {
  readonly stored?: object;
  readonly locale?: 'de' | 'fr';
}

export async function openDtuSettings({ stored = STORED, ...options }: OpenOptions = {}) {
  const gateway = createDtuGateway(stored);
  const app = await renderApp({ path: '/settings/dtu', stored: LOGGED_IN, fetch: gateway.fetch, ...options });
  await screen.findByRole('combobox', { name: /power|leistung|Puissance d/ });
  return { gateway, app, user: app.user };
}

export const serial = () => screen.getByLabelText<HTMLInputElement>('Serial number');
export const interval = () => screen.getByLabelText<HTMLInputElement>('Poll interval');
export const level = () => screen.getByLabelText<HTMLSelectElement>('Transmit power');
export const statuses = () => screen.getAllByRole('status').map(readable);

/** Types over what stands in a field. */
export async function fill(
  user: Awaited<ReturnType<typeof openDtuSettings>>['user'],
  field: HTMLInputElement,
  text: string,
) {
  await user.clear(field);
  if (text !== '') await user.type(field, text);
}
