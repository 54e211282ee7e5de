import * as z from 'zod/mini';
import {
  METER_FACTOR_MAX,
  METER_FACTOR_MIN,
  METER_INTERVAL_MAX_S,
  METER_INTERVAL_MIN_S,
  METER_TEXT_MAX_LENGTH,
  METER_UNIT_MAX,
  METER_UNIT_MIN,
  SOURCE_HOST_MAX_LENGTH,
  SOURCE_PASSWORD_MAX_LENGTH,
  SOURCE_PORT_MAX,
  SOURCE_PORT_MIN,
  SOURCE_USER_MAX_LENGTH,
} from './constants.ts';
import { exactNumber, exactWhole, type FieldRule, rules, wireObject } from './constraints.ts';
import type { Endpoint, ReadersEndpoint } from './endpoint.ts';
import { isHost } from './host-name.ts';
import { byteLength } from './lenient-values.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import { type ReceivedFields, readSettings } from './read-settings.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * The power meter of the house, and how it is read. All of it is ours, no original device knows it
 * (docs/decisions/0023-extensions.md).
 */

/** `none`: there is none. `simulated`: only where the inverters are simulated, too. */
export const METER_KINDS = ['none', 'mqtt', 'http', 'modbus', 'simulated'] as const;
export type MeterKind = (typeof METER_KINDS)[number];

/**
 * What is asked over HTTP. `shelly-gen1`: `/status` of the first generation. `shelly-em`: `EM.GetStatus` of later ones.
 * `shelly-switch`: `Switch.GetStatus`, of plugs. `tasmota`: `Status 10`. `own`: a path and a value of one's own.
 */
export const METER_HTTP_PRESETS = ['shelly-em', 'shelly-gen1', 'shelly-switch', 'tasmota', 'own'] as const;
export type MeterHttpPreset = (typeof METER_HTTP_PRESETS)[number];

/** `sunspec`: models 201 to 204, wherever they are. `sdm`: Eastron SDM72 and SDM630. */
export const METER_MODBUS_PRESETS = ['sunspec', 'sdm'] as const;
export type MeterModbusPreset = (typeof METER_MODBUS_PRESETS)[number];

const MeterFields = /* @__PURE__ */ wireObject({
  kind: /* @__PURE__ */ z.enum(METER_KINDS),
  /** Of the broker in the MQTT settings. */
  topic: /* @__PURE__ */ z.string(),
  /**
   * Where the power stands in JSON, of a topic or of an address of one's own: `ENERGY.Power`, `emeters[0].power` or
   * `/ENERGY/Power`. Empty: what comes is the number.
   */
  value: /* @__PURE__ */ z.string(),
  http_preset: /* @__PURE__ */ z.enum(METER_HTTP_PRESETS),
  modbus_preset: /* @__PURE__ */ z.enum(METER_MODBUS_PRESETS),
  https: /* @__PURE__ */ z.boolean(),
  /** A name, an IPv4 address, or an IPv6 address without brackets. */
  host: /* @__PURE__ */ z.string(),
  port: /* @__PURE__ */ exactWhole(),
  /** Of an address of one's own, with its query; begins with a slash. */
  path: /* @__PURE__ */ z.string(),
  user: /* @__PURE__ */ z.string(),
  password: /* @__PURE__ */ z.string(),
  /** Seconds from one question to the next, over HTTP and Modbus. */
  interval: /* @__PURE__ */ exactWhole(),
  /** Of Modbus. */
  unit: /* @__PURE__ */ exactWhole(),
  /** What the value is multiplied with: 1000 for a meter that tells kW. */
  factor: /* @__PURE__ */ exactNumber(),
  /** The meter counts what is taken from the grid as negative. */
  inverted: /* @__PURE__ */ z.boolean(),
});

/** As it is kept. The password never leaves the gateway. */
export type MeterConfig = z.infer<typeof MeterFields>;

