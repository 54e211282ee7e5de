import { screen } from '@testing-library/react';
import { postedData, SAVED } from './answer.ts';
import { wireInverter, wireMessage, wireString } from './live-messages.ts';
import { jsonResponse, LOGGED_IN, renderApp } from './render-app.tsx';

const NO_PLANT: object = { groups: [], modules: [], order: [] };
export const ROOF = [
  wireInverter(),
  wireInverter({
    serial: '116182831004',
    name: 'Roof',
    '1': wireString({ power: 210, name: 'South', irradiation: 51 }),
    '2': wireString({ power: 0, name: 'North', irradiation: 0 }),
  }),
];

interface OpenOptions {
  readonly plant?: object;
  readonly inverters?: readonly unknown[];
  readonly isAdmin?: boolean;
}

/** The page of the modules on a gateway that keeps what is drawn. */
export async function openModules({ plant = NO_PLANT, inverters = ROOF, isAdmin = true }: OpenOptions = {}) {
  const gateway = {
    plant,
    posts: [] as unknown[],
    asked: [] as string[],
    answerPost: SAVED as object,
    isGone: false,
    async fetch(path: string, init: RequestInit): Promise<Response> {
      gateway.asked.push(path);
      if (gateway.isGone) throw new TypeError('unreachable');
      if (path.startsWith('/api/livedata/status')) return jsonResponse(wireMessage(inverters));
      if (path !== '/api/heliograph/plant')
        return jsonResponse({ type: 'success', message: '', code: 10_002 });
      if (init.method !== 'POST') return jsonResponse(gateway.plant);
      const posted = postedData(init);
      gateway.posts.push(posted);
      if (gateway.answerPost === SAVED) gateway.plant = posted;
      return jsonResponse(gateway.answerPost);
    },
  };
  const app = await renderApp({
    path: '/modules',
    ...(isAdmin && { stored: LOGGED_IN }),
    fetch: gateway.fetch,
  });
  await screen.findByRole('button', { name: 'Orientation' });
  return { app, gateway, user: app.user };
}
