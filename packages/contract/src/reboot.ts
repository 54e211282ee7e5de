import type * as z from 'zod/mini';
import { lenientBoolean, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';

/** Whether to restart. Source: docs/reference/original-device.md#restart. */
export const RebootSchema = /* @__PURE__ */ wireObject({ reboot: /* @__PURE__ */ lenientBoolean() });
export type Reboot = z.infer<typeof RebootSchema>;

/** Restarts the gateway one second after the answer. */
export const reboot: Endpoint<ApiResult, ReceivedApiResult, Reboot> = {
  method: 'POST',
  path: '/api/maintenance/reboot',
  access: 'admin',
  query: [],
  read: readApiResult,
};
