import { DEFAULT_PINS } from '@heliograph/contract';
import { screen, within } from '@testing-library/react';
import { type Answer, noAnswer, postedData, SAVED } from './answer.ts';
import { jsonResponse, LOGGED_IN, readable, renderApp } from './render-app.tsx';

export const DISPLAY = { power_safe: true, screensaver: true, show_logo: true, contrast: 60 };
export const OLIMEX = {
  name: 'Olimex ESP32-POE',
  nrf24: { miso: 15, mosi: 2, clk: 14, irq: 13, en: 16, cs: 5 },
  eth: { enabled: true, phy_addr: 0, power: 12, mdc: 23, mdio: 18, type: 0, clk_mode: 3 },
};
const WITH_DISPLAY = { name: 'äußeres Board', display: { type: 2, data: 21, clk: 22 } };
export const PROFILES = [{ name: 'Zuhause' }, OLIMEX, WITH_DISPLAY];

export const config = (name: string, changes: object = {}) => ({
  curPin: { name, ...DEFAULT_PINS },
  display: DISPLAY,
  ...changes,
});

/** A gateway that keeps the device's settings in a test's hands. */
export function createDeviceGateway(stored: object) {
  const gateway = {
    stored,
    file: (() => jsonResponse(PROFILES)) as Answer,
    /** Which files it has, as it tells: by itself nothing that can be read. */
    list: (() => jsonResponse({})) as Answer,
    status: (() => jsonResponse({ uptime: 86_400 })) as Answer,
    /** Instead of storing what is posted. */
    answerPost: undefined as Answer | undefined,
    isGone: false,
    reads: 0,
    requests: [] as string[],
    posts: [] as Record<string, unknown>[],
    async fetch(path: string, init: RequestInit): Promise<Response> {
      gateway.requests.push(path);
      if (gateway.isGone) return noAnswer();
      if (path.startsWith('/api/config/get')) return gateway.file();
      if (path === '/api/config/list') return gateway.list();
      if (path === '/api/system/status') return gateway.status();
      if (path !== '/api/device/config') return jsonResponse({ type: 'success', message: '', code: 10_002 });
      if (init.method !== 'POST') {
        gateway.reads += 1;
        return jsonResponse(gateway.stored);
      }
      gateway.posts.push(postedData(init));
      return gateway.answerPost?.() ?? jsonResponse(SAVED);
    },
  };
  return gateway;
}

interface OpenOptions {
  readonly stored?: object;
  readonly file?: Answer;
  readonly list?: Answer;
  readonly locale?: 'de' | 'fr';
}

export async function openDeviceManager({ stored = config(''), file, list, ...options }: OpenOptions = {}) {
  const gateway = createDeviceGateway(stored);
  gateway.file = file ?? gateway.file;
  gateway.list = list ?? gateway.list;
  const app = await renderApp({
    path: '/settings/device',
    stored: LOGGED_IN,
    fetch: gateway.fetch,
    ...options,
  });
  await screen.findByRole('tablist');
  return { gateway, app, user: app.user };
}

export const profile = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Profile' });
export const chosenIn = (select: HTMLSelectElement) => readable(select.selectedOptions[0] ?? null);
export const tab = (name: string) => screen.getByRole('tab', { name });

/** A row of the table of pins, below the heading of its group. */
export function row(group: string, name: string): string {
  const bodies = screen.getAllByRole('rowgroup').slice(1);
  const body = bodies.find((part) => readable(part).startsWith(group));
  if (body === undefined) throw new Error(`no group ${group}`);
  return readable(within(body).getByRole('rowheader', { name }).closest('tr'));
}
