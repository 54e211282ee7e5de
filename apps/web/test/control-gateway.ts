import type { CommandStatus } from '@heliograph/contract';
import { type Answer, noAnswer, postedData, SAVED } from './answer.ts';
import { jsonResponse } from './test-services.ts';

export interface WireLimit {
  limit_relative: number;
  max_power: number;
  limit_set_status: CommandStatus;
  limit_state?: 'known' | 'expected' | 'unknown';
}

export interface PostedOrder {
  readonly path: string;
  readonly data: unknown;
}

/** The part of a gateway that takes orders, in the hands of a test. */
export function createControlGateway(...serials: readonly string[]) {
  const limits = new Map<string, WireLimit>();
  const powers = new Map<string, CommandStatus>();
  for (const serial of serials) {
    limits.set(serial, { limit_relative: 100, max_power: 800, limit_set_status: 'Ok' });
    powers.set(serial, 'Ok');
  }
  const gateway = {
    posts: [] as PostedOrder[],
    /** How often each path was asked for. */
    requests: new Map<string, number>(),
    isReachable: true,
    answerPost: (() => jsonResponse(SAVED)) as Answer,
    /** Instead of the status of the limits. */
    answerLimits: undefined as Answer | undefined,
    /** Instead of the status of the switchings. */
    answerPowers: undefined as Answer | undefined,
    limits,
    powers,
    setLimit(serial: string, changes: Partial<WireLimit>): void {
      const limit = limits.get(serial);
      if (limit === undefined) throw new Error(`no inverter ${serial}`);
      limits.set(serial, { ...limit, ...changes });
    },
    async fetch(path: string, init: RequestInit): Promise<Response> {
      gateway.requests.set(path, (gateway.requests.get(path) ?? 0) + 1);
      if (!gateway.isReachable) return noAnswer();
      if (init.method === 'POST') {
        gateway.posts.push({ path, data: postedData(init) });
        return gateway.answerPost();
      }
      if (path === '/api/limit/status') {
        return gateway.answerLimits?.() ?? jsonResponse(Object.fromEntries(limits));
      }
      if (path === '/api/power/status') {
        const states = [...powers].map(([serial, state]) => [serial, { power_set_status: state }]);
        return gateway.answerPowers?.() ?? jsonResponse(Object.fromEntries(states));
      }
      throw new TypeError(`nothing at ${path} in this test`);
    },
  };
  return gateway;
}
