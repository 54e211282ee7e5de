import ts from 'typescript';
import { type JsonSchema, referenceTo } from './json-schema.ts';
import { textOfComment } from './text-of-comment.ts';

/** Where types become schemas. */
export interface SchemaWork {
  readonly checker: ts.TypeChecker;
  /** Whether a declaration belongs to the contract, so that its name may stand in a document. */
  readonly isOurs: (declaration: ts.Declaration) => boolean;
  /** The schemas with a name of their own, in the order in which they were met. */
  readonly named: Map<string, JsonSchema>;
}

/**
 * On the wire the channels stand beside the other keys of an inverter, by their numbers, and not in an object of their
 * own. Source: docs/reference/original-device.md#live-data.
 */
const SPREAD_KEYS: Readonly<Record<string, string>> = { LiveInverter: 'channels' };

/** A type of the contract as a schema; types with a name are collected and pointed to. */
export function schemaOfType(type: ts.Type, work: SchemaWork): JsonSchema {
  const symbol = nameOf(type, work);
  if (symbol === undefined) return shapeOf(type, work);
  return namedSchemaOf(type, { name: symbol.name, description: commentOf(symbol, work.checker) }, work);
}

/** The same under a name that is given. */
export function namedSchemaOf(
  type: ts.Type,
  { name, description }: { readonly name: string; readonly description: string },
  work: SchemaWork,
): JsonSchema {
  if (!work.named.has(name)) {
    work.named.set(name, {}); // its place, should it contain itself
    work.named.set(name, describe(shapeOf(type, work), description, SPREAD_KEYS[name]));
  }
  return referenceTo(name);
}

/** The comment of a declaration, for callers. */
export function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return textOfComment(ts.displayPartsToString(symbol.getDocumentationComment(checker)));
}

/** The name that a type has in the contract: of an interface, or of an alias without parameters, but not of numbers. */
function nameOf(type: ts.Type, { isOurs }: SchemaWork): ts.Symbol | undefined {
  const alias = type.aliasTypeArguments === undefined ? type.aliasSymbol : undefined;
  const symbol = alias ?? (type.isClassOrInterface() ? type.symbol : undefined);
  const isNumbers = type.isUnion() && type.types.every((member) => member.isNumberLiteral());
  return !isNumbers && symbol?.declarations?.some(isOurs) ? symbol : undefined;
}

/** Types that are what they are, whatever they belong to. */
const PLAIN: readonly (readonly [flag: ts.TypeFlags, schema: JsonSchema])[] = [
  [ts.TypeFlags.Unknown, {}],
  [ts.TypeFlags.String, { type: 'string' }],
  [ts.TypeFlags.Number, { type: 'number' }],
  [ts.TypeFlags.BooleanLike, { type: 'boolean' }],
  [ts.TypeFlags.Null, { type: 'null' }],
];

/** What may stand beside each other in a union, in the order in which a document tells them. */
const PLAIN_KINDS = ['string', 'number', 'boolean', 'null'];

function shapeOf(type: ts.Type, work: SchemaWork): JsonSchema {
  const [, plain] = PLAIN.find(([flag]) => type.flags & flag) ?? [];
  if (plain !== undefined) return plain;
  if (type.isStringLiteral()) return { type: 'string', const: type.value };
  if (type.isNumberLiteral()) return { type: 'number', const: type.value };
  if (type.isUnion()) return unionOf(type, work);
  if (work.checker.isTupleType(type) || work.checker.isArrayType(type)) return listOf(type, work);
  if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return objectOf(type, work);
  throw noSchema(type, work);
}

function noSchema(type: ts.Type, { checker }: SchemaWork): Error {
  return new Error(`A type of the contract has no schema: ${checker.typeToString(type)}`);
}

