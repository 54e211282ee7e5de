import { describe, expect, it } from 'vitest';
import { type Exchange, memberOf, parseJson, parseMetrics, type Value } from './answer.ts';
import { ABSENT, compareRecordings, type Difference, KEY_ORDER, rowsFor } from './compare.ts';
import { masked } from './masks.ts';
import { readRecords } from './records.ts';

const exchange = (answer: Value): Exchange => ({ state: 'fresh', call: 'GET /x', caller: 'admin', answer });
const row: Difference = {
  ...{ state: 'fresh', call: 'GET /x', caller: 'admin', path: 'body.name', old: 'a', new: 'b' },
  why: 'It has another name.',
};
const OLD = [exchange({ status: 200, body: { name: 'a', age: 3 } })];
const NOW = [exchange({ status: 200, body: { name: 'b', age: 3 } })];

describe('The comparison of recordings', () => {
  it('finds one value that was changed in what was really recorded', () => {
    const records = readRecords();
    expect(compareRecordings(records, records, [])).toEqual({ unexplained: [], unused: [] });
    const place = ({ state, call, caller }: Exchange) =>
      state === 'captured' && call === 'GET /api/limit/status' && caller === 'admin';
    const planted = records.map((one) =>
      place(one) ? { ...one, answer: JSON.parse(JSON.stringify(one.answer).replace('125', '124')) } : one,
    );
    expect(compareRecordings(records, planted, []).unexplained).toEqual([
      {
        ...{ state: 'captured', call: 'GET /api/limit/status', caller: 'admin' },
        ...{ path: 'body.114190529235.limit_relative', old: 125, new: 124 },
      },
    ]);
  });

  it('accepts a difference with a row, and no other', () => {
    expect(compareRecordings(OLD, NOW, [row])).toEqual({ unexplained: [], unused: [] });
    expect(compareRecordings(OLD, NOW, [{ ...row, new: 'c' }]).unexplained).toHaveLength(1);
    expect(compareRecordings(OLD, NOW, [{ ...row, old: 'b' }]).unexplained).toHaveLength(1);
    expect(compareRecordings(OLD, NOW, [{ ...row, path: 'body.age' }]).unexplained).toHaveLength(1);
    expect(compareRecordings(OLD, NOW, [{ ...row, caller: 'anonymous' }]).unexplained).toHaveLength(1);
  });

  it('finds a row that matches nothing any more', () => {
    expect(compareRecordings(OLD, OLD, [row])).toEqual({ unexplained: [], unused: [row] });
  });

  it('takes patterns for places and for values', () => {
    const wide = { ...row, state: '*', call: ['GET /y', 'GET *'], path: '*.name', new: /^b$/ };
    expect(compareRecordings(OLD, NOW, [wide])).toEqual({ unexplained: [], unused: [] });
    expect(compareRecordings(OLD, NOW, [{ ...wide, path: '*' }]).unexplained).toHaveLength(1);
    expect(compareRecordings(OLD, NOW, [{ ...wide, path: '**' }]).unexplained).toHaveLength(0);
  });

  it('finds what is new, what is gone, another type, and another order of keys', () => {
    const found = (old: Value, now: Value) =>
      compareRecordings([exchange(old)], [exchange(now)], []).unexplained.map(({ path, old, new: is }) => [
        path,
        old,
        is,
      ]);
    expect(found({ a: 1 }, { a: 1, b: [2] })).toEqual([['b', ABSENT, [2]]]);
    expect(found({ a: 1, b: 2 }, { a: 1 })).toEqual([['b', 2, ABSENT]]);
    expect(found({ a: 1 }, { a: '1' })).toEqual([['a', 1, '1']]);
    expect(found({ a: null }, { a: 1 })).toEqual([['a', null, 1]]);
    expect(found({ a: [1, 2] }, { a: [1] })).toEqual([['a.1', 2, ABSENT]]);
    expect(found({ a: 1, b: 2 }, { b: 2, c: 3, a: 1 })).toEqual([
      [KEY_ORDER, ['a', 'b'], ['b', 'a']],
      ['c', ABSENT, 3],
    ]);
    expect(compareRecordings([], NOW, []).unexplained).toMatchObject([{ path: '', old: ABSENT }]);
    expect(compareRecordings(OLD, [], []).unexplained).toMatchObject([{ path: '', new: ABSENT }]);
  });

  it('shows the rows to add, one for each kind of change', () => {
    const by = (name: string) =>
      ['admin', 'anonymous'].flatMap((caller) => [
        { ...exchange({ list: [{ name }, { name }], long: name.repeat(200) }), caller },
      ]);
    expect(rowsFor(compareRecordings(by('a'), by('b'), []).unexplained)).toBe(
      [
        ...['  {', "    state: 'fresh',", "    call: 'GET /x',", '    caller: ["admin","anonymous"],'],
        ...["    path: 'list.*.name',", "    old: 'a',", "    new: 'b',", "    why: '',", '  },'],
        ...['  {', "    state: 'fresh',", "    call: 'GET /x',", '    caller: ["admin","anonymous"],'],
        ...["    path: 'long',", `    old: /^${'a'.repeat(80)}/s,`, `    new: /^${'b'.repeat(80)}/s,`],
        ...["    why: '',", '  },'],
      ].join('\n'),
    );
  });
});

describe('A mask', () => {
  const uptime = (value: Value) => memberOf(masked(exchange({ body: { uptime: value } })), 'body', 'uptime');

  it('covers a value of the expected form, and keeps its type', () => {
    expect(uptime(12)).toBe('<uptime, a number>');
    expect(uptime('12')).toBe('<uptime, a string>');
  });

  it('covers nothing else', () => {
    expect(uptime(-1)).toBe(-1);
    expect(uptime('long')).toBe('long');
    expect(uptime(null)).toBeNull();
  });

  it('covers names and versions within texts and keys', () => {
    const answer = { body: { 'build{name="OpenDTU-00AB12",id="g0123abc"}': '1' }, id: 'OpenDTU-4711' };
    expect(masked(exchange(answer))).toEqual({
      body: { 'build{name="OpenDTU-<chip>",id="<commit>"}': '1' },
      id: 'OpenDTU-<chip in decimal>',
    });
  });
});

describe('Answers', () => {
  it('keep what JavaScript forgets of JSON', () => {
    const text = '{"serial":"1","1":{"v":1.50,"t":"\\"2\\": 3.0"},"0":{"v":1e3}}';
    expect(JSON.stringify(parseJson(text))).toBe(
      '{"serial":"1","#1":{"v":"number 1.50","t":"\\"2\\": 3.0"},"#0":{"v":"number 1e3"}}',
    );
    expect(parseJson('{"a":')).toBeUndefined();
  });

  it('keep each line of the metrics', () => {
    expect(parseMetrics('# HELP a It is.\na{b="c d"} 1.0\na{b="c d"} 2\n')).toEqual({
      '# HELP a': 'It is.',
      'a{b="c d"}': '1.0',
      'a{b="c d"} (2)': '2',
    });
  });
});
