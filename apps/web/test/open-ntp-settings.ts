import { screen } from '@testing-library/react';
import type { Locale } from '../src/shared/i18n/locales.ts';
import { type Answer, htmlResponse, noAnswer, postedData, SAVED } from './answer.ts';
import { jsonResponse, LOGGED_IN, renderApp } from './render-app.tsx';

const BERLIN = 'CET-1CEST,M3.5.0,M10.5.0/3';
export const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
export const ZONES = {
  'America/Sao_Paulo': '<-03>3',
  'Asia/Tokyo': 'JST-9',
  'Europe/Berlin': BERLIN,
  'Europe/Paris': BERLIN,
};
export const CONFIG = {
  ntp_server: 'pool.ntp.org',
  ntp_timezone: BERLIN,
  ntp_timezone_descr: 'Europe/Berlin',
};
const NOON_WEST_MIN = new Date(2026, 5, 21, 12).getTimezoneOffset();
/** A rule whose clocks show what this machine's do. */
export const OWN_RULE = `XXX${NOON_WEST_MIN < 0 ? '-' : ''}${Math.trunc(Math.abs(NOON_WEST_MIN) / 60)}:${Math.abs(NOON_WEST_MIN) % 60}`;
// The test's clock begins at this local time.
export const NOON = { ntp_status: true, year: 2026, month: 6, day: 21, hour: 12, minute: 0, second: 0 };

interface Post {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A device whose time and settings a test holds in its hands. */
function createDevice() {
  const device = {
    config: CONFIG as Record<string, unknown>,
    time: NOON as Record<string, unknown>,
    zones: (() => jsonResponse(ZONES)) as () => Response,
    answerPost: undefined as Answer | undefined,
    answerTime: undefined as Answer | undefined,
    /** What a gateway tells that knows how its server is; undefined: an original device. */
    status: undefined as Record<string, unknown> | undefined,
    trial: undefined as Record<string, unknown> | undefined,
    posts: [] as Post[],
    requests: [] as string[],
    isThere: true,
    async fetch(path: string, init: RequestInit): Promise<Response> {
      if (init.method === 'POST') return device.post(path, postedData(init));
      device.requests.push(path);
      return device.answers[path]?.() ?? htmlResponse();
    },
    async post(path: string, body: Record<string, unknown>): Promise<Response> {
      device.posts.push({ path, body });
      if (device.answerPost !== undefined) return device.answerPost();
      if (path === '/api/heliograph/ntp-trial') return jsonResponse(device.trial ?? {});
      if (path === '/api/ntp/config') device.config = body;
      else device.time = { ...body, ntp_status: true };
      return jsonResponse(path === '/api/ntp/time' ? { type: 'success', message: '', code: 9010 } : SAVED);
    },
    answers: {
      '/zones.json': () => device.zones(),
      '/api/ntp/status': () => jsonResponse({ ntp_status: true, ...device.status }),
      '/api/ntp/config': () => jsonResponse(device.config),
      '/api/ntp/time': () => device.answerTime?.() ?? jsonResponse(device.time),
    } as Readonly<Record<string, Answer>>,
    timesAsked: (path: string) => device.requests.filter((request) => request === path).length,
  };
  return device;
}

export type PrepareDevice = (device: ReturnType<typeof createDevice>) => void;

const SERVER_LABEL: Readonly<Record<Locale, string>> = {
  ...{ en: 'Time server', de: 'Zeitserver', fr: 'Serveur de temps' },
};

export async function openNtpSettings(
  prepare: PrepareDevice = () => undefined,
  { locale = 'en' }: { readonly locale?: Locale } = {},
) {
  const device = createDevice();
  prepare(device);
  const app = await renderApp({
    path: '/settings/ntp',
    locale,
    stored: LOGGED_IN,
    fetch: (...request) => (device.isThere ? device.fetch(...request) : noAnswer()),
  });
  const server = await screen.findByLabelText<HTMLInputElement>(SERVER_LABEL[locale]);
  return { device, app, user: app.user, server };
}
