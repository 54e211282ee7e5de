import {
  type AccessClass,
  ENDPOINTS,
  type EndpointName,
  RESULT_CODES,
  RESULT_MESSAGES,
  type ResultName,
  UPLOADS,
  type UploadName,
} from '@heliograph/contract';
import type { ContractTypes } from './contract-types.ts';
import { EXAMPLE_ADDRESS } from './curl-command.ts';
import { type JsonSchema, type NamedSchemas, namesIn, referenceTo } from './json-schema.ts';
import { answerComponents, endpointOperation, limitedBodies, uploadOperation } from './operations.ts';
import { REFUSAL_RESPONSES, type RefusalResponse } from './refusal-responses.ts';

const ABOUT = `The HTTP API of the gateway. The pages of the web app use nothing else.

**Who may call.** Calls marked *anyone* are for everybody. Those marked *readers* are for everybody while *Read without a login* is on in the security settings, otherwise for everybody who has an account. *whoever is logged in* stands for every account, *operators* for operators and admins, *admin* for admins, and *admin in person* for admins, and for no program with a token. A link that shares a page lets a browser make the calls of *readers* that this page needs.

**The login** is HTTP Basic in the \`Authorization\` header: \`admin\` or the name of another account with its password (\`-u admin\` for curl), or a token for programs in place of the password, with any user name. A token reads, gives orders, or changes settings, as whoever made it has chosen; calls marked *whoever is logged in* and *admin in person* are not for tokens. Who may not make a call gets 401 without a login that is good, and 403 with one that is not enough.

**What is private.** Calls for *readers* tell names of servers and users, addresses and host names only to whoever sends the login of an admin along, or a token for settings; for everybody else eight bullets stand there. The same holds for the labels \`name\` and \`mac\` of the metrics, and for the lines of the console.

**POST.** The body is a form, \`application/x-www-form-urlencoded\` or \`multipart/form-data\`, with one field \`data\` that holds JSON. The answer has the status 200 also where the values were refused: \`type\` tells success from warning, \`code\` tells what it was, \`param\` has the numbers of the sentence. Values are read leniently: numbers may come as texts, keys that are not known are left aside. Lengths count bytes of UTF-8, so \`maxLength\` is reached sooner with other letters than ASCII. JSON may be nested 10 levels deep.

**Paths.** A path that goes on behind that of a GET, as \`/api/livedata/status/inverters\` does, is answered as the call itself, and a slash at the end is nothing. A POST has only its own path.

**One inverter.** Calls with the parameter \`inv\` take the serial of an inverter and answer for that one. A parameter that names an inverter is never left aside: where it cannot be honoured, the call is refused.

**Two generations.** Answers have the keys of original devices of February 2023, and behind those the keys that came later. The owner can choose one of them (\`api_generations\` in the network settings): then the keys of the other are missing. A call with the header \`X-Heliograph-Page: 1\` always gets both.

**Browsers.** A page may call only the gateway that it came from, and a POST of a page needs the header \`X-Requested-With: XMLHttpRequest\`.

**Answers** are never to be cached. Later versions may add keys.`;

/** What the calls are about, by the second part of their paths. */
const TAGS: Readonly<Record<string, readonly [name: string, description: string]>> = {
  livedata: ['Live data', 'What the roof does now.'],
  limit: ['Orders', 'Limit, switch on and off, restart.'],
  power: ['Orders', ''],
  orders: ['Orders', ''],
  eventlog: ['Inverters', 'Which there are, and what they say of themselves.'],
  devinfo: ['Inverters', ''],
  gridprofile: ['Inverters', ''],
  inverter: ['Inverters', ''],
  network: ['Network', 'Host name and addresses.'],
  ntp: ['Time', 'Clock, time server and zone.'],
  mqtt: ['MQTT', 'The connection to a broker.'],
  dtu: ['DTU', 'The gateway as a station on the air.'],
  device: ['Device', 'Pins and display.'],
  security: ['Security', 'Login and password.'],
  system: ['System', 'The machine, restart and firmware.'],
  maintenance: ['System', ''],
  logging: ['System', ''],
  firmware: ['System', ''],
  config: ['Files', 'Backup, restore, factory reset.'],
  file: ['Files', ''],
  i18n: ['Languages', 'For programs.'],
  prometheus: ['Prometheus', 'For its scraper.'],
  heliograph: ['Own additions', 'Calls that original devices do not have.'],
};

