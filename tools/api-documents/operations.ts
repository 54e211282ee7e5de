import {
  type ApiResult,
  BACKUP_FILE,
  type BackupPreview,
  BODY_SCHEMAS,
  CONFIG_FIELD,
  CONFIG_FILE,
  ENDPOINTS,
  type EndpointName,
  FILE_REFUSAL_HEADER,
  FILE_REFUSALS,
  FIRMWARE_FIELD,
  fileRefusal,
  fileRefusalText,
  MD5_FIELD,
  PIN_PROFILE_FILE,
  type PostName,
  type RestoreAdjustments,
  UPLOADS,
  type UploadName,
} from '@heliograph/contract';
import { POST_CASES } from '@heliograph/testbed/gateway/post-cases.ts';
import answerExamples from './answer-examples.json' with { type: 'json' };
import { BODY_REFUSALS, GOOD_BODY_ANSWERS, resultNameOf } from './answer-results.ts';
import { refusalsOf, withLimits } from './body-limits.ts';
import type { CallTypes, ContractTypes } from './contract-types.ts';
import { curlCommand, dataArguments } from './curl-command.ts';
import type { JsonSchema, NamedSchemas } from './json-schema.ts';
import { REFUSAL_RESPONSES, type RefusalName } from './refusal-responses.ts';
import { firstSentence } from './text-of-comment.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = 'multipart/form-data';

const QUERY: Readonly<Record<string, readonly [description: string, example: string]>> = {
  inv: ['Serial of the inverter.', '114182730124'],
  shown: ['Serial of the inverter that a page of the gateway shows; nobody else needs it.', '114182730124'],
  source: ['Id of the device, as the list of sources has it.', '9b3f01ac'],
  document: ['Which settings: `network`, `time`, `mqtt`, `dtu`, `security` or `device`.', 'dtu'],
  facts: ['Which document: `system`, `network`, `ntp` or `mqtt`; empty: all of them.', 'system'],
  name: ['Name of a copy, as the list of copies has it.', 'device-9b3f01ac-1718971200.json'],
  from: ['Begin, as unix time in seconds.', '1781992800'],
  to: ['End, as unix time in seconds; not included.', '1782079200'],
  step: [
    '`hour`, `day`, `month` or `year`; of a file `raw`, `minute`, `quarter`, `hour`, `day` or `month`.',
    'day',
  ],
  string: ['Number of the string, from 1; none: the whole inverter.', '1'],
  id: ['What was found, by its `id`', '114182730124-2-1784544480'],
  history: ['`1`: with everything that was measured.', '1'],
  before: ['Id of a change: those before it.', '42'],
  measure: [
    '`power`, `dc_power`, `voltage`, `current`, `frequency`, `temperature`, `limit` or `reachability`; none: `power`.',
    'power',
  ],
  points: ['How many points at most; none: 1000.', '800'],
  locale: ['Language of the messages: `de`, `en` or `fr`.', 'de'],
  file: [`Name of the file: \`${CONFIG_FILE}\` or \`${PIN_PROFILE_FILE}\`.`, PIN_PROFILE_FILE],
};

const FILE_CONTENT = {
  type: JSON_TYPE,
  schema: { description: 'The file as it is, in the layout of the original firmware.' },
};

/** Answers that are not JSON of a known shape. */
const OTHER_CONTENT: {
  readonly [N in EndpointName]?: { readonly type: string; readonly schema: JsonSchema };
} = {
  getPrometheusMetrics: { type: 'text/plain', schema: { type: 'string' } },
  getHistoryCsv: { type: 'text/csv', schema: { type: 'string' } },
  getEventsCsv: { type: 'text/csv', schema: { type: 'string' } },
  getBackup: {
    type: 'application/octet-stream',
    schema: { description: 'A database in the format of SQLite.' },
  },
  getConfigFile: FILE_CONTENT,
  getFile: FILE_CONTENT,
};

/** One call of the contract as an operation of the document; who may call is not its concern. */
export function endpointOperation(name: EndpointName, types: ContractTypes): object {
  const call = types.calls.get(name);
  if (call === undefined) throw new Error(`${name} has no types.`);
  return isPost(name) ? postOperation(name, call) : getOperation(name, call);
}

function isPost(name: EndpointName): name is PostName {
  return ENDPOINTS[name].method === 'POST';
}

const POST_NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter(isPost);

