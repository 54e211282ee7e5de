/** As much of JSON Schema (2020-12) as the documents use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number;
  readonly enum?: readonly (string | number | null)[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly items?: JsonSchema;
  /** Of a list whose members differ by their places. */
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly contentMediaType?: string;
  readonly contentSchema?: JsonSchema;
  readonly format?: string;
}

export type NamedSchemas = Readonly<Record<string, JsonSchema>>;

const PREFIX = '#/components/schemas/';

/** A pointer to a schema that stands among the components of a document. */
export function referenceTo(name: string): JsonSchema {
  return { $ref: `${PREFIX}${name}` };
}

/** The names of all schemas that a part of a document points to, and those that these point to. */
export function namesIn(part: unknown, schemas: NamedSchemas): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [part];
  while (waiting.length > 0) {
    for (const [, name = ''] of JSON.stringify(waiting.pop()).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      waiting.push(schemas[name]);
    }
  }
  return found;
}
