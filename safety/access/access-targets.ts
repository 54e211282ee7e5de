import { ENDPOINTS, PIN_PROFILE_FILE, type PostName, UPLOADS } from '@heliograph/contract';
import { backupFile } from '@heliograph/testbed/gateway/backup-file.ts';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import { configPart, FORM_TYPE, formOf, imageForm } from '@heliograph/testbed/gateway/upload-form.ts';
import { buildImage } from '@heliograph/testbed/outside/firmware-image.ts';
import { type Call, SOCKET_HANDSHAKE } from '@heliograph/testbed/outside/http-client.ts';
import { ACCESS_TABLE, type Audience } from './access-table.ts';

/** Something to ask a gateway for. */
export interface Target {
  /** As in the table, or as "HEAD /api/livedata/status" beside it. */
  readonly name: string;
  readonly path: string;
  readonly kind: 'call' | 'socket' | 'page';
  /** Nobody: there is no such thing. */
  readonly audience: Audience | 'nobody';
  readonly call: Call;
}

/** Of the proxy that gateways of these tests believe. */
export const PROXY_SECRET = 'a-secret-that-only-the-proxy-knows-0123456789';

/** Bodies that would change something if they were taken. */
const BODIES: Readonly<Record<string, Pick<Call, 'headers' | 'body'>>> = {
  ...Object.fromEntries(
    (Object.keys(POST_CASES) as PostName[]).map((name) => [ENDPOINTS[name].path, dataForm(goodBody(name))]),
  ),
  [UPLOADS.restoreConfig.path]: fileForm(formOf([configPart('[]')])),
  [UPLOADS.uploadFile.path]: fileForm(formOf([configPart('[]')])),
  [UPLOADS.previewRestore.path]: fileForm(formOf([configPart('[]')])),
  [UPLOADS.restoreBackup.path]: fileForm(formOf([configPart(backupFile())])),
  [UPLOADS.previewBackup.path]: fileForm(formOf([configPart(backupFile())])),
  [UPLOADS.updateFirmware.path]: fileForm(imageForm(buildImage().bytes)),
};
const QUERIES: Readonly<Record<string, string>> = {
  [ENDPOINTS.getConfigFile.path]: '?file=config.json',
  [ENDPOINTS.getHistoryCurve.path]: '?from=0&to=60',
  [ENDPOINTS.getHistoryEnergy.path]: '?step=day&from=0&to=60',
  [ENDPOINTS.getHistoryCsv.path]: '?step=day&from=0&to=60',
  [UPLOADS.uploadFile.path]: `?file=${PIN_PROFILE_FILE}`,
  [UPLOADS.previewRestore.path]: `?file=${PIN_PROFILE_FILE}`,
  [UPLOADS.restoreConfig.path]: `?file=${PIN_PROFILE_FILE}`, // a whole backup would leave nothing to delete
};
/** What is below the address of the API and yet a file for everybody, as the web app and its guide are. */
const PAGE = /^\/api\/(docs(\.\w+)?|\w+\.json)$|^\/guide\/$/;
/** After these a gateway is another one, so they come last. */
const LAST = /upload|firmware|delete|reboot/;

function goodBody(name: PostName): unknown {
  // Whoever saves it by the word of a proxy wants to be known afterwards.
  if (name === 'setSignIn') {
    const { proxy, openid } = POST_CASES[name].good;
    return { openid, proxy: { ...Object(proxy), addresses: ['127.0.0.0/8'], secret: PROXY_SECRET } };
  }
  if (name === 'deleteInverter') return { id: 0 };
  // The factory reset is asked for once, and nothing can be saved after it.
  if (name === 'deleteAllFiles') return { delete: false };
  // Nobody listens there, so that the trial of a broker ends at once.
  if (name === 'testMqttConnection')
    return { ...POST_CASES[name].good, mqtt_hostname: '127.0.0.1', mqtt_port: 1 };
  return POST_CASES[name].good;
}

function dataForm(data: unknown): Pick<Call, 'headers' | 'body'> {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `data=${encodeURIComponent(JSON.stringify(data))}`,
  };
}

function fileForm(body: Buffer): Pick<Call, 'headers' | 'body'> {
  return { headers: { 'content-type': FORM_TYPE, 'content-length': String(body.length) }, body };
}

/** The rows of the table, what is beside them, and what is no row at all. */
export function accessTargets(): readonly Target[] {
  const rows = Object.entries(ACCESS_TABLE).map(([name, audience]) => rowTarget(name, audience));
  const known = new Set(Object.keys(ACCESS_TABLE));
  const paths = [...known]
    .filter((name) => !name.startsWith('SOCKET'))
    .map((name) => name.split(' ')[1] ?? '');
  const heads = [...new Set(paths)].map((path) => {
    const audience = ACCESS_TABLE[`GET ${path}`] ?? 'nobody';
    return rowTarget(`HEAD ${path}`, audience);
  });
  // Outside of the API another method is one of the web app, where there is nothing but pages.
  const others = [...new Set(paths)]
    .filter((path) => path.startsWith('/api/'))
    .flatMap((path) =>
      ['GET', 'POST']
        .filter((method) => !known.has(`${method} ${path}`))
        .map((method) => target(method, path, 'nobody')),
    );
  const methods = ['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'].map((method) =>
    target(method, '/api/limit/config', 'nobody'),
  );
  const unknown = [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/livedata',
    '/api/livedata/statusx',
    '/api/livedata/status/../x',
    '/api/livedata/status/%2e%2e/x',
    '/api/limit/config/x',
    '/api/%6cimit',
  ];
  // What goes on behind the path of a GET is for whom that is; what changes something has only its own path.
  const behind = [...known]
    .filter((name) => /^GET \/api\/\w+\/(?!update)/.test(name))
    .flatMap((name) => ['/', '/x'].map((more) => `${name}${more}`));
  const behindPosts = [...known]
    .filter((name) => name.startsWith('POST '))
    .map((name) => target('POST', `${name.slice('POST '.length)}/x`, 'nobody'));
  return [
    ...rows.filter(({ path }) => !LAST.test(path)),
    ...heads,
    ...others,
    ...methods,
    ...unknown.map((path) => target('GET', path, 'nobody')),
    target('POST', '/api/nothing', 'nobody'),
    ...behind.map((name) => rowTarget(name, ACCESS_TABLE[name.replace(/\/x?$/, '')] ?? 'nobody')),
    ...behindPosts,
    ...['/', '/zones.json', '/assets/app.js', '/settings/ntp', '/livedata'].map(
      (path): Target => ({
        ...target('GET', path, 'everybody'),
        kind: 'page',
      }),
    ),
    ...rows.filter(({ path }) => LAST.test(path)),
  ];
}

function rowTarget(name: string, audience: Target['audience']): Target {
  const [method = '', row = ''] = name.split(' ');
  const path = row.replace(/\*$/, ''); // the first of all pages that the row is for
  if (method !== 'SOCKET') return target(method, path, audience);
  return { name, path, kind: 'socket', audience, call: { headers: SOCKET_HANDSHAKE } };
}

function target(method: string, path: string, audience: Target['audience']): Target {
  const call = { method, ...(method === 'POST' && BODIES[path]) };
  const kind = PAGE.test(path) && audience === 'everybody' ? 'page' : 'call';
  return {
    name: `${method} ${path}`,
    path: `${path}${QUERIES[path.replace(/\/x?$/, '')] ?? ''}`,
    kind,
    audience,
    call,
  };
}
