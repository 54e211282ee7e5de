import { join } from 'node:path';
import {
  FLEET_BODIES,
  FLEET_CALLS,
  type FleetAccess,
  type FleetAnswer,
  type FleetBodies,
  type FleetCallName,
  REFUSAL_STATUS,
  REFUSALS,
  type RefusalName,
} from '@heliograph/fleet-contract';
import ts from 'typescript';
import * as z from 'zod/mini';
import { ROOT } from '../root.mjs';
import { createProgramOf, exportOf } from './contract-types.ts';
import { type JsonSchema, type NamedSchemas, referenceTo } from './json-schema.ts';
import { firstSentence } from './text-of-comment.ts';
import { commentOf, type SchemaWork, schemaOfType } from './type-schemas.ts';

const CONTRACT = join(ROOT, 'packages', 'fleet-contract');

const REFUSAL_TEXTS: Readonly<Record<RefusalName, string>> = {
  login: 'Nobody is logged in, or the login is over.',
  credentials: 'Name or password are wrong.',
  throttled:
    'There were too many wrong passwords, or too much at once. `Retry-After` says for how many seconds to wait.',
  forbidden: 'This is for others, or the call came from a page of another address.',
  unknown: 'There is no such site, group, account or link, or none that one may see.',
  taken: 'Something else has this name or id.',
  values: 'The body makes no sense.',
  'last-admin': 'Nobody would be left who is an admin.',
  database: 'The database does not answer. Nothing was changed.',
  timeseries: 'The time-series database does not answer.',
  fault: 'The fleet page itself has a fault. Its log says which.',
};

const ABOUT = `The HTTP API of a fleet page, \`heliograph fleet\`. Its own pages use nothing else.

**Who may call.** Calls marked *anyone* are for everybody, *own account* for whoever is logged in. Calls marked *who sees* are for whoever is logged in or has opened a link, and tell of the sites in the groups of theirs alone. *who manages* stands for managers of the group that it is about, and for admins, *admin* for admins. What somebody may not see is answered as if it were not there.

**The session** is a cookie, which \`login\` and \`openShare\` bring. Over http it is called \`heliograph-fleet\`.

**POST.** The body is JSON. A browser may send it from a page of the same address only: \`Origin\` has to be that address, or \`Sec-Fetch-Site: same-origin\`. Programs send \`Origin\` as well.

**Refusals.** An answer with another status than 200 has one key, \`refusal\`:

${REFUSALS.map((name) => `- \`${name}\` (${REFUSAL_STATUS[name]}): ${REFUSAL_TEXTS[name]}`).join('\n')}

**Readings** come from gateways, with the id and the password of their site.