function unionOf(union: ts.UnionType, work: SchemaWork): JsonSchema {
  const members = union.types.filter((member) => !(member.flags & ts.TypeFlags.Undefined));
  const [first] = members;
  if (first !== undefined && members.length === 1) return schemaOfType(first, work);
  // As with `LiveData`, of which there are two generations.
  if (members.every(({ flags }) => flags & ts.TypeFlags.Object)) {
    return { anyOf: members.map((member) => schemaOfType(member, work)) };
  }
  const schemas = members.map((member) => shapeOf(member, work));
  const literals = schemas.flatMap((schema) => schema.const ?? []);
  const types = [...new Set(schemas.map((schema) => schema.type))];
  const [type] = types;
  if (type !== undefined && types.length === 1 && literals.length === members.length) {
    return { type, enum: literals };
  }
  const kinds = PLAIN_KINDS.filter((kind) => types.includes(kind));
  if (literals.length === 0 && kinds.length === types.length) return { type: kinds };
  throw noSchema(union, work);
}

function listOf(type: ts.Type, work: SchemaWork): JsonSchema {
  const items = work.checker.getTypeArguments(type as ts.TypeReference); // as lists are
  const [item] = items;
  if (item !== undefined && new Set(items).size > 1 && work.checker.isTupleType(type)) {
    const prefixItems = items.map((one) => schemaOfType(one, work));
    return { type: 'array', prefixItems, minItems: items.length, maxItems: items.length };
  }
  if (item === undefined || new Set(items).size > 1) throw noSchema(type, work);
  const list = { type: 'array', items: schemaOfType(item, work) };
  return work.checker.isTupleType(type) ? { ...list, minItems: items.length, maxItems: items.length } : list;
}

function objectOf(type: ts.Type, work: SchemaWork): JsonSchema {
  const { checker } = work;
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const named = checker.getPropertiesOfType(type);
  const isEmpty = index !== undefined && (index.flags & ts.TypeFlags.Never) !== 0;
  if (isEmpty) return { type: 'object', properties: {} };
  if (index !== undefined && named.length === 0) {
    return { type: 'object', additionalProperties: schemaOfType(index, work) };
  }
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const property of named) {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const told = checker.getTypeOfSymbol(property);
    const value = isOptional && !takesNull(told) ? checker.getNonNullableType(told) : told;
    properties[property.name] = describe(schemaOfType(value, work), commentOf(property, checker));
    if (!isOptional) required.push(property.name);
  }
  const shape = { type: 'object', properties, ...(required.length > 0 && { required }) };
  return index === undefined ? shape : { ...shape, additionalProperties: otherKeysOf(index, named, work) };
}

/** What stands below keys without a name: TypeScript wants the types of those with a name among theirs. */
function otherKeysOf(index: ts.Type, named: readonly ts.Symbol[], work: SchemaWork): JsonSchema {
  const { checker } = work;
  const membersOf = (type: ts.Type) =>
    (type.isUnion() ? type.types : [type]).filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
  const ofNamed = new Set(named.flatMap((property) => membersOf(checker.getTypeOfSymbol(property))));
  const [other, ...more] = membersOf(index).filter((member) => !ofNamed.has(member));
  if (other === undefined || more.length > 0) throw noSchema(index, work);
  return schemaOfType(other, work);
}

function takesNull(type: ts.Type): boolean {
  if (type.flags & ts.TypeFlags.Unknown) return true; // whatever JSON has
  return type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
}

/** The schema with a description, and with the keys of `spread` in its place. */
function describe(schema: JsonSchema, description: string, spread?: string): JsonSchema {
  const flat = spread === undefined ? schema : spreadKey(schema, spread);
  return description === '' ? flat : { description, ...flat };
}

function spreadKey(schema: JsonSchema, key: string): JsonSchema {
  const { properties = {}, required = [] } = schema;
  const spread = Object.entries(properties).flatMap(([name, property]) =>
    name === key ? Object.entries(property.properties ?? {}) : [[name, property] as const],
  );
  return {
    ...schema,
    properties: Object.fromEntries(spread),
    required: required.filter((name) => name !== key),
  };
}
