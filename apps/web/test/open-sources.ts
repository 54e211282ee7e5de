import { screen, within } from '@testing-library/react';
import type { Answer } from './answer.ts';
import { postedData } from './answer.ts';
import { jsonResponse, LOGGED_IN, renderApp } from './render-app.tsx';

const SOURCES_PATH = '/settings/sources';
export const KEPT_PASSWORD = '••••••••';

export const RADIO = { id: 'radio', name: '', state: 'live', kind: 'radio', inverters: 2, duplicates: [] };

export const FACTS = {
  kind: 'opendtu',
  model: 'ESP32-S3, generic_esp32s3',
  version: 'v26.3.30',
  newest_version: 'v26.3.30',
  generation: '2024-02',
  host_name: 'OpenDTU-12AB34',
  gaps: [] as readonly string[],
  unprotected_sockets: false,
};

/** A device as the gateway tells of it. */
export const device = (changes: object = {}) => ({
  ...{ id: 'barn', name: 'Barn', state: 'live', ...FACTS },
  ...{ inverters: 3, duplicates: [], heard_age: 2, password_right: true },
  ...changes,
});

/** What is set of it. */
export const config = (changes: object = {}) => ({
  ...{ id: 'barn', name: 'Barn', enabled: true, https: false, host: '192.168.1.50', port: 80, path: '' },
  ...{ user: 'admin', password: KEPT_PASSWORD },
  ...changes,
});

export interface SourcesGateway {
  sources: readonly object[];
  configs: readonly object[];
  /** Bodies of what was posted, by the last part of the path. */
  readonly posts: { readonly call: string; readonly body: Record<string, unknown> }[];
  /** What the next POST brings; a success unless set. */
  answer: Answer | undefined;
  refuseList: Answer | undefined;
  /** Devices that have announced themselves, and whether more may come. */
  found: { devices: readonly object[]; listening: boolean };
  liveInverters: readonly object[];
  isStaggered: boolean;
  /** What a device behind the gateway tells, by the last part of the path with its query. */
  told: Readonly<Record<string, unknown>>;
}

const SUCCESS_CODES: Readonly<Record<string, number>> = {
  ...{ source: 1001, 'source-polling': 1001 },
  'source-removal': 13_011,
};

export async function openSources(
  gateway: Partial<SourcesGateway> = {},
  { query = '', ...options }: { readonly locale?: 'de' | 'fr'; readonly query?: string } = {},
) {
  const state: SourcesGateway = {
    ...{ sources: [RADIO, device()], configs: [config()], posts: [], answer: undefined },
    ...{
      refuseList: undefined,
      liveInverters: [],
      isStaggered: false,
      told: {},
      found: { devices: [], listening: false },
    },
    ...gateway,
  };
  async function fetch(path: string, init: RequestInit): Promise<Response> {
    const call = path.split('/').at(-1) ?? '';
    if (path === '/api/heliograph/sources') {
      return (await state.refuseList?.()) ?? jsonResponse({ sources: state.sources });
    }
    if (path === '/api/heliograph/source-settings')
      return jsonResponse({ sources: state.configs, stagger_polls: state.isStaggered });
    if (path === '/api/heliograph/found-devices') return jsonResponse(state.found);
    if (path === '/api/livedata/status') {
      const zero = { v: 0, u: 'W', d: 0 };
      const total = { Power: zero, YieldDay: zero, YieldTotal: zero };
      const { sources, liveInverters: inverters } = state;
      return jsonResponse({ inverters, total, hints: {}, sources });
    }
    if (!path.startsWith('/api/heliograph/source')) {
      return jsonResponse({ type: 'success', message: '', code: 10_002 });
    }
    return init.method === 'POST' ? take(call, postedData(init)) : jsonResponse(state.told[call] ?? {});
  }

  async function take(call: string, body: Record<string, unknown>): Promise<Response> {
    state.posts.push({ call, body });
    if (call === 'source-polling') state.isStaggered = body.stagger_polls === true;
    const success = { type: 'success', message: 'done', code: SUCCESS_CODES[call], source_problem: '' };
    return (await state.answer?.()) ?? jsonResponse(success);
  }
  const app = await renderApp({ path: SOURCES_PATH + query, stored: LOGGED_IN, fetch, ...options });
  return { app, user: app.user, gateway: state };
}

export const sourceCard = (name: string) => screen.findByRole('region', { name });
export const dialog = () => within(screen.getByRole('dialog'));
export const field = (label: string) => dialog().getByLabelText<HTMLInputElement>(label);

/** What the gateway says of a device that did not pass. */
export const trialAnswer = (problem: string, more: object = {}) =>
  jsonResponse({ type: 'warning', message: 'in English', source_problem: problem, ...more });
