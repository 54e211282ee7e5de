import { ENDPOINTS, REQUESTED_WITH_HEADER, SOCKETS, UPLOADS } from '@heliograph/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SettingsStore } from '../src/settings/settings-store.ts';
import { type Call, login, SOCKET_HANDSHAKE, send } from './http-client.ts';
import { startSharedGateway } from './start-test-gateway.ts';

/**
 * The access table. Columns: who asks. Rows: every endpoint, upload and socket of the contract by its access class, the
 * web app, and what is none of these.
 */
const ROWS = {
  open: { anonymousOff: 200, anonymousOn: 200, admin: 200, wrongOff: 200, wrongOn: 200 },
  readonly: { anonymousOff: 401, anonymousOn: 200, admin: 200, wrongOff: 401, wrongOn: 200 },
  admin: { anonymousOff: 401, anonymousOn: 401, admin: 200, wrongOff: 401, wrongOn: 401 },
  unknown: { anonymousOff: 401, anonymousOn: 404, admin: 404, wrongOff: 401, wrongOn: 404 },
} as const;

interface Target {
  readonly name: string;
  readonly path: string;
  readonly call: Call;
  readonly row: keyof typeof ROWS;
  /** The status that stands for 200 in the table. */
  readonly ok: number;
}

const endpoints = Object.values(ENDPOINTS);
const targets: readonly Target[] = [
  ...endpoints.map(({ method, path, access }) => ({
    name: `${method} ${path}`,
    path,
    call: { method },
    row: access,
    ok: 200,
  })),
  ...Object.values(UPLOADS).map(({ method, path, access }) => ({
    name: `${method} ${path}`,
    path,
    call: { method },
    row: access,
    ok: 500, // there is nothing in it
  })),
  ...[...new Set(endpoints.map(({ path }) => path))].map((path) => {
    const readable = endpoints.find((endpoint) => endpoint.path === path && endpoint.method === 'GET');
    return {
      name: `HEAD ${path}`,
      path,
      call: { method: 'HEAD' },
      row: readable?.access ?? ('unknown' as const),
      ok: readable === undefined ? 404 : 200,
    };
  }),
  ...Object.values(SOCKETS).map(({ path, access }) => ({
    name: `socket ${path}`,
    path,
    call: { headers: SOCKET_HANDSHAKE },
    row: access,
    ok: 101,
  })),
  ...['/api', '/api/', '/api/nothing', '/api/livedata/status/', '/api/livedata/status/x'].map((path) => ({
    name: `GET ${path}`,
    path,
    call: {},
    row: 'unknown' as const,
    ok: 404,
  })),
  ...['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'].map((method) => ({
    name: `${method} /api/livedata/status`,
    path: '/api/livedata/status',
    call: { method },
    row: 'unknown' as const,
    ok: 404,
  })),
  ...['/', '/settings/ntp', '/livedata'].map((path) => ({
    name: `GET ${path}`,
    path,
    call: {},
    row: 'open' as const,
    ok: 503, // there is no web app in these tests
  })),
];

const allowReadonly = (allow_readonly: boolean) => (settings: SettingsStore) =>
  settings.update('security', (security) => ({ ...security, allow_readonly }));

const columns = [
  { name: 'nobody, readonly off', readonly: false, headers: {}, cell: 'anonymousOff' },
  { name: 'nobody, readonly on', readonly: true, headers: {}, cell: 'anonymousOn' },
  { name: 'the admin, readonly off', readonly: false, headers: login(), cell: 'admin' },
  { name: 'the admin, readonly on', readonly: true, headers: login(), cell: 'admin' },
  { name: 'a wrong password, readonly off', readonly: false, headers: login('wrong'), cell: 'wrongOff' },
  { name: 'a wrong password, readonly on', readonly: true, headers: login('wrong'), cell: 'wrongOn' },
] as const;

describe.each([false, true])('with allow_readonly %s', (readonly) => {
  let port = 0;
  beforeAll(async () => {
    const gateway = await startSharedGateway({ prepare: allowReadonly(readonly) });
    port = gateway.port;
    return gateway.dispose;
  });

  for (const column of columns.filter((entry) => entry.readonly === readonly)) {
    it.each(targets)(`${column.name}: $name`, async ({ path, call, row, ok }) => {
      const expected = ROWS[row][column.cell];
      const answer = await send(port, path, { ...call, headers: { ...call.headers, ...column.headers } });
      expect(answer.status).toBe(expected === 200 ? ok : expected);
    });
  }

  it.each(targets)('the admin on a page of somebody else: $name', async ({ path, call, row, ok }) => {
    const isPage = row === 'open' && !path.startsWith('/api'); // the web app itself is no secret
    for (const origin of ['http://evil.test', 'null', `http://127.0.0.1:${port + 1}`]) {
      const headers = { ...call.headers, ...login(), origin };
      const answer = await send(port, path, { ...call, headers });
      expect(answer.status, origin).toBe(isPage ? ok : 403);
    }
  });

  it.each(targets)('the admin on our own page: $name', async ({ path, call, row, ok }) => {
    const mark = { [REQUESTED_WITH_HEADER.name]: REQUESTED_WITH_HEADER.value };
    const headers = { ...call.headers, ...login(), ...mark, origin: `http://127.0.0.1:${port}` };
    const answer = await send(port, path, { ...call, headers });
    expect(answer.status).toBe(row === 'unknown' ? 404 : ok);
  });

  it.each(targets.filter(({ name, row }) => name.startsWith('POST') && row !== 'unknown'))(
    'the admin on our own page, without its mark: $name',
    async ({ path, call }) => {
      const origin = `http://127.0.0.1:${port}`;
      for (const mark of [{}, { [REQUESTED_WITH_HEADER.name]: 'fetch' }]) {
        const answer = await send(port, path, { ...call, headers: { ...login(), ...mark, origin } });
        expect(answer.status).toBe(403);
      }
    },
  );

  it.each(targets)('the admin under a name that is not ours: $name', async ({ path, call }) => {
    const headers = { ...call.headers, ...login(), host: 'evil.test' };
    expect((await send(port, path, { ...call, headers })).status).toBe(421);
  });

  it.each(targets)('a preflight gets nothing: $name', async ({ path }) => {
    const headers = { origin: 'http://evil.test', 'access-control-request-method': 'GET' };
    const answer = await send(port, path, { method: 'OPTIONS', headers });
    expect(answer.status).toBe(404);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