/** The document of the HTTP API. `version` is that of the product. */
export function createOpenapi(types: ContractTypes, version: string): object {
  const schemas: NamedSchemas = withResultCodes({ ...types.schemas, ...limitedBodies(types) });
  const paths: Record<string, Record<string, object>> = {};
  const add = (method: 'GET' | 'POST', path: string, operation: object) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: { tags: [tagOf(path)[0]], ...operation } };
  };
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const { method, path, access } = ENDPOINTS[name];
    add(method, path, { ...endpointOperation(name, types), ...securityOf(access) });
  }
  for (const name of Object.keys(UPLOADS) as UploadName[]) {
    const { method, path, access } = UPLOADS[name];
    add(method, path, { ...uploadOperation(name, types), ...securityOf(access) });
  }
  const used = namesIn({ paths, ApiResult: referenceTo('ApiResult') }, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heliograph',
      version,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{gateway}',
        description: 'The gateway, with its base path where it has one.',
        variables: { gateway: { default: EXAMPLE_ADDRESS } },
      },
    ],
    tags: tagList(Object.keys(paths)),
    paths,
    components: {
      securitySchemes: {
        admin: {
          type: 'http',
          scheme: 'basic',
          description:
            'The user admin, or another account, with its password; or any user name with a token for programs as the password.',
        },
      },
      responses: Object.fromEntries(
        Object.entries(REFUSAL_RESPONSES).map(([name, refusal]) => [name, responseOf(refusal)]),
      ),
      examples: answerComponents(),
      schemas: {
        ...Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
        Refusal: REFUSAL_SCHEMA,
      },
    },
  };
}

const REFUSAL_SCHEMA: JsonSchema = {
  description: 'Why a request was refused.',
  type: 'object',
  properties: {
    message: { description: 'One sentence in English.', type: 'string' },
    not_saved: {
      description: 'The disk did not take it; nothing was changed. Only ever true.',
      type: 'boolean',
    },
  },
  required: ['message'],
};

function tagOf(path: string): readonly [name: string, description: string] {
  const tag = TAGS[path.split('/')[2] ?? ''];
  if (tag === undefined) throw new Error(`${path} has no tag.`);
  return tag;
}

function tagList(paths: readonly string[]): readonly object[] {
  const descriptions = new Map<string, string>();
  for (const [name, description] of paths.map(tagOf)) {
    if (description !== '' || !descriptions.has(name)) descriptions.set(name, description);
  }
  return [...descriptions].map(([name, description]) => ({ name, description }));
}

/** `x-access` says it in one word: who reads may need no login, as is set at the gateway. */
function securityOf(access: AccessClass): object {
  const admin = { admin: [] };
  switch (access) {
    case 'open':
      return { security: [], 'x-access': 'anyone' };
    case 'readonly':
      return { security: [{}, admin], 'x-access': 'readers' };
    case 'login':
      return { security: [admin], 'x-access': 'whoever is logged in' };
    case 'operate':
      return { security: [admin], 'x-access': 'operators' };
    case 'admin':
      return { security: [admin], 'x-access': 'admin' };
    case 'owner':
      return { security: [admin], 'x-access': 'admin in person' };
  }
}

function responseOf({ description, header, examples }: RefusalResponse): object {
  return {
    description,
    ...(header && {
      headers: { [header.name]: { description: header.description, schema: { type: 'string' } } },
    }),
    ...(examples && {
      content: {
        'application/json': {
          schema: referenceTo('Refusal'),
          examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
        },
      },
    }),
  };
}

/** Puts the table of codes in the place of a bare number. */
function withResultCodes(schemas: NamedSchemas): NamedSchemas {
  const numbered = Object.entries(schemas).map(([name, schema]) => {
    const { code } = schema.properties ?? {};
    if (code === undefined || schema.properties?.type === undefined) return [name, schema] as const;
    const { description = '' } = code;
    const properties = { ...schema.properties, code: { ...referenceTo('ResultCode'), description } };
    return [name, { ...schema, properties }] as const;
  });
  return { ...Object.fromEntries(numbered), ResultCode: RESULT_CODE_SCHEMA };
}

const RESULT_CODE_SCHEMA: JsonSchema = {
  description: 'Every result code, with its sentence. The web app has its own words for each of them.',
  oneOf: (Object.keys(RESULT_CODES) as ResultName[]).flatMap((name) => {
    const { code } = RESULT_CODES[name];
    return code === undefined ? [] : [{ const: code, title: name, description: RESULT_MESSAGES[name] }];
  }),
};
