import {
  type ApiResult,
  type BodySchemas,
  byteLength,
  ENDPOINTS,
  type EndpointName,
  firstFailure,
  JSON_NESTING_MAX,
  POST_DATA_LARGE_MAX_LENGTH,
  POST_DATA_MAX_LENGTH,
  POST_DATA_MQTT_MAX_LENGTH,
  POST_DATA_PLANT_MAX_LENGTH,
  type PostName,
  type RequestBody,
  type RequestQuery,
  readLenientJson,
  result,
} from '@heliograph/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { InverterNameError } from '../answers/nothing-there-error.ts';
import { readDataField } from './read-data.ts';

/** What a call brought: the input of its handler, or what to answer instead. */
export type Reading<N extends EndpointName> =
  | { readonly kind: 'input'; readonly body: RequestBody<N>; readonly query: RequestQuery<N> }
  | { readonly kind: 'refused'; readonly answer: ApiResult };

/** Reads what a call brought; of a GET that is its query, of a POST its body. */
export function readRequest<N extends EndpointName>(
  name: N,
  request: FastifyRequest,
  schemas: BodySchemas,
): Reading<N> {
  if (PATH_OF_INVERTER.test(request.originalUrl.split('?')[0] ?? '')) {
    throw new InverterNameError(400, 'Name the inverter with inv=<serial>, not in the path.');
  }
  const query = queryOf(name, request.query);
  if (!isPost(name)) return { kind: 'input', body: undefined as RequestBody<N>, query };
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const reading = readBody(name, request.headers['content-type'], bytes, schemas);
  return reading.kind === 'refused'
    ? reading
    : { kind: 'input', body: reading.body as RequestBody<N>, query };
}

function isPost(name: EndpointName): name is PostName {
  return ENDPOINTS[name].method === 'POST';
}

/** The parameters that mean something; of one that is given twice the first counts, an empty one counts as none. */
function queryOf<N extends EndpointName>(name: N, sent: unknown): RequestQuery<N> {
  const { query, optionalQuery = [] }: { query: readonly string[]; optionalQuery?: readonly string[] } =
    ENDPOINTS[name];
  const parameters = sent as Readonly<Record<string, unknown>>;
  checkInverterNames(parameters, query, optionalQuery);
  const values = [...query, ...optionalQuery].map((key) => [key, firstText(parameters[key])]);
  return Object.fromEntries(values);
}

/** A serial number behind the path of a call. */
const PATH_OF_INVERTER = /\/[\da-f]{12}\/?$/i;
const INVERTER_PARAMETER = 'inv';
/** What programs call the inverter that they mean, in small letters. */
const INVERTER_WORDS = new Set([INVERTER_PARAMETER, 'serial', 'inverter']);

/**
 * A parameter that names an inverter is honoured or refused, never left aside: a controller that is answered about
 * another inverter than it asked for regulates the wrong one. Throws an `InverterNameError`.
 */
function checkInverterNames(
  parameters: Readonly<Record<string, unknown>>,
  query: readonly string[],
  optionalQuery: readonly string[],
): void {
  const isTaken = [...query, ...optionalQuery].includes(INVERTER_PARAMETER);
  for (const [name, value] of Object.entries(parameters)) {
    if (!INVERTER_WORDS.has(name.toLowerCase())) continue;
    if (!isTaken) throw new InverterNameError(400, `This call takes no parameter ${name}.`);
    if (name !== INVERTER_PARAMETER) {
      throw new InverterNameError(400, `Name the inverter with inv=<serial>, not with ${name}.`);
    }
    if (Array.isArray(value) && new Set(value).size > 1) {
      throw new InverterNameError(400, 'Name one inverter at a time.');
    }
    if (firstText(value) === undefined && optionalQuery.includes(name)) {
      throw new InverterNameError(400, 'inv is empty. Name an inverter, or leave it out for all of them.');
    }
  }
}

function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

type BodyReading =
  | { readonly kind: 'body'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly answer: ApiResult };

/**
 * The checks are always done in this order: there is a `data`, it is short enough, it can be parsed, its keys are
 * there, its fields are good. Source: docs/reference/original-device.md#checks-of-a-post.
 */
function readBody(
  name: PostName,
  contentType: string | undefined,
  bytes: Buffer,
  schemas: BodySchemas,
): BodyReading {
  const data = readDataField(contentType, bytes);
  if (data === undefined) return refused(result('NoValuesFound'));
  const isTooLong = byteLength(data) > (MAX_LENGTHS[name] ?? POST_DATA_MAX_LENGTH);
  if (isTooLong && !__WITHOUT__.bodyBounds) return refused(result('DataTooLarge'));
  const json = readLenientJson(data, __WITHOUT__.bodyBounds ? Number.POSITIVE_INFINITY : JSON_NESTING_MAX);
  if (!json.ok) return refused(result('ParseFailed'));
  const parsed = z.safeParse(__WITHOUT__.bodySchemas ? z.unknown() : schemas[name], json.value);
  return parsed.success ? { kind: 'body', body: parsed.data } : refused(firstFailure(parsed.error));
}

/** What may be long, in bytes. Source: docs/reference/original-device.md#checks-of-a-post and #quirk-1. */
const MAX_LENGTHS: { readonly [N in PostName]?: number } = {
  setDeviceConfig: POST_DATA_LARGE_MAX_LENGTH,
  // Newer devices have more keys, for six strings as well.
  editInverter: POST_DATA_LARGE_MAX_LENGTH,
  setMqttConfig: POST_DATA_MQTT_MAX_LENGTH,
  testMqttConnection: POST_DATA_MQTT_MAX_LENGTH,
  importHistory: POST_DATA_MQTT_MAX_LENGTH,
  setSourceDocument: POST_DATA_MQTT_MAX_LENGTH,
  reboot: POST_DATA_LARGE_MAX_LENGTH,
  setPlant: POST_DATA_PLANT_MAX_LENGTH,
  setLimitSettings: POST_DATA_PLANT_MAX_LENGTH,
  addPasskey: POST_DATA_MQTT_MAX_LENGTH,
  logInWithPasskey: POST_DATA_MQTT_MAX_LENGTH,
  setAlertSettings: POST_DATA_PLANT_MAX_LENGTH,
  setSignIn: POST_DATA_MQTT_MAX_LENGTH,
  startOpenId: POST_DATA_LARGE_MAX_LENGTH,
  finishOpenId: POST_DATA_LARGE_MAX_LENGTH,
  testAlertChannel: POST_DATA_MQTT_MAX_LENGTH,
  setTimeseriesSettings: POST_DATA_LARGE_MAX_LENGTH,
  testTimeseries: POST_DATA_LARGE_MAX_LENGTH,
};

function refused(answer: ApiResult): { readonly kind: 'refused'; readonly answer: ApiResult } {
  return { kind: 'refused', answer };
}
