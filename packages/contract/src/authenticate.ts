import { type ApiResult, type ReceivedApiResult, readApiResult } from './api-result.ts';
import type { Endpoint } from './endpoint.ts';

/** Asks whether the credentials are good. */
export const authenticate: Endpoint<ApiResult, ReceivedApiResult> = {
  method: 'GET',
  path: '/api/security/authenticate',
  access: 'admin',
  query: [],
  read: readApiResult,
};
