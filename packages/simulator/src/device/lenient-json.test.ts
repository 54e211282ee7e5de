import { describe, expect, it } from 'vitest';
import { lenientJson } from './lenient-json.ts';

describe('a device', () => {
  it.each([
    '{"serial":"114182730124","limit_value":50.5,"limit_type":1}',
    '{}',
    '[]',
    '[1,-2.5,3e2,true,false,null,"",{"a":[]}]',
    '"a \\"quoted\\" word, \\u00fc, \\\\ and \\n"',
  ])('reads %s as everybody does', (text) => expect(lenientJson(text)).toEqual(JSON.parse(text)));

  it.each([
    ["{'name':'South roof'}", { name: 'South roof' }],
    ['{serial:"1", id : 2}', { serial: '1', id: 2 }],
    ['{"id":1} and more', { id: 1 }],
    ['  {"id":+1}}', { id: 1 }],
    [`{"name":'say "hi"'}`, { name: 'say "hi"' }],
  ])('reads %s', (text, value) => expect(lenientJson(text)).toEqual(value));

  it.each([
    '',
    ' ',
    '{',
    '{"id"',
    '{"id":1',
    '{"id":1,',
    '[1',
    '"no end',
    '{"id":word}',
    '{:1}',
    '"\\u12"',
    '<html>',
  ])('cannot read %j', (text) => expect(lenientJson(text)).toBeUndefined());

  it('reads ten levels, and no more', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(lenientJson(nested(10))).toEqual(JSON.parse(nested(10)));
    expect(lenientJson(nested(11))).toBeUndefined();
  });
});
