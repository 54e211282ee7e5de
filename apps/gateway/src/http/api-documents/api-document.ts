/** As much of the documents of the API as their page shows. */

export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: string | number;
  readonly enum?: readonly (string | number | null)[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Schema | undefined>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Example {
  readonly $ref?: string;
  readonly value?: unknown;
}

export interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example | undefined>>;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content | undefined>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-access': string;
  readonly parameters?: readonly { readonly name: string; readonly description: string }[];
  readonly requestBody?: {
    readonly description?: string;
    readonly content: Readonly<Record<string, Content | undefined>>;
  };
  readonly responses: Readonly<Record<string, Response | undefined>>;
  readonly 'x-codeSamples': readonly { readonly source: string }[];
}

export interface HttpDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, Example>>;
  };
}

interface Message {
  readonly title: string;
  readonly payload: Schema;
  readonly examples: readonly { readonly payload: unknown }[];
}

export interface SocketDocument {
  readonly info: { readonly description: string };
  readonly channels: Readonly<
    Record<string, { readonly address: string; readonly title: string; readonly description: string }>
  >;
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly action: string;
        readonly channel: { readonly $ref: string };
        readonly summary: string;
        readonly messages: readonly { readonly $ref: string }[];
      }
    >
  >;
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
}

/** The last part of a pointer into a document: the name of what it points to. */
export function nameIn(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}
