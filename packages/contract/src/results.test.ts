import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DtuConfigSchema } from './dtu.ts';
import { InverterAdditionSchema, InverterEditSchema } from './inverter-settings.ts';
import {
  fieldFailures,
  firstFailure,
  RESULT_CODES,
  RESULT_MESSAGES,
  type ResultName,
  result,
} from './results.ts';

const names = Object.keys(RESULT_CODES) as ResultName[];

describe('the table of result codes', () => {
  it('gives every code once', () => {
    const codes = names.map((name) => RESULT_CODES[name].code).filter((code) => code !== undefined);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toHaveLength(232);
  });

  it('has no numbers in a message but those that can travel with a code, each once', () => {
    for (const name of names) {
      const mentioned = RESULT_MESSAGES[name].match(/\{.*?\}/g) ?? [];
      expect([[], ['{max}'], ['{min}', '{max}']], name).toContainEqual([...mentioned]);
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

const string = (name: string) => ({ name, max_power: 0 });

describe('the failures of a form', () => {
  it('are none where the gateway would take it', () => {
    expect(fieldFailures(InverterAdditionSchema, { serial: '116180400144', name: 'Roof' })).toEqual([]);
  });

  it('are told for every field at once, each with its code and numbers', () => {
    expect(fieldFailures(InverterAdditionSchema, { serial: '0', name: '' })).toEqual([
      { path: 'serial', code: 4001 },
      { path: 'name', code: 4002, param: { max: 31 } },
    ]);
  });

  it('name the item of a list', () => {
    const channel = [string(''), string('ä'.repeat(16))];
    expect(fieldFailures(InverterEditSchema, { id: 0, serial: '1', name: 'A', channel })).toEqual([
      { path: 'channel.1.name', code: 4002, param: { max: 31 } },
    ]);
  });

  it('concern the whole form when keys are missing', () => {
    expect(fieldFailures(InverterAdditionSchema, { serial: '1' })).toEqual([{ path: '', code: 1005 }]);
  });
});
