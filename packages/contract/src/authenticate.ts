import type { ApiResult } from './api-result.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';

/** Asks whether the credentials are good. If so, a cookie comes along that opens the sockets and nothing else. */
export const authenticate: Endpoint<ApiResult, ReceivedApiResult> = {
  method: 'GET',
  path: '/api/security/authenticate',
  access: 'admin',
  query: [],
  read: readApiResult,
};