**Answers** are never to be cached. Later versions may add keys.`;

const ACCESS: Readonly<Record<FleetAccess, string>> = {
  open: 'anyone',
  see: 'who sees',
  own: 'own account',
  manage: 'who manages',
  admin: 'admin',
};

const TAGS = {
  Sites: 'What one sees.',
  Login: 'Who one is.',
  Management: 'What is set up.',
  Readings: 'For gateways.',
} as const;
type Tag = keyof typeof TAGS;

function tagOf(call: FleetCallName): Tag {
  if (['getView', 'getLive', 'getHistory'].includes(call)) return 'Sites';
  return ['login', 'openShare', 'logout', 'setOwnPassword'].includes(call) ? 'Login' : 'Management';
}

const QUERY: Readonly<Record<string, readonly [description: string, schema: JsonSchema]>> = {
  site: ['Id of a site.', { type: 'string' }],
  group: ['Id of a group.', { type: 'string' }],
  day: ['The day of the curve.', { type: 'string', format: 'date' }],
  zone: [
    'By whose clock days begin, as IANA calls it, such as `Europe/Berlin`; none: UTC.',
    { type: 'string' },
  ],
};

const BODY_EXAMPLES: { readonly [C in keyof FleetBodies]?: FleetBodies[C] } = {
  login: { name: 'anna', password: 'a long password' },
  addSite: { id: 'barn', name: 'The barn', group: '' },
  addShare: { name: 'For the neighbours', group: 'n8Zt0q', validFor: 604_800 },
};

const ANSWER_EXAMPLES: { readonly [C in FleetCallName]?: FleetAnswer<C> } = {
  getView: {
    me: { name: 'anna', admin: true, manages: [] },
    version: '0.2.0',
    groups: [{ id: 'n8Zt0q', name: 'North' }],
    sites: [
      {
        ...{ id: 'barn', name: 'The barn', group: 'n8Zt0q', state: 'ok', problems: [], heard: 2 },
        summary: {
          ...{ name: 'Barn', version: '0.2.0', at: 1_781_992_800, power: 2310, today: 7480, day: true },
          ...{ inverters: 3, reachable: 3, producing: 3, findings: 0, alerts: 0 },
        },
        place: { lat: 48.14, lon: 11.58 },
      },
    ],
    parts: { timeseries: 12 },
  },
  getHistory: {
    power: [
      [1_781_992_800, 2310],
      [1_781_993_100, null],
    ],
    days: [{ day: '2026-06-21', wh: 14_200 }],
  },
};

const REFUSED = { $ref: '#/components/responses/Refused' };

/** The document of the API of a fleet page. `version` is that of the product. */
export function createFleetOpenapi(version: string): object {
  const { comments, answers, schemas } = readFleetTypes();
  const paths: Record<string, object> = {};
  for (const call of Object.keys(FLEET_CALLS) as FleetCallName[]) {
    const { method, path, access } = FLEET_CALLS[call];
    const comment = comments.get(call) ?? '';
    if (comment === '') throw new Error(`${call} has no comment.`);
    const operation = {
      tags: [tagOf(call)],
      operationId: call,
      ...{ summary: firstSentence(comment), description: comment },
      ...parametersOf(call),
      ...bodyOf(call),
      responses: { 200: answerOf(call, answers.get(call)), default: REFUSED },
      security: access === 'open' ? [] : [{ session: [] }],
      'x-access': ACCESS[access],
    };
    paths[path] = { [method.toLowerCase()]: operation };
  }
  for (const path of ['/write', '/api/v2/write']) paths[path] = { post: writeOperation(path) };
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Heliograph fleet', version, description: ABOUT },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{fleet}',
        description: 'The address of the fleet page.',
        variables: { fleet: { default: 'https://fleet.example.org' } },
      },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-heliograph-fleet' },
        site: { type: 'http', scheme: 'basic', description: 'The id of a site and its password.' },
      },
      responses: { Refused: { description: 'It was refused.', content: jsonOf(referenceTo('Refusal')) } },
      schemas,
    },
  };
}

interface FleetTypes {
  readonly comments: ReadonlyMap<string, string>;
  /** Undefined for what is no JSON. */
  readonly answers: ReadonlyMap<string, JsonSchema | undefined>;
  readonly schemas: NamedSchemas;
}

function readFleetTypes(): FleetTypes {
  const program = createProgramOf(CONTRACT);
  const checker = program.getTypeChecker();
  const work: SchemaWork = {
    checker,
    isOurs: (declaration) => declaration.getSourceFile().fileName.startsWith(join(CONTRACT, 'src')),
    named: new Map(),
  };
  const file = join(CONTRACT, 'src', 'calls.ts');
  const rows = checker.getTypeOfSymbol(exportOf(program, file, 'FLEET_CALLS')).getProperties();
  const comments = rows.map((row) => [row.name, commentOf(row, checker)] as const);
  const answers = rows.map((row) => {
    const types = checker.getTypeOfSymbol(row).getProperty('types');
    const told = types && checker.getNonNullableType(checker.getTypeOfSymbol(types)).getProperty('answer');
    const type = told && checker.getTypeOfSymbol(told);
    if (type === undefined) throw new Error(`${row.name} is no call.`);
    return [row.name, type.flags & ts.TypeFlags.Never ? undefined : schemaOfType(type, work)] as const;
  });
  // By the live stream and by refusals.
  for (const name of ['FleetChange', 'Refusal']) {
    schemaOfType(checker.getDeclaredTypeOfSymbol(exportOf(program, file, name)), work);
  }
  return {
    ...{ comments: new Map(comments), answers: new Map(answers) },
    schemas: Object.fromEntries(work.named),
  };
}

const jsonOf = (schema: JsonSchema, example?: object) => ({
  'application/json': { schema, ...(example && { example }) },
});

function answerOf(call: FleetCallName, answer: JsonSchema | undefined): object {
  if (answer !== undefined)
    return { description: 'It was done.', content: jsonOf(answer, ANSWER_EXAMPLES[call]) };
  if (call !== 'getLive') throw new Error(`${call} answers with nothing that is known.`);
  return {
    description: 'The stream. `data` of `view` is a `FleetView`, that of `change` a `FleetChange`.',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  };
}

function parametersOf(call: FleetCallName): object {
  const { query = [] }: { readonly query?: readonly string[] } = FLEET_CALLS[call];
  if (query.length === 0) return {};
  const parameters = query.map((name) => {
    const [description, schema] = QUERY[name] ?? [];
    if (schema === undefined) throw new Error(`Nothing is known of the parameter ${name}.`);
    return { ...{ name, in: 'query', description, schema }, required: name === 'day' };
  });
  return { parameters };
}

const isWithBody = (call: FleetCallName): call is keyof typeof FLEET_BODIES => call in FLEET_BODIES;

function bodyOf(call: FleetCallName): object {
  if (!isWithBody(call)) return {};
  const { $schema: _, ...schema } = z.toJSONSchema(FLEET_BODIES[call], { io: 'input' });
  return { requestBody: { required: true, content: jsonOf(schema as JsonSchema, BODY_EXAMPLES[call]) } };
}

function writeOperation(path: string): object {
  const seconds = { schema: { type: 'integer' } };
  const refusal = (description: string) => ({
    description,
    content: { 'text/plain': { schema: { type: 'string' } } },
  });
  return {
    tags: ['Readings'],
    operationId: path === '/write' ? 'write' : 'writeV2',
    summary: 'Takes readings of a site',
    description:
      'Lines as InfluxDB takes them, of the site that has logged in. The time-series database has them when the answer comes. What is sent twice counts once.',
    requestBody: {
      required: true,
      description: 'At most 4 MiB, packed and unpacked. It may be packed with `Content-Encoding: gzip`.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
    responses: {
      204: {
        description: 'All lines are kept that make sense and are of this site.',
        headers: {
          'X-Refused': { description: 'How many lines were not taken.', schema: { type: 'integer' } },
          'X-Database-Since': {
            description:
              'Since when the database runs, in Unix seconds. What it got shortly before may be lost.',
            ...seconds,
          },
        },
      },
      400: refusal('It is no UTF-8, cannot be unpacked, or the database refuses it.'),
      401: refusal('Id or password are wrong.'),
      413: refusal('It is too much at once: send less.'),
      415: refusal('It is packed in a way that is not known here.'),
      429: refusal('Too many wrong passwords came from this address.'),
      503: {
        ...refusal('The database does not take it now, or too much is under way: send the same again later.'),
        headers: { 'Retry-After': { description: 'For how many seconds to wait.', ...seconds } },
      },
    },
    security: [{ site: [] }],
    'x-access': 'a site',
  };
}
