import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  BODY_SCHEMAS,
  ENDPOINTS,
  type Handlers,
  type RequestBody,
  type RequestQuery,
  type SentAnswer,
} from './endpoints.ts';
import type { LimitOrder } from './inverter-limit.ts';
import type { ApiResult } from './results.ts';

describe('the endpoint table', () => {
  it('has unique paths below /api/', () => {
    const keys = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('asks for a handler of every endpoint with the right answer', () => {
    expectTypeOf<SentAnswer<'setLimit'>>().toEqualTypeOf<ApiResult>();
    const others = {} as Omit<Handlers, 'getLiveData'>;
    // @ts-expect-error getLiveData has no handler
    const missing: Handlers = others;
    // @ts-expect-error not live data
    const wrong: Handlers = { ...others, getLiveData: () => ({ inverters: [] }) };
    expect([missing, wrong]).toHaveLength(2);
  });

  it('asks for a schema of every body', () => {
    expectTypeOf<RequestBody<'setLimit'>>().toEqualTypeOf<LimitOrder>();
    expectTypeOf<RequestBody<'getLimitStatus'>>().toEqualTypeOf<undefined>();
    expectTypeOf<RequestQuery<'getEventLog'>>().toEqualTypeOf<{
      readonly inv: string | undefined;
      readonly locale: string | undefined;
    }>();
    expect(Object.keys(BODY_SCHEMAS).toSorted()).toEqual(
      Object.entries(ENDPOINTS)
        .filter(([, { method }]) => method === 'POST')
        .map(([name]) => name)
        .toSorted(),
    );
  });

  it('has readers that survive whatever comes', () => {
    for (const { read } of Object.values(ENDPOINTS)) {
      for (const value of [undefined, null, true, 0, '', [], {}, [null], { a: [] }]) {
        expect(() => read(value)).not.toThrow();
      }
    }
  });
});
