import type { Reply } from '../browser/scripted-device.ts';

/** Makes something senseless of what a gateway would truly answer. */
export interface Nonsense {
  readonly name: string;
  readonly of: (trueText: string) => Reply;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Every value that is no list and no object, replaced. */
function eachLeaf(value: Json, replace: (leaf: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => eachLeaf(item, replace));
  if (typeof value !== 'object' || value === null) return replace(value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, eachLeaf(member, replace)]));
}

function eachList(value: Json, replace: (list: readonly Json[]) => Json): Json {
  if (Array.isArray(value)) return replace(value.map((item: Json) => eachList(item, replace)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, eachList(member, replace)]));
}

const leaves = (name: string, replace: (leaf: Json) => Json): Nonsense => ({
  name,
  of: (trueText) => ({ body: JSON.stringify(eachLeaf(JSON.parse(trueText), replace)) }),
});
const numbers = (name: string, value: Json): Nonsense =>
  leaves(name, (leaf) => (typeof leaf === 'number' ? value : leaf));
const texts = (name: string, value: string): Nonsense =>
  leaves(name, (leaf) => (typeof leaf === 'string' ? value : leaf));
const lists = (name: string, replace: (list: readonly Json[]) => Json): Nonsense => ({
  name,
  of: (trueText) => ({ body: JSON.stringify(eachList(JSON.parse(trueText), replace)) }),
});
const whole = (body: string | Buffer, name: string = String(body)): Nonsense => ({
  name,
  of: () => ({ body }),
});
const reply = (name: string, sent: Reply): Nonsense => ({ name, of: () => sent });

/** One value of another type than the true one. */
function otherType(leaf: Json): Json {
  if (typeof leaf === 'number') return { value: leaf };
  if (typeof leaf === 'string') return 7;
  return typeof leaf === 'boolean' ? [leaf] : true;
}

const HTML = '<!doctype html><html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>';
const MANY = 1000;

/** With strings 0 to 6 in place of its own: an inverter has its phase under 0, and its strings under 1, 2, ... */
function withChannels(count: number): Nonsense {
  const replaceStrings = (value: Json): Json => {
    if (typeof value !== 'object' || value === null || !('0' in value)) return value;
    const members: [string, Json][] = Object.entries(value);
    const others = members.filter(([key]) => !/^[1-9]$/.test(key));
    const own = members.find(([key]) => key === '1');
    if (own === undefined) return value;
    const strings = Array.from({ length: count }, (_, index) => [String(index + 1), own[1]] as const);
    return Object.fromEntries([...others, ...strings]);
  };
  return {
    name: `${count} channels`,
    of: (trueText) => ({
      body: JSON.stringify(JSON.parse(trueText), (_, value: Json) =>
        Array.isArray(value) ? value : replaceStrings(value),
      ),
    }),
  };
}

/** All that makes no sense, from no JSON at all to JSON whose values cannot be. */
export const NONSENSE: readonly Nonsense[] = [
  ...[
    'null',
    '{}',
    '[]',
    'true',
    '7',
    '"text"',
    '[null]',
    '{"inverters":{}}',
    '{"inverter":[null,7,[],{}]}',
    'NaN',
  ].map((body) => whole(body)),
  whole('', 'nothing'),
  whole('[['.repeat(50_000), 'nesting'),
  whole(Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 131 + (index >> 3)) % 256)), 'bytes'),
  whole(JSON.stringify({ text: 'x'.repeat(5_000_000) }), '5 MB'),
  whole('{"__proto__":{"inverters":[]},"constructor":{"prototype":{"x":1}},"toString":1}', 'prototypes'),
  reply('HTML', { body: HTML, type: 'text/html' }),
  reply('HTML as JSON', { body: HTML }),
  reply('500 with HTML', { body: HTML, type: 'text/html', status: 500 }),
  reply('500 with another language', { body: '{"message":"无法完成请求。لا يمكن"}', status: 500 }),
  reply('418', { body: '', status: 418, statusText: 'Teapot' }),
  reply('204', { body: '', status: 204 }),
  { name: 'cut in half', of: (trueText) => ({ body: trueText.slice(0, trueText.length / 2) }) },
  { name: 'twice', of: (trueText) => ({ body: trueText + trueText }) },
  { name: 'in a list', of: (trueText) => ({ body: `[${trueText}]` }) },
  numbers('NaN as a text', 'NaN'),
  numbers('negative numbers', -1),
  numbers('far below zero', -1e300),
  numbers('far above all', 1e300),
  numbers('fractions', 0.1 + 0.2),
  numbers('null for numbers', null),
  { name: 'beyond all numbers', of: (trueText) => ({ body: trueText.replace(/:\d[\d.]*/g, ':1e999') }) },
  leaves('other types', otherType),
  leaves('null for everything', () => null),
  leaves('objects for everything', () => ({})),
  leaves('lists for everything', () => []),
  texts('another language', '不可用 غير متاح'),
  texts('empty texts', ''),
  lists('empty lists', () => []),
  lists('lists of null', (list) => list.map(() => null)),
  lists('objects for lists', (list) => ({ ...list })),
  lists(`lists of ${MANY}`, (list) => {
    const [first] = list;
    return first === undefined
      ? list
      : Array.from({ length: MANY }, (_, index) => list[index % list.length] ?? first);
  }),
  ...[0, 1, 2, 3, 4, 5, 6].map(withChannels),
];