function getOperation(name: Exclude<EndpointName, PostName>, call: CallTypes): object {
  const endpoint: { query: readonly string[]; optionalQuery?: readonly string[] } = ENDPOINTS[name];
  const { path, access } = ENDPOINTS[name];
  const { query, optionalQuery = [] } = endpoint;
  const names = [...query, ...optionalQuery];
  const search = query.map((key, index) => `${index === 0 ? '?' : '&'}${key}=${QUERY[key]?.[1]}`).join('');
  const { type, schema } = OTHER_CONTENT[name] ?? { type: JSON_TYPE, schema: call.sent };
  const noFile: readonly RefusalName[] = name === 'getConfigFile' || name === 'getFile' ? ['NoSuchFile'] : [];
  // Live data have an empty list then.
  const canMiss = optionalQuery.includes('inv') && name !== 'getLiveData';
  const isBackup = name === 'getBackup';
  const noInverter: readonly RefusalName[] = canMiss ? ['NoSuchInverter'] : [];
  return {
    ...headOf(name, call.comment),
    ...(names.length > 0 && { parameters: names.map(parameterOf) }),
    responses: {
      200: {
        description: 'What was asked for.',
        content: { [type]: { schema, example: answerExamples[name] } },
      },
      ...refusals([
        'Unreadable',
        ...loginRefusal(access),
        ...noFile,
        ...noInverter,
        'OtherName',
        'TooMany',
        ...(isBackup ? [] : (['Failed'] as const)),
        'Busy',
      ]),
      ...(isBackup && { 500: NOT_MADE }),
    },
    ...samples(
      curlCommand({ path: `${path}${search}`, isForAdmin: access !== 'open' && access !== 'readonly' }),
    ),
  };
}

const text = (description: string, example: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' }, example } },
});

/** Before the first byte of a file. */
const NOT_MADE = {
  ...text('It could not be made: one sentence says why.', 'The backup could not be made (the disk is full).'),
  headers: {
    [FILE_REFUSAL_HEADER]: {
      description:
        'The same reason as a name: `disk-full`, `disk-read-only` or `not-stored`. Later versions may have more.',
      schema: { type: 'string' },
    },
  },
};

/** The gateway lets every page call what is for everybody, as long as it is its own. */
function loginRefusal(access: string): readonly RefusalName[] {
  return access === 'open' ? ['Forbidden'] : ['LoginNeeded', 'Forbidden'];
}

function postOperation(name: PostName, call: CallTypes): object {
  const { path } = ENDPOINTS[name];
  const { dataMaxLength } = POST_CASES[name];
  const good = goodBody(name);
  return {
    ...headOf(name, call.comment),
    requestBody: {
      required: true,
      description: `JSON in the field \`data\`, at most ${dataMaxLength} bytes.`,
      content: {
        [FORM_TYPE]: {
          schema: formOf(call.body ?? {}),
          encoding: { data: { contentType: JSON_TYPE } },
          example: { data: good },
        },
        [MULTIPART_TYPE]: {
          schema: formOf({ type: 'string', contentMediaType: JSON_TYPE, contentSchema: call.body ?? {} }),
          example: { data: JSON.stringify(good) },
        },
      },
    },
    responses: {
      200: {
        description: 'What became of it; `type` tells success from refusal.',
        content: { [JSON_TYPE]: { schema: call.sent, examples: resultExamples(name, good) } },
      },
      ...refusals([
        ...([
          'Unreadable',
          'LoginNeeded',
          'Forbidden',
          'TooSlow',
          'TooLarge',
          'OtherName',
          'TooMany',
        ] as const),
        ...(['NotSaved', 'Busy'] as const),
      ]),
    },
    ...samples(curlCommand({ path, isForAdmin: true, body: dataArguments(good) })),
  };
}

/** A body that the gateway takes, in the form in which it keeps it. */
function goodBody(name: PostName): object {
  return BODY_SCHEMAS[name].parse(POST_CASES[name].good);
}

function formOf(data: JsonSchema): JsonSchema {
  return { type: 'object', properties: { data }, required: ['data'] };
}

/** Every answer to a POST, by the name of its result: to a good body, to a bad field, to no body. */
function resultExamples(name: PostName, good: object): object {
  const names = answersOf(name, good).map((answer) => exampleNameOf(name, answer));
  return Object.fromEntries(names.map((key) => [key, { $ref: `#/components/examples/${key}` }]));
}

/** Answers to POSTs, as components of the document. */
export function answerComponents(): object {
  const named = POST_NAMES.flatMap((name) =>
    answersOf(name, goodBody(name)).map((value) => [exampleNameOf(name, value), { value }]),
  );
  return Object.fromEntries(named);
}

function answersOf(name: PostName, good: object): readonly ApiResult[] {
  return [...GOOD_BODY_ANSWERS[name], ...refusalsOf(name, good), ...BODY_REFUSALS];
}

/** A result means the same wherever it is answered, numbers included. */
function exampleNameOf(name: PostName, answer: ApiResult): string {
  const { type, problem } = { problem: undefined, ...answer };
  return resultNameOf(answer) ?? `${name}_${problem ?? type}`;
}

/** The schemas of all bodies with their limits, by their names. */
export function limitedBodies({ calls, schemas }: ContractTypes): NamedSchemas {
  const bodies = POST_NAMES.map((name) => {
    const schemaName = calls.get(name)?.body?.$ref?.split('/').at(-1) ?? '';
    const schema = schemas[schemaName];
    if (schema === undefined) throw new Error(`The body of ${name} has no name.`);
    return [schemaName, withLimits(name, goodBody(name), schema)] as const;
  });
  return Object.fromEntries(bodies);
}

