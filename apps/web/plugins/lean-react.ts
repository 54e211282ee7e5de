import { type ESTree, type Plugin, parseAst } from 'vite';
import {
  BODIES,
  CONSTANT_FIELDS,
  CONSTANTS,
  ELEMENTS_LEFT_OUT,
  EXPORTS_LEFT_OUT,
  HOOKS_LEFT_OUT,
  TAGS_LEFT_OUT,
} from './react-left-out.ts';

const REACT_FILE =
  /node_modules\/(?:react|react-dom)\/cjs\/(react|react-dom|react-dom-client)\.production\.js$/;
const OWN_FILE = /\/apps\/web\/src\/.*\.tsx?$/;

/** A piece of the code, by its places, and what stands there instead. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

interface Place {
  readonly parent: ESTree.Node | undefined;
  /** The body of the function around. */
  readonly body: ESTree.Node | undefined;
}

type Rule = (node: ESTree.Node, place: Place, found: (name: string) => void) => readonly Edit[];

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function walk(node: ESTree.Node, visit: (node: ESTree.Node, place: Place) => void, place: Place): void {
  visit(node, place);
  const isBody = node.type === 'BlockStatement' && /Function/.test(place.parent?.type ?? '');
  const inside = { parent: node, body: isBody ? node : place.body };
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit, inside);
    }
  }
}

const nameOf = (node: ESTree.Node | null | undefined): string =>
  node?.type === 'Identifier' ? node.name : '';

/** A name, or the field that is read of something. */
const lastNameOf = (node: ESTree.Node): string =>
  node.type === 'MemberExpression' && !node.computed ? nameOf(node.property) : nameOf(node);

const replace = ({ start, end }: ESTree.Node, code: string): readonly Edit[] => [{ start, end, code }];

/** Whether what runs in a case may run on into the next. */
function runsOn({ consequent }: ESTree.SwitchCase): boolean {
  const last = consequent.at(-1);
  const end = last?.type === 'BlockStatement' ? last.body.at(-1) : last;
  return !/^(?:Return|Break|Continue|Throw)Statement$/.test(end?.type ?? '');
}

/** Whether a case that is kept runs on into the one after these. */
function isEntered(
  before: readonly ESTree.SwitchCase[],
  leftOut: (test: ESTree.SwitchCase) => boolean,
): boolean {
  const last = before.at(-1);
  if (last === undefined || !runsOn(last)) return false;
  return !leftOut(last) || isEntered(before.slice(0, -1), leftOut);
}

/** The variables declared in a node: their functions go on using them. */
function declaredIn(node: ESTree.Node): readonly string[] {
  const names: string[] = [];
  const collect = (inner: ESTree.Node) => {
    if (inner.type === 'VariableDeclaration') names.push(...inner.declarations.map(({ id }) => nameOf(id)));
  };
  walk(node, collect, { parent: undefined, body: undefined });
  return names;
}

const cases: Rule = (node, { body }, found) => {
  if (node.type !== 'SwitchStatement') return [];
  const ofTags = lastNameOf(node.discriminant) === 'tag';
  const nameOfCase = ({ test }: ESTree.SwitchCase) =>
    ofTags && test?.type === 'Literal' ? String(test.value) : nameOf(test);
  const leftOut = (one: ESTree.SwitchCase) =>
    TAGS_LEFT_OUT.has(nameOfCase(one)) || ELEMENTS_LEFT_OUT.includes(nameOfCase(one));
  return node.cases.flatMap((one, index) => {
    if (!leftOut(one)) return [];
    found(nameOfCase(one));
    const { start, end, consequent } = one;
    if (isEntered(node.cases.slice(0, index), leftOut)) {
      return [{ start, end: consequent[0]?.start ?? end, code: '' }];
    }
    const variables = declaredIn(one).join(',');
    if (variables === '' || body === undefined) return replace(one, '');
    return [{ start: body.start + 1, end: body.start + 1, code: `var ${variables};` }, ...replace(one, '')];
  });
};

const comparisons: Rule = (node) => {
  if (node.type !== 'BinaryExpression' || !/^[!=]==$/.test(node.operator)) return [];
  const sides: readonly ESTree.Node[] = [node.left, node.right];
  const ofTag = sides.some((side) => lastNameOf(side) === 'tag');
  const leftOut = sides.some((side) => side.type === 'Literal' && TAGS_LEFT_OUT.has(String(side.value)));
  return ofTag && leftOut ? replace(node, String(node.operator === '!==')) : [];
};

/** Whether a name stands there for a value. */
function isRead(node: ESTree.Node, parent: ESTree.Node | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.computed || parent.object === node;
    case 'Property':
      return parent.value === node;
    case 'VariableDeclarator':
      return parent.init === node;
    default:
      return parent !== undefined && !/Function/.test(parent.type);
  }
}

const constants: Rule = (node, { parent }, found) => {
  const target = node.type === 'AssignmentExpression' ? node.left : node;
  const constant = CONSTANTS.get(nameOf(target));
  if (constant === undefined || (target === node && !isRead(node, parent))) return [];
  found(nameOf(target));
  return replace(node, constant);
};

