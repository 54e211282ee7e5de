import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { type ApiResult, firstFailure, result } from './api-result.ts';
import { BODY_SCHEMAS } from './body-schemas.ts';
import { DtuConfigSchema } from './dtu.ts';
import {
  ENDPOINTS,
  type Handlers,
  type RequestBody,
  type RequestQuery,
  type SentAnswer,
} from './endpoints.ts';
import type { LimitOrder } from './limit-order.ts';
import { RESULT_CODES, type ResultName } from './result-codes.ts';
import { RESULT_MESSAGES } from './result-messages.ts';

const names = Object.keys(RESULT_CODES) as ResultName[];

describe('the table of result codes', () => {
  it('gives every code once', () => {
    const codes = names.map((name) => RESULT_CODES[name].code).filter((code) => code !== undefined);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toHaveLength(62);
  });

  it('names in its message exactly the numbers that travel with the code', () => {
    for (const name of names) {
      const definition: { readonly type: string; readonly param?: readonly string[] } = RESULT_CODES[name];
      const mentioned = RESULT_MESSAGES[name].match(/\{\w+\}/g) ?? [];
      expect(mentioned, name).toEqual((definition.param ?? []).map((key) => `{${key}}`));
    }
  });
});

describe('an answer', () => {
  it('has the wire order type, message, code, param', () => {
    expect(JSON.stringify(result('InverterNameLength', { max: 31 }))).toBe(
      '{"type":"warning","message":"The name must be 1 to 31 bytes long.","code":4002,"param":{"max":31}}',
    );
    expect(Object.keys(result('SettingsSaved'))).toEqual(['type', 'message', 'code']);
    expect(JSON.stringify(result('HostnameLength', { max: 32 }))).toBe(
      '{"type":"warning","message":"The host name must be 1 to 32 bytes long."}',
    );
  });

  it('does not compile with a wrong name, a missing param or a param too many', () => {
    // @ts-expect-error no such result
    expect(() => result('NoSuchResult')).toThrow();
    // @ts-expect-error max is missing
    expect(result('InverterCount').param).toBeUndefined();
    // @ts-expect-error this result carries nothing
    expect(result('SettingsSaved', { max: 1 }).code).toBe(1001);
  });
});

describe('a failed parse', () => {
  it('never lets a text of the schema library into the answer', () => {
    const known = new Set(names.map((name) => RESULT_CODES[name].code));
    for (const value of [
      undefined,
      null,
      1,
      'x',
      [],
      {},
      { dtu_serial: {} },
      { dtu_serial: 1, dtu_palevel: [] },
    ]) {
      const parsed = z.safeParse(DtuConfigSchema, value);
      if (parsed.success) throw new Error('accepted');
      const answer = firstFailure(parsed.error);
      expect(known.has(answer.code as never)).toBe(true);
      expect(Object.values(RESULT_MESSAGES)).toContain(answer.message);
    }
  });
});

describe('the endpoint table', () => {
  it('has unique paths below /api/', () => {
    const keys = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('asks for a handler of every endpoint with the right answer', () => {
    expectTypeOf<SentAnswer<'authenticate'>>().toEqualTypeOf<ApiResult>();
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
    expectTypeOf<RequestQuery<'getEventLog'>>().toEqualTypeOf<{ readonly inv: string | undefined }>();
    expect(Object.keys(BODY_SCHEMAS).toSorted()).toEqual(
      Object.entries(ENDPOINTS)
        .filter(([, { method }]) => method === 'POST')
        .map(([name]) => name)
        .toSorted(),
    );
  });
});
