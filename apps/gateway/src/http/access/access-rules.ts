import {
  type AccessClass,
  ENDPOINTS,
  type EndpointName,
  SHARED_WITH,
  type SharedPage,
  SOCKETS,
  type SocketName,
  UPLOADS,
  type UploadName,
} from '@heliograph/contract';

/** What a request may be for, and who may ask for it. */
export interface AccessRule {
  readonly kind: 'endpoint' | 'upload' | 'socket' | 'static' | 'health' | 'unknown-api';
  readonly method: 'GET' | 'POST' | 'any';
  /** Path, or path prefix where it ends with `*`. */
  readonly path: string;
  readonly access: AccessClass;
  /** The pages of readers that need it: who has a link to one of them may ask for it. A link to everything has all that readers have. */
  readonly sharedWith?: readonly SharedPage[];
}

const SHARED: Readonly<Record<string, readonly SharedPage[]>> = SHARED_WITH;

const endpointRules = Object.fromEntries(
  Object.entries(ENDPOINTS).map(([name, { method, path, access }]) => [
    name,
    { kind: 'endpoint', method, path, access, sharedWith: SHARED[name] ?? [] } satisfies AccessRule,
  ]),
) as Readonly<Record<EndpointName, AccessRule>>;

const uploadRules = Object.fromEntries(
  Object.entries(UPLOADS).map(([name, { method, path, access }]) => [
    name,
    { kind: 'upload', method, path, access } satisfies AccessRule,
  ]),
) as Readonly<Record<UploadName, AccessRule>>;

const socketRules = Object.fromEntries(
  Object.entries(SOCKETS).map(([name, { path, access }]) => [
    name,
    { kind: 'socket', method: 'GET', path, access, sharedWith: SHARED[name] ?? [] } satisfies AccessRule,
  ]),
) as Readonly<Record<SocketName, AccessRule>>;

/** The whole access table: every endpoint, upload and socket of the contract, the web app, its guide, health, the documents, and what is none of these. */
export const ACCESS_RULES = {
  endpoints: endpointRules,
  uploads: uploadRules,
  sockets: socketRules,
  /** The web app is the same for everybody; its data is not. */
  staticWeb: { kind: 'static', method: 'GET', path: '/*', access: 'open' },
  /** The guide for owners says nothing that is not public. */
  guide: { kind: 'static', method: 'GET', path: '/guide/*', access: 'open' },
  /** For what watches over processes: whether ours answers, and whether it can do all its work. */
  health: {
    alive: { kind: 'health', method: 'GET', path: '/healthz', access: 'open' },
    ready: { kind: 'health', method: 'GET', path: '/readyz', access: 'open' },
  },
  /** What can be asked for, and how: the same for every gateway of this version. */
  documents: {
    page: { kind: 'static', method: 'GET', path: '/api/docs', access: 'open' },
    style: { kind: 'static', method: 'GET', path: '/api/docs.css', access: 'open' },
    script: { kind: 'static', method: 'GET', path: '/api/docs.js', access: 'open' },
    openapi: { kind: 'static', method: 'GET', path: '/api/openapi.json', access: 'open' },
    asyncapi: { kind: 'static', method: 'GET', path: '/api/asyncapi.json', access: 'open' },
  },
  /** Who may not read gets no answer about which paths exist either. */
  unknownApi: { kind: 'unknown-api', method: 'any', path: '/api/*', access: 'readonly' },
} as const satisfies Readonly<Record<string, AccessRule | Readonly<Record<string, AccessRule>>>>;

/** Whether a call is to make something another one. As on originals one GET does so. */
export function changesSomething(rule: AccessRule): boolean {
  return rule.method === 'POST' || rule === endpointRules.resetInverterStatistics;
}

/** Whether a path (decoded, without query) belongs to the API. */
export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}
