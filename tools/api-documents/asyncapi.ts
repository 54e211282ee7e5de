import { SOCKET_CLOSE, SOCKET_PING, SOCKETS, type SocketName } from '@heliograph/contract';
import answerExamples from './answer-examples.json' with { type: 'json' };
import type { ContractTypes } from './contract-types.ts';
import { EXAMPLE_ADDRESS } from './curl-command.ts';
import { type JsonSchema, namesIn, referenceTo } from './json-schema.ts';

const ABOUT = `The two sockets of the gateway.

**Who may connect.** Everybody while *Read without a login* is on in the security settings, otherwise whoever has an account: with HTTP Basic in the \`Authorization\` header of the handshake, where a token for programs is as good as a password, or, in a browser, with the cookie that a successful call of \`/api/security/authenticate\` sets. A handshake of a page must come from the gateway’s own. What is refused is answered as any HTTP request is: 400, 401, 403, 421, 429 with \`Retry-After\`, 503 with \`Retry-After\` where there is no room for another socket.

**Staying connected.** A client sends the text \`${SOCKET_PING}\` now and then; it is not answered. The gateway pings as well, with frames of the protocol.

**Close codes.** ${SOCKET_CLOSE.tooMuch}: the client goes on sending more than it may. ${SOCKET_CLOSE.restart}: the gateway restarts or stops. ${SOCKET_CLOSE.tryAgainLater}: the client reads too slowly, or the admin needs its place. ${SOCKET_CLOSE.unauthorized}: the login it was opened with is no longer good.`;

interface SocketText {
  readonly title: string;
  readonly description: string;
  readonly message: { readonly name: string; readonly contentType: string; readonly payload: JsonSchema };
  readonly example: unknown;
}

const VALUE = referenceTo('LiveValue');

const TEXTS: Readonly<Record<SocketName, SocketText>> = {
  liveData: {
    title: 'Live data',
    description:
      'A message when something has changed, at most one a second, and one at least every 10 s. The first comes within a second.',
    message: { name: 'LiveData', contentType: 'application/json', payload: referenceTo('LiveData') },
    example: answerExamples.getLiveData,
  },
  liveLean: {
    title: 'Live data for pages',
    description:
      'Live data for the pages of the gateway, with another reader than theirs not meant to be used. Up to ten inverters: as `/livedata`. Above that each message has the inverter that the page shows, and of the others a summary (`summary`): the first one all of them (`all`: true), later ones those that have changed, of which only a new power where nothing else is new. At most 7500 bytes but for the first. The page says with the text `show <serial>` which inverter it shows, first of all and whenever it shows another one.',
    message: {
      name: 'LeanLiveData',
      contentType: 'application/json',
      payload: {
        type: 'object',
        properties: {
          all: {
            type: 'boolean',
            description: 'The list is whole, and what was told before counts no more.',
          },
          inverters: {
            type: 'array',
            items: {
              type: 'object',
              properties: { serial: { type: 'string' }, 0: { type: 'object', properties: { Power: VALUE } } },
              required: ['serial'],
            },
          },
          total: referenceTo('LiveTotal'),
          hints: referenceTo('LiveHints'),
          plant: referenceTo('LivePlant'),
        },
        required: ['inverters', 'total', 'hints'],
      },
    },
    example: {
      all: false,
      inverters: [{ serial: '114182730124', 0: { Power: { v: 345.6, u: 'W', d: 1 } } }],
      total: answerExamples.getLiveData.total,
      hints: answerExamples.getLiveData.hints,
    },
  },
  console: {
    title: 'Console',
    description: 'The log of the gateway as it is written; nothing from before the handshake.',
    message: {
      name: 'LogLines',
      contentType: 'text/plain',
      payload: { type: 'string', description: 'Whole lines that end with CR LF, one or several.' },
    },
    example: 'info  Settings were saved. section="inverters"\r\n',
  },
};

/** The document of the sockets. `version` is that of the product. */
export function createAsyncapi({ schemas }: ContractTypes, version: string): object {
  const names = Object.keys(SOCKETS) as SocketName[];
  const messages = names.map((name) => {
    const { title, message, example } = TEXTS[name];
    return [message.name, { ...message, title, examples: [{ payload: example }] }] as const;
  });
  const used = namesIn(messages, schemas);
  const { host, protocol } = new URL(EXAMPLE_ADDRESS);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Heliograph',
      version,
      description: ABOUT,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      gateway: {
        host,
        protocol: protocol === 'http:' ? 'ws' : 'wss',
        description: 'The gateway; with TLS the protocol is wss.',
        security: [{ $ref: '#/components/securitySchemes/admin' }],
      },
    },
    channels: Object.fromEntries(names.map((name) => [name, channelOf(name)])),
    operations: Object.fromEntries(names.flatMap(operationsOf)),
    components: {
      messages: { ...Object.fromEntries(messages), Ping: PING },
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
      securitySchemes: {
        admin: {
          type: 'http',
          scheme: 'basic',
          description:
            'The user admin, another account, or a token in place of the password; not needed while everybody may read.',
        },
      },
    },
  };
}

const PING = {
  name: 'Ping',
  title: 'Sign of life',
  contentType: 'text/plain',
  payload: { type: 'string', const: SOCKET_PING },
  examples: [{ payload: SOCKET_PING }],
} as const;

function channelOf(name: SocketName): object {
  const { title, description, message } = TEXTS[name];
  return {
    address: SOCKETS[name].path,
    title,
    description,
    messages: {
      [message.name]: { $ref: `#/components/messages/${message.name}` },
      Ping: { $ref: '#/components/messages/Ping' },
    },
    bindings: { ws: { method: 'GET' } },
  };
}

/** From the gateway's point of view: it sends data and receives signs of life. */
function operationsOf(name: SocketName): readonly (readonly [string, object])[] {
  const { title, description, message } = TEXTS[name];
  const operation = (action: 'send' | 'receive', messageName: string, told: string) => ({
    action,
    channel: { $ref: `#/channels/${name}` },
    summary: told,
    messages: [{ $ref: `#/channels/${name}/messages/${messageName}` }],
  });
  const seconds = SOCKETS[name].pingIntervalMs / 1000;
  return [
    [`${name}Send`, { ...operation('send', message.name, title), description }],
    [`${name}Ping`, operation('receive', PING.name, `Clients send it every ${seconds} s.`)],
  ];
}
