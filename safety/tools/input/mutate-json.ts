import fc from 'fast-check';

/** JSON as a tree whose leaves and keys are JSON text, so that they can be spelt in ways that no writer would. */
type Tree =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] };
type Member = readonly [key: string, value: Tree];

/** What is odd as a number. */
const ODD_NUMBERS = [
  ...['0', '-0', '-1', '1.5', '1.9', '255', '256', '65536', '86401', '4294967296', '9007199254740993'],
  ...[
    '1e21',
    '1e999',
    '-1e999',
    '1e-999',
    '12345678901234567890',
    '99999999999999999999999',
    '+5',
    '.5',
    '5.',
  ],
];
/** What is odd as a text: numbers among them, and what another program could take for its own. */
const ODD_TEXTS = [
  ...[
    '""',
    '" "',
    '"0"',
    '"-1"',
    '"1e3"',
    '"NaN"',
    '"5"',
    '"1.2.3"',
    '"12345678901234567890"',
    '"11418123456a"',
  ],
  ...['"0x10"', '"\\ud800"', '"\\udc00x"', '"\\u0000"', '"a\0b"', '"\\u202eabc"', '"\u2028"', '"\ufeff"'],
  ...['"\\n\\r\\u001b[31m"', "'<script>'", '"{max}"', '"%06X"', '"+/#"', '"••••••••"', '"openDTU42"'],
  ...[`"${'ü'.repeat(16)}"`, `"${'ü'.repeat(40)}"`, `"${'x'.repeat(5000)}"`],
];
const ODD_OTHERS = [
  ...['null', 'true', 'false', 'NaN', 'undefined', '', '[]', '{}', '[null]', '[{}]', '[null,null]'],
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"serial":1}'],
  ...['{"toString":1,"valueOf":2,"toJSON":3}', '[{"name":null,"max_power":1e999}]', `[${'{},'.repeat(9)}{}]`],
  ...['[[[[[[[[[1]]]]]]]]]', '['.repeat(900), `${'['.repeat(450)}${']'.repeat(450)}`],
];
/** Too large for any body; rare, since each of them is sent. */
export const HUGE_JSON = [
  `"${'x'.repeat(1_048_576)}"`,
  '['.repeat(30_000),
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
];

const ODD_KEYS = [
  ...['"__proto__"', '__proto__', '"constructor"', '"prototype"', '"toString"', '"toJSON"', '"x"', 'x', "''"],
  ...['"\\u0000"', '""', '"serial"', '"id"', '"cfg"', '"name"'],
];

const place = fc.noBias(fc.nat());
const oddValue = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...ODD_NUMBERS) },
  { weight: 40, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 40, arbitrary: fc.constantFrom(...ODD_OTHERS) },
  { weight: 1, arbitrary: fc.constantFrom(...HUGE_JSON) },
);
const leaf = oddValue.map((text): Tree => ({ kind: 'value', text }));

/** What happens to one place, which is counted from the beginning, round and round. */
type Mutation =
  | { readonly kind: 'tree'; readonly mutate: (tree: Tree) => Tree }
  | { readonly kind: 'text'; readonly mutate: (text: string) => string };

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(place, leaf).map(([at, odd]) => changed(at, () => odd)) },
  { weight: 2, arbitrary: place.map((at) => inObject(at, (members, index) => members.toSpliced(index, 1))) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(place, fc.constantFrom(...ODD_KEYS), leaf)
      .map(([at, key, odd]) => inObject(at, (members) => [...members, [key, odd]])),
  },
  {
    weight: 2, // once more, with another value
    arbitrary: fc.tuple(place, leaf, fc.boolean()).map(([at, odd, isBehind]) =>
      inObject(at, (members, index) =>
        members.flatMap((member, other) => {
          const again: Member = [member[0], odd];
          if (other !== index) return [member];
          return isBehind ? [member, again] : [again, member];
        }),
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(place, fc.constantFrom(...ODD_KEYS))
      .map(([at, key]) =>
        inObject(at, (members, index) => members.with(index, [key, members[index]?.[1] ?? NOTHING])),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(place, fc.nat(30)).map(([at, length]) => spliced(at, length, '')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(place, fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }))
      .map(([at, odd]) => spliced(at, 1, odd)),
  },
);

/**
 * JSON of a value with one to three mistakes in it: values and keys of other types, missing, new and double ones,
 * numbers beyond all types, broken characters, names of prototypes, nesting, a megabyte, a cut, a wrong character.
 * What it makes for a seed of fast-check is always the same.
 */
export function mutatedJson(good: unknown): fc.Arbitrary<string> {
  const tree = treeOf(good);
  return fc.array(mutation, { minLength: 1, maxLength: 3 }).map((mutations) => {
    let mutated = tree;
    for (const { kind, mutate } of mutations) if (kind === 'tree') mutated = mutate(mutated);
    let text = textOf(mutated);
    for (const { kind, mutate } of mutations) if (kind === 'text') text = mutate(text);
    return text;
  });
}

function spliced(at: number, length: number, odd: string): Mutation {
  return {
    kind: 'text',
    mutate: (text) => {
      const from = text === '' ? 0 : at % text.length;
      return text.slice(0, from) + odd + text.slice(from + length);
    },
  };
}

const NOTHING: Tree = { kind: 'value', text: 'null' };

function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOf) };
  if (typeof value !== 'object' || value === null) return { kind: 'value', text: JSON.stringify(value) };
  const members = Object.entries(value).map(([key, member]): Member => [JSON.stringify(key), treeOf(member)]);
  return { kind: 'object', members };
}

function textOf(tree: Tree): string {
  if (tree.kind === 'value') return tree.text;
  if (tree.kind === 'list') return `[${tree.items.map(textOf).join(',')}]`;
  return `{${tree.members.map(([key, value]) => `${key}:${textOf(value)}`).join(',')}}`;
}

/** Puts something in place of number `at` of all values, the whole one included. */
function changed(at: number, change: (tree: Tree) => Tree, isPlace = (_: Tree) => true): Mutation {
  const mutate = (tree: Tree) => {
    const count = placesIn(tree, isPlace);
    let left = count === 0 ? -1 : at % count;
    function walk(branch: Tree): Tree {
      if (isPlace(branch)) {
        left -= 1;
        if (left === -1) return change(branch);
      }
      if (branch.kind === 'list') return { ...branch, items: branch.items.map(walk) };
      if (branch.kind === 'value') return branch;
      return { ...branch, members: branch.members.map(([key, value]): Member => [key, walk(value)]) };
    }
    return walk(tree);
  };
  return { kind: 'tree', mutate };
}

function placesIn(tree: Tree, isPlace: (tree: Tree) => boolean): number {
  const own = isPlace(tree) ? 1 : 0;
  if (tree.kind === 'value') return own;
  const below = tree.kind === 'list' ? tree.items : tree.members.map(([, value]) => value);
  return below.reduce((sum, branch) => sum + placesIn(branch, isPlace), own);
}

/** Changes the members of one of the objects; those of the whole one more often than others. */
function inObject(
  at: number,
  change: (members: readonly Member[], index: number) => readonly Member[],
): Mutation {
  const isObject = (tree: Tree) => tree.kind === 'object' && tree.members.length > 0;
  const which = at % 3 === 0 ? Math.floor(at / 3) : 0;
  return changed(
    which,
    (tree) => {
      if (tree.kind !== 'object') return tree;
      return { ...tree, members: change(tree.members, Math.floor(at / 7) % tree.members.length) };
    },
    isObject,
  );
}
