import asyncapiSchema from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' };
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

type Json = Readonly<Record<string, unknown>>;

/** The address under which a document's own parts are found. */
const DOCUMENT = 'heliograph:document';

/** What is wrong with a document of the HTTP API; undefined when nothing is. */
export async function problemOfOpenapi(document: object): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as Json);
  return valid ? undefined : errors;
}

/** What is wrong with a document of the sockets, by the schema that its makers publish; undefined when nothing is. */
export function problemOfAsyncapi(document: object): unknown {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false });
  const { $schema, ...schema } = asyncapiSchema; // written for an older spelling of the same address
  const isValid = ajv.compile(schema);
  return isValid(document) ? undefined : isValid.errors;
}

/** Checks values against schemas of a document. */
export interface ValueChecks {
  /** What is wrong with a value; undefined when nothing is. */
  problemOf(schema: object, value: unknown): unknown;
}

/** With `isClosed` a key that the document does not know is a problem too. */
export function createValueChecks(document: object, isClosed = false): ValueChecks {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const prepared = (schema: object) => (isClosed ? closed(schema) : schema) as object;
  ajv.addSchema({ $id: DOCUMENT, ...prepared(document) });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return {
    problemOf(schema, value) {
      const rooted = JSON.stringify(prepared(schema)).replaceAll('"$ref":"#', `"$ref":"${DOCUMENT}#`);
      const isValid = compiled.get(rooted) ?? ajv.compile(JSON.parse(rooted));
      compiled.set(rooted, isValid);
      return isValid(value) ? undefined : isValid.errors;
    },
  };
}

/** The same, in which objects with known keys have no others but those they are said to have. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isObject = 'properties' in part && 'type' in part && part.type === 'object';
  return isObject ? { additionalProperties: false, ...inner } : inner;
}

/** A place in a document where a schema has examples. */
export interface Example {
  readonly where: string;
  readonly schema: object;
  readonly value: unknown;
}

/** Every example of a document that has a schema beside it. */
export function examplesOf(document: Json): readonly Example[] {
  return below(document, '').flatMap(({ where, part }) => {
    const { schema, payload, example, examples } = part;
    const shape = schema ?? payload;
    if (typeof shape !== 'object' || shape === null) return [];
    const named = Object.entries((examples ?? {}) as Readonly<Record<string, Json>>).map(([name, entry]) => ({
      where: `${where}/${name}`,
      schema: shape,
      value: exampleValue(document, entry),
    }));
    return example === undefined ? named : [...named, { where, schema: shape, value: example }];
  });
}

function exampleValue(document: Json, entry: Json): unknown {
  if (typeof entry.$ref !== 'string') return entry.value ?? entry.payload;
  const found = entry.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Json)[key], document);
  return (found as Json).value;
}

function below(part: unknown, where: string): readonly { readonly where: string; readonly part: Json }[] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.entries(part).flatMap(([key, value]) => below(value, `${where}/${key}`));
  return Array.isArray(part) ? inner : [{ where, part: part as Json }, ...inner];
}