const isAsked = ({ kind }: MeterConfig) => kind === 'http' || kind === 'modbus';
const PATH = /^\/[\x21-\x7e]*$/;
const NO_TOPIC = /[+#\p{Cc}]/u;

const isOwn = ({ kind, http_preset }: MeterConfig) => kind === 'http' && http_preset === 'own';

/** Lengths are bytes of UTF-8. */
const RULES: readonly FieldRule<MeterConfig>[] = [
  {
    ...{ key: 'topic', result: 'MeterTopic', param: { max: METER_TEXT_MAX_LENGTH } },
    isBroken: ({ kind, topic }) =>
      byteLength(topic) > METER_TEXT_MAX_LENGTH || NO_TOPIC.test(topic) || (kind === 'mqtt' && topic === ''),
  },
  {
    key: 'value',
    result: 'SourcePathInvalid',
    isBroken: ({ value }) => byteLength(value) > METER_TEXT_MAX_LENGTH,
  },
  {
    key: 'host',
    result: 'SourceHostInvalid',
    isBroken: (meter) =>
      byteLength(meter.host) > SOURCE_HOST_MAX_LENGTH ||
      ((meter.host !== '' || isAsked(meter)) && !isHost(meter.host)),
  },
  outside('port', SOURCE_PORT_MIN, SOURCE_PORT_MAX, 'SourcePort'),
  {
    key: 'path',
    result: 'SourcePathInvalid',
    isBroken: (meter) =>
      byteLength(meter.path) > METER_TEXT_MAX_LENGTH ||
      ((meter.path !== '' || isOwn(meter)) && !PATH.test(meter.path)),
  },
  tooLong('user', SOURCE_USER_MAX_LENGTH, 'SourceUserLength'),
  { key: 'user', result: 'SourceUserInvalid', isBroken: ({ user }) => user.includes(':') },
  tooLong('password', SOURCE_PASSWORD_MAX_LENGTH, 'SourcePasswordLength'),
  outside('interval', METER_INTERVAL_MIN_S, METER_INTERVAL_MAX_S, 'MeterInterval'),
  outside('unit', METER_UNIT_MIN, METER_UNIT_MAX, 'MeterUnit'),
  outside('factor', METER_FACTOR_MIN, METER_FACTOR_MAX, 'MeterFactor'),
];

function outside(
  key: 'port' | 'interval' | 'unit' | 'factor',
  min: number,
  max: number,
  result: FieldRule<MeterConfig>['result'],
): FieldRule<MeterConfig> {
  return { key, result, param: { min, max }, isBroken: (meter) => meter[key] < min || meter[key] > max };
}

function tooLong(
  key: 'user' | 'password',
  max: number,
  result: FieldRule<MeterConfig>['result'],
): FieldRule<MeterConfig> {
  return { key, result, param: { max }, isBroken: (meter) => byteLength(meter[key]) > max };
}

export const MeterConfigSchema = /* @__PURE__ */ MeterFields.check(/* @__PURE__ */ rules(RULES));

/**
 * Why the meter tells nothing.
 * - `none`: there is none
 * - `starting`: it was not heard yet
 * - `mqtt-off`: MQTT is switched off
 * - `broker`: there is no connection to the broker
 * - `no-message`: nothing comes on the topic
 * - `unknown-name`: its name leads nowhere
 * - `unreachable`: nothing listens there
 * - `timeout`: nothing came in time
 * - `certificate`: its certificate is not trusted
 * - `login`: it wants another user name or password
 * - `redirect`: it sends us to another address, and we do not follow
 * - `fault`: it answers that it cannot
 * - `no-json`: what it says is no JSON
 * - `too-large`: it says more than any meter does
 * - `no-value`: there is no number where it is looked for
 * - `implausible`: no house has such power
 * - `no-meter`: it speaks Modbus, but there is no meter of this kind
 */
export const METER_PROBLEMS = [
  ...(['none', 'starting', 'mqtt-off', 'broker', 'no-message', 'unknown-name', 'unreachable'] as const),
  ...(['timeout', 'certificate', 'login', 'redirect', 'fault', 'no-json', 'too-large'] as const),
  ...(['no-value', 'implausible', 'no-meter'] as const),
] as const;
export type MeterProblem = (typeof METER_PROBLEMS)[number];

/** What the meter says now. */
export interface MeterStatus {
  /** W; taken from the grid, negative: fed into it. Not there: nothing was heard yet. */
  readonly power?: number;
  /** Seconds since that was heard. */
  readonly age?: number;
  /** Not there: all is well. */
  readonly problem?: MeterProblem;
  /** A simulated meter can be chosen. */
  readonly simulated: boolean;
}

const isProblem = (value: unknown): value is MeterProblem =>
  METER_PROBLEMS.some((problem) => problem === value);

function readStatus(value: unknown): MeterStatus | undefined {
  if (!isRecord(value)) return undefined;
  const { power, age, problem } = value;
  return {
    ...(isNumber(power) && isNumber(age) && { power, age }),
    ...(isProblem(problem) && { problem }),
    simulated: value.simulated === true,
  };
}

const FIELDS = {
  kind: 'text',
  topic: 'text',
  value: 'text',
  http_preset: 'text',
  modbus_preset: 'text',
  https: 'flag',
  host: 'text',
  port: 'number',
  path: 'text',
  user: 'text',
  password: 'text',
  interval: 'number',
  unit: 'number',
  factor: 'number',
  inverted: 'flag',
} as const;
export type ReceivedMeter = ReceivedFields<typeof FIELDS>;

/** How the meter of the house is read. */
export const getMeter: Endpoint<MeterConfig, ReceivedMeter> = {
  method: 'GET',
  path: '/api/heliograph/meter',
  access: 'admin',
  query: [],
  read: (value) => readSettings(value, FIELDS),
};

/** Sets how the meter is read. The placeholder stands for the password that is kept. */
export const setMeter: Endpoint<ApiResult, ReceivedApiResult, MeterConfig> = {
  method: 'POST',
  path: '/api/heliograph/meter',
  access: 'admin',
  query: [],
  read: readApiResult,
};

/** What came of a trial: a message without a code, and the power in W, or why there is none. */
export interface MeterTrial extends ApiResult {
  readonly power?: number;
  readonly problem?: MeterProblem;
}
export interface ReceivedMeterTrial extends ReceivedApiResult {
  readonly power?: number;
  readonly problem?: MeterProblem;
}

/** Reads a meter once with the values of the body, saves nothing, and answers after 15 s at most. */
export const testMeter: Endpoint<MeterTrial, ReceivedMeterTrial, MeterConfig> = {
  method: 'POST',
  path: '/api/heliograph/meter-trial',
  access: 'admin',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value)) return answer;
    const { power, problem } = value;
    return { ...answer, ...(isNumber(power) && { power }), ...(isProblem(problem) && { problem }) };
  },
};

/** What the meter says now, and how old that is. */
export const getMeterReading: ReadersEndpoint<MeterStatus, MeterStatus> = {
  method: 'GET',
  path: '/api/heliograph/meter-reading',
  access: 'readonly',
  query: [],
  read: readStatus,
};