const fields: Rule = (node, { parent }, found) => {
  if (node.type !== 'MemberExpression' || node.computed) return [];
  const constant = CONSTANT_FIELDS.get(nameOf(node.property));
  if (constant === undefined || (parent?.type === 'AssignmentExpression' && parent.left === node)) return [];
  found(nameOf(node.property));
  return replace(node, constant);
};

const bodies: Rule = (node, _place, found) => {
  if (node.type !== 'FunctionDeclaration' || node.body === null) return [];
  const body = BODIES.get(nameOf(node.id));
  if (body === undefined) return [];
  found(nameOf(node.id));
  return replace(node.body, `{${body}}`);
};

const hooks: Rule = (node, _place, found) => {
  if (node.type !== 'ObjectExpression') return [];
  const isLeftOut = (property: (typeof node.properties)[number]) =>
    property.type === 'Property' && HOOKS_LEFT_OUT.includes(nameOf(property.key));
  return node.properties.filter(isLeftOut).flatMap((property) => {
    const next = node.properties[node.properties.indexOf(property) + 1];
    found(property.type === 'Property' ? nameOf(property.key) : '');
    return [{ start: property.start, end: next?.start ?? property.end, code: '' }];
  });
};

const exportsOf =
  (leftOut: readonly string[]): Rule =>
  (node, _place, found) => {
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') return [];
    const { left } = node.expression;
    if (left.type !== 'MemberExpression' || nameOf(left.object) !== 'exports') return [];
    const name = lastNameOf(left);
    if (!leftOut.includes(name)) return [];
    found(name);
    return replace(node, '');
  };

/** The code with the edits made; what lies inside another edit is gone with it. */
function edited(code: string, edits: readonly Edit[]): string {
  let result = '';
  let place = 0;
  for (const { start, end, code: instead } of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < place) continue;
    result += code.slice(place, start) + instead;
    place = end;
  }
  return result + code.slice(place);
}

/**
 * What stays of a file of React's.
 *
 * @param file react, react-dom or react-dom-client.
 * @throws {Error} when the file has not all that is left out.
 */
export function withoutUnused(file: string, code: string): string {
  const exported = EXPORTS_LEFT_OUT[file] ?? [];
  const isClient = file === 'react-dom-client';
  const rules = [exportsOf(exported), ...(isClient ? CLIENT_RULES : [])];
  const missing = new Set([...exported, ...(isClient ? CLIENT_NAMES : [])]);
  const edits: Edit[] = [];
  const shadowed: { readonly start: number; readonly end: number }[] = [];
  const visit = (node: ESTree.Node, place: Place) => {
    if (
      /^Function/.test(node.type) &&
      'params' in node &&
      node.params.some((param) => CONSTANTS.has(nameOf(param)))
    ) {
      shadowed.push(node);
    }
    if (shadowed.some(({ start, end }) => start <= node.start && node.end <= end)) return;
    for (const rule of rules) edits.push(...rule(node, place, (name) => missing.delete(name)));
  };
  walk(parseAst(code, { lang: 'js', sourceType: 'script' }), visit, { parent: undefined, body: undefined });
  if (missing.size > 0) throw new Error(`${file} has no ${[...missing].join(', ')}`);
  return edited(code, edits);
}

const CLIENT_RULES: readonly Rule[] = [cases, comparisons, constants, fields, bodies, hooks];

const CLIENT_NAMES: readonly string[] = [
  ...TAGS_LEFT_OUT.keys(),
  ...ELEMENTS_LEFT_OUT,
  ...CONSTANTS.keys(),
  ...CONSTANT_FIELDS.keys(),
  ...BODIES.keys(),
  ...HOOKS_LEFT_OUT,
];

/** Elements that React hoists, of which there is one in a page, or custom ones. */
const ELEMENT_LEFT_OUT = /<(html|head|body|title|meta|link|[a-z]+-[a-z-]+)[\s/>]/;

/** What a file of ours asks of React that is left out. */
export function leftOutIn(code: string): string | undefined {
  for (const [, names = '', file = ''] of code.matchAll(/import \{([^}]*)\} from '(react(?:-dom)?)'/g)) {
    const leftOut = names.match(/\w+/g)?.find((name) => EXPORTS_LEFT_OUT[file]?.includes(name));
    if (leftOut !== undefined) return leftOut;
  }
  return ELEMENT_LEFT_OUT.exec(code)?.[1];
}

/**
 * Builds React without what this app never asks of it: a quarter of its weight. Its files are modules that no bundler
 * can take apart, but the minifier drops what nothing leads to any more.
 */
export function leanReact(): Plugin {
  return {
    name: 'heliograph:lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [REACT_FILE, OWN_FILE] },
      handler(code, id) {
        const file = REACT_FILE.exec(id)?.[1];
        if (file !== undefined) return withoutUnused(file, code);
        const wanted = leftOutIn(code);
        if (wanted !== undefined)
          throw new Error(`${id}: ${wanted} is on the list of what is left out of React`);
        return null;
      },
    },
  };
}