/** An upload as an operation of the document. */
export function uploadOperation(
  name: UploadName,
  { uploads, adjustments, backupPreview }: ContractTypes,
): object {
  const { path, query } = UPLOADS[name];
  const names: readonly string[] = query;
  const { fields, search, body } = UPLOAD_FORMS[name];
  return {
    ...headOf(name, uploads.get(name) ?? ''),
    ...(names.length > 0 && { parameters: names.map(parameterOf) }),
    requestBody: {
      required: true,
      content: {
        [MULTIPART_TYPE]: {
          schema: { type: 'object', properties: fields, required: Object.keys(fields) },
        },
      },
    },
    responses: {
      200:
        name === 'previewBackup'
          ? {
              description: 'What a restore of the backup would change.',
              content: { [JSON_TYPE]: { schema: backupPreview, example: BACKUP_PREVIEW } },
            }
          : name === 'previewRestore'
            ? {
                description: 'What a restore would not keep as the file has it; empty for most files.',
                content: { [JSON_TYPE]: { schema: adjustments, example: ADJUSTMENTS } },
              }
            : text('It was taken; the gateway restarts.', 'OK'),
      ...refusals(['Unreadable', 'LoginNeeded', 'Forbidden', 'OtherName', 'TooMany']),
      500: {
        ...text(
          'It was refused: one sentence says why. Nothing was changed.',
          'The upload is not a form of the type multipart/form-data.',
        ),
        headers: { [FILE_REFUSAL_HEADER]: REASON_HEADER },
      },
      ...refusals(['Busy']),
    },
    ...samples(curlCommand({ path: `${path}${search}`, isForAdmin: true, body })),
  };
}

/** The names of all reasons, each with the parameters that it has. */
const REASONS = Object.entries(FILE_REFUSALS)
  .map(([name, params]) => `\`${name}\`${params.length === 0 ? '' : ` (${params.join(', ')})`}`)
  .join(', ');

const REASON_HEADER = {
  description: `The same reason as a name, and what its sentence holds as parameters behind a question mark, encoded as in an address: ${REASONS}. Later versions may have more.`,
  schema: { type: 'string' },
  example: fileRefusalText(fileRefusal('too-large', { max: '65536' })),
};

const ADJUSTMENTS: RestoreAdjustments = {
  adjustments: [
    { path: 'mqtt.port', from: 99_999_999, to: 65_535, reason: 'above-maximum', hidden: false },
    { path: 'wifi.password', from: null, to: null, reason: 'too-long', hidden: true },
  ],
};

const BACKUP_PREVIEW: BackupPreview = {
  ...{ version: '0.2.0', at: 1_784_500_000, has_history: true },
  sections: [{ section: 'dtu', values: [{ path: ['dtu_pollinterval'], before: 5, after: 10 }] }],
};

const FILE: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };
const BACKUP_FORM = {
  fields: { [CONFIG_FIELD]: FILE },
  search: '',
  body: [`-F ${CONFIG_FIELD}=@${BACKUP_FILE}`],
} as const;
const UPLOAD_FORMS = {
  restoreBackup: BACKUP_FORM,
  previewBackup: BACKUP_FORM,
  restoreConfig: {
    fields: { [CONFIG_FIELD]: FILE },
    search: `?file=${CONFIG_FILE}`,
    body: [`-F ${CONFIG_FIELD}=@${CONFIG_FILE}`],
  },
  uploadFile: {
    fields: { [CONFIG_FIELD]: FILE },
    search: `?file=${CONFIG_FILE}`,
    body: [`-F ${CONFIG_FIELD}=@${CONFIG_FILE}`],
  },
  previewRestore: {
    fields: { [CONFIG_FIELD]: FILE },
    search: `?file=${CONFIG_FILE}`,
    body: [`-F ${CONFIG_FIELD}=@${CONFIG_FILE}`],
  },
  updateFirmware: {
    fields: {
      [MD5_FIELD]: {
        description: 'MD5 of the file as it is sent.',
        type: 'string',
        pattern: '^[0-9a-fA-F]{32}$',
      },
      [FIRMWARE_FIELD]: FILE,
    },
    search: '',
    body: [`-F "${MD5_FIELD}=$(md5sum < firmware.bin | cut -c 1-32)"`, `-F ${FIRMWARE_FIELD}=@firmware.bin`],
  },
} as const;

function headOf(name: string, comment: string): object {
  if (comment === '') throw new Error(`${name} has no comment.`);
  return { operationId: name, summary: firstSentence(comment), description: comment };
}

function parameterOf(name: string): object {
  const [description = '', example = ''] = QUERY[name] ?? [];
  return { name, in: 'query', description, schema: { type: 'string' }, example };
}

function refusals(names: readonly RefusalName[]): object {
  return Object.fromEntries(
    names.map((name) => [REFUSAL_RESPONSES[name].status, { $ref: `#/components/responses/${name}` }]),
  );
}

function samples(source: string): object {
  return { 'x-codeSamples': [{ lang: 'Shell', label: 'curl', source }] };
}
