/**
 * What somebody with an account may do, each all that the one before it may: `viewer` reads, `operator` gives orders to the
 * inverters, `admin` changes settings.
 */
export const ROLES = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who may call: `open` everyone; `readonly` everyone while `allow_readonly` is on, else whoever has an account; `login` whoever
 * has an account; `operate` operators and admins; `admin` admins, and programs that were given a token for settings; `owner`
 * admins in person, since who may do that can give all rights to anybody. The admin of an original device may all of it.
 * Source: docs/reference/original-device.md#who-may-call-what, docs/decisions/0008-anonymous-reading.md and
 * docs/decisions/0052-accounts-and-roles.md.
 */
export type AccessClass = 'open' | 'readonly' | 'login' | 'operate' | 'admin' | 'owner';

/**
 * One call of the HTTP API: where it is, who may, how a client reads the answer, and, in the types only, what goes in
 * (`Body` of a POST, `Query` of a GET) and what the gateway must send. Each stands in the module of its concern, so
 * that a page carries the readers of its own calls and no others. How a body is checked stands in `BODY_SCHEMAS`.
 */
export interface AnyEndpoint<
  Sent,
  Received,
  Body = undefined,
  Query extends string = never,
  OptionalQuery extends string = never,
> {
  readonly method: [Body] extends [undefined] ? 'GET' : 'POST';
  /** The list of zones is the one static file that a page asks for as it asks for an answer. */
  readonly path: `/api/${string}` | '/zones.json';
  readonly access: AccessClass;
  /** Names of the query parameters that the call is made with. */
  readonly query: readonly Query[];
  /** Names of those that it may be made with as well. */
  readonly optionalQuery?: readonly OptionalQuery[];
  /** Keys of the answer that are masked for whoever is not logged in: `SECRET_PLACEHOLDER` stands there. */
  readonly privateKeys?: readonly string[];
  /** Reads an answer, as JSON and as the text it came as; undefined when it makes no sense. */
  readonly read: (value: unknown, text?: string) => Received | undefined;
  /** Exists in the types only. */
  readonly types?: { readonly sent: Sent; readonly body: Body };
}

/** A call of any class but the one of readers. */
export interface Endpoint<
  Sent,
  Received,
  Body = undefined,
  Query extends string = never,
  OptionalQuery extends string = never,
> extends AnyEndpoint<Sent, Received, Body, Query, OptionalQuery> {
  readonly access: Exclude<AccessClass, 'readonly'>;
}

/** A call for whoever may read. It has a row in `SHARED_WITH`, which does not compile without it. */
export interface ReadersEndpoint<
  Sent,
  Received,
  Query extends string = never,
  OptionalQuery extends string = never,
> extends AnyEndpoint<Sent, Received, undefined, Query, OptionalQuery> {
  readonly access: 'readonly';
}
